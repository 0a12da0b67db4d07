"""A contract that does not fit its budget is cut, and still takes what it took."""

import json
from typing import Any

import pytest

from gonogo import Gauge
from gonogo.openapi.compilation import Settings, compile_document
from gonogo.openapi.parts import size


def document(schemas: dict[str, Any]) -> dict[str, bytes]:
    answer = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Root"}}}}
    paths = {"/x": {"get": {"operationId": "op", "responses": {"200": {"description": "d", **answer}}}}}
    text = {"openapi": "3.1.0", "info": {}, "paths": paths, "components": {"schemas": schemas}}
    return {"a.json": json.dumps(text).encode()}


def wide(name: str, width: int = 30) -> dict[str, Any]:
    fields = {f"{name}_{index}": {"type": "string", "maxLength": 9} for index in range(width)}
    return {"type": "object", "properties": fields, "required": list(fields)}


REFERENCE = {"$ref": "#/components/schemas/Wide"}
FULL = {f"w_{index}": "x" for index in range(30)}


@pytest.mark.parametrize(
    ("root", "taken"),
    [
        ({"properties": {"a": REFERENCE}}, [{"a": FULL}]),
        ({"properties": {"a": {"not": REFERENCE}}}, [{"a": {}}, {"a": 1}]),
        ({"properties": {"a": {"oneOf": [REFERENCE, {"type": "object"}]}}}, [{"a": {}}]),
        ({"properties": {"a": {"if": REFERENCE, "then": {"required": ["z"]}}}}, [{"a": {}}]),
        ({"properties": {"a": {"allOf": [REFERENCE], "unevaluatedProperties": False}}}, [{"a": FULL}]),
        ({"properties": {"a": {"contains": REFERENCE, "maxContains": 1}}}, [{"a": [FULL, {}]}]),
    ],
)
def test_a_cut_refuses_nothing_that_was_taken(root: dict[str, Any], taken: list[Any]) -> None:
    files = document({"Root": {"type": "object", **root}, "Wide": wide("w")})
    whole = compile_document(files, "a.json").tools[0]
    tool = compile_document(files, "a.json", Settings(output_bytes=700)).tools[0]
    assert whole.output is not None
    assert tool.output is not None
    assert whole.cuts == ()
    assert tool.cuts
    assert "cut" in {repair.code for repair in tool.repairs}
    assert size(tool.output) <= 700
    for payload in taken:
        assert Gauge(whole.output).check(payload)
        assert Gauge(tool.output).check(payload)


def test_what_is_near_the_root_stays_typed() -> None:
    root = {"type": "object", "properties": {"id": {"type": "integer"}, "a": REFERENCE}, "required": ["id"]}
    tool = compile_document(
        document({"Root": root, "Wide": wide("w")}), "a.json", Settings(output_bytes=500)
    ).tools[0]
    assert tool.output is not None
    gauge = Gauge(tool.output)
    assert gauge.check({"id": 1, "a": {}})
    assert not gauge.check({"id": "x"})
    assert not gauge.check({"id": 1, "a": 7})


def test_words_for_people_go_before_types_do() -> None:
    root = {**wide("w"), "description": "x" * 1000}
    files = document(
        {"Root": {"type": "object", "properties": {"a": {"$ref": "#/components/schemas/A"}}}, "A": root}
    )
    whole = compile_document(files, "a.json").tools[0]
    assert whole.output is not None
    tool = compile_document(files, "a.json", Settings(output_bytes=size(whole.output) - 100)).tools[0]
    assert tool.output is not None
    assert tool.cuts == ()
    assert [repair.code for repair in tool.repairs] == ["annotations_dropped"]
    assert not Gauge(tool.output).check({"a": {}})


def test_a_large_schema_without_references_is_cut_too() -> None:
    files = document({"Root": {"type": "object", "properties": {f"p{i}": wide(f"w{i}") for i in range(40)}}})
    tool = compile_document(files, "a.json", Settings(output_bytes=4096)).tools[0]
    assert tool.output is not None
    assert tool.cuts
    assert 1024 < size(tool.output) <= 4096


def test_many_references_in_a_ring_end() -> None:
    ring: dict[str, Any] = {
        f"S{i}": {
            "type": "object",
            "properties": {"n": {"$ref": f"#/components/schemas/S{(i + 1) % 20_000}"}},
        }
        for i in range(20_000)
    }
    files = document(
        {"Root": {"type": "object", "properties": {"s": {"$ref": "#/components/schemas/S0"}}}, **ring}
    )
    tool = compile_document(files, "a.json").tools[0]
    assert tool.output is not None
    assert tool.cuts
    assert size(tool.output) <= 32 * 1024


def test_too_many_members_leave_an_object() -> None:
    root = {"type": "object", "properties": {f"p{index}": REFERENCE for index in range(100_000)}}
    tool = compile_document(document({"Root": root, "Wide": wide("w")}), "a.json").tools[0]
    assert tool.output == {"type": "object"}
    assert tool.cuts == ("Root",)


def test_a_doubling_schema_is_walked_once() -> None:
    doubled: dict[str, Any] = {
        f"S{i}": {"allOf": [{"$ref": f"#/components/schemas/S{i + 1}"}] * 2} for i in range(60)
    }
    files = document({"Root": {"allOf": [{"$ref": "#/components/schemas/S0"}]}, **doubled, "S60": wide("w")})
    tool = compile_document(files, "a.json").tools[0]
    assert tool.binding["response"]["shape"] == "bare"
