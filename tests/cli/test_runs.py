"""`gonogo runs` over a real store of a real repository."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from gonogo import Gauge, Host
from gonogo.cli.main import status_of
from gonogo.contracts import contract, contracts
from gonogo.gauge.compiled import Recipe

SCHEMA: dict[str, Any] = {
    "$id": "https://example.com/schemas/state/flow.json",
    "x-version": "1.0.0",
    "type": "object",
    "properties": {"item": {"type": "string"}},
    "required": ["item"],
    "additionalProperties": False,
}
REPORT = Gauge(contract("runs-report"), Recipe(resources=contracts()))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    put(tmp_path, "schemas/state/flow.json", SCHEMA)
    host = Host.at(tmp_path)
    for run_id, item in (("one", "first"), ("two", "second")):
        assert host.checkpoint(run_id, "begun", {"item": item}, "flow")
        assert host.checkpoint(run_id, "paid", {"item": item}, "flow")
    return tmp_path


def put(root: Path, file: str, value: Any) -> None:
    path = root / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")


def spoil(root: Path) -> None:
    with closing(sqlite3.connect(root / ".gonogo" / "runs.sqlite")) as connection, connection:
        connection.execute(
            "update checkpoints set envelope = replace(envelope, '\"first\"', '17') where run_id = 'one' and revision = 2"
        )


def report(capsys: pytest.CaptureFixture[str], root: Path, *words: str) -> tuple[int, Any]:
    code = status_of(["runs", *words, "--catalog", str(root), "--format", "json"])
    value = json.loads(capsys.readouterr().out)
    assert REPORT.check(value)
    return code, value


def test_list_tells_where_each_run_stands(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(root)
    code, told = report(capsys, root, "list")
    rows = [(row["run_id"], row["revision"], row["step"], row["verdict"]) for row in told["checkpoints"]]
    assert rows == [("one", 2, None, "no-go"), ("two", 2, "paid", "go")]
    assert (code, told["go"], told["no_go"]) == (1, 1, 1)
    assert "first" not in json.dumps(told)


def test_show_tells_a_runs_checkpoints(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = report(capsys, root, "show", "one")
    assert [(row["revision"], row["step"]) for row in told["checkpoints"]] == [(1, "begun"), (2, "paid")]
    assert code == 0


def test_resume_shows_the_state(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = report(capsys, root, "resume", "two")
    assert (code, told["checkpoints"][0]["state"]) == (0, {"item": "second"})
    spoil(root)
    code, told = report(capsys, root, "resume", "one")
    assert (code, told["checkpoints"][0]["problem"]["issues"][0]["pointer"]) == (1, "/state/item")


def test_verify_gauges_the_whole_store(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = report(capsys, root, "verify")
    assert (code, told["go"], told["checkpoints"]) == (0, 4, [])
    spoil(root)
    code, told = report(capsys, root, "verify")
    assert (code, told["go"], told["no_go"]) == (1, 3, 1)
    assert [(row["run_id"], row["revision"]) for row in told["checkpoints"]] == [("one", 2)]


def test_migrate_writes_old_checkpoints_anew(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(root, "schemas/released/flow/1.0.0.json", SCHEMA)
    newer = {
        **SCHEMA,
        "x-version": "2.0.0",
        "properties": {"items": {"type": "array"}},
        "required": ["items"],
    }
    put(root, "schemas/state/flow.json", newer)
    patch = [
        {"op": "add", "path": "/items", "value": []},
        {"op": "move", "from": "/item", "path": "/items/0"},
    ]
    put(root, "migrations/flow/1.0.0-2.0.0.json", patch)
    code, told = report(capsys, root, "migrate", "one")
    assert code == 0
    assert [(row["run_id"], row["revision"], row["version"]) for row in told["checkpoints"]] == [
        ("one", 3, "2.0.0")
    ]
    code, told = report(capsys, root, "migrate")
    assert [(row["run_id"], row["revision"]) for row in told["checkpoints"]] == [("one", 3), ("two", 3)]
    code, told = report(capsys, root, "resume", "two")
    assert told["checkpoints"][0]["state"] == {"items": ["second"]}


def test_text_is_for_people(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(root)
    for action in ("list", "verify"):
        assert status_of(["runs", action, "--catalog", str(root)]) == 1
        out = capsys.readouterr().out
        assert "no-go one 2" in out
        assert "item" in out
    assert status_of(["runs", "resume", "two", "--catalog", str(root)]) == 0
    assert "second" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words", [["show"], ["resume"], ["list", "one"], ["show", "nobody"], ["resume", "nobody"], ["drop"]]
)
def test_wrong_usage_is_told(root: Path, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["runs", *words, "--catalog", str(root)]) == 64
    assert capsys.readouterr().err


@pytest.mark.parametrize("store", ["nonsense", "folder:/proc/none", "mysql://user:secret@host/db"])
def test_a_store_that_is_not_there_is_wrong_usage(
    root: Path, store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status_of(["runs", "list", "--catalog", str(root), "--store", store]) == 64
    assert "secret" not in capsys.readouterr().err


def test_another_store_may_be_named(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = report(capsys, root, "list", "--store", f"folder:{root / 'empty'}")
    assert (code, told["checkpoints"]) == (0, [])
