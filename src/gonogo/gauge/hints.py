"""What to do about an issue, where more can be said than its code says."""

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import islice

from gonogo.gauge.facts import type_of
from gonogo.schema.limits import Limits
from gonogo.schema.text import TextFault, raw_reader
from gonogo.schema.types import Json
from gonogo.schema.value import ValueFault

_MOST_COMPARED = 64
_LONGEST_COMPARED = 64
_LONGEST_DECODED = 100_000
_decode = raw_reader(Limits(size=4 * _LONGEST_DECODED))

_ARTICLES = {
    "null": "null",
    "boolean": "true or false",
    "integer": "a JSON integer",
    "number": "a JSON number",
    "string": "a JSON string",
    "array": "a JSON array",
    "object": "a JSON object",
}
_ORDER = tuple(_ARTICLES)


@cache
def type_words(types: frozenset[str]) -> str:
    """Return some JSON types as words, such as `a JSON string or null`."""
    words = [_ARTICLES.get(name, name) for name in sorted(types, key=_rank)]
    return listed([*words[1:], words[0]] if words[0] == "null" else words)


@cache
def type_names(types: frozenset[str]) -> str | tuple[str, ...]:
    """Return some JSON types in a fixed order, or the only one."""
    names = tuple(sorted(types, key=_rank))
    return names[0] if len(names) == 1 else names


def held_in(text: str) -> str | None:
    """Return the JSON type that a text holds, where it holds an object, an array, a number or a boolean."""
    stripped = text.strip()
    if not stripped or len(stripped) > _LONGEST_DECODED or stripped[0] not in '{["-0123456789tf':
        return None
    try:
        value = _decode(stripped)
    except (TextFault, ValueFault):
        return None
    return None if isinstance(value, str) else type_of(value)


def nearest(name: Json, declared: Iterable[Json]) -> str | None:
    """Return the declared name that a wrong one most resembles, where one resembles it.

    Two names resemble each other where they differ in nothing but case and separators, or in one stretch of at
    most a third of the longer one: a letter too few, too many or wrong, two exchanged, an ending left out.
    """
    if not isinstance(name, str) or not 0 < len(name) <= _LONGEST_COMPARED:
        return None
    wrong = _folded(name)
    best, least = None, _LONGEST_COMPARED
    for each in islice(declared, _MOST_COMPARED):
        if isinstance(each, str):
            right = _folded_declared(each)
            difference = _difference(wrong, right)
            if difference < least and difference * 3 <= max(len(wrong), len(right)):
                best, least = each, difference
    return best


def listed(names: Iterable[str]) -> str:
    """Return names as words, such as `email or phone`."""
    words = list(names)
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + f" or {words[-1]}"


def _folded(name: str) -> str:
    return name.replace("_", "").replace("-", "").replace(" ", "").lower()


_folded_declared = lru_cache(4096)(_folded)
"""Declared names only: what a payload holds is not kept."""


def _difference(left: str, right: str) -> int:
    """The length of the one stretch in which two names differ; two exchanged letters count as one."""
    if left[:1] != right[:1] and left[-1:] != right[-1:]:
        return max(len(left), len(right))
    start = _shared(left, right)
    here, there = left[start:], right[start:]
    end = _shared(here[::-1], there[::-1])
    here, there = here[: len(here) - end], there[: len(there) - end]
    return 1 if len(here) == len(there) > 1 and here == there[::-1] else max(len(here), len(there))


def _shared(left: str, right: str) -> int:
    """How many characters two texts start with alike."""
    count = 0
    for here, there in zip(left, right, strict=False):
        if here != there:
            break
        count += 1
    return count


def _rank(name: str) -> int:
    return _ORDER.index(name) if name in _ORDER else len(_ORDER)
