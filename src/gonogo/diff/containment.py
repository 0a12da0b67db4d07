"""Does every value of one schema satisfy another: a proof, a payload that does not, or what stood in the way.

A payload counts only where the engine and a second validator agree that the first schema accepts it and the
second refuses it. A proof is our own first; where that gives up, the engine's.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Final, TypeAlias

from gonogo.diff.opinion import SecondOpinion
from gonogo.diff.shrinking import shrunk
from gonogo.diff.unfolding import MOST, unfolded
from gonogo.schema import engine
from gonogo.schema.errors import SchemaError
from gonogo.schema.types import Json, Schema
from gonogo.witness.cases import OutOfSteps, Steps
from gonogo.witness.changes import changes
from gonogo.witness.formula import Goal, Literal, Side
from gonogo.witness.solver import Solver

STEPS: Final = 20_000
"""What one question may cost: a hundredth of a second for most, a second at the worst."""

_LOOKED_AT: Final = 400
_BASES: Final = 6


@dataclass(frozen=True, slots=True)
class Proof:
    """There is no such payload.

    Attributes:
        by: `equivalent` (both say the same), `structural` (our own prover) or `canonical` (the engine's).
    """

    by: str


@dataclass(frozen=True, slots=True)
class Found:
    """A payload that the first schema accepts and the second refuses."""

    payload: Json


@dataclass(frozen=True, slots=True)
class Undecided:
    """Neither a proof nor a payload.

    Attributes:
        blocked: the keywords that could not be reckoned with, or `steps` where the budget ran out.
    """

    blocked: tuple[str, ...]


Answer: TypeAlias = Proof | Found | Undecided


class Contradiction(AssertionError):
    """Raised when a proof and a payload stand side by side: a fault of ours, never a verdict."""


class Judged:
    """A schema with both its judges.

    Args:
        document: the schema in its travelling form.
        name: what tells it from the other schema of a question.
        formats: whether `format` decides.
    """

    def __init__(self, document: Schema, name: str, *, formats: bool) -> None:
        self.document = document
        self.formats = formats
        self.side = Side(document, name, formats=formats)
        self._second: SecondOpinion | None = None

    @cached_property
    def is_small(self) -> bool:
        """Whether the engine's prover can be asked about it: nothing stops it where there is too much to look at."""
        return unfolded(self.document) < MOST

    def accepts(self, value: Json) -> bool | None:
        """Return the verdict on which both judges agree, or None."""
        first = self.side.root.accepts(value)
        if self._second is None:
            self._second = SecondOpinion(self.document, formats=self.formats)
        return first if self._second.accepts(value) is first else None


def tells_apart(inner: Judged, outer: Judged, value: Json) -> bool:
    """Whether one schema accepts a value that the other refuses, by both judges."""
    if not inner.side.root.accepts(value) or outer.side.root.accepts(value):
        return False  # the engine is asked first: it is much the cheaper
    return inner.accepts(value) is True and outer.accepts(value) is False


def contained(inner: Judged, outer: Judged, steps: int = STEPS) -> Answer:
    """Find out whether every value of `inner` satisfies `outer`.

    Args:
        inner: the schema whose values are looked at.
        outer: the one that they are to satisfy; of another name.
        steps: what the search may cost.
    """
    if inner.side.root.key == outer.side.root.key and not inner.side.root.refers:
        return Proof("equivalent")
    budget = Steps(steps)
    solver = Solver(budget)
    goal: Goal = frozenset({Literal(inner.side.root), Literal(outer.side.root, holds=False)})
    blocked: dict[str, None] = {}
    found = _searched(inner, outer, solver, goal, blocked)
    if found is not None:
        return Found(shrunk(found.payload, lambda value: tells_apart(inner, outer, value)))
    if not blocked:
        return Proof("structural")
    if _engine_proves(inner, outer):
        return Proof("canonical")
    payload = next((v for v in _guesses(inner, outer, solver) if tells_apart(inner, outer, v)), None)
    if payload is not None:
        return Found(shrunk(payload, lambda value: tells_apart(inner, outer, value)))
    return Undecided(tuple(sorted(blocked)))


def _searched(
    inner: Judged, outer: Judged, solver: Solver, goal: Goal, blocked: dict[str, None]
) -> Found | None:
    """Look for a payload; what was in the way is noted, and where nothing was, there is none."""
    try:
        for answer in solver.each(goal):
            for value in answer.values:
                if tells_apart(inner, outer, value):
                    return Found(value)
                blocked["agreement"] = None
            if not answer.complete and not answer.values:
                blocked.update(dict.fromkeys(answer.blocked or {"properties"}))
    except OutOfSteps:
        blocked["steps"] = None
    return None


def _engine_proves(inner: Judged, outer: Judged) -> bool:
    if not (inner.is_small and outer.is_small):
        return False
    return engine.covers(outer.document, inner.document, formats=inner.formats) is True


def _guesses(inner: Judged, outer: Judged, solver: Solver) -> Iterator[Json]:
    """Payloads that may tell the schemas apart where the search found none.

    They are values of what the engine finds left over, and values of either schema with one change.
    """
    solver.steps.left = max(solver.steps.left, STEPS // 2)
    rest = None
    if inner.is_small and outer.is_small:
        rest = engine.difference(inner.document, outer.document, formats=inner.formats)
    try:
        if rest is not None:
            left = Side(rest, "rest", formats=inner.formats)
            for answer in solver.each(frozenset({Literal(left.root)})):
                yield from answer.values
        for judged in (inner, outer):
            bases = [
                v
                for a in islice(solver.each(frozenset({Literal(judged.side.root)})), _BASES)
                for v in a.values
            ]
            for base in bases:
                for other in (inner, outer):
                    yield from (
                        each.value for each in islice(changes(base, (other.side.root,), solver), _LOOKED_AT)
                    )
    except (OutOfSteps, SchemaError):
        return
