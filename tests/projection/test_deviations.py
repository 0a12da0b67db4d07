"""Where a payload deviates: the same verdict as the engine's, and no more left out than has to be."""

from typing import Any

import pytest

from gonogo.catalog.contract import Contract, Side
from gonogo.catalog.overlay import Mode
from gonogo.gauge.compiled import Recipe
from gonogo.projection.cut import travelling
from gonogo.projection.deviations import Deviations
from gonogo.projection.modes import in_mode
from gonogo.schema.engine import Options, Patterns, compile_schema
from gonogo.schema.errors import SchemaError
from gonogo.schema.pointer import PointerError
from toolschemas import Maker

PAIRS = 1_500


def document(schema: Any) -> dict[str, Any]:
    return travelling(Contract.of("t", Side.OUTPUT, schema, recipe=Recipe(imported=True)))


def judge(schema: Any) -> Any:
    return compile_schema(schema, Options(patterns=Patterns.BACKTRACKING)).is_valid


@pytest.mark.parametrize(
    ("schema", "value", "pointers"),
    [
        ({"type": "object", "required": ["a", "b"]}, {"a": 1}, {"/required/1"}),
        ({"properties": {"a": {"type": "string"}}}, {"a": None}, {"/properties/a/type"}),
        ({"additionalProperties": {"minimum": 3}}, {"x": 1}, {"/additionalProperties/minimum"}),
        ({"patternProperties": {"^x": False}}, {"x": 1}, {"/patternProperties/^x"}),
        ({"items": {"enum": [1]}, "maxItems": 1}, [1, 2], {"/items/enum", "/maxItems"}),
        ({"prefixItems": [{"type": "string"}]}, [1], {"/prefixItems/0/type"}),
        ({"contains": {"const": 1}}, [2], {"/contains"}),
        ({"contains": {"const": 1}, "maxContains": 1}, [1, 1], {"/maxContains"}),
        ({"not": {"required": ["a"]}}, {"a": 1}, {"/not"}),
        ({"if": {"required": ["a"]}, "then": {"required": ["b"]}}, {"a": 1}, {"/then/required/0"}),
        ({"dependentRequired": {"a": ["b"]}}, {"a": 1}, {"/dependentRequired/a/0"}),
        ({"dependentSchemas": {"a": {"maxProperties": 0}}}, {"a": 1}, {"/dependentSchemas/a/maxProperties"}),
        ({"propertyNames": {"maxLength": 1}}, {"ab": 1}, {"/propertyNames"}),
        ({"anyOf": [{"required": ["a", "b"]}, {"required": ["c"]}]}, {}, {"/anyOf/1/required/0"}),
        ({"oneOf": [{"minimum": 1}, {"minimum": 2}]}, 3, {"/oneOf"}),
        ({"$ref": "#/$defs/n", "$defs": {"n": {"type": "string"}}}, 1, {"/$defs/n/type"}),
        ({"properties": {"a": True}, "unevaluatedProperties": False}, {"b": 1}, {"/unevaluatedProperties"}),
        ({"properties": {"not": {"type": "string"}}}, {"not": 1}, {"/properties/not/type"}),
    ],
)
def test_the_fewest_assertions_are_named_and_leaving_them_out_lets_the_payload_pass(
    schema: dict[str, Any], value: Any, pointers: set[str]
) -> None:
    whole = document(schema)
    assert {each.pointer for each in Deviations(whole).of(value)} == pointers
    told = in_mode(whole, Mode.RELAXED, pointers)
    assert judge(told)(value)
    assert not Deviations(whole).of(value, pointers)


def test_the_verdict_is_the_engines_and_what_is_named_suffices_by_chance() -> None:
    pairs = deviating = seed = 0
    while pairs < PAIRS:
        seed += 1
        maker = Maker(seed)
        schema = maker.root()
        try:
            whole = document(schema)
            contract = Deviations(whole)
            accepts = judge(whole)
        except SchemaError:
            continue
        for _ in range(10):
            payload = maker.payload(schema, schema["$defs"])
            needs = contract.of(payload)
            assert bool(needs) is not accepts(payload), (seed, payload)
            pairs += 1
            if needs:
                deviating += 1
                told = in_mode(whole, Mode.RELAXED, {each.pointer for each in needs})
                assert told is not None
                assert judge(told)(payload), (seed, payload, needs)
    assert deviating > PAIRS / 10


def test_what_passes_open_passes_relaxed_by_chance() -> None:
    judged = 0
    for seed in range(400):
        maker = Maker(seed)
        schema = maker.root()
        try:
            whole = document(schema)
            contract = Deviations(whole)
            opened = judge(in_mode(whole, Mode.OPEN))
            for _ in range(6):
                payload = maker.payload(schema, schema["$defs"])
                for need in list(contract.of(payload))[:2]:
                    relaxed = judge(in_mode(whole, Mode.RELAXED, [need.pointer]))
                    for _ in range(4):
                        other = maker.payload(schema, schema["$defs"])
                        assert relaxed(other) or not opened(other), (seed, need, other)
                        judged += 1
        except (SchemaError, PointerError):
            continue
    assert judged > 500
