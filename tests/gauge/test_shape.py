"""What a closed contract's short way must not change: every answer is the one of the long way."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gonogo import Gauge, Go
from gonogo.gauge.compiled import Recipe
from gonogo.gauge.shape import shape_of
from gonogo.schema.dialect import Draft
from gonogo.schema.limits import Limits
from gonogo.schema.refs import Bundle

Kind = tuple[Any, st.SearchStrategy[Any]]
"""A schema, and values of which most satisfy it."""

NUMBERS = st.sampled_from([0, 7, 2.5, 5.0, -0.0, 1e15, 2.0**53, -(2.0**53), 2.0**60, 1e300])
SCALARS: list[Kind] = [
    ({"type": "number"}, NUMBERS),
    ({"type": ["integer", "null"]}, NUMBERS | st.none()),
    ({"type": "string"}, st.sampled_from(["", "1.0", "a"])),
    ({"enum": [1, 2.5, "a", True]}, st.sampled_from([1, 1.0, 2.5, "a", True])),
    ({"const": 5}, st.sampled_from([5, 5.0])),
    (False, st.just(1.0)),
    (True, NUMBERS | st.lists(NUMBERS)),
]
NAMES = ["a", "b", "c"]


def lists(kind: Kind) -> Kind:
    schema, values = kind
    return {"type": "array", "items": schema}, st.lists(values, max_size=3)


def objects(members: dict[str, Kind], rest: Any) -> Kind:
    schema = {"type": "object", "properties": {name: kind[0] for name, kind in members.items()}}
    if rest is not None:
        schema["additionalProperties"] = rest
    named = st.fixed_dictionaries({}, optional={name: kind[1] for name, kind in members.items()})
    if rest is False:
        return schema, named
    return schema, st.builds(
        lambda own, other: {**other, **own}, named, st.dictionaries(st.just("z"), NUMBERS)
    )


def either(left: Kind, right: Kind, keyword: str) -> Kind:
    return {keyword: [left[0], right[0]]}, left[1] | right[1]


def nullable(kind: Kind) -> Kind:
    return {"anyOf": [{"type": "null"}, kind[0]]}, st.none() | kind[1]


def referred(kind: Kind) -> Kind:
    return {"$ref": "#/$defs/x", "$defs": {"x": kind[0]}}, kind[1]


def deeper(kinds: st.SearchStrategy[Kind]) -> st.SearchStrategy[Kind]:
    rest = st.sampled_from([False, False, False, None, {"type": "number"}])
    return (
        st.builds(lists, kinds)
        | st.builds(objects, st.dictionaries(st.sampled_from(NAMES), kinds, max_size=3), rest)
        | st.builds(either, kinds, kinds, st.sampled_from(["anyOf", "oneOf"]))
        | st.builds(nullable, kinds)
    )


KINDS = st.recursive(st.sampled_from(SCALARS), deeper, max_leaves=8)


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_text_and_value_get_the_same_answer(data: st.DataObject) -> None:
    kind = data.draw(KINDS)
    schema, values = data.draw(st.sampled_from([kind, referred(kind)]))
    value = data.draw(values)
    gauge = Gauge(schema)
    text = json.dumps(value)
    read, checked = gauge.read(text.encode()), gauge.check(json.loads(text))
    assert read == checked == gauge.read(text)
    if isinstance(read, Go) and isinstance(checked, Go):
        # Equal is not enough: 5.0 equals 5.
        assert json.dumps(read.value) == json.dumps(checked.value) == json.dumps(whole(value))


def whole(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: whole(item) for name, item in value.items()}
    if isinstance(value, list):
        return [whole(item) for item in value]
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    return value


def deep(levels: int) -> str:
    return '{"a":' * levels + "1.0" + "}" * levels


@pytest.mark.parametrize(
    ("schema", "recipe"),
    [
        ({"const": "x"}, Recipe(draft=Draft.DRAFT_4)),
        ({"type": "object", "additionalProperties": {}}, Recipe()),
        (
            {
                "$schema": "https://example.com/dialect",
                "type": "object",
                "properties": {},
                "additionalProperties": False,
            },
            Recipe(
                resources={
                    "https://example.com/dialect": {
                        "$schema": "https://json-schema.org/draft/2020-12/schema",
                        "$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/core": True},
                    }
                }
            ),
        ),
        (
            {
                "$id": "https://example.com/outer",
                "$ref": "inner",
                "$defs": {
                    "open": {"$dynamicAnchor": "value"},
                    "inner": {
                        "$id": "inner",
                        "$dynamicRef": "#value",
                        "$defs": {"text": {"$dynamicAnchor": "value", "type": "string"}},
                    },
                },
            },
            Recipe(),
        ),
    ],
    ids=["draft 4 has no const", "open", "a dialect without type", "dynamic reference"],
)
def test_what_only_seems_closed_is_measured_all_the_same(schema: Any, recipe: Recipe) -> None:
    gauge = Gauge(schema, recipe, limits=Limits(depth=4))
    assert isinstance(gauge.read(deep(3).encode()), Go)
    assert not gauge.read(deep(5).encode())


def test_a_closed_contract_bounds_depth_and_numbers() -> None:
    item = {"type": "object", "properties": {"n": {"type": "number"}}, "additionalProperties": False}
    shape = shape_of(Bundle({"type": "array", "items": item}))
    assert shape is not None
    assert shape.depth == 2
    assert shape.items is not None
    assert shape.items.numbers == ("n",)
