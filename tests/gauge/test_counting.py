"""Names written twice in long texts: found by number, and told as in any text."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from gonogo import Gauge, Go, NoGo
from gonogo.gauge.counting import counting
from gonogo.gauge.problem import Door, Subject
from gonogo.gauge.shape import shape_of
from gonogo.schema.refs import Bundle
from gonogo.schema.text import LONG

ROWS: dict[str, Any] = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            "id": {"type": "integer"},
            "text": {"type": "string"},
            "more": {
                "type": "object",
                "properties": {"tags": {"type": "array", "items": {"type": "string"}}},
                "additionalProperties": False,
            },
        },
        "required": ["id"],
        "additionalProperties": False,
    },
}
MANY = [{"id": number, "text": "a", "more": {"tags": ["x", "y"]}} for number in range(2_000)]
COMPACT = json.dumps(MANY, separators=(",", ":"))
OTHERS = [
    COMPACT,
    json.dumps(MANY, indent=1),
    COMPACT.replace('"a"', '"a:b"'),
    COMPACT.replace('"id":', '"id" : '),
]


def gauge() -> Gauge:
    return Gauge(ROWS, subject=Subject(Door.OUTPUT))


def codes(text: str, judge: Gauge) -> list[str]:
    verdict = judge.read(text)
    assert isinstance(verdict, NoGo)
    return [issue.code for issue in verdict.problem.issues]


def test_a_shape_counts_the_members_of_its_values() -> None:
    shape = shape_of(Bundle(ROWS))
    assert shape is not None
    count = counting(shape)
    assert count is not None
    assert count(MANY) == 2_000 * 4
    assert count([]) == 0
    for other in (
        [{"id": 1}, 5],
        [{"id": 1, "more": 5}],
        {"id": 1},
        [{"id": 1, "more": {"tags": [{}]}}],
        None,
    ):
        assert count(other) == -1


@pytest.mark.parametrize(
    "schema",
    [{}, {"type": "object"}, {"type": "array"}, {**ROWS, "items": {"type": ["object", "null"]}},
     {"type": "object", "additionalProperties": {"type": "object"}}],
)  # fmt: skip
def test_a_shape_that_does_not_tell_all_counts_nothing(schema: Any) -> None:
    shape = shape_of(Bundle(schema))
    assert shape is None or counting(shape) is None


@pytest.mark.parametrize("first", OTHERS)
@pytest.mark.parametrize("text", OTHERS)
def test_long_texts_of_any_spelling_pass_whatever_came_before(first: str, text: str) -> None:
    assert len(text) > LONG
    judge = gauge()
    assert judge.read("[]")
    assert judge.read(first)
    verdict = judge.read(text)
    assert isinstance(verdict, Go)
    assert verdict.value == json.loads(text)


@pytest.mark.parametrize("first", OTHERS)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"id":1999,', '"id":1999,"id":1999,'),
        ('"id":1999,', '"id":1999,"id" :1999,'),
        ('"id":1999,', '"id":1999,"\\u0069d":1999,'),
        ('"id":1999,"text":"a"', '"id":1999,"id":1,"text":"a\\u0022:b"'),
        ('"id":1999,"text":"a"', '"id":1999,"id":1,"text":"a:b:c"'),
    ],
)
def test_a_name_written_twice_is_found(first: str, old: str, new: str) -> None:
    assert old in COMPACT
    judge = gauge()
    assert judge.read(first)
    assert codes(COMPACT.replace(old, new), judge) == ["duplicate_key"]


def test_a_name_written_twice_where_the_value_is_of_another_shape() -> None:
    assert codes(COMPACT[:-1] + ',{"id":{"a":1,"a":2}}]', gauge()) == ["duplicate_key"]
    assert codes(COMPACT[:-1] + ',{"id":1,"more":{"tags":[{"a":1,"a":2}]}}]', gauge()) == ["duplicate_key"]


NUMBERS: dict[str, Any] = {
    "type": "object",
    "properties": {
        "top": {"type": "number"},
        "below": {"type": "object", "properties": {"deep": {"type": "number"}}, "additionalProperties": False},
        "list": {"type": "array", "items": {"type": ["number", "string"]}},
        "map": {"type": "object", "additionalProperties": {"type": "number"}},
        "rows": {"type": "array", "items": {"type": "object", "properties": {"n": {"type": "integer"}},
                                            "additionalProperties": False}},
    },
    "additionalProperties": False,
}  # fmt: skip


def numbers_beside(number: int) -> Iterator[dict[str, Any]]:
    padding = {"list": ["x" * 100] * (LONG // 100 + 1)}
    yield {**padding, "top": number}
    yield {**padding, "below": {"deep": number}}
    yield {"list": [*padding["list"], number]}
    yield {**padding, "map": {"a": 1, "b": number}}
    yield {**padding, "rows": [{"n": 1}, {"n": number}]}


@pytest.mark.parametrize("number", [2**53 + 1, 2**63 + 1, 2**64 + 1, -(2**63) - 1, 10**40 + 1])
def test_an_integer_in_a_long_text_keeps_every_digit(number: int) -> None:
    judge = Gauge(NUMBERS, subject=Subject(Door.OUTPUT))
    assert judge.read("{}")
    for value in numbers_beside(number):
        for text in (json.dumps(value), json.dumps(value).encode()):
            verdict = judge.read(text)
            assert isinstance(verdict, Go)
            assert verdict.value == value


def test_an_integer_in_a_long_text_is_judged_by_every_digit() -> None:
    most = 2**64 + 2
    schema = {**NUMBERS, "properties": {**NUMBERS["properties"], "top": {"type": "integer", "maximum": most}}}
    judge = Gauge(schema, subject=Subject(Door.OUTPUT))
    padding = {"list": ["x" * LONG]}
    assert judge.read(json.dumps({**padding, "top": most}))
    assert codes(json.dumps({**padding, "top": most + 1}), judge) == ["maximum"]
    assert codes(json.dumps({**padding, "top": 1}).replace("1}", "1e999}"), judge) == ["number_range"]
