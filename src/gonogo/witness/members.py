"""Objects that some atoms ask for."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations, islice
from typing import Final

from gonogo.gauge.facts import same
from gonogo.schema.types import Json
from gonogo.witness.answer import EMPTY, Answer
from gonogo.witness.cases import Case, size_of, those
from gonogo.witness.formula import (
    Formula,
    Has,
    Matching,
    Member,
    Names,
    Out,
    Pattern,
    Rest,
    SomeMember,
    is_true,
)
from gonogo.witness.search import Found, Solving
from gonogo.witness.text import finds

_MOST_PATTERNS: Final = 6
_MOST_MEMBERS: Final = 300
_FRESH: Final = ("extra", "other", "more")


@dataclass(frozen=True)
class _Asked:
    """The atoms of a case about an object.

    Attributes:
        low, high: how many members it has.
        has, lacks: the names that it has and lacks.
        members, matching, rests: what is asked of members' values.
        names: what is asked of every name.
        some: members that there have to be.
        out: objects that it is not.
    """

    low: int
    high: int | None
    has: dict[str, None]
    lacks: frozenset[str]
    members: dict[str, tuple[Formula, ...]]
    matching: tuple[Matching, ...]
    rests: tuple[Rest, ...]
    names: tuple[Formula, ...]
    some: tuple[SomeMember, ...]
    out: tuple[Json, ...]

    @property
    def known(self) -> dict[str, None]:
        """The names that are spoken of."""
        spoken = dict.fromkeys(chain(self.has, self.members))
        covered = [each.names for each in self.rests] + [each.names for each in self.some]
        return spoken | dict.fromkeys(name for names in covered for name in sorted(names))

    @property
    def patterns(self) -> tuple[str, ...]:
        """The patterns of names that are spoken of."""
        spoken = dict.fromkeys(each.pattern for each in self.matching)
        spoken |= {pattern: None for rest in self.rests for pattern in rest.patterns}
        for some in self.some:
            spoken |= dict.fromkeys(some.patterns)
            spoken |= {} if some.matching is None else {some.matching: None}
        return tuple(spoken)

    def of(self, name: str) -> list[Formula]:
        """What is asked of the value of one member."""
        found = list(self.members.get(name, ()))
        found += [each.formula for each in self.matching if finds(each.pattern, name)]
        found += [
            each.formula
            for each in self.rests
            if name not in each.names and not any(finds(pattern, name) for pattern in each.patterns)
        ]
        return found

    def of_class(self, taken: tuple[str, ...]) -> list[Formula]:
        """What is asked of a member that nobody names, and whose name matches some patterns and no others."""
        found = [each.formula for each in self.matching if each.pattern in taken]
        return found + [each.formula for each in self.rests if not set(each.patterns) & set(taken)]


_Wanted = dict[str, list[Formula]]
"""The members that an object is to have, with what is asked of each besides."""


def objects(case: Case, solving: Solving, want: int) -> Answer:
    """Return objects that satisfy a case."""
    asked = _gather(case)
    if asked is None:
        return EMPTY
    found = Found("properties")
    wanted: _Wanted = {name: [] for name in asked.has}
    # Where much is asked of a member, it is the likeliest to be impossible.
    doubtful = sorted(wanted, key=lambda name: -len(asked.members.get(name, ())))
    if all(_can_be(asked, name, [], solving, found) for name in doubtful):
        for each in _assignments(asked, asked.some, wanted, solving, found):
            solving.steps.take()
            _make(asked, each, solving, found, max(want, 1))
            if len(found.values) >= max(want, 1):
                break
    return found.answer()


def _gather(case: Case) -> _Asked | None:
    """Put the atoms together; None where they exclude each other on their face."""
    low, high = size_of(case)
    has = {atom.name: None for atom in those(case, Has) if atom.holds}
    lacks = frozenset(atom.name for atom in those(case, Has) if not atom.holds)
    if lacks & has.keys() or (high is not None and max(low, len(has)) > high):
        return None
    members: dict[str, tuple[Formula, ...]] = {}
    for atom in those(case, Member):
        members[atom.name] = (*members.get(atom.name, ()), atom.formula)
    return _Asked(
        low,
        high,
        has,
        lacks,
        members,
        tuple(those(case, Matching)),
        tuple(those(case, Rest)),
        tuple(atom.formula for atom in those(case, Names)),
        tuple(those(case, SomeMember)),
        tuple(value for atom in those(case, Out) for value in atom.values),
    )


def _can_be(asked: _Asked, name: str, more: list[Formula], solving: Solving, found: Found) -> bool:
    """Whether an object may have a member of a name, as far as is known."""
    solving.steps.take()
    if name in asked.lacks or not all(is_true(formula, name) for formula in asked.names):
        return False
    formulas = frozenset((*asked.of(name), *more))
    return not formulas or not found.note(solving.solve(formulas)).empty


def _assignments(
    asked: _Asked, left: tuple[SomeMember, ...], wanted: _Wanted, solving: Solving, found: Found
) -> Iterator[_Wanted]:
    """Yield the ways to give each *some member* a name."""
    if not left:
        yield wanted
        return
    solving.steps.take()
    some, others = left[0], left[1:]
    more = [] if some.value is None else [some.value]
    for name in dict.fromkeys((*wanted, *asked.known)):
        if _is_named(some, name):
            formulas = [*wanted.get(name, ()), *more]
            if _can_be(asked, name, formulas, solving, found):
                yield from _assignments(asked, others, {**wanted, name: formulas}, solving, found)
    if asked.high is not None and len(wanted) >= asked.high:
        if any(name not in asked.known for name in wanted):
            found.blocked.add("maxProperties")  # a name made for one may serve another
        return
    for name in _fresh(asked, some, wanted, solving, found):
        yield from _assignments(asked, others, {**wanted, name: more}, solving, found)


def _is_named(some: SomeMember, name: str) -> bool:
    return (
        name not in some.names
        and not any(finds(pattern, name) for pattern in some.patterns)
        and (some.matching is None or finds(some.matching, name))
        and (some.name is None or is_true(some.name, name))
    )


def _fresh(asked: _Asked, some: SomeMember, wanted: _Wanted, solving: Solving, found: Found) -> Iterator[str]:
    """Yield a name that nobody speaks of, for each set of patterns that names can match."""
    patterns = asked.patterns
    if len(patterns) > _MOST_PATTERNS:
        found.blocked.add("patternProperties")
        patterns = patterns[:_MOST_PATTERNS]
    spoken = (*asked.known, *wanted)
    for taken in chain.from_iterable(combinations(patterns, size) for size in range(len(patterns) + 1)):
        if set(some.patterns) & set(taken) or (some.matching is not None and some.matching not in taken):
            continue
        solving.steps.take()
        value = [*asked.of_class(taken), *([] if some.value is None else [some.value])]
        if value and found.note(solving.solve(frozenset(value))).empty:
            continue
        rules = frozenset((*asked.names, *([] if some.name is None else [some.name])))
        if not patterns and not rules:
            yield next(_unspoken(spoken))
            continue
        atoms: Case = (Out(spoken), *(Pattern(each, each in taken) for each in patterns))
        answer = found.note(solving.texts(rules, atoms, 1), "propertyNames")
        yield from (name for name in answer.values[:1])


def _unspoken(spoken: tuple[str, ...]) -> Iterator[str]:
    yield from (name for name in _FRESH if name not in spoken)
    number = 1
    while True:
        if f"extra_{number}" not in spoken:
            yield f"extra_{number}"
        number += 1


def _make(asked: _Asked, wanted: _Wanted, solving: Solving, found: Found, want: int) -> None:
    """Make objects of the members that are wanted, and of more where there are too few."""
    if asked.low > _MOST_MEMBERS:
        found.blocked.add("minProperties")
        return
    choices: dict[str, tuple[Json, ...]] = {}
    for name, more in _completed(asked, wanted, solving, found).items():
        answer = found.note(solving.solve(frozenset((*asked.of(name), *more)), want + len(asked.out)))
        if not answer.values:
            return
        choices[name] = answer.values
    if len(choices) < asked.low:
        return
    made = [each for each in _variants(asked, choices, solving, found, want) if not _is_barred(asked, each)]
    found.values += islice(made, want)
    if not made and choices:
        found.blocked.add("const")


def _is_barred(asked: _Asked, value: Json) -> bool:
    return any(same(value, other) for other in asked.out)


def _variants(
    asked: _Asked, choices: dict[str, tuple[Json, ...]], solving: Solving, found: Found, want: int
) -> Iterator[Json]:
    """The plainest object; then, where more are asked for or some are barred, others of the same members, and with more."""
    value = {name: values[0] for name, values in choices.items()}
    yield value
    if want == 1 and not asked.out:
        return
    yield from ({**value, name: other} for name, values in choices.items() for other in values[1:])
    if asked.high is not None and len(value) >= asked.high:
        return
    names = [name for name in asked.known if name not in value and _can_be(asked, name, [], solving, found)]
    for name in chain(names, _fresh(asked, SomeMember(), {name: [] for name in value}, solving, found)):
        yield from ({**value, name: other} for other in solving.solve(frozenset(asked.of(name)), want).values)


def _completed(asked: _Asked, wanted: _Wanted, solving: Solving, found: Found) -> _Wanted:
    """Add members until there are enough, those that are spoken of first."""
    whole = dict(wanted)
    for name in asked.known:
        if len(whole) >= asked.low:
            return whole
        if name not in whole and _can_be(asked, name, [], solving, found):
            whole[name] = []
    while len(whole) < asked.low:
        solving.steps.take()
        fresh = next(_fresh(asked, SomeMember(), whole, solving, found), None)
        if fresh is None:
            return whole
        whole[fresh] = []
    return whole
