"""The second opinion on a payload: python-jsonschema, which shares nothing with the engine but the words.

Patterns and formats are judged by the engine's means, since `re` is another dialect and knows few formats; and
multiples in decimals, as JSON writes numbers, since doubles get them wrong.
"""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend

from gonogo.schema.types import Json, Schema
from gonogo.witness.formats import KNOWN
from gonogo.witness.number import exact
from gonogo.witness.text import conforms, finds

_Errors = Iterator[ValidationError]


class SecondOpinion:
    """Judges payloads by one schema.

    Args:
        document: the schema in its travelling form.
        formats: whether `format` decides.
    """

    def __init__(self, document: Schema, *, formats: bool = True) -> None:
        self._judge: Any = _JUDGE(document, format_checker=_CHECKER if formats else None)
        self._patterns = tuple(_patterns(document)) if _uses(document, "unevaluatedProperties") else ()

    def accepts(self, value: Json) -> bool | None:
        """Return the verdict; None where it has none: it recurses too deep, or the dialects of patterns differ."""
        if any(_differs(pattern, name) for pattern in self._patterns for name in _names(value)):
            return None
        try:
            return bool(self._judge.is_valid(value))
        except RecursionError:
            return None


def _pattern(_judge: Any, pattern: str, value: Json, _schema: Schema) -> _Errors:
    if isinstance(value, str) and not finds(pattern, value):
        yield ValidationError("pattern")


def _pattern_properties(judge: Any, named: dict[str, Schema], value: Json, _schema: Schema) -> _Errors:
    for name, item in value.items() if isinstance(value, dict) else ():
        for pattern, schema in named.items():
            if finds(pattern, name):
                yield from judge.descend(item, schema, path=name, schema_path=pattern)


def _additional(judge: Any, rest: Schema, value: Json, schema: dict[str, Json]) -> _Errors:
    for name, item in value.items() if isinstance(value, dict) else ():
        patterns = schema.get("patternProperties", ())
        if name not in schema.get("properties", ()) and not any(finds(pattern, name) for pattern in patterns):
            yield from judge.descend(item, rest, path=name)


def _multiple(_judge: Any, step: Json, value: Json, _schema: Schema) -> _Errors:
    if (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and exact(value) % exact(step) != Fraction(0)
    ):
        yield ValidationError("multipleOf")


_JUDGE: Final[Any] = extend(  # type: ignore[no-untyped-call]
    Draft202012Validator,
    {
        "pattern": _pattern,
        "patternProperties": _pattern_properties,
        "additionalProperties": _additional,
        "multipleOf": _multiple,
    },
)


def _checks(name: str) -> Callable[[Json], bool]:
    return lambda value: not isinstance(value, str) or conforms(name, value)


_CHECKER: Final = FormatChecker(())
_CHECKER.checkers = {name: (_checks(name), ()) for name in KNOWN}


def _uses(document: Json, keyword: str) -> bool:
    if isinstance(document, dict):
        return keyword in document or any(_uses(item, keyword) for item in document.values())
    return isinstance(document, list) and any(_uses(item, keyword) for item in document)


def _patterns(document: Json) -> Iterator[str]:
    """Every pattern for names, wherever something stands under that keyword."""
    if isinstance(document, dict):
        named = document.get("patternProperties")
        yield from named if isinstance(named, dict) else ()
        for item in document.values():
            yield from _patterns(item)
    elif isinstance(document, list):
        for item in document:
            yield from _patterns(item)


def _names(value: Json) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        for item in value.values():
            yield from _names(item)
    elif isinstance(value, list):
        for item in value:
            yield from _names(item)


def _differs(pattern: str, name: str) -> bool:
    """Whether `re`, by which unevaluated members are found, reads a pattern otherwise than the engine."""
    try:
        return bool(re.search(pattern, name)) is not finds(pattern, name)
    except re.error:
        return True
