"""A checkpoint of an older version: judged by its released contract, led on step by step, gauged after each."""

import json
from pathlib import Path
from typing import Any

import pytest

from gonogo import Host
from gonogo.host.checkpoint import CheckpointRefused, Resumed, Saved

ID = "https://example.com/schemas/state/flow.json"
V1: dict[str, Any] = {"properties": {"item": {"type": "string"}}, "required": ["item"]}
V2: dict[str, Any] = {"properties": {"items": {"type": "array", "minItems": 1}}, "required": ["items"]}
V3: dict[str, Any] = {
    **V2,
    "properties": {**V2["properties"], "paid": {"type": "boolean"}},
    "required": ["items", "paid"],
}
ONE_TO_TWO = [
    {"op": "add", "path": "/items", "value": []},
    {"op": "move", "from": "/item", "path": "/items/0"},
]
TWO_TO_THREE = [{"op": "add", "path": "/paid", "value": False}]


def schema(version: str, body: dict[str, Any]) -> dict[str, Any]:
    return {"$id": ID, "x-version": version, "type": "object", "additionalProperties": False, **body}


def put(root: Path, file: str, value: Any) -> None:
    path = root / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")


def repository(
    root: Path, current: dict[str, Any], released: dict[str, Any], migrations: dict[str, Any]
) -> Host:
    put(root, "schemas/state/flow.json", current)
    for version, body in released.items():
        put(root, f"schemas/released/flow/{version}.json", schema(version, body))
    for name, patch in migrations.items():
        put(root, f"migrations/flow/{name}.json", patch)
    host = Host.at(root)
    assert host.findings == ()
    return host


def written_by_version_one(root: Path) -> None:
    assert repository(root, schema("1.0.0", V1), {}, {}).checkpoint("one", "begun", {"item": "a"}, "flow")


def faults(answer: object) -> list[tuple[str, str]]:
    assert isinstance(answer, CheckpointRefused)
    return [(issue.code, issue.pointer) for issue in answer.problem.issues]


def test_a_state_is_led_over_every_version(tmp_path: Path) -> None:
    written_by_version_one(tmp_path)
    steps = {"1.0.0-2.0.0": ONE_TO_TWO, "2.0.0-3.0.0": TWO_TO_THREE}
    host = repository(tmp_path, schema("3.0.0", V3), {"1.0.0": V1, "2.0.0": V2}, steps)
    before = host.runs.store.last("one")
    resumed = host.resume("one")
    assert isinstance(resumed, Resumed)
    assert (resumed.checkpoint.state, str(resumed.migrated_from)) == (
        {"items": ["a"], "paid": False},
        "1.0.0",
    )
    assert resumed.checkpoint.schema_version == "3.0.0"
    assert host.runs.store.last("one") == before
    assert host.checkpoint("one", "next", resumed.checkpoint.state, "flow")


def test_a_function_may_lead_instead_of_a_patch(tmp_path: Path) -> None:
    written_by_version_one(tmp_path)
    host = repository(tmp_path, schema("2.0.0", V2), {"1.0.0": V1}, {})

    @host.migration("flow", "1.0.0", "2.0.0")
    def lead(state: Any) -> Any:
        state["items"] = [state.pop("item")]
        return state

    resumed = host.resume("one")
    assert isinstance(resumed, Resumed)
    assert resumed.checkpoint.state == {"items": ["a"]}


def test_what_a_step_leaves_is_gauged(tmp_path: Path) -> None:
    written_by_version_one(tmp_path)
    patch = [{"op": "remove", "path": "/item"}, {"op": "add", "path": "/items", "value": []}]
    steps = {
        "1.0.0-2.0.0": patch,
        "2.0.0-3.0.0": [{"op": "add", "path": "/items/-", "value": "b"}, *TWO_TO_THREE],
    }
    host = repository(tmp_path, schema("3.0.0", V3), {"1.0.0": V1, "2.0.0": V2}, steps)
    refused = host.resume("one")
    assert faults(refused) == [("minItems", "/state/items")]
    assert isinstance(refused, CheckpointRefused)
    assert refused.problem.subject.version == "2.0.0"


