"""Python values are held to the rules of JSON text: exact types, finite numbers, string keys, and limits."""

import dataclasses
import datetime as dt
import decimal
import enum
import fractions
import math
import types
import uuid
from collections import OrderedDict, UserDict, defaultdict, namedtuple
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gonogo.schema.limits import Limits
from gonogo.schema.types import Path
from gonogo.schema.value import ValueFault, copy, measure, with_whole_numbers

LIMITS = Limits()
DEPTH = 200_000


def fault(value: Any, limits: Limits = LIMITS) -> ValueFault:
    with pytest.raises(ValueFault) as caught:
        measure(value, limits)
    return caught.value


class Text(str):
    __slots__ = ()


class Table(dict[str, Any]):
    pass


class Row(list[Any]):
    pass


class Count(int):
    pass


class Share(float):
    pass


class Colour(enum.Enum):
    RED = "red"


class Size(enum.IntEnum):
    SMALL = 1


class Word(enum.StrEnum):
    YES = "yes"


@dataclasses.dataclass
class Money:
    amount: int


Pair = namedtuple("Pair", ["left", "right"])  # noqa: PYI024 - the untyped kind is one of the types to refuse

FOREIGN: dict[str, Any] = {
    "set": {1},
    "frozenset": frozenset({1}),
    "tuple": (1, 2),
    "named tuple": Pair(1, 2),
    "bytes": b"a",
    "bytearray": bytearray(b"a"),
    "memoryview": memoryview(b"a"),
    "Decimal": decimal.Decimal(1),
    "Fraction": fractions.Fraction(1, 2),
    "complex": 1j,
    "datetime": dt.datetime(2026, 11, 30, tzinfo=dt.UTC),
    "date": dt.date(2026, 11, 30),
    "UUID": uuid.UUID(int=1),
    "Enum": Colour.RED,
    "IntEnum": Size.SMALL,
    "StrEnum": Word.YES,
    "dataclass": Money(1),
    "dataclass type": Money,
    "function": len,
    "iterator": iter([1]),
    "range": range(3),
    "object": object(),
    "ellipsis": ...,
    "mapping proxy": types.MappingProxyType({}),
    "UserDict": UserDict({}),
    "defaultdict": defaultdict(dict),
    "OrderedDict": OrderedDict(),
    "subclass of dict": Table(),
    "subclass of list": Row(),
    "subclass of str": Text("a"),
    "subclass of int": Count(1),
    "subclass of float": Share(1.5),
}


@pytest.mark.parametrize("value", FOREIGN.values(), ids=FOREIGN)
@pytest.mark.parametrize(
    ("around", "path"),
    [(lambda value: value, ()), (lambda value: {"a": [1, value]}, ("a", 1))],
    ids=["alone", "nested"],
)
def test_a_foreign_type_is_a_fault_with_its_path(value: Any, around: Any, path: Path) -> None:
    found = fault(around(value))
    assert (found.code, found.path) == ("foreign_type", path)


@pytest.mark.parametrize("key", [1, 1.5, None, True, b"a", ("a",), Text("a"), Word.YES, Colour.RED])
def test_a_key_that_is_no_text_is_a_fault_at_its_object(key: Any) -> None:
    found = fault({"a": [{"ok": 1, key: 2}]})
    assert (found.code, found.path) == ("key_not_text", ("a", 0))


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_a_number_that_is_not_finite_is_a_fault(number: float) -> None:
    found = fault({"a": [0, number]})
    assert (found.code, found.path) == ("not_finite", ("a", 1))


@pytest.mark.parametrize("text", ["\ud800", "a\udfff", "\udc00\ud800", "😀\ud83d"])
def test_half_a_surrogate_pair_is_a_fault_in_texts_and_names(text: str) -> None:
    assert (fault(["ok", text]).code, fault(["ok", text]).path) == ("lone_surrogate", (1,))
    assert (fault([{text: 1}]).code, fault([{text: 1}]).path) == ("lone_surrogate", (0,))


def test_an_integer_that_python_does_not_write_is_out_of_range() -> None:
    assert measure([10**4300 - 1, 1 - 10**4300], LIMITS) is False
    assert fault([10**4300]).code == fault([-(10**4300)]).code == "number_range"


@pytest.mark.parametrize(
    ("value", "whole"),
    [
        (None, False), (True, False), (5, False), ("5.0", False), ([], False), ({}, False), (1.5, False),
        (1e22, False), (2.0**53, False), (5.0, True), (-0.0, True), ([[{"a": 5.0}]], True), ({"5.0": 1.5}, False),
    ],
)  # fmt: skip
def test_a_value_is_measured_and_whole_floats_are_noticed(value: Any, whole: bool) -> None:
    assert measure(value, LIMITS) is whole


