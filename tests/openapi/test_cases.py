"""Every folder below `tests/cases/openapi` is a document and what becomes of it."""

import json
from pathlib import Path
from typing import Any

import pytest

from gonogo import Gauge
from gonogo.contracts import contract
from gonogo.openapi.compilation import Compilation, compile_document
from gonogo.schema.pointer import get

CASES = Path(__file__).parents[1] / "cases" / "openapi"
BINDING = Gauge(contract("binding"))


def load(folder: Path) -> dict[str, Any]:
    case: dict[str, Any] = json.loads((folder / "case.json").read_text(encoding="utf-8"))
    return case


def compiled(case: dict[str, Any]) -> Compilation:
    files = {
        path: (held if isinstance(held, str) else json.dumps(held)).encode()
        for path, held in case["files"].items()
    }
    return compile_document(files, case["entry"])


@pytest.mark.parametrize("folder", sorted(CASES.iterdir()), ids=lambda folder: folder.name)
def test_the_document_becomes_what_it_should(folder: Path) -> None:
    case = load(folder)
    made = compiled(case)
    assert {each.key: each.fault.code for each in made.failed} == case.get("failed", {})
    assert [tool.name for tool in made.tools] == case.get("tools", ["op"])
    tool = made.tools[0]
    assert BINDING.check(tool.binding)
    assert tool.reason == case.get("reason", tool.reason)
    assert tool.binding["response"]["shape"] == case.get("shape", tool.binding["response"]["shape"])
    assert sorted({repair.code for repair in tool.repairs}) == case.get("repairs", [])
    for name, right in case.get("request", {}).items():
        assert tool.binding["request"][name] == right
    for side, schema in (("input", tool.input), ("output", tool.output)):
        if side in case:
            assert schema is not None
            judge(schema, case[side])


def judge(schema: dict[str, Any], right: dict[str, Any]) -> None:
    gauge = Gauge(schema)
    for payload in right["accepts"]:
        assert gauge.check(payload), payload
    for payload in right["refuses"]:
        assert not gauge.check(payload), payload
    for pointer, held in right.get("holds", {}).items():
        assert get(schema, pointer) == held
