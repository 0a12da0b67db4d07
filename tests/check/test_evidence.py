"""The evidence of overlays, run again: what it shows has to be true still."""

from typing import Any

import pytest

from check.conftest import Repository, contract_of

OUTPUT: dict[str, Any] = {
    "type": "object",
    "properties": {"n": {"type": "integer", "minimum": 0, "maximum": 9, "description": "A number."}},
    "required": ["n"],
    "additionalProperties": False,
}
WRONG = {"n": 1, "more": "text"}


@pytest.fixture(name="tool")
def fixture_tool(repository: Repository) -> Repository:
    repository.write(
        "schemas/tools/do.json", contract_of("tools", "do", {"type": "object", "additionalProperties": False})
    )
    repository.write("schemas/outputs/do.json", contract_of("outputs", "do", OUTPUT))
    repository.write("fixtures/rows.json", row(WRONG))
    repository.write("overlays/do.json", overlay())
    return repository


def row(payload: Any, schema: str = "schemas/outputs/do.json") -> dict[str, Any]:
    return {"id": "seen", "schema": schema, "expect": "invalid", "payload": payload, "source": "production"}


def overlay(**words: Any) -> dict[str, Any]:
    return {"mode": "open", "reason": "the service sends more", "evidence": ["seen"], **words}


def codes(repository: Repository) -> list[str]:
    found = repository.check()
    return [each.code for each in found.findings if each.file == "overlays/do.json"]


def test_evidence_that_still_shows_the_need_is_no_finding(tool: Repository) -> None:
    assert codes(tool) == []
    tool.write("overlays/do.json", overlay(mode="stripped"))
    assert codes(tool) == []


def test_evidence_that_the_contract_accepts_by_now_is_one(tool: Repository) -> None:
    schema = tool.read("schemas/outputs/do.json")
    schema["properties"]["more"] = {"type": "string", "maxLength": 9, "description": "More."}
    tool.write("schemas/outputs/do.json", schema)
    assert codes(tool) == ["evidence_passes"]


def test_evidence_that_the_overlay_does_not_cover_is_one(tool: Repository) -> None:
    tool.write("fixtures/rows.json", row({"n": "text"}))
    assert codes(tool) == ["evidence_refused"]
    tool.write("overlays/do.json", overlay(mode="relaxed", pointers=["/properties/n/type"]))
    assert codes(tool) == []


def test_evidence_that_is_not_there_or_elsewhere_is_one(tool: Repository) -> None:
    tool.write("fixtures/rows.json", row({"a": 1}, "schemas/tools/do.json"))
    assert codes(tool) == ["evidence_elsewhere"]
    (tool.root / "fixtures" / "rows.json").unlink()
    assert codes(tool) == ["evidence_missing"]


def test_a_pointer_that_leads_nowhere_is_one(tool: Repository) -> None:
    tool.write("overlays/do.json", overlay(mode="relaxed", pointers=["/properties/other"]))
    assert codes(tool) == ["overlay_pointer"]
