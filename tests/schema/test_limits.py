"""Budgets are counts, and none may let the engine go deeper than it can."""

import dataclasses
from typing import Any

import pytest

from gonogo import Gauge
from gonogo.gauge.compiled import Recipe
from gonogo.schema.errors import SchemaOverBudget
from gonogo.schema.limits import DEFAULT_SCHEMA_LIMITS, INPUT_LIMITS, Limits, SchemaLimits


@pytest.mark.parametrize("depth", [0, 1, 64, Limits.MAX_DEPTH])
def test_a_depth_that_the_engine_survives_is_allowed(depth: int) -> None:
    assert Limits(depth=depth).depth == depth


@pytest.mark.parametrize("depth", [-1, Limits.MAX_DEPTH + 1, 10_000])
def test_any_other_depth_is_not(depth: int) -> None:
    with pytest.raises(ValueError, match="depth"):
        Limits(depth=depth)


@pytest.mark.parametrize("wrong", [{"size": -1}, {"nodes": 0}, {"nodes": -5}])
def test_a_limit_that_nothing_keeps_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="size"):
        Limits(**wrong)


def test_limits_do_not_change() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        INPUT_LIMITS.depth = 65  # type: ignore[misc]


def test_arguments_may_measure_less_than_results() -> None:
    results = Limits()
    assert INPUT_LIMITS.size < results.size
    assert INPUT_LIMITS.nodes < results.nodes


def nested(levels: int) -> Any:
    schema: Any = {}
    for _ in range(levels - 1):
        schema = {"not": schema}
    return schema


SCHEMAS: dict[str, tuple[Any, SchemaLimits, bool]] = {
    "120 levels": (nested(120), DEFAULT_SCHEMA_LIMITS, True),
    "121 levels": (nested(121), DEFAULT_SCHEMA_LIMITS, False),
    "its very size": ({"const": "a" * 86}, SchemaLimits(size=98), True),
    "a byte more": ({"const": "a" * 87}, SchemaLimits(size=98), False),
    "a byte more beyond ASCII": ({"const": "a" * 84 + "€"}, SchemaLimits(size=98), False),
    "its very cost": ({"allOf": [True] * 6}, SchemaLimits(expansions=7), True),
    "many values in little text": ({"enum": list(range(10)) * 20}, SchemaLimits(size=300), False),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "limits", "within"), SCHEMAS.values(), ids=SCHEMAS)
def test_a_schema_is_held_to_its_budget(schema: Any, limits: SchemaLimits, within: bool) -> None:
    if within:
        Gauge(schema, Recipe(limits=limits))
    else:
        with pytest.raises(SchemaOverBudget):
            Gauge(schema, Recipe(limits=limits))


def test_a_document_that_is_referred_to_is_held_to_the_same_budget() -> None:
    there = "https://example.com/there"
    with pytest.raises(SchemaOverBudget) as caught:
        Gauge({"$ref": there}, Recipe(resources={there: {"const": "a" * 100}}, limits=SchemaLimits(size=98)))
    assert caught.value.pointer == f"{there}#"


def test_what_references_cost_is_held_to_the_budget() -> None:
    schema = {"allOf": [{"$ref": "#/$defs/a"}] * 3, "$defs": {"a": True}}
    Gauge(schema, Recipe(limits=SchemaLimits(expansions=7)))
    with pytest.raises(SchemaOverBudget):
        Gauge(schema, Recipe(limits=SchemaLimits(expansions=6)))
