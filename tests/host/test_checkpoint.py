"""Door 4: nothing is kept that its contract refuses, and nothing is gone on from that it would refuse today."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from gonogo import Catalog, Gauge, Host
from gonogo.catalog.contract import Contract, Side
from gonogo.catalog.version import Version
from gonogo.contracts import contract
from gonogo.gauge.problem import Door
from gonogo.host.checkpoint import (
    CheckpointRefused,
    Conflicted,
    NoRun,
    Resumed,
    Saved,
    StateRefused,
    StoreFailed,
)
from gonogo.host.journal import Journal
from gonogo.host.sqlite_store import SqliteStore

STATE: dict[str, Any] = {
    "$id": "https://example.com/schemas/state/flow.json",
    "x-version": "2.0.0",
    "type": "object",
    "properties": {"items": {"type": "array", "items": {"type": "string"}}, "paid": {"type": "number"}},
    "required": ["items"],
    "additionalProperties": False,
}
GOOD = {"items": ["a"], "paid": 3.5}
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
PROBLEM = Gauge(contract("problem"))


def host_of(path: Path, journal: Journal | None = None, schema: Any = None) -> Host:
    catalog = Catalog(states={"flow": Contract.of("flow", Side.STATE, STATE if schema is None else schema)})
    return Host(catalog, store=SqliteStore(path / "runs.sqlite"), clock=lambda: NOW, journal=journal)


def faults(answer: object) -> list[tuple[str, str]]:
    assert isinstance(answer, StateRefused | CheckpointRefused | Conflicted | StoreFailed | NoRun)
    assert PROBLEM.check(answer.problem.to_dict())
    return [(issue.code, issue.pointer) for issue in answer.problem.issues]


def edit(path: Path, change: Callable[[str], Any], run_id: str = "one") -> None:
    """Change a row as a hand would."""
    with closing(sqlite3.connect(path / "runs.sqlite")) as connection, connection:
        (text,) = connection.execute(
            "select envelope from checkpoints where run_id = ?", (run_id,)
        ).fetchone()
        connection.execute("update checkpoints set envelope = ? where run_id = ?", (change(text), run_id))


def test_a_run_goes_on_from_where_it_stood(tmp_path: Path) -> None:
    host = host_of(tmp_path)
    assert host.checkpoint("one", "begun", {"items": []}, "flow")
    saved = host.checkpoint("one", "paid", GOOD, "flow")
    assert isinstance(saved, Saved)
    resumed = host_of(tmp_path).resume("one")
    assert isinstance(resumed, Resumed)
    assert resumed == Resumed(saved.checkpoint)
    assert resumed.checkpoint.to_dict() == {
        "run_id": "one",
        "step": "paid",
        "state": GOOD,
        "schema": STATE["$id"],
        "schema_version": "2.0.0",
        "schema_digest": host.catalog.states["flow"].digest,
        "written_at": "2026-11-30T12:00:00+00:00",
        "revision": 2,
    }
    assert Gauge(contract("checkpoint")).check(resumed.checkpoint.to_dict())


def test_h1_an_invalid_state_is_not_saved_and_the_last_good_one_is_kept(tmp_path: Path) -> None:
    host = host_of(tmp_path)
    assert host.checkpoint("one", "begun", GOOD, "flow")
    assert faults(host.checkpoint("one", "broken", {"items": None}, "flow")) == [("type", "/items")]
    resumed = host.resume("one")
    assert isinstance(resumed, Resumed)
    assert (resumed.checkpoint.step, resumed.checkpoint.state) == ("begun", GOOD)
    assert host.checkpoint("one", "mended", GOOD, "flow")


@pytest.mark.parametrize("foreign", [datetime(2026, 1, 1, tzinfo=UTC), {1, 2}, b"x", (1,), object()])
def test_h2_a_checkpoint_holds_json_only(tmp_path: Path, foreign: Any) -> None:
    host = host_of(tmp_path)
    assert faults(host.checkpoint("one", "begun", {"items": ["a"], "paid": foreign}, "flow")) == [
        ("foreign_type", "/paid")
    ]
    assert faults(host.resume("one")) == [("no_run", "")]


def test_h2_an_unknown_tag_is_refused(tmp_path: Path) -> None:
    host = host_of(tmp_path)
    assert host.checkpoint("one", "begun", GOOD, "flow")
    edit(tmp_path, lambda text: text.replace('["a"]', '{"lc":2,"type":"constructor","id":["x"]}'))
    assert faults(host.resume("one")) == [("type", "/state/items")]


@pytest.mark.parametrize(
    ("name", "fault"),
    [("schema", "/schema"), ("run_id", "/run_id"), ("step", "/step"), ("state", "/state")],
)
def test_h3_a_checkpoint_that_names_no_contract_is_refused(tmp_path: Path, name: str, fault: str) -> None:
    host = host_of(tmp_path)
    assert host.checkpoint("one", "begun", GOOD, "flow")

    def without(text: str) -> str:
        value = json.loads(text)
        del value[name]
        return json.dumps(value)

    edit(tmp_path, without)
    assert faults(host.resume("one")) == [("required", fault)]


def test_h3_a_checkpoint_without_a_version_is_judged_by_the_current_contract_and_noted(
    tmp_path: Path,
) -> None:
    host = host_of(tmp_path)
    assert host.checkpoint("one", "begun", GOOD, "flow")
    foreign = {"run_id": "one", "step": "begun", "schema": "flow", "state": GOOD}
    edit(tmp_path, lambda _text: json.dumps(foreign))
    resumed = host.resume("one")
    assert isinstance(resumed, Resumed)
    assert resumed.remarks == ("unversioned",)
    edit(tmp_path, lambda _text: json.dumps({**foreign, "state": {"items": 1}}))
    assert faults(host.resume("one")) == [("type", "/state/items")]


EDITS: dict[str, tuple[Callable[[str], Any], list[tuple[str, str]]]] = {
    "a value": (lambda text: text.replace("3.5", '"3.5"'), [("stringified_json", "/state/paid")]),
    "a key": (lambda text: text.replace('"paid"', '"secret"'), [("additionalProperties", "/state/*")]),
    "cut off": (lambda text: text[:40], [("not_json", "")]),
    "a key twice": (lambda text: text.replace('"paid":3.5', '"paid":3.5,"paid":4'), [("duplicate_key", "")]),
    "empty": (lambda _text: "", [("not_json", "")]),
    "no text": (lambda _text: b"\xff\xfe\x00", [("not_utf8", "")]),
    "a number": (lambda _text: 17, [("type", "")]),
    "of nobody": (lambda text: text.replace("state/flow", "state/other"), [("unknown_state", "/schema")]),
    "of another run": (lambda text: text.replace('"one"', '"two"'), [("other_run", "/run_id")]),
    "of another place": (
        lambda text: text.replace('"revision":1', '"revision":9'),
        [("other_run", "/revision")],
    ),
    "a version": (lambda text: text.replace("2.0.0", "two"), [("pattern", "/schema_version")]),
}


@pytest.mark.parametrize("name", EDITS)
def test_a_row_that_a_hand_has_changed_is_refused_and_other_runs_go_on(tmp_path: Path, name: str) -> None:
    host = host_of(tmp_path)
    assert host.checkpoint("one", "begun", GOOD, "flow")
    assert host.checkpoint("two", "begun", GOOD, "flow")
    change, wanted = EDITS[name]
    edit(tmp_path, change)
    refused = host.resume("one")
    assert isinstance(refused, CheckpointRefused)
    assert refused.run_id == "one"
    assert faults(refused) == wanted
    assert "secret" not in repr(refused)
    assert host.resume("two")


def test_rows_swapped_between_runs_are_refused(tmp_path: Path) -> None:
    host = host_of(tmp_path)
    texts = {}
    for run_id in ("one", "two"):
        assert host.checkpoint(run_id, "begun", GOOD, "flow")
        row = host.runs.store.last(run_id)
        assert row is not None
        texts[run_id] = row.text
    edit(tmp_path, lambda _text: texts["two"], "one")
    edit(tmp_path, lambda _text: texts["one"], "two")
    assert [faults(host.resume(run_id)) for run_id in texts] == [[("other_run", "/run_id")]] * 2


def test_two_writers_of_one_run_conflict(tmp_path: Path) -> None:
    one, other = host_of(tmp_path), host_of(tmp_path)
    assert one.checkpoint("one", "begun", GOOD, "flow")
    late = other.checkpoint("one", "begun", GOOD, "flow")
    assert isinstance(late, Conflicted)
    assert (late.after, late.found) == (0, 1)
    assert faults(late) == [("conflict", "")]
    assert other.resume("one")
    assert other.checkpoint("one", "next", GOOD, "flow")
    assert isinstance(one.checkpoint("one", "next", GOOD, "flow"), Conflicted)
    assert one.checkpoint("one", "next", GOOD, "flow", after=2)


@pytest.mark.parametrize("run_id", ["", "..", "a/b", "a b", "x" * 129, "-a"])
def test_a_run_has_a_plain_name(tmp_path: Path, run_id: str) -> None:
    host = host_of(tmp_path)
    assert [pointer for _, pointer in faults(host.checkpoint(run_id, "begun", GOOD, "flow"))] == ["/run_id"]
    assert faults(host.resume(run_id)) == [("no_run", "/run_id")]


def test_an_unknown_state_names_the_nearest(tmp_path: Path) -> None:
    refused = host_of(tmp_path).checkpoint("one", "begun", GOOD, "flwo")
    assert faults(refused) == [("unknown_state", "/schema")]
    assert "did you mean 'flow'?" in repr(refused)


def test_a_contract_that_changed_under_one_version_is_noted(tmp_path: Path) -> None:
    assert host_of(tmp_path).checkpoint("one", "begun", GOOD, "flow")
    wider = {**STATE, "properties": {**STATE["properties"], "note": {"type": "string"}}}
    resumed = host_of(tmp_path, schema=wider).resume("one")
    assert isinstance(resumed, Resumed)
    assert resumed.remarks == ("other_digest",)


def test_a_newer_version_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    assert host_of(tmp_path, schema={**STATE, "x-version": "3.0.0"}).checkpoint("one", "begun", GOOD, "flow")
    host = host_of(tmp_path)
    before = host.runs.store.last("one")
    refused = host.resume("one")
    assert faults(refused) == [("unknown_version", "/schema_version")]
    assert isinstance(refused, CheckpointRefused)
    assert refused.problem.issues[0].expected == {"current": "2.0.0", "found": "3.0.0"}
    assert host.runs.store.last("one") == before


def test_a_host_without_a_store_says_so() -> None:
    host = Host(Catalog(states={"flow": Contract.of("flow", Side.STATE, STATE)}))
    assert faults(host.checkpoint("one", "begun", GOOD, "flow")) == [("no_store", "")]
    assert faults(host.resume("one")) == [("no_store", "")]


def test_a_store_that_fails_is_told_and_keeps_what_was_there(tmp_path: Path) -> None:
    catalog = Catalog(states={"flow": Contract.of("flow", Side.STATE, STATE)})
    host = Host(catalog, store=SqliteStore(tmp_path / "runs.sqlite", wait=0.01))
    assert host.checkpoint("one", "begun", GOOD, "flow")
    with closing(sqlite3.connect(tmp_path / "runs.sqlite", isolation_level=None)) as other:
        other.execute("begin immediate")
        locked = host.checkpoint("one", "next", GOOD, "flow")
        assert isinstance(locked, StoreFailed)
        assert faults(locked) == [("store_locked", "")]
        assert locked.problem.retryable
    assert host.checkpoint("one", "next", GOOD, "flow")


def test_a_repository_says_where_its_runs_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "schemas" / "state").mkdir(parents=True)
    (tmp_path / "schemas" / "state" / "flow.json").write_text(json.dumps(STATE), encoding="utf-8")
    (tmp_path / "gonogo.toml").write_text(
        '[runs]\nstore = "folder:kept"\nstore_env = "RUNS"\n', encoding="utf-8"
    )
    assert Host.at(tmp_path).checkpoint("one", "begun", GOOD, "flow")
    assert (tmp_path / "kept" / "one" / "0000000000000001.json").is_file()
    monkeypatch.setenv("RUNS", f"sqlite:{tmp_path / 'other.sqlite'}")
    assert faults(Host.at(tmp_path).resume("one")) == [("no_run", "")]


def test_every_decision_is_one_line_of_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    host = host_of(tmp_path, Journal(path))
    host.checkpoint("one", "begun", GOOD, "flow")
    host.checkpoint("one", "broken", {"items": ["secret"], "secret": 1}, "flow")
    host.resume("one")
    host.resume("nobody")
    text = path.read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    assert all(Gauge(contract("journal-line")).check(line) for line in lines)
    told = [(line["gonogo.tool"], line["gonogo.verdict"], line.get("gonogo.revision")) for line in lines]
    assert told == [("flow", "go", 1), ("flow", "no-go", None), ("flow", "go", 1), ("*", "no-go", None)]
    assert {line["gonogo.door"] for line in lines} == {Door.CHECKPOINT.value}
    assert "secret" not in text


def test_a_version_is_compared_as_one(tmp_path: Path) -> None:
    assert Version.parse("10.0.0") > Version.parse("9.0.0")
    assert host_of(tmp_path, schema={**STATE, "x-version": "10.0.0"}).checkpoint("one", "begun", GOOD, "flow")
    refused = host_of(tmp_path, schema={**STATE, "x-version": "9.0.0"}).resume("one")
    assert faults(refused) == [("unknown_version", "/schema_version")]
