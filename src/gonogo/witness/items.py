"""Lists that some atoms ask for."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, count
from typing import Final, Protocol

from gonogo.gauge.facts import same
from gonogo.schema.types import Json
from gonogo.witness.answer import EMPTY, Answer, lowest
from gonogo.witness.cases import Case, Steps, size_of, those
from gonogo.witness.formula import At, Count, Distinct, Formula, From, Goal, Out, SomeItem, negated

_LONGEST: Final = 400
"""Lists beyond this many items are not made."""


class Solving(Protocol):
    """What finds values for goals."""

    steps: Steps

    def solve(self, goal: Goal, want: int = 1) -> Answer:
        """Return values of which all formulas of a goal are true."""


@dataclass(frozen=True)
class _Asked:
    """The atoms of a case about a list.

    Attributes:
        low, high: its length.
        at: what is asked of single items.
        rest: what is asked of all items from an index on.
        some: what has to be true of some item.
        most: what may be true of so many items only.
        distinct: whether no two are equal, or some two are; None where nobody asks.
        out: lists that it is not.
    """

    low: int
    high: int | None
    at: Mapping[int, tuple[Formula, ...]]
    rest: tuple[From, ...]
    some: tuple[SomeItem, ...]
    most: tuple[tuple[Formula, int], ...]
    distinct: bool | None
    out: tuple[Json, ...]

    @property
    def settled(self) -> int:
        """The index from which all items are asked for the same."""
        return max([*(index + 1 for index in self.at), *(each.index for each in self.rest), 0])

    def of(self, index: int) -> tuple[Formula, ...]:
        """What is asked of the item at an index."""
        return (*self.at.get(index, ()), *(each.formula for each in self.rest if each.index <= index))


@dataclass
class _Found:
    """What a search through the ways to fill a list came upon."""

    values: list[Json] = field(default_factory=list)
    blocked: set[str] = field(default_factory=set)
    assumed: int | None = None

    def note(self, answer: Answer) -> Answer:
        self.assumed = lowest(self.assumed, answer.assumed if answer.empty else None)
        if not answer.values and not answer.empty:
            self.blocked |= answer.blocked or {"items"}
        return answer


def lists(case: Case, solving: Solving, want: int) -> Answer:
    """Return lists that satisfy a case."""
    asked = _gather(case)
    if asked is None:
        return EMPTY
    found = _Found()
    high = _room(asked, solving, found)
    if high is not None and asked.low > high:
        return Answer(complete=not found.blocked, blocked=frozenset(found.blocked), assumed=found.assumed)
    for extra in _assignments(asked, solving, found, high):
        solving.steps.take()
        _fill(asked, solving, found, extra, high)
        if len(found.values) >= max(want, 1):
            break
    if found.values:
        return Answer(tuple(found.values), complete=False)
    return Answer((), not found.blocked, frozenset(found.blocked), found.assumed)


def _gather(case: Case) -> _Asked | None:
    """Put the atoms together; None where they exclude each other on their face."""
    low, high = size_of(case)
    counts = those(case, Count)
    fewest = max((count.low for count in counts), default=0)
    wanted = {atom.holds for atom in those(case, Distinct)}
    if (high is not None and max(low, fewest) > high) or len(wanted) > 1:
        return None
    at: dict[int, tuple[Formula, ...]] = {}
    for atom in those(case, At):
        at[atom.index] = (*at.get(atom.index, ()), atom.formula)
    some = [SomeItem(0, None, count.formula) for count in counts for _ in range(min(count.low, _LONGEST))]
    return _Asked(
        low,
        high,
        at,
        (*those(case, From), *(From(0, negated(count.formula)) for count in counts if count.high == 0)),
        (*those(case, SomeItem), *some),
        tuple((count.formula, count.high) for count in counts if count.high),
        next(iter(wanted), None),
        tuple(value for atom in those(case, Out) for value in atom.values),
    )


def _room(asked: _Asked, solving: Solving, found: _Found) -> int | None:
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


def _assignments(asked: _Asked, solving: Solving, found: _Found, high: int | None) -> Iterator[_Extra]:
    """Yield the ways to give each *some item* an index, as what is asked of single items besides."""

    def assign(left: tuple[SomeItem, ...], extra: dict[int, tuple[Formula, ...]]) -> Iterator[_Extra]:
        if not left:
            yield extra
            return
        solving.steps.take()
        first, *others = left
        for index in _places(asked, first, extra, found, high):
            formulas = (*extra.get(index, ()), first.formula)
            if first.formula in extra.get(index, ()):
                continue  # two items, not one, are asked for
            if found.note(solving.solve(frozenset((*asked.of(index), *formulas)))).empty:
                continue
            yield from assign(tuple(others), {**extra, index: formulas})

    yield from assign(asked.some, {})


def _places(asked: _Asked, some: SomeItem, extra: _Extra, found: _Found, high: int | None) -> Iterator[int]:
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


def _fill(asked: _Asked, solving: Solving, found: _Found, extra: _Extra, high: int | None) -> None:
    """Make one list for one way to give indexes."""
    pair: tuple[tuple[int, int] | None, ...] = (None,)
    if asked.distinct is False:
        pair = tuple(
            (one, other + (one == other))
            for one, other in combinations_with_replacement(range(asked.settled + 1), 2)
            if high is None or other + (one == other) < high
        )
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
    asked: _Asked, solving: Solving, found: _Found, extra: _Extra, length: int, pair: tuple[int, int] | None
) -> list[Json] | None:
    """A list of one length; None where there is none or none is found."""
    goals = [[*asked.of(index), *extra.get(index, ())] for index in range(length)]
    if pair is not None:
        goals[pair[0]] = goals[pair[1]] = [*goals[pair[0]], *goals[pair[1]]]
    for formula, most in asked.most:
        if not _limit(goals, formula, most, solving, found):
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
            if not (answer.complete and used.get(goal, 0) >= len(answer.values)):
                found.blocked.add("uniqueItems")
            return None
        used[goal] = used.get(goal, 0) + 1
        items.append(fresh[0])
    return items


def _limit(goals: list[list[Formula]], formula: Formula, most: int, solving: Solving, found: _Found) -> bool:
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
