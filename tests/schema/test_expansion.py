"""What a schema can cost is counted before it is compiled: what explodes is refused, what is merely big is not."""

from typing import Any

import pytest

from gonogo import Gauge
from gonogo.schema.dialect import Draft
from gonogo.schema.errors import SchemaOverBudget
from gonogo.schema.expansion import expansions
from gonogo.schema.limits import DEFAULT_SCHEMA_LIMITS
from gonogo.schema.reach import reached
from gonogo.schema.refs import Bundle

BUDGET = DEFAULT_SCHEMA_LIMITS.expansions
PLENTY = 10**30


def to(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}


def root(definitions: dict[str, Any], first: str = "x0") -> Any:
    return {"$defs": definitions, **to(first)}


def ladder(levels: int, step: Any, last: Any) -> Any:
    """Each level is a step from the one below it."""
    return root({f"x{i}": step(to(f"x{i + 1}")) for i in range(levels)} | {f"x{levels}": last})


def cost(schema: Any, most: int = PLENTY, documents: Any = None) -> int:
    bundle = Bundle(schema, documents)
    reached(bundle)
    return expansions(bundle, most)


def complete(size: int) -> Any:
    """Every schema refers to every one, without a step down into the value."""
    return root({f"x{i}": {"allOf": [to(f"x{j}") for j in range(size)]} for i in range(size)})


def animals(kinds: int) -> Any:
    """A base that lists its kinds, each of which builds on the base: how OpenAPI documents write inheritance."""
    definitions: dict[str, Any] = {
        f"k{i}": {"allOf": [to("base"), {"properties": {"kind": {"const": f"k{i}"}}, "required": ["kind"]}]}
        for i in range(kinds)
    }
    return root(definitions | {"base": {"oneOf": [to(name) for name in definitions]}}, "base")


EXPLOSIVE = {
    "a doubling allOf": ladder(25, lambda low: {"allOf": [low, low]}, True),
    "a doubling anyOf": ladder(25, lambda low: {"anyOf": [low, low]}, True),
    "a doubling oneOf": ladder(25, lambda low: {"oneOf": [low, low]}, True),
    "a reference and an allOf": ladder(25, lambda low: {**low, "allOf": [low]}, True),
    "a doubling not": ladder(25, lambda low: {"not": low, "allOf": [low]}, True),
    "a condition with both branches": ladder(25, lambda low: {"if": low, "then": low, "else": low}, True),
    "dependent schemas": ladder(25, lambda low: {"dependentSchemas": {"a": low, "b": low}}, True),
    "doubling in a property": ladder(25, lambda low: {"properties": {"a": {"allOf": [low, low]}}}, True),
    "doubling by properties of two schemas": ladder(25, lambda low: {"allOf": [{"properties": {"a": low}}] * 2}, True),
    "doubling by two patterns": ladder(25, lambda low: {"patternProperties": {"^a": low, "a$": low}}, True),
    "doubling by a pattern and the rest": ladder(25, lambda low: {"patternProperties": {"a": low}, "properties": {"a": low}}, True),
    "doubling in items": ladder(25, lambda low: {"items": {"allOf": [low, low]}}, True),
    "doubling by contains": ladder(25, lambda low: {"items": low, "contains": low}, True),
    "a doubling that comes back": ladder(12, lambda low: {"allOf": [low, low]}, to("x0")),
    "a doubling that comes back in a property": ladder(12, lambda low: {"allOf": [low, low]}, {"properties": {"a": to("x0")}}),
    "six that refer to one another": complete(6),
    "sixty that refer to one another": complete(60),
}  # fmt: skip

