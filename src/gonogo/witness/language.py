"""Regular languages that can be joined, cut and turned around: what decides whether two patterns can be told apart.

A language is a term; its derivative by a character is the language of what may follow. Walking from
derivative to derivative visits finitely many states, and finds the shortest text of a language, or that it
has none. Source: J. Brzozowski, "Derivatives of Regular Expressions", JACM 11 (1964); S. Owens et al.,
"Regular-expression derivatives re-examined", JFP 19 (2009), for the classes of characters.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import Final

from gonogo.witness import charset
from gonogo.witness.charset import Charset

_CACHE: Final = 1 << 15
_MOST_CLASSES: Final = 256


class TooLarge(Exception):
    """Raised when a question about a language costs more steps than were given."""


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """One term; equal terms are the same object, as long as the cache of terms holds them.

    Attributes:
        kind: `chars`, `cat`, `repeat`, `or`, `and` or `not`.
        parts: the terms that it is made of.
        chars: the characters of `chars`.
        low, high: how often `repeat` repeats; no `high` is no end.
        empty_text: whether the empty text belongs to it.
    """

    kind: str
    parts: tuple["Language", ...] = ()
    chars: Charset = ()
    low: int = 0
    high: int | None = None
    empty_text: bool = False


@lru_cache(_CACHE)
def _chars(chars: Charset) -> Language:
    return Language("chars", chars=chars)


@lru_cache(_CACHE)
def _made(kind: str, parts: tuple[Language, ...], low: int, high: int | None, empty_text: bool) -> Language:
    return Language(kind, parts, (), low, high, empty_text)


NOTHING: Final = _chars(charset.NONE)
"""No text at all."""

ANYTHING: Final = _made("repeat", (_chars(charset.ANY),), 0, None, True)
"""Every text."""

EMPTY: Final = _made("repeat", (NOTHING,), 0, 0, True)
"""The empty text alone."""


def chars(allowed: Charset) -> Language:
    """Return the texts of one character out of a set."""
    return _chars(allowed)


def word(text: str) -> Language:
    """Return one text alone."""
    return cat(*(_chars(charset.of(letter)) for letter in text))


def cat(*parts: Language) -> Language:
    """Return the texts made of one of each part, in order."""
    return reduce(_cat, reversed(parts), EMPTY)


def _cat(tail: Language, head: Language) -> Language:
    if NOTHING in (head, tail):
        return NOTHING
    if head is EMPTY or tail is EMPTY:
        return tail if head is EMPTY else head
    if head.kind == "cat":
        return _cat(_cat(tail, head.parts[1]), head.parts[0])
    return _made("cat", (head, tail), 0, None, head.empty_text and tail.empty_text)


def repeat(part: Language, low: int, high: int | None) -> Language:
    """Return the texts made of `low` to `high` of a part; no `high` is no end."""
    if high == 0 or part is EMPTY:
        return EMPTY
    if part is NOTHING:
        return NOTHING if low else EMPTY
    if low == high == 1:
        return part
    if part.kind == "repeat" and (part.low, part.high) == (0, None):
        return part
    return _made("repeat", (part,), 0 if part.empty_text else low, high, low == 0 or part.empty_text)


def any_of(*parts: Language) -> Language:
    """Return the texts of any of some languages."""
    flat = {each: None for part in parts for each in (part.parts if part.kind == "or" else (part,))}
    single = [each for each in flat if each.kind == "chars"]
    rest = [each for each in flat if each.kind != "chars"]
    if ANYTHING in flat:
        return ANYTHING
    merged = charset.union(*(each.chars for each in single))
    kept = tuple(sorted(rest, key=id)) + ((_chars(merged),) if merged else ())
    if not kept or kept[1:] == ():
        return kept[0] if kept else NOTHING
    return _made("or", kept, 0, None, any(each.empty_text for each in kept))


def all_of(*parts: Language) -> Language:
    """Return the texts of all of some languages at once."""
    flat = {each: None for part in parts for each in (part.parts if part.kind == "and" else (part,))}
    flat.pop(ANYTHING, None)
    if NOTHING in flat or any(each.kind == "not" and each.parts[0] in flat for each in flat):
        return NOTHING
    kept = tuple(sorted(flat, key=id))
    if not kept or kept[1:] == ():
        return kept[0] if kept else ANYTHING
    return _made("and", kept, 0, None, all(each.empty_text for each in kept))


def none_of(part: Language) -> Language:
    """Return the texts that a language does not hold."""
    if part.kind == "not":
        return part.parts[0]
    if part is ANYTHING:
        return NOTHING
    return ANYTHING if part is NOTHING else _made("not", (part,), 0, None, not part.empty_text)


def of_length(low: int, high: int | None) -> Language:
    """Return the texts of `low` to `high` characters."""
    return repeat(_chars(charset.ANY), low, high)


def matches(language: Language, text: str) -> bool:
    """Whether a text belongs to a language."""
    return reduce(_after, map(ord, text), language).empty_text


def texts(language: Language, steps: int) -> Iterator[str]:
    """Yield texts of a language, the shortest first, one for each way that its derivatives go.

    Args:
        language: the language.
        steps: derivatives that may be taken.

    Raises:
        TooLarge: there may be more texts, and the steps are used up.
    """
    level: list[tuple[Language, str]] = [(language, "")]
    seen = {language}
    while level:
        deeper: list[tuple[Language, str]] = []
        for state, text in level:
            if state.empty_text:
                yield text
            for one in _classes(state):
                steps -= 1
                if steps < 0:
                    raise TooLarge
                letter = charset.specimen(one)
                after = _after(state, ord(letter))
                if after not in seen and after is not NOTHING:
                    seen.add(after)
                    deeper.append((after, text + letter))
        level = deeper


def is_empty(language: Language, steps: int) -> bool:
    """Whether a language holds no text.

    Raises:
        TooLarge: as for `texts`.
    """
    return next(texts(language, steps), None) is None


@lru_cache(_CACHE)
def _after(state: Language, point: int) -> Language:
    """The derivative: what may follow a character."""
    kind = state.kind
    if kind == "chars":
        return EMPTY if charset.holds(state.chars, point) else NOTHING
    if kind == "repeat":
        high = None if state.high is None else state.high - 1
        return cat(_after(state.parts[0], point), repeat(state.parts[0], max(state.low - 1, 0), high))
    if kind == "cat":
        head, tail = state.parts
        first = cat(_after(head, point), tail)
        return any_of(first, _after(tail, point)) if head.empty_text else first
    derived = [_after(part, point) for part in state.parts]
    if kind == "not":
        return none_of(derived[0])
    return any_of(*derived) if kind == "or" else all_of(*derived)


@lru_cache(_CACHE)
def _classes(state: Language) -> tuple[Charset, ...]:
    """Sets of characters that lead to one derivative each; together they are every character."""
    kind = state.kind
    if kind == "chars":
        return tuple(filter(None, (state.chars, charset.outside(state.chars))))
    if kind == "cat" and not state.parts[0].empty_text:
        return _classes(state.parts[0])
    found: tuple[Charset, ...] = (charset.ANY,)
    for part in state.parts:
        found = tuple(_crossed(found, _classes(part)))
        if len(found) > _MOST_CLASSES:
            raise TooLarge
    return found


def _crossed(left: Iterable[Charset], right: tuple[Charset, ...]) -> Iterator[Charset]:
    return filter(None, (charset.both(one, other) for one in left for other in right))
