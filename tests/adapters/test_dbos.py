"""Durable runs, each in processes of its own: what is recorded was gauged, and what is read back is gauged again."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from gonogo.host.sqlite_store import SqliteStore

APP = Path(__file__).parent / "durable_app.py"


class Runs:
    """A folder in which runs are begun, killed and gone on with."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "log"

    def run(self, *ways: str) -> list[str]:
        """Run the app; returns the lines that it printed."""
        done = subprocess.run(  # noqa: S603 - our own app
            [sys.executable, str(APP), f"sqlite:///{self.folder / 'durable.sqlite'}", "one", *ways],
            env={**os.environ, "LOG": str(self.log)},
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == (-9 if "die" in ways else 0), done.stderr
        return done.stdout.splitlines()

    def steps(self) -> list[str]:
        return self.log.read_text(encoding="utf-8").splitlines()

    def query(self, text: str, *values: Any) -> list[Any]:
        with closing(sqlite3.connect(self.folder / "durable.sqlite")) as connection, connection:
            return connection.execute(text, values).fetchall()


@pytest.fixture
def runs(tmp_path: Path) -> Runs:
    return Runs(tmp_path)


def test_a_killed_run_goes_on_behind_its_last_step(runs: Runs) -> None:
    runs.run("die")
    assert runs.run() == ["[]", '{"amount": 1}']
    assert runs.steps() == ["price one-1"]
    store = SqliteStore(runs.folder / "runs.sqlite")
    kept = [json.loads(row.text) for row in store.history("one")]
    store.close()
    assert [(each["step"], each["state"]) for each in kept] == [
        ("priced", {"amount": 99}),
        ("paid", {"amount": 1}),
    ]


def test_what_is_recorded_is_plain_json(runs: Runs) -> None:
    runs.run()
    recorded = runs.query(
        "select function_name, output, serialization from operation_outputs order by function_id"
    )
    assert recorded[0] == ("price", '{"amount":99}', "portable_json")


def test_an_output_that_breaks_its_contract_is_not_recorded(runs: Runs) -> None:
    _, said = runs.run("bad")
    problem = json.loads(said)
    assert problem["issues"][0]["pointer"] == "/amount"
    assert "99.00" not in said
    assert runs.query("select output from operation_outputs where function_name = 'price'") == [(None,)]


def test_a_record_that_a_hand_has_changed_is_refused(runs: Runs) -> None:
    runs.run("die")
    runs.query("update operation_outputs set output = ? where function_name = 'price'", '{"amount":"high"}')
    _, said = runs.run()
    issue = json.loads(said)["issues"][0]
    assert (issue["code"], issue["pointer"]) == ("type", "/amount")
    assert runs.steps() == ["price one-1"]


def test_a_message_is_gauged(runs: Runs) -> None:
    _, said = runs.run("lie")
    assert json.loads(said)["issues"][0]["pointer"] == "/amount"


def test_a_step_that_is_done_again_is_given_the_same_key(runs: Runs) -> None:
    runs.run("die")
    runs.query("delete from operation_outputs where function_name = 'price'")  # killed before it was recorded
    runs.run()
    assert runs.steps() == ["price one-1", "price one-1"]


def test_a_run_of_another_contract_set_waits_for_it_and_is_told(runs: Runs) -> None:
    runs.run("die")
    waiting, said = runs.run("other")
    assert waiting == '["one"]'
    assert said.startswith("one was begun with contracts-")
    assert runs.run("typo")[1] == '{"amount": 1}'
