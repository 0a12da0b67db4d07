"""Numbers that lie where some atoms ask for them.

Bounds and multiples are exact: a JSON number is decimal, and so the engine calculates with it.
"""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from math import ceil, floor, lcm
from typing import Final

from gonogo.schema.types import Json
from gonogo.witness.answer import EMPTY, Answer, distinct
from gonogo.witness.cases import Case, those
from gonogo.witness.formula import Bound, Multiple, Out

_LOOKED_AT: Final = 200
"""Values that are tried in a row."""


def numbers(case: Case, want: int) -> Answer:
    """Return numbers that satisfy a case."""
    low, high = _tightest(case, upper=False), _tightest(case, upper=True)
    if low is not None and high is not None and _is_crossed(low, high):
        return EMPTY
    steps = [exact(atom.of) for atom in those(case, Multiple) if atom.holds]
    barred = [exact(atom.of) for atom in those(case, Multiple) if not atom.holds]
    out = {value for atom in those(case, Out) for value in atom.values}
    step = _common(steps) if steps else None
    if any(bar in steps for bar in barred) or (step is not None and any(step % bar == 0 for bar in barred)):
        return EMPTY
    candidates = _multiples(step, low, high) if step is not None else _dense(low, high, barred)
    found = (
        value
        for value in islice(candidates, _LOOKED_AT)
        if not any(exact(value) % bar == 0 for bar in barred) and value not in out
    )
    values = tuple(distinct(islice(found, max(want, 1))))
    finite = (
        step is not None and low is not None and high is not None and _count(step, low, high) <= _LOOKED_AT
    )
    point = step is None and low is not None and high is not None and low.value == high.value
    complete = (finite or point) and len(values) < max(want, 1)
    return Answer(values, complete, frozenset() if values or complete else frozenset({"multipleOf"}))


def _tightest(case: Case, *, upper: bool) -> Bound | None:
    bounds = [bound for bound in those(case, Bound) if bound.upper is upper]
    sign = -1 if upper else 1
    return max(bounds, key=lambda bound: (sign * exact(bound.value), bound.strict), default=None)


def _is_crossed(low: Bound, high: Bound) -> bool:
    return low.value > high.value or (low.value == high.value and (low.strict or high.strict))


def exact(number: Json) -> Fraction:
    """Return what a JSON number stands for: the decimal that it is written as."""
    return Fraction(Decimal(repr(number))) if isinstance(number, float) else Fraction(number)


def _common(steps: Iterable[Fraction]) -> Fraction:
    """The smallest number that is a multiple of all."""
    found = Fraction(0)
    for step in steps:
        if not found:
            found = step
            continue
        below = lcm(found.denominator, step.denominator)
        found = Fraction(lcm(int(found * below), int(step * below)), below)
    return found


def _count(step: Fraction, low: Bound, high: Bound) -> int:
    return floor(exact(high.value) / step) - ceil(exact(low.value) / step) + 1


def _within(value: Fraction, low: Bound | None, high: Bound | None) -> bool:
    if low is not None and (value < exact(low.value) or (low.strict and value == exact(low.value))):
        return False
    return high is None or not (value > exact(high.value) or (high.strict and value == exact(high.value)))


def _multiples(step: Fraction, low: Bound | None, high: Bound | None) -> Iterator[Json]:
    """Yield multiples, those nearest to zero first."""
    first = Fraction(0)
    if low is not None and exact(low.value) > 0:
        first = ceil(exact(low.value) / step) * step
    elif high is not None and exact(high.value) < 0:
        first = floor(exact(high.value) / step) * step
    count = 0
    while count < _LOOKED_AT:
        pair = [first + count * step, first - count * step] if count else [first]
        inside = [value for value in pair if _within(value, low, high)]
        if not inside and count and not any(_toward(value, low, high) for value in pair):
            return
        yield from map(_plain, inside)
        count += 1


def _toward(value: Fraction, low: Bound | None, high: Bound | None) -> bool:
    """Whether going on from a value still leads into the bounds."""
    return (low is not None and value < exact(low.value) and value >= 0) or (
        high is not None and value > exact(high.value) and value <= 0
    )


def _dense(low: Bound | None, high: Bound | None, barred: list[Fraction]) -> Iterator[Json]:
    """Yield numbers of a stretch without steps: its ends, what lies near them, and its middle."""
    ends = [exact(bound.value) for bound in (low, high) if bound is not None]
    near = [Fraction(0), Fraction(1), *ends]
    near += [
        end + way * size for end in ends for size in (1, Fraction(1, 2), Fraction(1, 10)) for way in (1, -1)
    ]
    if low is not None and high is not None:
        near += [ends[0] + (ends[1] - ends[0]) * Fraction(part, 8) for part in (4, 1, 2, 3, 5, 6, 7)]
    odd = (
        [value + Fraction(1, size) for size in (2, 4, 8, 10, 3) for value in (*near, Fraction(0))]
        if barred
        else []
    )
    for value in dict.fromkeys((*near, *odd)):
        if _within(value, low, high) and _within(exact(_plain(value)), low, high):
            yield _plain(value)


def _plain(value: Fraction) -> Json:
    return int(value) if value.denominator == 1 else float(value)
