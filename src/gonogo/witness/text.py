"""Texts that some atoms ask for: lengths and patterns as regular languages, formats by example."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Final

from gonogo.schema.engine import Options, compile_schema
from gonogo.schema.errors import SchemaError
from gonogo.schema.types import Json
from gonogo.witness.answer import EMPTY, Answer, blocked
from gonogo.witness.cases import Case, size_of, those
from gonogo.witness.formats import SHAPES, others, specimens
from gonogo.witness.formula import Format, In, Out, Pattern
from gonogo.witness.language import (
    ANYTHING,
    NOTHING,
    Language,
    TooLarge,
    all_of,
    any_of,
    is_empty,
    matches,
    none_of,
    of_length,
    texts,
    word,
)
from gonogo.witness.regex import Unsupported, language_of

_STEPS: Final = 3_000
"""Derivatives that one question about a language may take."""

_LOOKED_AT: Final = 40
_LONG: Final = 300
"""Texts from this length on are not walked to letter by letter."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """The atoms of a case about a text.

    Attributes:
        low, high: its length.
        language: the patterns that are regular, and the values that it is not.
        opaque: the patterns that are not.
        formats: the formats that it conforms to or not.
    """

    low: int
    high: int | None
    language: Language
    opaque: tuple[Pattern, ...]
    formats: tuple[Format, ...]


_LONGEST: Final = 2_000_000
"""Characters of the longest text that is made."""


def text_values(case: Case, want: int) -> Answer:
    """Return texts that satisfy a case."""
    asked = _gather(case)
    if asked is None:
        return EMPTY
    if asked.low > _LONGEST:
        return blocked("minLength")
    whole = all_of(asked.language, of_length(asked.low, asked.high), *_shapes(asked.formats))
    if asked.low <= _LONG:
        with suppress(TooLarge):
            if is_empty(whole, _STEPS):
                return EMPTY
    found = tuple(islice(_good(asked, whole), max(want, 1)))
    return Answer(found) if found else blocked("format" if asked.formats else "pattern")


def satisfies(case: Case, text: str) -> bool:
    """Whether a text is what the atoms of a case ask for."""
    asked = _gather(case)
    return asked is not None and matches(asked.language, text) and _fits(asked, text)


def finds(pattern: str, text: str) -> bool:
    """Whether a pattern finds a match in a text, as the engine judges; one that it does not take finds none."""
    judge = _judge("pattern", pattern)
    return judge is not None and judge(text)


def conforms(name: str, text: str) -> bool:
    """Whether a text conforms to a format, as the engine judges."""
    judge = _judge("format", name)
    return judge is None or judge(text)


@lru_cache(4096)
def _judge(keyword: str, value: str) -> Callable[[Json], bool] | None:
    try:
        return compile_schema({keyword: value}, Options()).is_valid
    except SchemaError:
        return None


def _gather(case: Case) -> _Asked | None:
    """Put the atoms together; None where two of them exclude each other on their face."""
    low, high = size_of(case)
    patterns, formats = those(case, Pattern), tuple(those(case, Format))
    if any(Pattern(each.text, not each.holds) in patterns for each in patterns):
        return None
    if any(Format(each.name, not each.holds) in formats for each in formats):
        return None
    parts = [any_of(*map(word, atom.values)) for atom in those(case, In)]
    parts += [none_of(any_of(*map(word, atom.values))) for atom in those(case, Out)]
    opaque: list[Pattern] = []
    for each in patterns:
        try:
            own = language_of(each.text)
            parts.append(own if each.holds else none_of(own))
        except Unsupported:
            opaque.append(each)
    language = all_of(*parts)
    if language is NOTHING or (high is not None and high < low):
        return None
    return _Asked(low, high, language, tuple(opaque), formats)


def _shapes(formats: tuple[Format, ...]) -> Iterator[Language]:
    """What every text of a format looks like at least."""
    return (language_of(SHAPES[each.name]) for each in formats if each.holds and each.name in SHAPES)


def _good(asked: _Asked, whole: Language) -> Iterator[str]:
    seen: set[str] = set()
    for text in islice(_candidates(asked, whole), 20 * _LOOKED_AT):
        if text in seen or not _fits(asked, text):
            continue
        seen.add(text)
        yield text


def _fits(asked: _Asked, text: str) -> bool:
    return (
        asked.low <= len(text)
        and (asked.high is None or len(text) <= asked.high)
        and all(finds(each.text, text) is each.holds for each in asked.opaque)
        and all(conforms(each.name, text) is each.holds for each in asked.formats)
    )


def _candidates(asked: _Asked, whole: Language) -> Iterator[str]:
    known = [text for each in asked.formats if each.holds for text in specimens(each.name)]
    known += others() if asked.formats else ()
    yield from (text for text in known if matches(asked.language, text))
    if asked.language is ANYTHING:
        yield from _plain(asked)
    if asked.low <= _LONG:
        for language in (whole, asked.language):
            with suppress(TooLarge):
                yield from islice(texts(language, _STEPS), _LOOKED_AT)
    yield from _stretched(asked)


def _plain(asked: _Asked) -> Iterator[str]:
    """Readable texts of the right length."""
    for base in ("text", "a", "b", "other", ""):
        text = base.ljust(asked.low, "x")
        yield text if asked.high is None else text[: asked.high]


def _stretched(asked: _Asked) -> Iterator[str]:
    """Long texts: short ones of the language with one letter of theirs repeated until they are long enough."""
    if asked.low <= 1:
        return
    try:
        short = list(islice(texts(asked.language, _STEPS), 8))
    except TooLarge:
        return
    for text in short:
        for place in range(min(len(text), 8)):
            longer = text[:place] + text[place] * (asked.low - len(text) + 1) + text[place + 1 :]
            if asked.language is ANYTHING or (len(longer) < 4 * _LONG and matches(asked.language, longer)):
                yield longer
