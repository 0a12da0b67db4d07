"""Faults that users of other converters reported (reference: the threads named), which no single cut shows."""

import json
from typing import Any

import pytest

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.contract import Contract, Side, Tool
from gonogo.catalog.overlay import Mode, Overlay
from gonogo.gauge.compiled import Recipe
from gonogo.gauge.gauge import Gauge
from gonogo.projection.loss import Kind
from gonogo.projection.project import project, project_all
from gonogo.projection.targets import TARGETS
from gonogo.projection.told import Era, told
from gonogo.schema.errors import SchemaOverBudget

TEXT = {"type": "string"}


def tool_of(schema: Any, output: Any = None, name: str = "t", **more: Any) -> Tool:
    recipe = Recipe(imported=True)
    told_output = None if output is None else Contract.of(name, Side.OUTPUT, output, recipe=recipe)
    return Tool(name, "d", Contract.of(name, Side.INPUT, schema, recipe=recipe), told_output, **more)


def closed(properties: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
        **more,
    }


@pytest.mark.parametrize("target", TARGETS)
def test_row_3_deep_nesting_is_exported_or_a_row_of_the_report(target: str) -> None:
    """openai/openai-agents-python#4357."""
    deep: dict[str, Any] = TEXT
    for _ in range(55):
        deep = closed({"a": deep})
    projection = project(
        Catalog.of([tool_of(deep, name="deep"), tool_of(closed({"a": TEXT}), name="flat")]), target
    )
    assert [failure.tool for failure in projection.failures] in ([], ["deep"])
    assert "flat" in projection.names


def test_row_3_what_is_deeper_than_any_contract_may_be_is_a_typed_error() -> None:
    deep: dict[str, Any] = TEXT
    for _ in range(5000):
        deep = closed({"a": deep})
    with pytest.raises(SchemaOverBudget):
        tool_of(deep)


@pytest.mark.parametrize("target", [name for name in TARGETS if name != "json-schema"])
def test_row_8_an_identifier_that_is_no_uri_does_not_travel(target: str) -> None:
    """griptape-ai/griptape#2150."""
    tool = tool_of({"$id": "Parameters%20Schema", **closed({"a": TEXT})})
    (projection,) = project_all(Catalog.of([tool]), [target])
    assert projection.failures == ()
    assert "$id" not in json.dumps([*projection.schemas.values()])


def test_row_14_definitions_travel_with_what_refers_to_them() -> None:
    """anthropics/anthropic-sdk-python#485."""
    schema = closed(
        {"a": {"$ref": "#/$defs/money"}}, **{"$defs": {"money": closed({"cents": {"type": "integer"}})}}
    )
    for target in ("anthropic", "anthropic-strict"):
        (row,) = project(Catalog.of([tool_of(schema)]), target).document["tools"]
        assert row["input_schema"]["$defs"]["money"]["properties"]["cents"]["type"] == "integer"


def test_row_20_many_tools_and_bounded_ones_are_all_declared() -> None:
    """googleapis/python-genai#660; bethington/ghidra-mcp#440."""
    bounded = closed(
        {"a": {"type": "array", "items": {**TEXT, "maxLength": 64}, "minItems": 1, "maxItems": 500}}
    )
    tools = [tool_of(bounded, name=f"tool_{number}") for number in range(239)]
    for target in ("gemini", "gemini-legacy"):
        projection = project(Catalog.of(tools), target)
        (rows,) = projection.document["tools"]
        assert (len(rows["functionDeclarations"]), projection.failures) == (239, ())
        assert projection.narrowed == ()


def test_row_26_patterns_without_anchors_long_texts_and_pointers_into_items() -> None:
    r"""ggml-org/llama.cpp#26930, #25746, #16790."""
    schema = closed(
        {
            "word": {**TEXT, "pattern": r"\S"},
            "long": closed({"text": {**TEXT, "maxLength": 4000}}),
            "list": {"type": "array", "items": closed({"n": {"type": "integer"}})},
            "one": {"$ref": "#/properties/list/items"},
        }
    )
    for projection in project_all(Catalog.of([tool_of(schema)]), list(TARGETS), witnesses=True):
        assert projection.failures == ()
        assert "#/properties" not in json.dumps(projection.document)
        lost = [loss for loss in projection.losses if loss.keyword in ("pattern", "maxLength")]
        assert all(loss.witness is not None for loss in lost if loss.kind is Kind.WIDENED)
    (row,) = project(Catalog.of([tool_of(schema)]), "xai").document["tools"]
    assert "pattern" not in row["function"]["parameters"]["properties"]["word"]


@pytest.mark.parametrize("era", Era)
def test_row_28_an_open_output_is_not_closed_on_the_way(era: Era) -> None:
    """modelcontextprotocol/java-sdk#584."""
    own = told(tool_of(closed({}), {"type": "object"}), era)
    assert own.output is not None
    assert "additionalProperties" not in own.output
    assert Gauge(dict(own.output)).check(own.carry({"anything": 1}))


@pytest.mark.parametrize("era", Era)
def test_row_29_an_undeclared_output_field_passes_what_open_tells(era: Era) -> None:
    """neomjs/neo#9837; sweetrb/apple-photos-mcp#67; modelcontextprotocol/servers#3161."""
    output = closed({"result": {"type": "array", "items": closed({"sessionId": TEXT})}})
    result = {"result": [{"sessionId": "s", "appName": "a", "connectedAt": 1}]}
    declared = tool_of(closed({}), output)
    opened = tool_of(closed({}), output, overlay=Overlay(Mode.OPEN, (), "upstream grew", ()))
    for tool, passes in ((declared, False), (opened, True)):
        own = told(tool, era)
        assert own.output is not None
        assert bool(Gauge(dict(own.output)).check(own.carry(result))) is passes


def test_row_31_an_agents_skill_names_its_schema_and_holds_none() -> None:
    """a2aproject/A2A#813, #1219."""
    card = project(Catalog.of([tool_of(closed({"secret_field": TEXT}))]), "a2a").document
    assert {*card["skills"][0]} <= {"id", "name", "description", "tags", "inputModes", "outputModes"}
    (extension,) = card["capabilities"]["extensions"]
    assert extension["params"]["skills"]["t"]["input"]["digest"].startswith("sha256:")
    assert "secret_field" not in json.dumps(card)
