"""What the short way to a verdict must not change: every answer is the one of the long way."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gonogo import Gauge, Go, NoGo
from gonogo.gauge.compiled import Recipe
from gonogo.gauge.shape import shape_of
from gonogo.gauge.verdict import Verdict
from gonogo.schema.dialect import Draft
from gonogo.schema.limits import Limits
from gonogo.schema.refs import Bundle
from gonogo.schema.text import parse
from gonogo.schema.value import ValueFault

Kind = tuple[Any, st.SearchStrategy[Any]]
"""A schema, and values of which most satisfy it."""

NUMBERS = st.sampled_from([0, 7, 2.5, 5.0, -0.0, 1e15, 2.0**53, -(2.0**53), 2.0**60, 1e300])
LIMITS = Limits(depth=4)
ANYTHING = st.recursive(
    NUMBERS | st.sampled_from([float("inf"), "1.0", None]),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["a", "z"]), inner, max_size=2)
    ),
    max_leaves=6,
)
SCALARS: list[Kind] = [
    ({"type": "number"}, NUMBERS),
    ({"type": ["integer", "null"]}, NUMBERS | st.none()),
    ({"type": "string"}, st.sampled_from(["", "1.0", "a"])),
    ({"enum": [1, 2.5, "a", True]}, st.sampled_from([1, 1.0, 2.5, "a", True])),
    ({"const": 5}, st.sampled_from([5, 5.0])),
    (False, st.just(1.0)),
    (True, ANYTHING),
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
    others = st.dictionaries(st.sampled_from([*NAMES, "z"]), ANYTHING, max_size=1)
    return schema, st.builds(lambda own, other: {**other, **own}, named, others)


def either(left: Kind, right: Kind, keyword: str) -> Kind:
    return {keyword: [left[0], right[0]]}, left[1] | right[1]


def nullable(kind: Kind) -> Kind:
    return {"anyOf": [{"type": "null"}, kind[0]]}, st.none() | kind[1]


def both(left: Kind, right: Kind) -> Kind:
    return {"allOf": [left[0], right[0]]}, left[1] | right[1]


def untyped(kind: Kind) -> Kind:
    schema = kind[0]
    return {k: v for k, v in schema.items() if k != "type"} if isinstance(schema, dict) else schema, kind[1]


def mapped(kind: Kind) -> Kind:
    schema = {
        "type": "object",
        "patternProperties": {"^a": kind[0]},
        "additionalProperties": {"type": "number"},
    }
    return schema, st.dictionaries(st.sampled_from(NAMES), kind[1] | NUMBERS, max_size=3)


def listed(kind: Kind) -> Kind:
    return {"type": "array", "prefixItems": [kind[0]]}, st.lists(kind[1] | ANYTHING, max_size=2)


def referred(kind: Kind) -> Kind:
    return {"$ref": "#/$defs/x", "$defs": {"x": kind[0]}}, kind[1]


def deeper(kinds: st.SearchStrategy[Kind]) -> st.SearchStrategy[Kind]:
    rest = st.sampled_from([False, False, None, None, {"type": "number"}, {"type": "object"}])
    return (
        st.builds(lists, kinds)
        | st.builds(objects, st.dictionaries(st.sampled_from(NAMES), kinds, max_size=3), rest)
        | st.builds(either, kinds, kinds, st.sampled_from(["anyOf", "oneOf"]))
        | st.builds(both, kinds, kinds)
        | st.builds(nullable, kinds)
        | st.builds(untyped, kinds)
        | st.builds(mapped, kinds)
        | st.builds(listed, kinds)
    )


KINDS = st.recursive(st.sampled_from(SCALARS), deeper, max_leaves=8)


@settings(max_examples=500, deadline=None)
@given(st.data())
def test_text_gets_the_answer_of_its_value(data: st.DataObject) -> None:
    kind = data.draw(KINDS)
    schema, values = data.draw(st.sampled_from([kind, referred(kind)]))
    value = data.draw(values)
    text = json.dumps(value).replace("Infinity", "1e999")
    gauge = Gauge(schema, limits=LIMITS)
    read = gauge.read(text.encode())
    assert read == gauge.read(text)
    checked = the_long_way(gauge, text)
    if isinstance(checked, str):
        assert isinstance(read, NoGo)
        assert [issue.code for issue in read.problem.issues] == [checked]
        return
    assert read == checked
    if isinstance(read, Go) and isinstance(checked, Go):
        # Equal is not enough: 5.0 equals 5.
        assert json.dumps(read.value) == json.dumps(checked.value) == json.dumps(whole(value))


def the_long_way(gauge: Gauge, text: str) -> Verdict | str:
    """Parse, measure, judge; returns the code of what is wrong before the contract is looked at."""
    try:
        return gauge.check(parse(text, LIMITS))
    except ValueFault as fault:
        return fault.code


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
def test_what_only_seems_known_is_measured_all_the_same(schema: Any, recipe: Recipe) -> None:
    gauge = Gauge(schema, recipe, limits=LIMITS)
    assert isinstance(gauge.read(deep(3).encode()), Go)
    assert not gauge.read(deep(5).encode())


def test_a_closed_contract_bounds_depth_and_numbers() -> None:
    item = {"type": "object", "properties": {"n": {"type": "number"}}, "additionalProperties": False}
    shape = shape_of(Bundle({"type": "array", "items": item}))
    assert shape is not None
    assert shape.depth == 2
    assert shape.items is not None
    assert shape.items.numbers == ("n",)
    assert shape.known


NUMBER = {"type": "number"}
INNER = {"type": "object", "properties": {"n": NUMBER}}


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize(
    ("properties", "text", "handed_on"),
    [
        ({"n": NUMBER}, '{"n":5.0}', '{"n": 5}'),
        ({"a": INNER}, '{"a":{"n":5.0}}', '{"a": {"n": 5}}'),
        (
            {"a": {"type": "array", "items": INNER}},
            '{"a":[{"n":5.0},{"n":5.5}]}',
            '{"a": [{"n": 5}, {"n": 5.5}]}',
        ),
        ({"a": {"type": ["object", "null"], "properties": {"n": NUMBER}}}, '{"a":{"n":5.0}}', '{"a": {"n": 5}}'),
        ({"a": {"type": ["array", "object"], "items": NUMBER}}, '{"a":[5.0]}', '{"a": [5]}'),
        ({"a": {"type": "array", "items": {"type": ["object", "null"], "properties": {"n": NUMBER}}}},
         '{"a":[null,{"n":5.0}]}', '{"a": [null, {"n": 5}]}'),
    ],
)  # fmt: skip
def test_whole_numbers_are_found_by_their_places(
    properties: Any, text: str, handed_on: str, closed: bool
) -> None:
    schema = {"type": "object", "properties": properties}
    gauge = Gauge({**schema, "additionalProperties": False} if closed else schema)
    verdict = gauge.read(text.encode())
    assert isinstance(verdict, Go)
    assert json.dumps(verdict.value) == handed_on


@pytest.mark.parametrize("text", ['{"z":1e999}', '{"a":[1e999]}', '{"a":[[[[1]]]]}', '{"z":[[[[1]]]]}'])
def test_what_is_not_declared_is_still_measured(text: str) -> None:
    gauge = Gauge({"type": "object", "properties": {"a": {"type": "array"}}}, limits=LIMITS)
    assert not gauge.read(text.encode())
