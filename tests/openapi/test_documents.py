"""Every folder below `tests/cases/openapi-documents` is a small document of odd but legal shapes, and all that becomes of it."""

import json
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest

from gonogo import Gauge
from gonogo.contracts import contract
from gonogo.gauge.compiled import Recipe
from gonogo.openapi.compilation import Compilation, CompiledTool, compile_document
from gonogo.openapi.coverage import Coverage
from gonogo.openapi.sending import HttpRequest, PlanFault, request_from

CASES = sorted((Path(__file__).parents[1] / "cases" / "openapi-documents").iterdir())
BINDING = Gauge(contract("binding"))


def load(folder: Path) -> tuple[dict[str, Any], Compilation]:
    case: dict[str, Any] = json.loads((folder / "case.json").read_text(encoding="utf-8"))
    files = {
        path: (held if isinstance(held, str) else json.dumps(held)).encode()
        for path, held in case["files"].items()
    }
    return case, compile_document(files, case["entry"])


@pytest.mark.parametrize("folder", CASES, ids=lambda folder: folder.name)
def test_tools_and_contracts_are_right(folder: Path) -> None:
    case, made = load(folder)
    assert {each.key: each.fault.code for each in made.failed} == case.get("failed", {})
    assert {tool.name: tool.operation.key for tool in made.tools} == {
        name: right["operation"] for name, right in case["tools"].items()
    }
    for tool in made.tools:
        right = case["tools"][tool.name]
        assert BINDING.check(tool.binding)
        assert (tool.binding["response"]["shape"], tool.reason) == (right["shape"], right.get("reason", ""))
        assert sorted({repair.code for repair in tool.repairs}) == right.get("repairs", []), tool.name
        judge(tool.input, right.get("input", {}))
        if "output" in right:
            assert tool.output is not None
            judge(tool.output, right["output"])


def judge(schema: dict[str, Any], right: dict[str, Any]) -> None:
    gauge = Gauge(schema, Recipe(imported=True))
    for payload in right.get("accepts", ()):
        assert gauge.check(payload), payload
    for payload in right.get("refuses", ()):
        assert not gauge.check(payload), payload


@pytest.mark.parametrize("folder", CASES, ids=lambda folder: folder.name)
def test_requests_are_right(folder: Path) -> None:
    case, made = load(folder)
    for tool in made.tools:
        right = case["tools"][tool.name]
        for arguments, wanted in right.get("requests", ()):
            request = sent(tool, arguments)
            for member, value in wanted.items():
                read = getattr(request, member)
                if member == "headers":
                    assert {name: read.get(name) for name in value} == value
                else:
                    assert (read.decode() if isinstance(read, bytes) else read) == value
        for arguments, parts in right.get("parts", ()):
            assert parts_of(sent(tool, arguments)) == parts
        for arguments, code, pointer in right.get("unsendable", ()):
            with pytest.raises(PlanFault) as told:
                sent(tool, arguments)
            assert (told.value.code, told.value.pointer) == (code, pointer)


def sent(tool: CompiledTool, arguments: dict[str, Any]) -> HttpRequest:
    assert Gauge(tool.input, Recipe(imported=True)).check(arguments), arguments
    return request_from(tool.binding["request"], arguments)


def parts_of(request: HttpRequest) -> list[list[Any]]:
    head = f"Content-Type: {request.headers['Content-Type']}\r\n\r\n".encode()
    message = message_from_bytes(head + (request.body or b""))
    found = []
    for part in message.walk():
        if not part.is_multipart():
            data = part.get_payload(decode=True)
            assert isinstance(data, bytes)
            name = part.get_param("name", header="Content-Disposition")
            found.append([name, part.get_filename(), part.get_content_type(), data.hex()])
    return found


@pytest.mark.parametrize("folder", CASES, ids=lambda folder: folder.name)
def test_the_report_keeps_its_contract(folder: Path) -> None:
    _, made = load(folder)
    report = {**Coverage(made).to_dict(), "written": 0, "gone": []}
    assert Gauge(contract("openapi-report")).check(report)
