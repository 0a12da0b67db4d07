"""Payloads by chance: texts, bytes and Python objects, near to right ones and far from them."""

import json
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import IntEnum
from random import Random
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from deep.instances import instances
from deep.target import MARK
from gonogo.schema.types import Json

marks: SearchStrategy[str] = st.integers(0, 0xFFFF).map(lambda number: f"{MARK}{number:04x}")
"""Secrets: what no problem, no exception and no log may speak."""


class _Text(str):
    __slots__ = ()


class _Number(int):
    pass


class _Members(dict[str, Any]):
    pass


class _Items(list[Any]):
    pass


class _Level(IntEnum):
    LOW = 1


@dataclass(frozen=True)
class _Record:
    name: str = "record"


_PIECES = (
    '"', "{", "}", "[", "]", ",", ":", "-", "'", "//", "\\", "\\ud800", "\\u0000", "\\ud83d\\ude00", "null", "NaN",
    "-Infinity", "0", "01", "1.0", "1e2", "1e400", "9" * 4301, "9007199254740993.0", "123456789012345678901234567890",
    " ", "\n", "\x0b", "\x00", "\ufeff", "\u2028", "\ud800", "```", "```json\n", "[" * 70, '{"a":' * 70, '"a":1,"a":2',
)  # fmt: skip
_BYTES = (
    b"",
    b"",
    b"",
    b"",
    b"\xff",
    b"\x80",
    b"\xc0\xaf",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    b"\xf4\x90\x80\x80",
)

_seeds = st.integers(0, 2**32)
"""What seeds the quicker chance by which places are chosen: drawing every choice would cost ten times as much."""


def values(right: Sequence[Json]) -> SearchStrategy[Json]:
    """Return JSON values with secrets in them, and right payloads with such values inside."""
    inside = instances(marks)
    return near(right, inside) | near(right, inside) | inside


def texts(right: Sequence[Json]) -> SearchStrategy[str | bytes]:
    """Return texts: of values, of values with pieces of text put in or taken out, and of anything."""
    near_to_right = st.builds(_written, values(right), _seeds)
    return near_to_right | near_to_right | near_to_right | st.binary(max_size=40) | _any_text


def objects(right: Sequence[Json]) -> SearchStrategy[Any]:
    """Return Python objects of any kind, and right payloads with such objects inside."""
    inside = _foreign()
    return near(right, inside) | near(right, inside) | inside | st.builds(_tied, values(right), marks, _seeds)


def near(right: Sequence[Json], inside: SearchStrategy[Any]) -> SearchStrategy[Any]:
    """Return right payloads in which something was put, added or taken away, at a few places."""
    return st.builds(_changed, st.sampled_from(right), st.lists(inside, max_size=3), _seeds)


_any_text = st.text(
    st.characters(codec="ascii") | st.sampled_from("\u00e9\u2028\ud800\U0001f600"), max_size=40
)


def _changed(right: Json, put: list[Any], number: int) -> Any:
    chance = Random(number)
    payload: Any = {"": json.loads(json.dumps(right))}
    for value in put:
        holder, key = payload, ""
        while isinstance(holder[key], dict | list) and holder[key] and chance.random() < _DEEPER:
            holder = holder[key]
            key = chance.choice([*holder] if isinstance(holder, dict) else range(len(holder)))
        chance.choice(_CHANGES)(holder, key, value)
        if not payload:
            return value
    return payload[""]


_DEEPER = 0.75


def _put(holder: Any, key: Any, value: Any) -> None:
    holder[key] = value


def _add(holder: Any, key: Any, value: Any) -> None:
    inner = holder[key]
    if isinstance(inner, dict):
        inner[value if isinstance(value, str) else "zz"] = value
    elif isinstance(inner, list):
        inner.append(value)
    else:
        holder[key] = [inner, value]


def _take(holder: Any, key: Any, _value: Any) -> None:
    del holder[key]


_CHANGES: list[Callable[[Any, Any, Any], None]] = [_put, _put, _add, _take]


def _written(value: Json, number: int) -> str | bytes:
    chance = Random(number)
    indent, plain = chance.choice([(None, True), (1, True), (None, False)])
    text = json.dumps(value, indent=indent, ensure_ascii=plain)
    for _ in range(chance.choice([0, 0, 0, 1, 1, 2])):
        start = chance.randint(0, len(text))
        text = text[:start] + chance.choice(_PIECES) + text[start + chance.choice([0, 0, 1, 5]) :]
    if chance.random() < _AS_TEXT:
        return text
    data = text.encode("utf-8", "surrogatepass")
    start = chance.randint(0, len(data))
    return data[:start] + chance.choice(_BYTES) + data[start:]


_AS_TEXT = 0.5


def _tied(value: Json, mark: str, number: int) -> Any:
    """A value with a container in it that holds itself, or one that stands in more places than can be counted."""
    chance = Random(number)
    knot: Any = chance.choice([{}, []])
    doubled: Any = mark
    for _ in range(chance.choice([1, 2, 5, 5, 12, 80])):
        doubled = [doubled, doubled] if chance.random() < _TWICE else {mark: doubled}
    for below in (knot, value, doubled) if chance.random() < _TWICE else (value, doubled):
        if isinstance(knot, list):
            knot.append(below)
        else:
            knot[f"{mark}{len(knot)}"] = below
    return knot


_TWICE = 0.5


_FOREIGN = (
    float("nan"), float("inf"), -0.0, 1.0, 1e300, -(2**63), 2**53 + 1, Decimal(1), 1j, None, True, "text", "\ud800",
    b"bytes", bytearray(b"a"), (), frozenset({1}), range(2), object(), _Level.LOW, _Record(), _Text("a"), _Number(3),
)  # fmt: skip


def _foreign() -> SearchStrategy[Any]:
    long = st.sampled_from([4299, 4300]).map(
        lambda digits: 10**digits
    )  # no literals: they cannot be written out
    leaves = st.sampled_from(_FOREIGN) | long | marks | marks.map(_Text)
    keys = st.sampled_from([1, None, True, (), "\udfff", 2.5, "a"]) | marks | marks.map(_Text)
    return st.recursive(leaves, lambda inner: _containers(keys, inner), max_leaves=6)


def _containers(keys: SearchStrategy[Any], inner: SearchStrategy[Any]) -> SearchStrategy[Any]:
    members, items = st.dictionaries(keys, inner, max_size=3), st.lists(inner, max_size=3)
    strange = [members.map(_Members), members.map(OrderedDict), items.map(_Items), items.map(tuple)]
    return st.one_of(members, items, *strange)
