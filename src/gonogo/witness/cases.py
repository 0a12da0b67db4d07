"""A goal without its alternatives: the cases in which it can come true, each a list of atoms.

What a value must be is taken apart until nothing but atoms is left; where there is a choice, the choice with the
fewest ways is taken first, and a case that contradicts itself is left as soon as it does.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias, TypeVar

from gonogo.witness.evaluated import unevaluated_asked, unevaluated_breaking
from gonogo.witness.formula import (
    AllOf,
    AnyOf,
    Atom,
    Formula,
    From,
    Goal,
    Has,
    In,
    Literal,
    Member,
    Size,
    SomeItem,
)
from gonogo.witness.keywords import asked_of, breaking
from gonogo.witness.rule import Ways

Case: TypeAlias = tuple[Atom, ...]
"""What is asked of a value, without alternatives."""

_Kind = TypeVar("_Kind")

_CHOICES_LOOKED_AT: Final = 12
"""How many choices are compared before one is taken."""

_CHEAP: Final = 16
"""So many ways of one choice are looked through for one step."""


class OutOfSteps(Exception):
    """Raised when a question costs more steps than were given."""


@dataclass
class Steps:
    """How much a search may still cost.

    Attributes:
        left: steps that are left; a step is one schema, one case or one text looked at.
    """

    left: int

    def take(self, count: int = 1) -> None:
        """Use steps up.

        Raises:
            OutOfSteps: there are none left.
        """
        self.left -= count
        if self.left < 0:
            raise OutOfSteps


@dataclass
class _State:
    """How far one case has come.

    Attributes:
        seen: the literals that are true in it.
        atoms: what has been found.
        choices: the alternatives that are still open.
    """

    seen: dict[Literal, None] = field(default_factory=dict)
    atoms: dict[Atom, None] = field(default_factory=dict)
    choices: list[Ways] = field(default_factory=list)

    def copied(self) -> "_State":
        return _State(dict(self.seen), dict(self.atoms), list(self.choices))


def those(case: Case, kind: type[_Kind]) -> list[_Kind]:
    """Return the atoms of one kind."""
    return [atom for atom in case if isinstance(atom, kind)]


def size_of(case: Case) -> tuple[int, int | None]:
    """Return how many characters, items or members a case asks for: at least, and at most."""
    sizes = those(case, Size)
    highs = [size.high for size in sizes if size.high is not None]
    return max((size.low for size in sizes), default=0), min(highs, default=None)


def cases(goal: Goal, kind: str, steps: Steps, extra: Iterable[Formula] = ()) -> Iterator[Case]:
    """Yield the cases in which a value of one JSON type can be what a goal asks for.

    A case that lists the values it can have is yielded as soon as it does, with the rest of it left out: who
    reads it tries those values against the goal.

    Raises:
        OutOfSteps: the steps are used up.
        TooMany: the goal has more ways than are looked at.
    """
    waiting = [(_State(), [*sorted(goal, key=_order), *extra])]
    while waiting:
        state, formulas = waiting.pop()
        if not _settle(state, formulas, kind, steps):
            continue
        listed = [atom for atom in state.atoms if isinstance(atom, In)]
        if listed:
            yield tuple(listed)
            continue
        choice = _next_choice(state, steps)
        if choice is None:
            yield tuple(state.atoms)
            continue
        steps.take()
        waiting += [(state.copied(), list(way)) for way in reversed(choice)]


def _order(formula: Formula) -> tuple[bool, str]:
    """What a goal is sorted by, which has no order of its own: what fails comes last, and so is taken first.

    Its ways contradict most of what holds.
    """
    if isinstance(formula, Literal):
        return not formula.holds, formula.term.key
    if isinstance(formula, AllOf | AnyOf):
        parts = sorted(map(_order, formula.parts))
        return all(fails for fails, _ in parts), f"{type(formula).__name__} {parts}"
    return False, type(formula).__name__


def _settle(state: _State, formulas: list[Formula], kind: str, steps: Steps) -> bool:
    """Take formulas apart until only choices are left; returns whether the case still can be."""
    while formulas:
        formula = formulas.pop()
        if isinstance(formula, AllOf):
            formulas += formula.parts
        elif isinstance(formula, AnyOf):
            state.choices.append([list(p.parts) if isinstance(p, AllOf) else [p] for p in formula.parts])
        elif not isinstance(formula, Literal):
            if isinstance(formula, Has) and Has(formula.name, not formula.holds) in state.atoms:
                return False
            state.atoms[formula] = None
        elif formula not in state.seen:
            if Literal(formula.term, not formula.holds) in state.seen:
                return False
            steps.take()
            state.seen[formula] = None
            if not _expand(state, formula, formulas, kind):
                return False
    return True


def _expand(state: _State, literal: Literal, formulas: list[Formula], kind: str) -> bool:
    """Take one schema apart; returns whether the case still can be."""
    term = literal.term
    if literal.holds:
        asked, left = asked_of(term, kind), unevaluated_asked(term, kind)
        if asked is None or left is None:
            return False
        formulas += reversed((*asked, *left))  # what is written first is taken first
        return True
    ways = breaking(term, kind)
    if [] not in ways:
        ways += unevaluated_breaking(term, kind)
    if not ways:
        return False
    if [] not in ways:
        state.choices.append(ways)
    return True


def _next_choice(state: _State, steps: Steps) -> Ways | None:
    """Take out the choice with the fewest ways that can be; one with a way that is true already is none."""
    best: Ways | None = None
    place = -1
    kept: list[Ways] = []
    for choice in state.choices:
        if len(kept) >= _CHOICES_LOOKED_AT or (best is not None and len(best) <= 1):
            kept.append(choice)
            continue
        steps.take(len(choice) // _CHEAP)
        live = [way for way in choice if not _is_dead(state, way)]
        if any(_is_true(state, way) for way in live):
            continue
        kept.append(live)
        if best is None or len(live) < len(best):
            best, place = live, len(kept) - 1
    if best is not None:
        del kept[place]
    state.choices = kept
    return best


def _is_dead(state: _State, way: list[Formula]) -> bool:
    return any(_contradicts(state, formula, way) for formula in way)


def _contradicts(state: _State, formula: Formula, way: list[Formula]) -> bool:
    """Whether what is known already rules a formula out.

    Most of what two schemas say of a value is the same, so most ways to break the one end here.
    """
    if isinstance(formula, Literal):
        return formula.term.schema is (not formula.holds) or _opposite(formula) in state.seen
    if isinstance(formula, Has):
        return Has(formula.name, not formula.holds) in state.atoms
    if isinstance(formula, Member) and isinstance(formula.formula, Literal):
        there = Has(formula.name)
        return (there in way or there in state.atoms) and Member(
            formula.name, _opposite(formula.formula)
        ) in state.atoms
    if isinstance(formula, SomeItem) and isinstance(formula.formula, Literal):
        return any(From(index, _opposite(formula.formula)) in state.atoms for index in {0, formula.low})
    return False


def _opposite(literal: Literal) -> Literal:
    return Literal(literal.term, not literal.holds)


def _is_true(state: _State, way: list[Formula]) -> bool:
    return all(formula in state.seen or formula in state.atoms for formula in way)