LIMITED: list[tuple[Any, Limits, str | None]] = [
    ("abc", Limits(size=3), None),
    ("abcd", Limits(size=3), "too_large"),
    ("é", Limits(size=2), None),
    ("é", Limits(size=1), "too_large"),
    ({"abc": 1}, Limits(size=3), None),
    ({"abcd": 1}, Limits(size=3), "too_large"),
    ({"a": "b", "c": ["d"]}, Limits(size=4), None),
    ({"a": "b", "c": ["d"]}, Limits(size=3), "too_large"),
    (1, Limits(depth=0), None),
    ([], Limits(depth=0), "too_deep"),
    ([[]], Limits(depth=2), None),
    ([[]], Limits(depth=1), "too_deep"),
    ([1, 2], Limits(nodes=3), None),
    ([1, 2], Limits(nodes=2), "too_many_nodes"),
    ({"a": {"b": 1}}, Limits(nodes=3), None),
    ({"a": {"b": 1}}, Limits(nodes=2), "too_many_nodes"),
]


@pytest.mark.parametrize(("value", "limits", "code"), LIMITED)
def test_a_limit_is_exact(value: Any, limits: Limits, code: str | None) -> None:
    if code is None:
        measure(value, limits)
    else:
        assert fault(value, limits).code == code


def test_too_deep_is_told_where_the_first_container_is_too_many() -> None:
    found = fault({"a": [1, {"b": []}]}, Limits(depth=3))
    assert (found.code, found.path) == ("too_deep", ("a", 1, "b"))


def test_the_first_fault_in_document_order_is_told() -> None:
    assert fault({"a": [1, {2}], "b": math.nan}).path == ("a", 1)
    assert fault({"b": math.nan, "a": [1, {2}]}).path == ("b",)


@pytest.mark.parametrize(
    ("first", "limits", "code"),
    [([[0] * 9], Limits(nodes=9), "too_many_nodes"), ([["x" * 9]], Limits(size=9), "too_large")],
)
def test_a_fault_behind_more_than_may_be_looked_at_is_not_looked_for(
    first: Any, limits: Limits, code: str
) -> None:
    assert fault({"a": first, "b": {1}}, limits).code == code


def test_a_fault_says_nothing_of_the_payload() -> None:
    assert "secret" not in str(fault({"secret": math.nan}))


def nested(kind: str) -> Any:
    value: Any = [] if kind == "list" else {}
    for _ in range(DEPTH):
        value = [value] if kind == "list" else {"a": value}
    return value


@pytest.mark.parametrize("kind", ["list", "object"])
def test_no_depth_of_a_value_is_a_crash(kind: str, anywhere: Callable[[Callable[[], Any]], Any]) -> None:
    value = nested(kind)
    found = anywhere(lambda: fault(value, Limits(depth=Limits.MAX_DEPTH)))
    assert (found.code, len(found.path)) == ("too_deep", Limits.MAX_DEPTH)


def test_a_cycle_is_too_deep() -> None:
    row: list[Any] = []
    row.append(row)
    table: dict[str, Any] = {"a": row}
    row[0] = table
    assert fault(row).code == fault(table).code == "too_deep"


def test_a_cycle_through_many_branches_has_too_many_nodes() -> None:
    row: list[Any] = []
    row += [row] * 100
    assert fault(row).code == "too_many_nodes"


def test_a_value_of_exponential_breadth_has_too_many_nodes() -> None:
    value: Any = []
    for _ in range(60):
        value = [value, value]
    assert fault(value).code == "too_many_nodes"


def test_a_container_that_is_shared_a_few_times_is_no_fault() -> None:
    shared = {"a": 1}
    assert measure([shared, shared], LIMITS) is False


def test_a_copy_shares_nothing() -> None:
    shared: list[Any] = [5.0]
    value = {"a": shared, "b": [shared]}
    made = copy(value)
    assert made == value
    assert len({id(each) for each in (made["a"], made["b"][0], shared)}) == 3


def test_whole_numbers_are_made_in_a_copy() -> None:
    value = {"a": [5.0, 1.5, True, 1e22], "b": -0.0}
    made = with_whole_numbers(value)
    assert repr(made) == "{'a': [5, 1.5, True, 1e+22], 'b': 0}"
    assert repr(value) == "{'a': [5.0, 1.5, True, 1e+22], 'b': -0.0}"


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=4) | st.binary(max_size=2),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3) | st.integers(), inner, max_size=4) | st.tuples(inner),
    max_leaves=12,
)  # fmt: skip


def is_json(value: Any) -> bool:
    """The same rules, said once more without a thought for depth or speed."""
    if type(value) is dict:
        return all(type(key) is str and is_json(key) and is_json(item) for key, item in value.items())
    if type(value) is list:
        return all(map(is_json, value))
    if type(value) is str:
        return not any(0xD800 <= ord(letter) <= 0xDFFF for letter in value)
    return value is None or type(value) in (bool, int) or (type(value) is float and math.isfinite(value))


@given(values)
def test_a_value_is_measured_or_has_a_fault_whose_path_leads_there(value: Any) -> None:
    if is_json(value):
        measure(value, LIMITS)
        return
    found = fault(value)
    for step in found.path:
        value = value[step]
    assert not is_json(value)
