"""Words and meaning together: what an index finds, and what an encoder takes for alike."""

from collections.abc import Callable, Sequence
from typing import Protocol

from gonogo.search.described import Described
from gonogo.search.index import Index, Scored, best, kept
from gonogo.search.words import words


class Meaning(Protocol):
    """What an encoder knows of the tools of an index."""

    def reads(self, query: str) -> bool:
        """Return whether the encoder is meant for such a query."""

    def likeness(self, query: str) -> Sequence[float]:
        """Return how alike a query and each tool are, in the order of the index; 0 or less means not at all."""


class Fused:
    """An index that is asked for words and for meaning, fused by a sum of both, each divided by its highest.

    Args:
        index: the tools and their words.
        meaning: the encoder's, of the same tools in the same order.
        weight: what the meaning counts beside the words.
    """

    def __init__(self, index: Index, meaning: Meaning, weight: float) -> None:
        self.index, self.meaning, self.weight = index, meaning, weight

    @property
    def tools(self) -> tuple[Described, ...]:
        """The tools of the index."""
        return self.index.tools

    def said(self, place: int) -> frozenset[int]:
        """Return the terms of a tool, as `Index.said` does."""
        return self.index.said(place)

    def scored(
        self, query: str, most: int, keeps: Callable[[Described], bool] | None = None
    ) -> tuple[Scored, ...]:
        """Return the tools that share words or meaning with a query, the best first; as `Index.scored` does."""
        if not self.meaning.reads(query) or next(words(query), None) is None:
            return self.index.scored(query, most, keeps)
        asked = self.index.asked(query)
        scores = _normal(kept(self.index.postings.scores(asked), self.tools, keeps), 1.0)
        alike = {place: each for place, each in enumerate(self.meaning.likeness(query)) if each > 0}
        for place, score in _normal(kept(alike, self.tools, keeps), self.weight).items():
            scores[place] = scores.get(place, 0.0) + score
        return tuple(
            Scored(self.tools[place], score, self.index.postings.fields(place, asked), place)
            for place, score in best(scores, most)
        )


def _normal(scores: dict[int, float], weight: float) -> dict[int, float]:
    highest = max(scores.values(), default=0.0)
    return {place: weight * score / highest for place, score in scores.items()}