def test_a_step_that_fails_is_told_without_its_words(tmp_path: Path) -> None:
    written_by_version_one(tmp_path)
    host = repository(
        tmp_path,
        schema("2.0.0", V2),
        {"1.0.0": V1},
        {"1.0.0-2.0.0": [{"op": "test", "path": "/item", "value": "b"}]},
    )
    assert faults(host.resume("one")) == [("migration_failed", "/state")]

    @host.migration("flow", "1.0.0", "2.0.0")
    def lead(state: Any) -> Any:
        raise RuntimeError(f"secret {state}")

    refused = host.resume("one")
    assert faults(refused) == [("migration_failed", "/state")]
    assert "secret" not in repr(refused)


def test_a_state_that_its_own_version_refuses_is_not_led_on(tmp_path: Path) -> None:
    written_by_version_one(tmp_path)
    narrower = {**V1, "properties": {"item": {"type": "string", "minLength": 2}}}
    host = repository(tmp_path, schema("2.0.0", V2), {"1.0.0": narrower}, {"1.0.0-2.0.0": ONE_TO_TWO})
    assert faults(host.resume("one")) == [("minLength", "/state/item")]


def test_without_a_released_contract_the_version_is_unknown(tmp_path: Path) -> None:
    written_by_version_one(tmp_path)
    refused = repository(tmp_path, schema("2.0.0", V2), {}, {}).resume("one")
    assert faults(refused) == [("unknown_version", "/schema_version")]


def test_another_major_version_needs_a_migration(tmp_path: Path) -> None:
    written_by_version_one(tmp_path)
    refused = repository(tmp_path, schema("2.0.0", V1), {"1.0.0": V1}, {}).resume("one")
    assert faults(refused) == [("no_migration", "/schema_version")]
    assert isinstance(refused, CheckpointRefused)
    assert refused.problem.issues[0].expected == {"current": "2.0.0", "found": "1.0.0"}


def test_within_a_major_version_both_contracts_judge_the_state_as_it_is(tmp_path: Path) -> None:
    written_by_version_one(tmp_path)
    wider = {**V1, "properties": {**V1["properties"], "note": {"type": "string"}}}
    resumed = repository(tmp_path, schema("1.1.0", wider), {"1.0.0": V1}, {}).resume("one")
    assert isinstance(resumed, Resumed)
    assert str(resumed.migrated_from) == "1.0.0"


def test_migrating_writes_the_next_checkpoint_and_keeps_the_old_one(tmp_path: Path) -> None:
    written_by_version_one(tmp_path)
    host = repository(tmp_path, schema("2.0.0", V2), {"1.0.0": V1}, {"1.0.0-2.0.0": ONE_TO_TWO})
    row = host.runs.store.last("one")
    assert row is not None
    saved = host.runs.migrate(row)
    assert isinstance(saved, Saved)
    assert (saved.checkpoint.revision, saved.checkpoint.schema_version) == (2, "2.0.0")
    assert next(host.runs.store.history("one")) == row
    again = host.runs.store.last("one")
    assert again is not None
    assert isinstance(host.runs.migrate(again), Resumed)


@pytest.mark.parametrize(
    ("file", "value", "code"),
    [
        ("1.0.0-2.0.0", [{"op": "ad", "path": "/a", "value": 1}], "malformed_migration"),
        ("1.0.0-2.0.0", [{"op": "remove", "path": "a"}], "malformed_migration"),
        ("1.0.0-2.0.0", {"op": "remove", "path": "/a"}, "malformed_migration"),
        ("2.0.0-1.0.0", [], "migration_name"),
        ("1.0.0", [], "migration_name"),
        ("1.0.0-2.0.0-3.0.0", [], "migration_name"),
        ("0.9.0-2.0.0", [], "migration_without_contract"),
    ],
)
def test_a_bad_migration_is_a_finding(tmp_path: Path, file: str, value: Any, code: str) -> None:
    put(tmp_path, "schemas/state/flow.json", schema("2.0.0", V2))
    put(tmp_path, "schemas/released/flow/1.0.0.json", schema("1.0.0", V1))
    put(tmp_path, f"migrations/flow/{file}.json", value)
    (finding,) = Host.at(tmp_path).findings
    assert (finding.code, finding.file) == (code, f"migrations/flow/{file}.json")


def test_a_pre_release_may_stand_in_a_migrations_name(tmp_path: Path) -> None:
    put(tmp_path, "schemas/state/flow.json", schema("2.0.0", V2))
    put(tmp_path, "schemas/released/flow/1.0.0-rc.1.json", schema("1.0.0-rc.1", V1))
    put(tmp_path, "migrations/flow/1.0.0-rc.1-2.0.0.json", ONE_TO_TWO)
    assert Host.at(tmp_path).findings == ()
