"""Text and identifiers as the terms that an index holds."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

import snowballstemmer

LONGEST_TEXT = 20_000
"""Characters of one text that are read; what stands behind them is not searched."""

_RUN = re.compile(r"[^\W_]+")
_SPACED = str.maketrans({chr(code): " " for code in range(128) if not chr(code).isalnum()})
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
    """Words as their stems, each worked out once: Cyrillic ones as Russian, all others as English (Snowball)."""

    def __init__(self) -> None:
        self._runs = _Runs()
        self._texts: dict[str, tuple[str, ...]] = {}

    def terms(self, text: str) -> tuple[str, ...]:
        """Return the terms of a text in order: parts of words, stemmed, without stop words."""
        known = self._texts.get(text)
        if known is None:
            terms = map(self._runs.__getitem__, _runs(text))
            known = self._texts[text] = tuple(chain.from_iterable(terms))
        return known

    def all_terms(self, texts: Iterable[str]) -> list[str]:
        """Return the terms of texts, one after the other."""
        return list(chain.from_iterable(map(self.terms, texts)))


class _Runs(dict[str, tuple[str, ...]]):
    """The terms of each run of letters and digits; those of a new one are worked out when it is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self._english = snowballstemmer.stemmer("english")
        self._russian = snowballstemmer.stemmer("russian")
        self._stems: dict[str, str] = {}

    def __missing__(self, run: str) -> tuple[str, ...]:
        terms = self[run] = tuple([self._stem(word) for word in _parts(run) if word not in STOP_WORDS])
        return terms

    def _stem(self, word: str) -> str:
        stem = self._stems.get(word)
        if stem is None:
            chosen = self._russian if _CYRILLIC.search(word) else self._english
            stem = self._stems[word] = str(chosen.stemWord(word))
        return stem


def words(text: str) -> Iterator[str]:
    """Yield the words of a text in lower case; an identifier is split where its case, digits or signs change."""
    for run in _runs(text):
        yield from _parts(run)


def _runs(text: str) -> list[str]:
    """The runs of letters and digits of a text."""
    read = text[:LONGEST_TEXT]
    return read.translate(_SPACED).split() if read.isascii() else _RUN.findall(read)


def _parts(run: str) -> Iterator[str]:
    for hump in _HUMP.split(run):
        for part in _PART.findall(hump):
            yield part.lower()[:_LONGEST_WORD]
