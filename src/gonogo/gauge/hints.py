"""What to do about an issue, where more can be said than its code says."""

import json
from collections.abc import Iterable
from difflib import get_close_matches

from gonogo.gauge.facts import type_of
from gonogo.schema.types import Json

_MOST_COMPARED = 64
_LONGEST_COMPARED = 64
_LONGEST_DECODED = 100_000

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


def type_words(types: Iterable[str]) -> str:
    """Return some JSON types as words, such as `a JSON string or null`."""
    words = [_ARTICLES.get(name, name) for name in sorted(types, key=_rank)]
    return listed([*words[1:], words[0]] if words[0] == "null" else words)


def type_names(types: Iterable[str]) -> str | list[str]:
    """Return some JSON types as an issue's `expected`: one name, or a list of them in a fixed order."""
    names = sorted(types, key=_rank)
    return names[0] if len(names) == 1 else names


def held_in(text: str) -> str | None:
    """Return the JSON type that a text holds, where it holds an object, an array, a number or a boolean."""
    stripped = text.strip()
    if not stripped or len(stripped) > _LONGEST_DECODED or stripped[0] not in '{["-0123456789tf':
        return None
    try:
        value = json.loads(stripped, parse_constant=_refuse, parse_int=_any_int)
    except (ValueError, RecursionError):
        return None
    return None if isinstance(value, str) else type_of(value)


def nearest(name: Json, declared: Iterable[Json]) -> str | None:
    """Return the declared name that a wrong one most resembles, where one resembles it."""
    if not isinstance(name, str) or len(name) > _LONGEST_COMPARED:
        return None
    names = [each for each in declared if isinstance(each, str)][:_MOST_COMPARED]
    folded = {_folded(each): each for each in names}
    if _folded(name) in folded:
        return folded[_folded(name)]
    close = get_close_matches(_folded(name), folded, n=1, cutoff=0.7)
    return folded[close[0]] if close else None


def listed(names: Iterable[str]) -> str:
    """Return names as words, such as `email or phone`."""
    words = list(names)
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + f" or {words[-1]}"


def _folded(name: str) -> str:
    return name.replace("_", "").replace("-", "").replace(" ", "").lower()


def _rank(name: str) -> int:
    return _ORDER.index(name) if name in _ORDER else len(_ORDER)


def _refuse(constant: str) -> Json:
    raise ValueError(constant)


def _any_int(digits: str) -> int:
    """Only the type is asked for; a long number is not worth its conversion."""
    return int(digits[:1000])
