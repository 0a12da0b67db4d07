"""Tool lists in five protocols' forms become contract files; old spellings are set right and told."""

from typing import Any

import pytest

from gonogo.sources.lists import NoToolList, read_list
from gonogo.sources.spellings import spelled

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
ROW = {"name": "find", "description": "Finds."}
FORMS: dict[str, Any] = {
    "openai-chat": [{"type": "function", "function": {**ROW, "parameters": SCHEMA}}],
    "openai-responses": {"tools": [{"type": "function", **ROW, "parameters": SCHEMA, "strict": False}]},
    "anthropic": [{**ROW, "input_schema": SCHEMA}],
    "gemini": {"tools": [{"functionDeclarations": [{**ROW, "parametersJsonSchema": SCHEMA}]}]},
    "bedrock": {"toolConfig": {"tools": [{"toolSpec": {**ROW, "inputSchema": {"json": SCHEMA}}}]}},
    "mcp": {"jsonrpc": "2.0", "result": {"tools": [{**ROW, "inputSchema": SCHEMA}]}},
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_makes_the_same_contract(form: str) -> None:
    (tool,) = read_list(FORMS[form])
    assert (tool.name, tool.form, tool.fault, tool.changes) == ("find", form, None, ())
    assert tool.files == {"schemas/tools/find.json": {"description": "Finds.", **SCHEMA}}


def test_geminis_types_and_nullable_are_spelled_as_json_schema_does() -> None:
    parameters = {
        "type": "OBJECT",
        "properties": {
            "n": {"type": "INTEGER", "nullable": True},
            "e": {"type": "STRING", "enum": ["a"], "nullable": True},
        },
    }
    (tool,) = read_list([{"functionDeclarations": [{**ROW, "parameters": parameters}]}])
    properties = tool.files["schemas/tools/find.json"]["properties"]
    assert properties == {
        "n": {"type": ["integer", "null"]},
        "e": {"type": ["string", "null"], "enum": ["a", None]},
    }
    assert {change.pointer for change in tool.changes} == {
        "/type",
        "/properties/n/type",
        "/properties/n/nullable",
        "/properties/e/type",
        "/properties/e/nullable",
    }


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"type": "dict"}, {"type": "object"}),
        ({"type": "float"}, {"type": "number"}),
        ({"type": "any", "description": "d"}, {"description": "d"}),
        ({"type": "list", "items": {"type": "str"}}, {"type": "array", "items": {"type": "string"}}),
        ({"type": "array", "items": [{"type": "int"}]}, {"type": "array", "items": [{"type": "integer"}]}),
        ({"type": ["int", "none"]}, {"type": ["integer", "null"]}),
        ({"properties": {"type": {"type": "bool"}}}, {"properties": {"type": {"type": "boolean"}}}),
        (
            {"properties": {"a": {"type": "string", "required": True}}},
            {"properties": {"a": {"type": "string"}}},
        ),
    ],
)
def test_an_old_spelling_is_set_right_and_told(old: Any, new: Any) -> None:
    found, changes = spelled(old)
    assert found == new
    assert changes


def test_values_are_never_taken_for_spellings() -> None:
    schema = {
        "const": {"type": "dict"},
        "enum": [{"type": "any"}],
        "default": {"nullable": True},
        "type": "object",
    }
    assert spelled(schema) == (schema, ())


def test_one_bad_entry_takes_no_other_with_it() -> None:
    rows = [3, {"name": ""}, {"name": "x", "input_schema": 3}, *FORMS["anthropic"], *FORMS["anthropic"]]
    tools = read_list(rows)
    assert [tool.fault is None for tool in tools] == [False, False, False, True, False]


def test_an_output_and_hints_come_along() -> None:
    row = {
        **ROW,
        "inputSchema": SCHEMA,
        "outputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": True, "x": 1},
    }
    (tool,) = read_list({"tools": [row]})
    assert tool.files["schemas/outputs/find.json"] == {"type": "object"}
    assert tool.files["schemas/tools/find.json"]["x-tool"] == {"annotations": {"readOnlyHint": True}}


def test_a_name_that_no_file_can_have_keeps_its_own() -> None:
    (tool,) = read_list([{"name": "../evil/x", "input_schema": SCHEMA}])
    (file,) = tool.files
    assert file == "schemas/tools/.._evil_x.json"


@pytest.mark.parametrize("document", [None, 3, {}, [], {"tools": []}, {"openapi": "3.1.0"}])
def test_what_is_no_list_is_refused(document: Any) -> None:
    with pytest.raises(NoToolList):
        read_list(document)
