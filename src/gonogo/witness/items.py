"""Lists that some atoms ask for."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, count, islice
from typing import Final

from gonogo.gauge.facts import same
from gonogo.schema.types import Json
from gonogo.witness.answer import EMPTY, Answer
from gonogo.witness.cases import Case, size_of, those
from gonogo.witness.formula import At, Count, Distinct, Formula, From, Out, SomeItem, negated
from gonogo.witness.search import Found, Solving

_LONGEST: Final = 400
"""Lists beyond this many items are not made."""


@dataclass(frozen=True)
class _Asked:
    """The atoms of a case about a list.

    Attributes:
        low, high: its length.
        at: what is asked of single items.
        rest: what is asked of all items from an index on.
        some: what has to be true of some item; one item may do for several of them.
        counts: what has to be true of so many items, and of so many at most.
        distinct: whether no two are equal, or some two are; None where nobody asks.
        out: lists that it is not.
    """

    low: int
    high: int | None
    at: Mapping[int, tuple[Formula, ...]]
    rest: tuple[From, ...]
    some: tuple[SomeItem, ...]
    counts: tuple[Count, ...]
    distinct: bool | None
    out: tuple[Json, ...]

    @property
    def settled(self) -> int:
        """The index from which all items are asked for the same."""
        return max([*(index + 1 for index in self.at), *(each.index for each in self.rest), 0])

    def of(self, index: int) -> tuple[Formula, ...]:
        """What is asked of the item at an index."""
        return (*self.at.get(index, ()), *(each.formula for each in self.rest if each.index <= index))


def lists(case: Case, solving: Solving, want: int) -> Answer:
    """Return lists that satisfy a case."""
    asked = _gather(case)
    if asked is None:
        return EMPTY
    found = Found("items")
    high = _room(asked, solving, found)
    if high is not None and asked.low > high:
        return found.answer()
    for extra in _assignments(asked, solving, found, high):
        solving.steps.take()
        _fill(asked, solving, found, extra, high)
        if len(found.values) >= max(want, 1):
            break
    return found.answer()


def _gather(case: Case) -> _Asked | None:
    """Put the atoms together; None where they exclude each other on their face."""
    low, high = size_of(case)
    counts = _merged(those(case, Count))
    fewest = max((count.low for count in counts), default=0)
    wanted = {atom.holds for atom in those(case, Distinct)}
    crossed = any(count.high is not None and count.low > count.high for count in counts)
    if crossed or (high is not None and max(low, fewest) > high) or len(wanted) > 1:
        return None
    at: dict[int, tuple[Formula, ...]] = {}
    for atom in those(case, At):
        at[atom.index] = (*at.get(atom.index, ()), atom.formula)
    return _Asked(
        low,
        high,
        at,
        (*those(case, From), *(From(0, negated(count.formula)) for count in counts if count.high == 0)),
        tuple(those(case, SomeItem)),
        tuple(count for count in counts if count.high != 0),
        next(iter(wanted), None),
        tuple(value for atom in those(case, Out) for value in atom.values),
    )


def _merged(counts: list[Count]) -> list[Count]:
    """One count for each formula: what several ask of the same items, the strictest of them asks."""
    merged: dict[Formula, Count] = {}
    for own in counts:
        other = merged.get(own.formula, own)
        highs = [high for high in (own.high, other.high) if high is not None]
        merged[own.formula] = Count(own.formula, max(own.low, other.low), min(highs, default=None))
    return list(merged.values())


def _room(asked: _Asked, solving: Solving, found: Found) -> int | None:
    """How long a list can be: up to the first item that there cannot be."""
    wanted = max([asked.low, *((each.high or each.low + 1) for each in asked.some), 1])
    for index in range(min(asked.settled + 1, wanted + 1)):
        if asked.high is not None and index >= asked.high:
            break
        formulas = asked.of(index)
        if formulas:
            answer = solving.solve(frozenset(formulas))
            if answer.empty:
                found.note(answer)
                return index
    return asked.high


_Extra = Mapping[int, tuple[Formula, ...]]


def _assignments(asked: _Asked, solving: Solving, found: Found, high: int | None) -> Iterator[_Extra]:
    """Yield the ways to give each item that there has to be an index, as what is asked of single items besides.

    One item may do for several of them, but for one count each item does once.
    """
    wanted: list[tuple[SomeItem, bool]] = [(some, False) for some in asked.some]
    for each in asked.counts:
        wanted += [(SomeItem(0, None, each.formula), True)] * min(each.low, _LONGEST)

    def assign(place: int, extra: _Extra, taken: frozenset[tuple[Formula, int]]) -> Iterator[_Extra]:
        if place == len(wanted):
            yield extra
            return
        solving.steps.take()
        some, counted = wanted[place]
        for index in _places(asked, some, extra, found, high):
            if counted and (some.formula, index) in taken:
                continue
            formulas = (*extra.get(index, ()), some.formula)
            if found.note(solving.solve(frozenset((*asked.of(index), *formulas)))).empty:
                continue
            more = taken | {(some.formula, index)} if counted else taken
            yield from assign(place + 1, {**extra, index: formulas}, more)

    yield from assign(0, {}, frozenset())


def _places(asked: _Asked, some: SomeItem, extra: _Extra, found: Found, high: int | None) -> Iterator[int]:
    """The indexes at which an item can be: each of those that differ, those taken already, and a fresh one."""
    settled = max(asked.settled, some.low)
    stop = settled if some.high is None else some.high
    if high is not None and high < stop:
        stop = high
    if stop - some.low > _LONGEST:
        found.blocked.add("prefixItems")
        stop = some.low + _LONGEST
    yield from range(some.low, stop)
    if some.high is not None:
        return
    yield from (index for index in extra if index >= settled)
    fresh = next(index for index in count(settled) if index not in extra)
    if high is None or fresh < high:
        yield fresh


def _fill(asked: _Asked, solving: Solving, found: Found, extra: _Extra, high: int | None) -> None:
    """Make one list for one way to give indexes."""
    pair: Iterable[tuple[int, int] | None] = (None,)
    if asked.distinct is False:
        free = islice((index for index in count(asked.settled) if index not in extra), 2)
        indexes = sorted({*range(asked.settled), *extra, *free})
        pair = (each for each in combinations(indexes, 2) if high is None or each[1] < high)
    for each in pair:
        length = max([asked.low, *(index + 1 for index in extra), *((each[1] + 1,) if each else ())])
        if length > _LONGEST:
            found.blocked.add("minItems")
        elif high is None or length <= high:
            value = _filled(asked, solving, found, extra, length, each)
            if value is not None and not any(same(value, other) for other in asked.out):
                found.values.append(value)
                return
            if value is not None:
                found.blocked.add("const")


def _filled(
    asked: _Asked, solving: Solving, found: Found, extra: _Extra, length: int, pair: tuple[int, int] | None
) -> list[Json] | None:
    """A list of one length; None where there is none or none is found."""
    goals = [[*asked.of(index), *extra.get(index, ())] for index in range(length)]
    if pair is not None:
        goals[pair[0]] = goals[pair[1]] = [*goals[pair[0]], *goals[pair[1]]]
    for each in asked.counts:
        if each.high is not None and not _limit(goals, each.formula, each.high, solving, found):
            return None
    items: list[Json] = []
    used: dict[frozenset[Formula], int] = {}
    for goal in map(frozenset, goals):
        want = 1 if not asked.distinct else length
        answer = found.note(solving.solve(goal, want))
        if not answer.values:
            return None
        fresh = [
            value for value in answer.values if not asked.distinct or not any(same(value, i) for i in items)
        ]
        if not fresh:
            sure = answer.complete and answer.assumed is None
            if not (sure and used.get(goal, 0) >= len(answer.values)):
                found.blocked.add("uniqueItems")
            return None
        used[goal] = used.get(goal, 0) + 1
        items.append(fresh[0])
    return items


def _limit(goals: list[list[Formula]], formula: Formula, most: int, solving: Solving, found: Found) -> bool:
    """Ask all items but so many for the opposite of a formula; returns whether it can be."""
    against = negated(formula)
    forced = 0
    for goal in goals:
        if formula in goal:
            forced += 1
            continue
        if found.note(solving.solve(frozenset((*goal, against)))).empty:
            forced += 1
        else:
            goal.append(against)
    return forced <= most
