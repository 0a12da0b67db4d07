"""An immutable index of tools, and the scores that a query has in it (BM25, Robertson and Zaragoza 2009)."""

import heapq
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from gonogo.catalog.catalog import Catalog
from gonogo.search.described import Described
from gonogo.search.words import Stemmer

FLAT: Mapping[str, float] = {}
"""Each field weighs 1: the tool is one text."""

K1, B = 1.5, 0.75
MOST_TERMS = 64
"""Different terms of one query that count; the first ones do."""

Postings = tuple[tuple[int, ...], tuple[float, ...]]


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
    """

    def __init__(self, tools: Iterable[Described], weights: Mapping[str, float] = FLAT) -> None:
        self.tools = tuple(tools)
        stemmer = Stemmer()
        counted = [_counted(tool, stemmer) for tool in self.tools]
        self._stems = stemmer.stems
        self._terms = tuple({name: frozenset(own) for name, own in fields.items()} for fields in counted)
        self._postings = _postings([_weighed(fields, weights) for fields in counted])

    @classmethod
    def of(cls, catalog: Catalog) -> "Index":
        """Return the index of a catalog's tools."""
        return cls(Described.of(tool) for tool in catalog.tools.values())

    def terms_of(self, place: int) -> Mapping[str, frozenset[str]]:
        """Return the terms of the tool at a place of the index, by field."""
        return self._terms[place]

    def scored(
        self, query: str, most: int, keeps: Callable[[Described], bool] | None = None
    ) -> tuple[Scored, ...]:
        """Return the tools that share a term with a query, the best first.

        Args:
            query: any text; one without a word of use finds nothing.
            most: how many to return.
            keeps: which tools are asked about; all of them where None.
        """
        asked = tuple(dict.fromkeys(Stemmer(self._stems).terms([query])))[:MOST_TERMS]
        scores: dict[int, float] = {}
        for term in asked:
            places, impacts = self._postings.get(term, ((), ()))
            for place, impact in zip(places, impacts, strict=True):
                scores[place] = scores.get(place, 0.0) + impact
        if keeps is not None:
            scores = {place: score for place, score in scores.items() if keeps(self.tools[place])}
        best = heapq.nsmallest(most, scores.items(), key=lambda row: (-row[1], row[0]))
        return tuple(
            Scored(self.tools[place], score, self._fields(place, asked), place) for place, score in best
        )

    def _fields(self, place: int, asked: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name for name, own in self._terms[place].items() if not own.isdisjoint(asked))


def _counted(tool: Described, stemmer: Stemmer) -> dict[str, Counter[str]]:
    counted = {name: Counter(stemmer.terms(texts)) for name, texts in tool.texts().items()}
    return {name: own for name, own in counted.items() if own}


def _weighed(fields: Mapping[str, Counter[str]], weights: Mapping[str, float]) -> dict[str, float]:
    weighed: dict[str, float] = {}
    for name, own in fields.items():
        weight = weights.get(name, 1.0)
        if weight > 0:
            for term, count in own.items():
                weighed[term] = weighed.get(term, 0.0) + weight * count
    return weighed


def _postings(documents: list[dict[str, float]]) -> dict[str, Postings]:
    """What each term adds to the score of each document that holds it."""
    lengths = [sum(own.values()) for own in documents]
    mean = sum(lengths) / len(lengths) if any(lengths) else 1.0
    held: dict[str, list[tuple[int, float]]] = {}
    for place, own in enumerate(documents):
        slack = K1 * (1 - B + B * lengths[place] / mean)
        for term, count in own.items():
            held.setdefault(term, []).append((place, count * (K1 + 1) / (count + slack)))
    postings: dict[str, Postings] = {}
    for term, rows in held.items():
        rarity = math.log(1 + (len(documents) - len(rows) + 0.5) / (len(rows) + 0.5))
        postings[term] = tuple(place for place, _ in rows), tuple(rarity * weight for _, weight in rows)
    return postings
