"""A catalog as a whole: every target, one broken tool among many, the budget of a request, and losses that show."""

import json
from pathlib import Path
from typing import Any

import pytest

from gonogo.catalog.catalog import Catalog
from gonogo.check.exports import exports_of
from gonogo.projection.card import Agent
from gonogo.projection.loss import Kind
from gonogo.projection.project import project, project_all
from gonogo.projection.targets import TARGETS
from gonogo.projection.told import Era, told
from gonogo.projection.witnesses import unwitnessed
from hosts import Made, catalog_of
from listeners import Listener

ORDERS = Path(__file__).parent.parent.parent / "examples" / "orders"


def closed(properties: dict[str, Any], required: list[str] | None = None) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties) if required is None else required,
        "additionalProperties": False,
    }


def test_the_example_reaches_every_target_and_nothing_is_narrowed() -> None:
    for projection in project_all(Catalog.load(ORDERS), list(TARGETS), witnesses=True):
        assert projection.failures == ()
        assert projection.narrowed == ()
        assert unwitnessed(projection.losses) == ()
        assert set(projection.names) == {"create_refund", "get_stock", "lookup_order", "place_order"}


def test_a_projection_is_the_same_twice() -> None:
    first, second = (
        json.dumps([p.document for p in project_all(Catalog.load(ORDERS), list(TARGETS))]) for _ in range(2)
    )
    assert first == second


def test_what_mcp_clients_are_told_is_what_is_exported() -> None:
    catalog = Catalog.load(ORDERS)
    for target, era in (("mcp", Era.MODERN), ("mcp-2025-11-25", Era.HANDSHAKE)):
        document = project(catalog, target).document
        for row, tool in zip(document["tools"], catalog.tools.values(), strict=True):
            own = told(tool, era)
            assert (row["inputSchema"], row["outputSchema"]) == (own.input, own.output)


def test_responses_says_whether_it_is_strict_and_tells_the_output() -> None:
    catalog = Catalog.load(ORDERS)
    for target, strict in (("openai-responses", False), ("openai-responses-strict", True)):
        for row in project(catalog, target).document["tools"]:
            assert row["strict"] is strict
            assert row["output_schema"]["type"] == "object"


def doubling(levels: int) -> dict[str, Any]:
    steps: dict[str, Any] = {f"l{i}": {"allOf": [{"$ref": f"#/$defs/l{i + 1}"}] * 2} for i in range(levels)}
    return {
        "type": "object",
        "allOf": [{"$ref": "#/$defs/l0"}],
        "$defs": {**steps, f"l{levels}": {"type": "object"}},
    }


BROKEN = {
    "unresolved": {"type": "object", "properties": {"x": {"$ref": "#/$defs/nowhere"}}},
    "malformed": {"type": "object", "properties": {"x": {"type": "objct"}}},
    "explosive": doubling(25),
}


@pytest.mark.parametrize("kind", [*BROKEN, "external"])
def test_one_broken_tool_is_a_row_and_the_other_fourteen_are_exported(
    kind: str, tmp_path: Path, listener: Listener
) -> None:
    folder = tmp_path / "schemas" / "tools"
    folder.mkdir(parents=True)
    for number in range(14):
        (folder / f"tool_{number}.json").write_text(json.dumps(closed({"a": {"type": "string"}})))
    broken = BROKEN.get(kind, {"type": "object", "properties": {"x": {"$ref": listener.url}}})
    (folder / "broken.json").write_text(json.dumps(broken))
    exports = exports_of(Catalog.load(tmp_path), list(TARGETS))
    assert [failure.tool for failure in exports.unreadable] == ["schemas/tools/broken.json"]
    for projection in exports.projections:
        assert len(projection.names) == 14
        assert projection.failures == ()
    assert len(exports.files["openai-chat-strict.json"]["tools"]) == 14
    assert listener.visits() == 0


def test_a_tool_that_is_too_large_for_one_target_is_missing_there_only() -> None:
    deep: dict[str, Any] = {"type": "string"}
    for _ in range(12):
        deep = closed({"a": deep})
    catalog = catalog_of({"deep": Made(given=deep), "flat": Made(given=closed({"a": {"type": "string"}}))})
    strict, plain = project(catalog, "openai-chat-strict"), project(catalog, "openai-chat")
    assert [(each.tool, "depth" in each.reason) for each in strict.failures] == [("deep", True)]
    assert [row["function"]["name"] for row in strict.document["tools"]] == ["flat"]
    assert plain.failures == ()


def test_references_that_double_are_not_written_out_without_end() -> None:
    steps: dict[str, Any] = {
        f"l{i}": closed({"a": {"$ref": f"#/$defs/l{i + 1}"}, "b": {"$ref": f"#/$defs/l{i + 1}"}})
        for i in range(15)
    }
    given = {**closed({"x": {"$ref": "#/$defs/l0"}}), "$defs": {**steps, "l15": {"type": "string"}}}
    catalog = catalog_of({"doubling": Made(given=given), "flat": Made(given=closed({}))})
    projection = project(catalog, "gemini-legacy")
    assert [each.tool for each in projection.failures] == ["doubling"]
    assert len(projection.document["tools"][0]["functionDeclarations"]) == 1


def test_the_strict_tools_of_a_request_stay_within_its_budget_and_the_choice_is_told() -> None:
    many = {
        f"t{n:02}": Made(given=closed({f"p{i}": {"type": "string"} for i in range(n % 4)}, []))
        for n in range(30)
    }
    projection = project(catalog_of(many), "anthropic-strict")
    strict = [chosen for chosen in projection.chosen if chosen.strict]
    assert len(strict) <= 20
    assert sum(chosen.optional for chosen in strict) <= 24
    assert {row["name"] for row in projection.document["tools"] if row.get("strict")} == {
        each.tool for each in strict
    }
    assert len(projection.document["tools"]) == 30
    assert all(chosen.reason for chosen in projection.chosen)
    loose = [chosen for chosen in projection.chosen if not chosen.strict]
    assert loose
    assert all("optional parameters" in chosen.reason or "20 tools" in chosen.reason for chosen in loose)


def test_unions_count_to_the_budget_of_a_request() -> None:
    union = closed({f"p{i}": {"type": ["string", "null"]} for i in range(9)})
    projection = project(catalog_of({"a": Made(given=union), "b": Made(given=union)}), "anthropic-strict")
    assert [(chosen.tool, chosen.strict) for chosen in projection.chosen] == [("a", True), ("b", False)]
    assert "union parameters would be 18 of 16" in projection.chosen[1].reason


def test_the_agents_card_names_the_contracts_and_holds_none() -> None:
    catalog = Catalog.load(ORDERS)
    card = project(catalog, "a2a", agent=Agent("shop", url="https://shop.example/a2a")).document
    (extension,) = card["capabilities"]["extensions"]
    own = extension["params"]["skills"]["create_refund"]["input"]
    tool = catalog.tools["create_refund"]
    assert own == {
        "schema": tool.input.id,
        "version": "1.2.0",
        "digest": tool.input.digest,
        "url": tool.input.id,
    }
    assert "properties" not in json.dumps(card)


def test_losses_without_effect_are_exact() -> None:
    given = closed({"x": {"type": "array", "items": {"type": "string"}, "maxItems": 1, "uniqueItems": True}})
    projection = project_all(catalog_of({"t": Made(given=given)}), ["openai-chat-strict"], witnesses=True)[0]
    (loss,) = [loss for loss in projection.losses if loss.keyword == "uniqueItems"]
    assert loss.kind is Kind.EXACT
