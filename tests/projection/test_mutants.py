"""No loss in silence: a walker that drops one keyword without telling is found out, for each keyword and target."""

from typing import Any

import pytest

from gonogo.catalog.contract import Contract, Side
from gonogo.gauge.arguments import NotUndone
from gonogo.gauge.compiled import Recipe
from gonogo.projection import cut as cutting
from gonogo.projection.cut import Cut, Cutter, as_json_schema
from gonogo.projection.loss import Kind
from gonogo.projection.piece import Piece
from gonogo.projection.rules import How
from gonogo.projection.targets import TARGETS
from gonogo.projection.walker import Walker
from gonogo.schema.engine import Options, Patterns, compile_schema
from projections import TARGETS_BY_SCHEMA

TEXT = {"type": "string"}
CLOSED = {"type": "object", "properties": {"a": TEXT}, "required": ["a"], "additionalProperties": False}
LIST = {"type": "array", "items": TEXT}

CASES: dict[str, tuple[Any, Any]] = {
    "const": ({**TEXT, "const": "a"}, "b"),
    "enum": ({**TEXT, "enum": ["a", "b"]}, "c"),
    "minLength": ({**TEXT, "minLength": 2}, "a"),
    "maxLength": ({**TEXT, "maxLength": 2}, "abc"),
    "pattern": ({**TEXT, "pattern": "^a$"}, "b"),
    "format": ({**TEXT, "format": "email"}, "b"),
    "minimum": ({"type": "number", "minimum": 2}, 1),
    "maximum": ({"type": "number", "maximum": 2}, 3),
    "exclusiveMinimum": ({"type": "number", "exclusiveMinimum": 2}, 2),
    "exclusiveMaximum": ({"type": "number", "exclusiveMaximum": 2}, 2),
    "multipleOf": ({"type": "number", "multipleOf": 2}, 3),
    "items": (LIST, [1]),
    "prefixItems": ({"type": "array", "prefixItems": [TEXT], "minItems": 1}, [1]),
    "minItems": ({**LIST, "minItems": 1}, []),
    "maxItems": ({**LIST, "maxItems": 1}, ["a", "b"]),
    "uniqueItems": ({**LIST, "uniqueItems": True}, ["a", "a"]),
    "contains": ({**LIST, "contains": {"const": "a"}}, ["b"]),
    "minContains": ({**LIST, "contains": {"const": "a"}, "minContains": 2}, ["a"]),
    "maxContains": ({**LIST, "contains": {"const": "a"}, "maxContains": 1}, ["a", "a"]),
    "unevaluatedItems": ({"type": "array", "prefixItems": [TEXT], "unevaluatedItems": False}, ["a", "b"]),
    "required": (CLOSED, {}),
    "additionalProperties": (CLOSED, {"a": "x", "b": "y"}),
    "patternProperties": ({"type": "object", "properties": {}, "patternProperties": {"^x": TEXT}}, {"x1": 1}),
    "propertyNames": ({"type": "object", "additionalProperties": TEXT, "propertyNames": {"maxLength": 1}}, {"ab": "x"}),
    "minProperties": ({**CLOSED, "required": [], "minProperties": 1}, {}),
    "maxProperties": (
        {**CLOSED, "properties": {"a": TEXT, "b": TEXT}, "required": [], "maxProperties": 1},
        {"a": "x", "b": "y"},
    ),
    "dependentRequired": (
        {**CLOSED, "properties": {"a": TEXT, "b": TEXT}, "dependentRequired": {"a": ["b"]}},
        {"a": "x"},
    ),
    "dependentSchemas": (
        {**CLOSED, "properties": {"a": TEXT, "b": TEXT}, "dependentSchemas": {"a": {"required": ["b"]}}},
        {"a": "x"},
    ),
    "unevaluatedProperties": (
        {"type": "object", "allOf": [{"properties": {"a": TEXT}}], "unevaluatedProperties": False},
        {"a": "x", "b": 1},
    ),
    "anyOf": ({"anyOf": [TEXT, {"type": "integer"}]}, True),
    "oneOf": ({"oneOf": [TEXT, {"type": "integer"}]}, True),
    "allOf": ({**TEXT, "allOf": [{"enum": ["a", "b"]}]}, "c"),
    "not": ({**TEXT, "not": {"const": "a"}}, "a"),
    "if": (
        {**CLOSED, "properties": {"a": TEXT, "b": TEXT}, "if": {"properties": {"a": {"const": "x"}}},
         "then": {"required": ["b"]}},
        {"a": "x"},
    ),
    "$ref": ({"$ref": "#/$defs/short"}, 7),
}  # fmt: skip

CLOSED_ANYWAY = {"additionalProperties", "unevaluatedProperties", "patternProperties"}
"""Where the vendor closes every object, a walker that drops these writes the same."""

ROWS = [
    pytest.param(target, keyword, id=f"{target}-{keyword}")
    for target in TARGETS_BY_SCHEMA
    for keyword in CASES
    if not (TARGETS[target].how("additionalProperties") is How.CLOSE and keyword in CLOSED_ANYWAY)
]


def contract_of(keyword: str) -> Contract:
    schema = {
        "type": "object",
        "properties": {"x": CASES[keyword][0]},
        "required": ["x"],
        "additionalProperties": False,
        "$defs": {"short": {"type": "string", "enum": ["a"]}},
    }
    return Contract.of("t", Side.INPUT, schema, recipe=Recipe(imported=True))


def is_silent(cut: Cut, contract: Contract, keyword: str) -> bool:
    """Whether the target takes a payload that the keyword forbids, and no loss says so."""
    wire = cut.inverse.apply({"x": CASES[keyword][1]})
    if not compile_schema(as_json_schema(cut.schema), Options(patterns=Patterns.BACKTRACKING)).is_valid(wire):
        return False
    try:
        if contract.gauge.check(cut.inverse.undo(wire)):
            return False
    except NotUndone:
        pass
    words = (keyword, *_NEAR.get(keyword, ()))
    return not any(
        loss.kind is Kind.WIDENED
        and loss.keyword in words
        and loss.pointer.startswith(("/properties/x/", "/$defs/"))
        for loss in cut.losses
    )


_NEAR = {
    "if": ("then",),
    "items": ("prefixItems",),
    "unevaluatedProperties": ("additionalProperties",),
    "allOf": ("enum",),
    "oneOf": ("anyOf",),
    "const": ("enum",),
    "$ref": ("enum",),
}
"""By what other word a loss may be told."""


@pytest.mark.parametrize(("target", "keyword"), ROWS)
def test_the_walker_tells(target: str, keyword: str) -> None:
    contract = contract_of(keyword)
    assert not is_silent(Cutter().cut(contract, TARGETS[target]), contract, keyword)


@pytest.mark.parametrize(("target", "keyword"), ROWS)
def test_a_walker_that_drops_the_keyword_is_found_out(
    target: str, keyword: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Silent(Walker):
        def visit(self, schema: Any) -> Piece:
            if isinstance(schema, dict) and keyword in schema:
                rest = {word: value for word, value in schema.items() if word != keyword}
                schema = self.merger.adopt(rest, schema)
            return super().visit(schema)

    monkeypatch.setattr(cutting, "Walker", Silent)
    contract = contract_of(keyword)
    assert is_silent(Cutter().cut(contract, TARGETS[target]), contract, keyword)


def test_there_is_a_mutant_for_each_keyword_and_target() -> None:
    assert len(ROWS) > 500
