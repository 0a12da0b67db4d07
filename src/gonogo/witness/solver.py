"""The search for a value of which several schemas are true and others are not: a value, or a proof that there is none.

This is what proves and refutes containment: a value that the old schema accepts and the new one refuses is a
value of the goal *old holds, new fails*; where there is no such value, old lies within new. A value is made of
smaller ones, so a search that comes back to its own goal inside one of its values has found nothing: what it
would need is a smaller value of the same kind. That is the induction by which recursive schemas are compared.
"""

from collections.abc import Iterator
from typing import Final

from gonogo.schema.types import Json
from gonogo.witness.answer import Answer, blocked, distinct, lowest, mark
from gonogo.witness.cases import Case, Steps, cases
from gonogo.witness.evaluated import TooMany
from gonogo.witness.formula import Goal, In, is_true
from gonogo.witness.items import lists
from gonogo.witness.members import objects
from gonogo.witness.number import numbers
from gonogo.witness.rule import KINDS
from gonogo.witness.text import satisfies, text_values

_DEEPEST: Final = 24
"""Values inside one another that are looked for; deeper ones are left undecided."""

_FOR_EACH: Final = 2
"""So many values are made for one case where every case is asked for."""

_CHEAP: Final = 16
"""So many parts of a value cost a step: where two members are asked for at every level, it doubles with each."""

_SCALARS: Final[dict[str, tuple[Json, ...]]] = {"null": (None,), "boolean": (True, False)}


class Solver:
    """Searches for values; what it has found once it keeps.

    Args:
        steps: what the searches may cost together.
    """

    def __init__(self, steps: Steps) -> None:
        self.steps = steps
        self._known: dict[Goal, tuple[int, Answer]] = {}
        self._under_way: dict[Goal, int] = {}

    def renewed(self, steps: Steps) -> "Solver":
        """Return a solver that knows what this one has found, with steps of its own."""
        other = Solver(steps)
        other._known = self._known
        return other

    def solve(self, goal: Goal, want: int = 1) -> Answer:
        """Return values of which all formulas of a goal are true.

        Args:
            goal: literals, and what is made of them.
            want: how many different values are wanted.

        Raises:
            OutOfSteps: the steps are used up.
        """
        known = self._known.get(goal)
        if known is not None and (known[0] >= want or known[1].complete):
            return known[1]
        if goal in self._under_way:
            return Answer(complete=True, assumed=self._under_way[goal])
        depth = len(self._under_way)
        if depth >= _DEEPEST:
            return blocked("depth")
        self._under_way[goal] = depth
        try:
            answer = _gathered((each for kind in KINDS for each in self._of_kind(goal, kind, want)), want)
        finally:
            del self._under_way[goal]
        self.steps.take(sum(map(_size, answer.values)) // _CHEAP)
        if answer.assumed is None or answer.assumed >= depth:
            self._known[goal] = (want, answer)
            return Answer(answer.values, answer.complete, answer.blocked)
        return answer

    def texts(self, goal: Goal, atoms: Case, want: int = 1) -> Answer:
        """Return texts of which all formulas of a goal, and all atoms, are true."""
        return _gathered(self._of_kind(goal, "string", want, atoms), want)

    def each(self, goal: Goal) -> Iterator[Answer]:
        """Yield what is found of a goal, case by case, as long as somebody asks.

        Raises:
            OutOfSteps: as for `solve`.
        """
        self._under_way[goal] = 0
        try:
            for kind in KINDS:
                yield from self._of_kind(goal, kind, _FOR_EACH)
        finally:
            del self._under_way[goal]

    def _of_kind(self, goal: Goal, kind: str, want: int, extra: Case = ()) -> Iterator[Answer]:
        try:
            for case in cases(goal, kind, self.steps, extra):
                self.steps.take()
                if kind in _SCALARS or any(isinstance(atom, In) for atom in case):
                    yield _tried(goal, kind, case, extra)
                elif kind == "number":
                    yield numbers(case, want)
                elif kind == "string":
                    yield text_values(case, want)
                else:
                    yield (objects if kind == "object" else lists)(case, self, want)
        except TooMany:
            yield blocked("unevaluatedProperties" if kind == "object" else "unevaluatedItems")


def _gathered(answers: Iterator[Answer], want: int) -> Answer:
    """Put together what was found of several cases, up to so many values."""
    values: list[Json] = []
    complete, assumed = True, None
    stopped: frozenset[str] = frozenset()
    for answer in answers:
        values = distinct([*values, *answer.values]) if answer.values else values
        complete = complete and answer.complete
        stopped |= answer.blocked
        assumed = lowest(assumed, answer.assumed)
        if len(values) >= want:
            return Answer(tuple(values), complete=False)
    return Answer(tuple(values), complete, stopped, assumed)


def _tried(goal: Goal, kind: str, case: Case, extra: Case) -> Answer:
    """Try the few values that there can be."""
    listed = [atom.values for atom in case if isinstance(atom, In)]
    values = listed[0] if listed else _SCALARS[kind]
    others = [set(map(mark, other)) for other in listed[1:]]
    judged = [value for value in values if all(mark(value) in other for other in others)]
    found = [
        value
        for value in judged
        if all(is_true(formula, value) for formula in goal) and (not extra or satisfies(extra, value))
    ]
    return Answer(tuple(distinct(found)), complete=True)


def _size(value: Json) -> int:
    """How many values there are in a value, itself among them."""
    if isinstance(value, dict):
        return 1 + sum(map(_size, value.values()))
    return 1 + sum(map(_size, value)) if isinstance(value, list) else 1
