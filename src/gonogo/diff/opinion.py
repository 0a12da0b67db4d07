"""The second opinion on a payload: python-jsonschema, which shares nothing with the engine but the words.

Patterns and formats are judged by the engine's means, since `re` is another dialect and knows few formats; and
multiples in decimals, as JSON writes numbers, since doubles get them wrong.
"""

import re
from collections.abc import Callable, Iterable, Iterator
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
_Keyword = Callable[[Any, Json, Json, Any], Iterable[ValidationError] | None]

_MOST_KEYWORDS: Final = 20_000
"""So many keywords are looked at for one verdict: a second at the worst. A schema that forks at each level asks for more."""

_MOST_IN_ALL: Final = 100_000
"""So many are looked at for all verdicts by one schema."""


class SecondOpinion:
    """Judges payloads by one schema.

    Args:
        document: the schema in its travelling form.
        formats: whether `format` decides.
    """

    def __init__(self, document: Schema, *, formats: bool = True) -> None:
        self._left = _MOST_IN_ALL
        self._tally = _Tally(formats=formats)
        self._judge: Any = _JUDGE(document, format_checker=self._tally)
        self._patterns = tuple(_patterns(document)) if _uses(document, "unevaluatedProperties") else ()

    def accepts(self, value: Json) -> bool | None:
        """Return the verdict; None where it has none.

        It has none where it recurses too deep, where it takes too long, and where the dialects of patterns differ.
        """
        if any(_differs(pattern, name) for pattern in self._patterns for name in _names(value)):
            return None
        given = self._tally.left = min(_MOST_KEYWORDS, self._left)
        try:
            return bool(self._judge.is_valid(value))
        except (RecursionError, _TooLong):
            return None
        finally:
            self._left -= given - max(self._tally.left, 0)


class _TooLong(Exception):
    """Raised when a verdict takes too long."""


class _Tally(FormatChecker):
    """Checks formats, and counts what a verdict costs: it is what a judge hands on to every keyword.

    Attributes:
        left: how many keywords may still be looked at.
    """

    def __init__(self, *, formats: bool) -> None:
        super().__init__(())
        self.checkers = _CHECKERS if formats else {}
        self.left = _MOST_KEYWORDS


def _counted(keyword: _Keyword) -> _Keyword:
    def look(judge: Any, said: Json, value: Json, schema: Any) -> Iterable[ValidationError] | None:
        judge.format_checker.left -= 1
        if judge.format_checker.left < 0:
            raise _TooLong
        return keyword(judge, said, value, schema)

    return look


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
        name: _counted(keyword)
        for name, keyword in {
            **Draft202012Validator.VALIDATORS,
            "pattern": _pattern,
            "patternProperties": _pattern_properties,
            "additionalProperties": _additional,
            "multipleOf": _multiple,
        }.items()
    },
)


def _checks(name: str) -> Callable[[Json], bool]:
    return lambda value: not isinstance(value, str) or conforms(name, value)


_CHECKERS: Final[Any] = {name: (_checks(name), ()) for name in KNOWN}


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
