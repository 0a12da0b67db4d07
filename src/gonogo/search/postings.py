"""What each term adds to the score of each document that holds it, in flat arrays (BM25F, Robertson and Zaragoza 2009)."""

import math
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

FIELDS = (
    "name",
    "title",
    "description",
    "parameters",
    "parameter_descriptions",
    "enums",
    "outputs",
    "tags",
    "path",
)
"""The texts of a tool; the place of each is its bit in a mask."""

K1, B = 1.5, 0.75

_APART = sum(1 << FIELDS.index(name) for name in ("name", "title", "path"))
"""Fields that tell tools apart which otherwise say the same."""

Terms = Mapping[str, Sequence[str]]
"""The terms of each field of a document, in order."""

_Counted = tuple[int, int, dict[str, int]]
"""Of a field: its bit, its length, how often each term stands in it."""


@dataclass(frozen=True, slots=True, eq=False)
class Postings:
    """Which documents hold a term, and what it adds to their scores.

    Attributes:
        terms: the number of each term.
        starts: where the rows of each term start, and where the last one's end.
        places: of each row, the document; ascending within a term.
        impacts: of each row, what the term adds to the document's score.
        masks: of each row, the fields that hold the term.
        held: the terms of each document that stand elsewhere than in its name, its title and its path.
        held_starts: where the terms of each document start, and where the last one's end.
    """

    terms: Mapping[str, int]
    starts: "array[int]"
    places: "array[int]"
    impacts: "array[float]"
    masks: "array[int]"
    held: "array[int]"
    held_starts: "array[int]"

    @classmethod
    def of(cls, documents: Iterable[Terms], weights: Mapping[str, float]) -> "Postings":
        """Return the postings of documents; a field counts as 1 where nobody weighs it, and not at all at 0."""
        weighing = [weights.get(name, 1.0) for name in FIELDS]
        counted = [_counted(each, weighing) for each in documents]
        usual = _usual_lengths(counted)
        growing = _Growing()
        for place, fields in enumerate(counted):
            growing.add(place, *_frequencies(fields, usual, weighing))
        return growing.postings(len(counted))

    def scores(self, asked: Sequence[int]) -> dict[int, float]:
        """Return the score of each document that holds one of these terms."""
        rows = [slice(self.starts[number], self.starts[number + 1]) for number in asked]
        if not rows:
            return {}
        # The longest rows are copied whole; every document's sum is made in the same order, so that ties stay ties.
        longest, *others = sorted(rows, key=lambda each: each.start - each.stop)
        scores = dict(zip(self.places[longest], self.impacts[longest], strict=True))
        known = scores.get
        for each in others:
            for place, impact in zip(self.places[each], self.impacts[each], strict=True):
                scores[place] = known(place, 0.0) + impact
        return scores

    def fields(self, place: int, asked: Sequence[int]) -> tuple[str, ...]:
        """Return the fields of a document that hold one of these terms."""
        mask = 0
        for number in asked:
            end = self.starts[number + 1]
            row = bisect_left(self.places, place, self.starts[number], end)
            if row < end and self.places[row] == place:
                mask |= self.masks[row]
        return tuple(name for bit, name in enumerate(FIELDS) if mask >> bit & 1)

    def said(self, place: int) -> frozenset[int]:
        """Return the terms of a document that stand elsewhere than in its name, its title and its path."""
        return frozenset(self.held[self.held_starts[place] : self.held_starts[place + 1]])


@dataclass(slots=True)
class _Growing:
    """Postings while they are made."""

    terms: dict[str, int] = field(default_factory=dict)
    places: "list[array[int]]" = field(default_factory=list)
    frequencies: "list[array[float]]" = field(default_factory=list)
    masks: "list[array[int]]" = field(default_factory=list)
    held: "array[int]" = field(default_factory=lambda: array("I"))
    held_starts: "array[int]" = field(default_factory=lambda: array("I", [0]))

    def add(self, place: int, frequencies: Mapping[str, float], masks: Mapping[str, int]) -> None:
        for term, frequency in frequencies.items():
            number = self.terms.get(term)
            if number is None:
                number = self.terms[term] = len(self.places)
                self.places.append(array("I"))
                self.frequencies.append(array("d"))
                self.masks.append(array("H"))
            mask = masks[term]
            self.places[number].append(place)
            self.frequencies[number].append(frequency)
            self.masks[number].append(mask)
            if mask & ~_APART:
                self.held.append(number)
        self.held_starts.append(len(self.held))

    def postings(self, documents: int) -> Postings:
        starts, places, impacts, masks = array("I", [0]), array("I"), array("f"), array("H")
        for own, frequencies, flags in zip(self.places, self.frequencies, self.masks, strict=True):
            most = math.log(1 + (documents - len(own) + 0.5) / (len(own) + 0.5)) * (K1 + 1)
            places.extend(own)
            impacts.extend([most * each / (each + K1) for each in frequencies])
            masks.extend(flags)
            starts.append(len(places))
        return Postings(self.terms, starts, places, impacts, masks, self.held, self.held_starts)


def _counted(fields: Terms, weighing: list[float]) -> list[_Counted]:
    """The fields that a document has and that count."""
    return [
        (bit, len(own), dict(Counter(own)))
        for bit, name in enumerate(FIELDS)
        if (own := fields.get(name)) and weighing[bit] > 0
    ]


def _usual_lengths(counted: Sequence[list[_Counted]]) -> list[float]:
    """By bit, the mean length of a field, of the documents that have it."""
    sums, counts = [0] * len(FIELDS), [0] * len(FIELDS)
    for fields in counted:
        for bit, length, _ in fields:
            sums[bit] += length
            counts[bit] += 1
    return [total / count if count else 1.0 for total, count in zip(sums, counts, strict=True)]


def _frequencies(
    fields: list[_Counted], usual: list[float], weighing: list[float]
) -> tuple[dict[str, float], dict[str, int]]:
    """Of each term of a document, its frequency in all fields, weighed and by their lengths, and its mask."""
    frequencies: dict[str, float] = {}
    masks: dict[str, int] = {}
    for bit, length, own in fields:
        factor = weighing[bit] / (1 - B + B * length / usual[bit])
        flag = 1 << bit
        for term, count in own.items():
            if term in masks:
                frequencies[term] += factor * count
                masks[term] |= flag
            else:
                frequencies[term] = factor * count
                masks[term] = flag
    return frequencies, masks
