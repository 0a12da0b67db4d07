"""A Python value held to the rules of JSON text: the same data model, whichever door a payload came through.

The engine looks only where the schema looks: under an open object it takes NaN, sets and integer keys. So
every value is walked first. Exact types only: a subclass could answer differently when it is read again.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite

from gonogo.schema.limits import Limits
from gonogo.schema.numbers import is_whole
from gonogo.schema.types import Json, Path, Token

_MOST_DIGITS = 10**4300
"""The first positive integer that Python will not write as decimal text unasked."""


@dataclass(eq=False)
class ValueFault(ValueError):
    """Raised when a Python value is not JSON, or measures more than its limits allow.

    Attributes:
        code: a row of the gauge's table of codes.
        path: the steps to the place, as they stand in the value; they may hold undeclared keys.
    """

    code: str
    path: Path

    def __str__(self) -> str:
        return f"{self.code} at depth {len(self.path)}"


def measure(value: Json, limits: Limits) -> bool:
    """Hold a value to the data model of JSON and to its limits.

    The walk goes level by level, so that no depth of nesting exhausts the stack, and counts a shared container
    each time it is met, so that neither a cycle nor a value of exponential breadth gets through.

    Returns:
        Whether it holds a float that stands for an integer (see `numbers.is_whole`).

    Raises:
        ValueFault: with the path to the first place at fault.
    """
    try:
        whole = _survey(value, limits)
    except UnicodeEncodeError:
        whole = None
    if whole is None:
        raise _first_fault(value, limits)
    return whole


def with_whole_numbers(value: Json) -> Json:
    """Return a copy of a measured value in which every float that stands for an integer is one."""
    kind = type(value)
    if kind is dict:
        return {name: item if type(item) is str else with_whole_numbers(item) for name, item in value.items()}
    if kind is list:
        return [item if type(item) is str else with_whole_numbers(item) for item in value]
    return int(value) if kind is float and is_whole(value) else value


def copy(value: Json) -> Json:
    """Return a copy of a measured value in which no two places share a container."""
    if type(value) is dict:
        return {name: item if type(item) is str else copy(item) for name, item in value.items()}
    if type(value) is list:
        return [item if type(item) is str else copy(item) for item in value]
    return value


def _survey(value: Json, limits: Limits) -> bool | None:  # noqa: C901, PLR0912 - one flat loop: it runs for every value of every payload
    """Walk the value level by level; None where something is wrong with it, else whether it holds whole floats."""
    nodes, room, whole = 1, limits.size, False
    level: list[Iterable[Json]] = [(value,)]
    for _ in range(limits.depth + 1):
        below: list[Iterable[Json]] = []
        texts: list[str] = []
        for items in level:
            for item in items:
                kind = type(item)
                if kind is str:
                    texts.append(item)
                elif kind is dict or kind is list:
                    nodes += len(item)
                    if nodes > limits.nodes:
                        raise ValueFault("too_many_nodes", ())
                    below.append(item.values() if kind is dict else item)
                    if kind is dict:
                        for name in item:
                            if type(name) is not str:
                                return None
                        texts += item
                elif kind is float:
                    if not isfinite(item):
                        return None
                    whole = whole or is_whole(item)
                elif kind is int:
                    if not -_MOST_DIGITS < item < _MOST_DIGITS:
                        return None
                elif kind is not bool and item is not None:
                    return None
        room -= _length(texts, room)
        if room < 0:
            raise ValueFault("too_large", ())
        if not below:
            return whole
        level = below
    return None


def _length(texts: list[str], most: int) -> int:
    """The bytes of some texts; where they are more than `most`, only that they are.

    Raises:
        UnicodeEncodeError: one holds half of a surrogate pair.
    """
    characters = sum(map(len, texts))
    return len("".join(texts).encode()) if characters <= most else characters


def _first_fault(value: Json, limits: Limits) -> ValueFault:
    """Find the first fault in document order; slower than the survey, since it keeps the way to every place."""
    room, nodes = limits.size, 0
    stack: list[tuple[Path, Json]] = [((), value)]
    while stack:
        path, item = stack.pop()
        nodes += 1
        inside = _inside(item)
        code = _fault_of(item)
        if code is None and inside is not None and len(path) >= limits.depth:
            code = "too_deep"
        if code is not None:
            return ValueFault(code, path)
        if nodes + len(stack) + len(inside or ()) > limits.nodes:
            return ValueFault("too_many_nodes", ())
        room -= len(item) if type(item) is str else sum(map(len, item)) if type(item) is dict else 0
        if room < 0:
            break
        stack.extend(((*path, token), below) for token, below in reversed(inside or ()))
    return ValueFault("too_large", ())


def _inside(item: Json) -> list[tuple[Token, Json]] | None:
    if type(item) is dict:
        return list(item.items())
    if type(item) is list:
        return list(enumerate(item))
    return None


def _fault_of(item: Json) -> str | None:
    """The code of what is wrong with one value, whatever stands inside it."""
    kind = type(item)
    if kind is str:
        return "lone_surrogate" if _has_lone_surrogate(item) else None
    if kind is float:
        return None if isfinite(item) else "not_finite"
    if kind is int:
        return None if -_MOST_DIGITS < item < _MOST_DIGITS else "number_range"
    if kind is dict:
        if not all(type(name) is str for name in item):
            return "key_not_text"
        return "lone_surrogate" if any(map(_has_lone_surrogate, item)) else None
    return None if kind is list or kind is bool or item is None else "foreign_type"


def _has_lone_surrogate(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False
