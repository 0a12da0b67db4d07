"""An immutable index of tools, and the scores that a query has in it."""

import heapq
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from gonogo.catalog.catalog import Catalog
from gonogo.search.described import Described
from gonogo.search.postings import Postings, Terms
from gonogo.search.words import Stemmer

WEIGHTS: Mapping[str, float] = MappingProxyType(
    {"name": 2.0, "parameters": 0.3, "parameter_descriptions": 0.3, "enums": 0.3, "outputs": 0.3}
)
"""What an occurrence counts, by field: 1 where nothing is said. One configuration for all that is indexed."""

FLAT: Mapping[str, float] = MappingProxyType({})
"""Each field weighs 1."""

MOST_TERMS = 64
"""Different terms of one query that count; the first ones do."""


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """A tool that a query found.

    Attributes:
        tool: the tool.
        score: above 0; comparable within one answer only.
        fields: the fields that hold a term of the query.
        place: its place in the index.
    """

    tool: Described
    score: float
    fields: tuple[str, ...]
    place: int


class Index:
    """Tools by the terms of their texts; never changed once it is made.

    Args:
        tools: their order decides between equal scores.
        weights: by field, what an occurrence counts; 1 where nothing is said, 0 leaves the field out.
        postings: those of these tools and weights, where they have been worked out before.
    """

    def __init__(
        self,
        tools: Iterable[Described],
        weights: Mapping[str, float] = WEIGHTS,
        postings: Postings | None = None,
    ) -> None:
        self._tools = tuple(tools)
        self.postings = postings or Postings.of(_terms(self._tools), weights)

    @classmethod
    def of(cls, catalog: Catalog) -> "Index":
        """Return the index of a catalog's tools."""
        return cls(Described.of(tool) for tool in catalog.tools.values())

    @property
    def tools(self) -> tuple[Described, ...]:
        """The tools, in their order."""
        return self._tools

    def said(self, place: int) -> frozenset[int]:
        """Return the terms, as numbers, that a tool's texts hold beside its name, its title and its path."""
        return self.postings.said(place)

    def asked(self, query: str) -> tuple[int, ...]:
        """Return the terms of a query that some tool holds, as numbers."""
        terms = dict.fromkeys(Stemmer().terms(query))
        known = map(self.postings.terms.get, list(terms)[:MOST_TERMS])
        return tuple(number for number in known if number is not None)

    def scored(
        self, query: str, most: int, keeps: Callable[[Described], bool] | None = None
    ) -> tuple[Scored, ...]:
        """Return the tools that share a term with a query, the best first.

        Args:
            query: any text; one without a word of use finds nothing.
            most: how many to return.
            keeps: which tools are asked about; all of them where None.
        """
        asked = self.asked(query)
        scores = kept(self.postings.scores(asked), self.tools, keeps)
        return tuple(
            Scored(self.tools[place], score, self.postings.fields(place, asked), place)
            for place, score in best(scores, most)
        )


def kept(
    scores: dict[int, float], tools: tuple[Described, ...], keeps: Callable[[Described], bool] | None
) -> dict[int, float]:
    """Return the scores of the tools that are asked about."""
    return scores if keeps is None else {place: each for place, each in scores.items() if keeps(tools[place])}


def best(scores: Mapping[int, float], most: int) -> list[tuple[int, float]]:
    """Return the places with the highest scores; of equal ones, the first places."""
    highest = heapq.nlargest(most, scores.values())
    if not highest:
        return []
    least = highest[-1]
    rows = [(place, score) for place, score in scores.items() if score >= least]
    return sorted(rows, key=lambda row: (-row[1], row[0]))[:most]


def _terms(tools: Iterable[Described]) -> Iterable[Terms]:
    stemmer = Stemmer()
    for tool in tools:
        yield {name: stemmer.all_terms(texts) for name, texts in tool.texts().items() if texts}
