"""A number with an integral value below 2^53 is an integer, whatever its spelling."""

import math
from typing import Any

import pytest

from gonogo.schema.numbers import SAFE_INTEGER, is_whole, make_members_whole, make_whole

WHOLE = [0.0, -0.0, 1.0, -5.0, 1e15, float(SAFE_INTEGER - 1), -float(SAFE_INTEGER - 1)]
NOT_WHOLE = [
    0.5,
    -1.25,
    1e-300,
    float(SAFE_INTEGER),
    -float(SAFE_INTEGER),
    1e22,
    math.inf,
    -math.inf,
    math.nan,
]


@pytest.mark.parametrize("number", WHOLE)
def test_a_float_that_stands_for_an_integer_becomes_one(number: float) -> None:
    assert is_whole(number)
    for made in (
        make_whole(number),
        make_whole([number])[0],
        make_whole({"a": [{"b": number}]})["a"][0]["b"],
    ):
        assert type(made) is int
        assert made == number


@pytest.mark.parametrize("number", NOT_WHOLE)
def test_any_other_float_stays_one(number: float) -> None:
    assert not is_whole(number)
    for made in (make_whole(number), make_whole([number])[0], make_whole({"a": number})["a"]):
        assert made is number


@pytest.mark.parametrize(
    "value", [True, False, None, "5.0", 5, SAFE_INTEGER, [], {}, "", [True, "1.0", None, {"5.0": "5.0"}]]
)
def test_nothing_else_is_touched(value: Any) -> None:
    before = repr(value)
    assert repr(make_whole(value)) == before


def test_a_container_is_changed_in_place() -> None:
    value: dict[str, Any] = {"a": [1.0]}
    inner = value["a"]
    assert make_whole(value) is value
    assert inner == [1]
    assert type(inner[0]) is int


def test_a_deep_value_needs_no_stack() -> None:
    value: Any = [1.0]
    for _ in range(50_000):
        value = [value]
    inner = make_whole(value)
    while isinstance(inner[0], list):
        inner = inner[0]
    assert type(inner[0]) is int


def test_only_the_members_that_are_named_are_made_whole() -> None:
    rows: list[dict[str, Any]] = [
        {"a": 1.0, "b": 2.0},
        {"b": 3.0},
        {"a": 1.5},
        {"a": True},
        {"a": "1.0"},
        {"a": 1e22},
    ]
    make_members_whole(rows, ["a", "c"])
    assert (
        repr(rows) == "[{'a': 1, 'b': 2.0}, {'b': 3.0}, {'a': 1.5}, {'a': True}, {'a': '1.0'}, {'a': 1e+22}]"
    )
