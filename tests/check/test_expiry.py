"""Overlays that have had their day: the document was mended, the service was mended, or nobody has looked for too long."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from check.conftest import Repository, contract_of
from gonogo.check.check import Request, check

OUTPUT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "n": {"type": "integer", "description": "A number."},
        "m": {"type": "string", "maxLength": 3},
    },
    "required": ["n", "m"],
    "additionalProperties": False,
}
SEEN = datetime(2026, 6, 1, tzinfo=UTC)
NOW = SEEN + timedelta(days=10)
RIGHT = {"n": 1, "m": "abc"}


def row(name: str, payload: Any) -> dict[str, Any]:
    return {"id": name, "schema": "schemas/outputs/do.json", "expect": "invalid", "payload": payload}


@pytest.fixture(name="tool")
def fixture_tool(repository: Repository) -> Repository:
    repository.write(
        "schemas/tools/do.json", contract_of("tools", "do", {"type": "object", "additionalProperties": False})
    )
    repository.write("schemas/outputs/do.json", contract_of("outputs", "do", OUTPUT))
    repository.write("fixtures/rows.json", [row("number", {"n": None, "m": "a"}), row("text", {"n": 1})])
    overlay(repository, mode="relaxed", pointers=["/properties/n/type", "/required/1"])
    return repository


def overlay(repository: Repository, evidence: tuple[str, ...] = ("number", "text"), **words: Any) -> None:
    told = {"reason": "seen", "evidence": list(evidence), "observed_at": SEEN.isoformat(), **words}
    repository.write("overlays/do.json", told)


def found(
    repository: Repository, *outputs: Any, at: datetime | None = NOW, now: datetime = NOW
) -> list[tuple[str, str]]:
    when = {} if at is None else {"observed_at": at.isoformat()}
    lines = "".join(f"{json.dumps({'tool': 'do', 'output': each, **when})}\n" for each in outputs)
    evidence = (("recorded.jsonl", lines.encode()),) if outputs else ()
    checked = check(Request(path=repository.root, evidence=evidence, now=now))
    return [(each.code, each.pointer) for each in checked.findings if each.file == "overlays/do.json"]


def test_an_overlay_that_is_needed_and_young_is_no_finding(tool: Repository) -> None:
    assert found(tool) == []
    assert found(tool, *[{"n": None, "m": "a"}, {"n": 2}] * 10) == []


def test_the_document_was_mended(tool: Repository) -> None:
    """Issue 9, expiry (a): the evidence passes the contract as it is written."""
    schema = tool.read("schemas/outputs/do.json")
    schema["properties"]["n"]["type"] = ["integer", "null"]
    tool.write("schemas/outputs/do.json", schema)
    assert found(tool) == [("evidence_passes", "/evidence/0")]


def test_the_service_was_mended(tool: Repository) -> None:
    """Issue 9, expiry (b): twenty newer responses, and none departs there."""
    assert found(tool, *[RIGHT] * 19) == []
    both = [("overlay_expired", "/pointers/0"), ("overlay_expired", "/pointers/1")]
    assert found(tool, *[RIGHT] * 20) == both
    assert found(tool, *[RIGHT] * 20, at=None) == both
    assert found(tool, *[{"n": 1}] * 20) == [("overlay_expired", "/pointers/0")]
    assert found(tool, *[RIGHT] * 20, at=SEEN) == []
    assert found(tool, *[RIGHT] * 19, {"n": None}) == []


def test_how_many_responses_are_enough_is_configured(tool: Repository) -> None:
    tool.write("gonogo.toml", "[overlays]\nexpire_after = 2\n")
    assert len(found(tool, RIGHT, RIGHT)) == 2
    assert found(tool, RIGHT) == []


@pytest.mark.parametrize("mode", ["open", "stripped"])
def test_a_service_that_was_mended_as_a_whole(tool: Repository, mode: str) -> None:
    tool.write("fixtures/rows.json", [row("more", {**RIGHT, "more": 1})])
    overlay(tool, ("more",), mode=mode)
    assert found(tool, *[RIGHT] * 20) == [("overlay_expired", "/mode")]
    assert found(tool, *[RIGHT] * 19, {**RIGHT, "other": 1}) == []


def test_nobody_has_looked_for_too_long(tool: Repository) -> None:
    """Issue 9, expiry (c): older than `max_age`."""
    assert found(tool, now=SEEN + timedelta(days=179)) == []
    assert found(tool, now=SEEN + timedelta(days=181)) == [("overlay_old", "/observed_at")]
    tool.write("gonogo.toml", "[overlays]\nmax_age = 3600\n")
    assert found(tool, now=SEEN + timedelta(hours=2)) == [("overlay_old", "/observed_at")]


def test_an_overlay_that_tells_more_does_not_expire(tool: Repository) -> None:
    overlay(tool, (), mode="closed")
    assert found(tool, *[RIGHT] * 20, now=SEEN + timedelta(days=999)) == []
