"""What lists and objects share in looking for their parts: who finds the parts, and what was come upon."""

from dataclasses import dataclass, field
from typing import Protocol

from gonogo.schema.types import Json
from gonogo.witness.answer import Answer, lowest
from gonogo.witness.cases import Case, Steps
from gonogo.witness.formula import Goal


class Solving(Protocol):
    """What finds values for goals, and texts for names."""

    steps: Steps

    def solve(self, goal: Goal, want: int = 1) -> Answer:
        """Return values of which all formulas of a goal are true."""

    def texts(self, goal: Goal, atoms: Case, want: int = 1) -> Answer:
        """Return texts of which all formulas of a goal, and all atoms, are true."""


@dataclass
class Found:
    """What a search through the ways to make a value came upon.

    Attributes:
        word: what is told where a part could not be decided, and did not say why.
        values: the values that were made.
        blocked: what could not be decided.
        assumed: the outermost search under way on whose emptiness this one rests.
    """

    word: str
    values: list[Json] = field(default_factory=list)
    blocked: set[str] = field(default_factory=set)
    assumed: int | None = None

    def note(self, answer: Answer, word: str = "") -> Answer:
        """Take down what an answer about a part means for the whole; returns the answer."""
        self.assumed = lowest(self.assumed, answer.assumed if answer.empty else None)
        if not answer.values and not answer.empty:
            self.blocked |= answer.blocked or {word or self.word}
        return answer

    def answer(self) -> Answer:
        """Return what was found: values, or that there are none where nothing was in the way."""
        if self.values:
            return Answer(tuple(self.values))
        return Answer((), not self.blocked, frozenset(self.blocked), self.assumed)
