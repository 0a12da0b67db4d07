"""The handoffs that a table can tell apart, one of each kind: what no route takes, and which routes take nothing.

For each field that the rules ask about, the values that they compare it with cut its domain into pieces; one value out
of each is enough. A piece is looked at by the rules themselves, so that nothing here repeats what a rule means.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import prod
from typing import Any, Final

from gonogo.gauge.facts import same, type_of
from gonogo.routes.asking import Asking
from gonogo.routes.fields import Field, Fields
from gonogo.schema.types import Json, Path

MOST_POINTS: Final = 4096

_ABSENT: Final = object()
_FRESH: Final = "any other text"
_ONE_OF_EACH: Final[dict[str, list[Json]]] = {
    "null": [None], "boolean": [False, True], "string": [_FRESH], "array": [[]], "object": [{}], "number": [0.5],
    "integer": [0],
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Point:
    """One kind of handoff.

    Attributes:
        fields: the value of each field that a rule asks about; those that are absent are left out.
        payload: these alone, as a payload.
    """

    fields: tuple[tuple[Path, Json], ...]
    payload: dict[str, Any]


def points_of(fields: Fields, asked: Sequence[Asking]) -> list[Point] | None:
    """Return one payload of each kind that some rules tell apart; None where there are too many kinds."""
    literals: dict[Path, list[Json]] = {}
    for asking in asked:
        for term in asking.terms:
            literals.setdefault(term.path, []).extend(term.literals)
    paths = sorted((path for path in literals if path), key=len)
    choices = [_choices(fields.at(path), literals[path]) for path in paths]
    if prod(map(len, choices)) > MOST_POINTS:
        return None
    found = (_point(paths, values) for values in product(*choices))
    return [point for point in found if point is not None]


def _point(paths: list[Path], values: tuple[Any, ...]) -> Point | None:
    """A payload with a value at each path; None where a field would stand inside one that is no object."""
    payload: dict[str, Any] = {}
    held: list[tuple[Path, Json]] = []
    for path, value in zip(paths, values, strict=True):
        if value is _ABSENT:
            continue
        here: Any = payload
        for token in path[:-1]:
            if isinstance(here, dict) and token not in here and path[:1] not in paths:
                here[str(token)] = {}
            here = here.get(token) if isinstance(here, dict) else None
        if not isinstance(here, dict):
            return None
        here[str(path[-1])] = dict(value) if isinstance(value, dict) else value
        held.append((path, value))
    return Point(tuple(held), payload)


def _choices(known: Field | None, literals: list[Json]) -> list[Any]:
    """One value out of each piece of a field's domain."""
    if known is None:
        return [_ABSENT]
    found = list(known.literals) if known.literals is not None else list(_pieces(known, literals))
    kept: list[Any] = []
    for value in found:
        if not any(same(value, each) for each in kept):
            kept.append(value)
    return kept if known.required else [*kept, _ABSENT]


def _pieces(known: Field, literals: list[Json]) -> Iterator[Json]:
    types = known.types or frozenset(_ONE_OF_EACH)
    for kind in sorted(types - {"number", "integer"}):
        yield from (value for value in literals if type_of(value) == kind)
        yield from _ONE_OF_EACH[kind]
    if types & {"number", "integer"}:
        marks = sorted({value for value in literals if type(value) in (int, float)})
        yield from _integers(known, marks) if "number" not in types else _numbers(known, marks)


def _numbers(known: Field, marks: Sequence[float]) -> Iterator[float]:
    low = known.low[0] if known.low else min(marks, default=0.0) - 1
    high = known.high[0] if known.high else max(marks, default=0.0) + 1
    ends = sorted({low, *(mark for mark in marks if low < mark < high), high})
    between = [(one + other) / 2 for one, other in pairwise(ends)]
    yield from _inside(known, sorted([*ends, *between]))


def _integers(known: Field, marks: Sequence[float]) -> Iterator[float]:
    ends = [int(bound[0]) for bound in (known.low, known.high) if bound]
    around = {int(mark) + step for mark in (*marks, *ends) for step in (-1, 0, 1)} or {0}
    yield from _inside(known, sorted(around))


def _inside(known: Field, numbers: Iterable[float]) -> Iterator[float]:
    for number in numbers:
        low, high = known.low, known.high
        if low and (number < low[0] or (low[1] and number == low[0])):
            continue
        if high and (number > high[0] or (high[1] and number == high[0])):
            continue
        yield number