BEARABLE = {
    "a boolean": True,
    "a long chain": ladder(200, lambda low: low, True),
    "a doubling of few levels": ladder(10, lambda low: {"allOf": [low, low]}, True),
    "many definitions": root({f"x{i}": to("leaf") for i in range(3000)} | {"leaf": True}),
    "distinct properties": ladder(40, lambda low: {"properties": {"a": low, "b": low}}, True),
    "distinct places of a tuple": ladder(40, lambda low: {"prefixItems": [low, low]}, True),
    "a tree": root({"x0": {"properties": {"kids": {"items": to("x0")}, "parent": to("x0")}}}),
    "a tree with a union": root({"x0": {"anyOf": [{"type": "string"}, {"items": to("x0")}, {"properties": {"a": to("x0")}}]}}),
    "itself": {"$ref": "#"},
    "a circle of two": root({"x0": to("x1"), "x1": to("x0")}),
    "inheritance of 100 kinds": animals(100),
    "a union of 200": {"anyOf": [{"properties": {"kind": {"const": i}}} for i in range(200)]},
    "the meta-schema": {"$ref": Draft.DRAFT_2020_12.uri},
    "a definition that nothing uses": {"$defs": EXPLOSIVE["a doubling allOf"]["$defs"]},
}  # fmt: skip


@pytest.mark.parametrize("schema", EXPLOSIVE.values(), ids=EXPLOSIVE)
def test_what_explodes_is_refused(schema: Any) -> None:
    assert cost(schema, BUDGET) == BUDGET + 1
    with pytest.raises(SchemaOverBudget):
        Gauge(schema)


@pytest.mark.parametrize("schema", BEARABLE.values(), ids=BEARABLE)
def test_what_is_merely_big_or_recursive_is_not(schema: Any) -> None:
    assert cost(schema, BUDGET) <= BUDGET
    Gauge(schema).check({"a": {"a": {}}})


COSTS: dict[str, tuple[Any, int]] = {
    "a schema": (True, 1),
    "a reference": ({"$ref": "#/$defs/a", "$defs": {"a": True}}, 2),
    "parts in place add up": ({"allOf": [True, True], "not": True}, 4),
    "of properties the costliest": ({"properties": {"a": True, "b": {"allOf": [True, True]}}}, 4),
    "properties and a pattern add up": ({"properties": {"a": True}, "patternProperties": {"a": True}}, 3),
    "an object or a list": ({"properties": {"a": True}, "items": {"not": True}}, 3),
    "the places of a tuple": ({"prefixItems": [True, {"not": True}], "contains": True}, 4),
    "what only annotates": ({"contentSchema": True, "$defs": {"a": True}}, 1),
    "2^5 ways": (ladder(5, lambda low: {"allOf": [low, low]}, True), 2 ** 7 - 2),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "visits"), COSTS.values(), ids=COSTS)
def test_visits_are_counted_along_one_chain(schema: Any, visits: int) -> None:
    assert cost(schema) == visits


def test_up_to_draft_7_what_stands_beside_a_reference_costs_nothing() -> None:
    schema = {
        "$schema": Draft.DRAFT_7.uri,
        "$ref": "#/definitions/a",
        "allOf": [True] * 9,
        "definitions": {"a": True},
    }
    assert cost(schema) == 2


def test_a_tuple_of_draft_7_is_a_tuple() -> None:
    assert cost({"$schema": Draft.DRAFT_7.uri, "items": [True, True, True]}) == 2


def test_a_dynamic_reference_costs_what_it_can_lead_to() -> None:
    """Lexically each leads to a stub; the dynamic scope leads it to a doubling."""
    stub = {
        "$id": "https://example.com/stub",
        "$defs": {f"x{i}": {"$dynamicAnchor": f"x{i}"} for i in range(26)},
    }
    levels: dict[str, Any] = {
        f"x{i}": {"$dynamicAnchor": f"x{i}", "allOf": [{"$dynamicRef": f"stub#x{i + 1}"}] * 2}
        for i in range(25)
    }
    schema = {"$id": "https://example.com/root", "$defs": levels, **to("x0")}
    assert cost(schema, BUDGET, {"https://example.com/stub": stub}) == BUDGET + 1


def test_counting_stops_at_the_budget() -> None:
    assert cost(ladder(100, lambda low: {"allOf": [low] * 9}, True), 7) == 8
