"""Text and identifiers as the terms that an index holds."""

import re
from collections.abc import Iterable, Iterator, Mapping

import snowballstemmer

LONGEST_TEXT = 20_000
"""Characters of one text that are read; what stands behind them is not searched."""

_RUN = re.compile(r"[^\W_]+")
_PART = re.compile(r"[^\W\d_]+|\d+")
_HUMP = re.compile(r"(?<=[a-zа-яіїєґ])(?=[A-ZА-ЯІЇЄҐ])|(?<=[A-ZА-ЯІЇЄҐ])(?=[A-ZА-ЯІЇЄҐ][a-zа-яіїєґ])")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_LONGEST_WORD = 40

STOP_WORDS = frozenset(
    [
        "a",
        "about",
        "all",
        "also",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "be",
        "been",
        "but",
        "by",
        "can",
        "could",
        "did",
        "do",
        "does",
        "for",
        "from",
        "had",
        "has",
        "have",
        "how",
        "i",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "like",
        "may",
        "me",
        "might",
        "my",
        "need",
        "of",
        "on",
        "or",
        "our",
        "please",
        "shall",
        "she",
        "should",
        "so",
        "some",
        "such",
        "than",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "to",
        "us",
        "want",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "while",
        "who",
        "why",
        "will",
        "with",
        "would",
        "you",
        "your",
        "и",
        "в",
        "во",
        "на",
        "с",
        "со",
        "к",
        "по",
        "о",
        "об",
        "для",
        "из",
        "от",
        "до",
        "мне",
        "я",
        "мы",
        "как",
        "что",
        "это",
        "все",
        "или",
        "а",
        "но",
        "у",
        "за",
    ]
)
"""Words that tell no tool from another."""


class Stemmer:
    """Words as their stems, each worked out once: Cyrillic ones as Russian, all others as English (Snowball).

    Args:
        known: stems that have been worked out already; only read.
    """

    def __init__(self, known: Mapping[str, str] | None = None) -> None:
        self._english = snowballstemmer.stemmer("english")
        self._russian = snowballstemmer.stemmer("russian")
        self._known = known or {}
        self._new: dict[str, str] = {}
        self._runs: dict[str, tuple[str, ...]] = {}

    @property
    def stems(self) -> Mapping[str, str]:
        """The stems of all words that it has met."""
        return {**self._known, **self._new}

    def stem(self, word: str) -> str:
        """Return the stem of a word in lower case."""
        stem = self._known.get(word) or self._new.get(word)
        if stem is None:
            chosen = self._russian if _CYRILLIC.search(word) else self._english
            stem = self._new[word] = str(chosen.stemWord(word))
        return stem

    def terms(self, texts: Iterable[str]) -> Iterator[str]:
        """Yield the terms of texts in order: parts of words, stemmed, without stop words."""
        for text in texts:
            for run in _RUN.findall(text[:LONGEST_TEXT]):
                terms = self._runs.get(run)
                if terms is None:
                    kept = [self.stem(word) for word in _parts(run) if word not in STOP_WORDS]
                    terms = self._runs[run] = tuple(kept)
                yield from terms


def words(text: str) -> Iterator[str]:
    """Yield the words of a text in lower case; an identifier is split where its case, digits or signs change."""
    for run in _RUN.findall(text[:LONGEST_TEXT]):
        yield from _parts(run)


def _parts(run: str) -> Iterator[str]:
    for hump in _HUMP.split(run):
        for part in _PART.findall(hump):
            yield part.lower()[:_LONGEST_WORD]
