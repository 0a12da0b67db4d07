"""Where the engine and `python-jsonschema` are known to differ, and why: a table with one row a difference.

A row speaks of one keyword, in one direction, under a condition as narrow as it can be told.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Context, Decimal
from enum import Enum

from gonogo.schema.engine import Options, compile_schema
from gonogo.schema.numbers import SAFE_INTEGER
from gonogo.schema.types import Json


class Side(Enum):
    """In which direction `jsonschema` differs."""

    LOOSER = "accepts what the engine refuses"
    STRICTER = "refuses what the engine accepts"


@dataclass(frozen=True)
class Difference:
    """A known difference.

    Attributes:
        keyword: the keyword; for `format` with its value.
        side: what `jsonschema` does.
        reason: why, and by which source the engine is right.
        applies: whether a declared value and an instance fall under it.
        right: the verdict that the source asks for.
    """

    keyword: str
    side: Side
    reason: str
    applies: Callable[[Json, Json], bool]
    right: Callable[[Json, Json], bool]

    @property
    def name(self) -> str:
        """What the row is called in a report."""
        return f"{self.keyword}, {self.side.name.lower()}"


_EXACT = Context(prec=800)


def _is_double(step: Json, number: Json) -> bool:
    return isinstance(step, float) or isinstance(number, float)


def _is_multiple(step: Json, number: Json) -> bool:
    return _EXACT.remainder(_decimal(number), _decimal(step)) == 0


def _decimal(number: Json) -> Decimal:
    """A number as it is written; a double beyond 2^53 as what it exactly is, for there one writes many."""
    far = isinstance(number, float) and abs(number) >= SAFE_INTEGER
    return Decimal(number) if far else Decimal(repr(number))


def _engine(name: str) -> Callable[[Json, Json], bool]:
    judge = compile_schema({"format": name}, Options())
    return lambda _declared, text: judge.is_valid(text)


def _format(name: str, side: Side, reason: str, shape: str) -> Difference:
    """A difference in a format, for texts in which a pattern is found."""
    found = re.compile(shape, re.DOTALL).search
    return Difference(f"format {name}", side, reason, lambda _, text: found(text) is not None, _engine(name))


_DOUBLES = "it divides doubles; JSON numbers are decimal (2020-12, 6.2.1)"
_LAST_BREAK = r"\n\Z"
_BREAK = "`$` of `re` takes a line break at the end; no RFC's grammar does"
_DIGITS = "`\\d` and `isdigit` of Python take digits of every script; the grammar takes ASCII ones"
_OTHER_DIGIT = r"[^\W_a-zA-Z0-9]"

DIFFERENCES = (
    Difference("multipleOf", Side.LOOSER, _DOUBLES, _is_double, _is_multiple),
    Difference("multipleOf", Side.STRICTER, f"{_DOUBLES}; a quotient that overflows is none", _is_double, _is_multiple),
    *(_format(name, Side.LOOSER, _BREAK, _LAST_BREAK) for name in ("date-time", "time", "uri", "uri-reference", "iri", "iri-reference")),
    *(
        _format(name, Side.STRICTER, "it refuses leap seconds; RFC 3339, 5.7 takes 23:59:60 UTC", ":60")
        for name in ("date-time", "time")
    ),
    _format("duration", Side.LOOSER, "it takes signs, fractions and numbers without a unit; RFC 3339, appendix A has none", "^[+-]?P"),
    _format("email", Side.LOOSER, "it asks for an `@` only; RFC 5321, 4.1.2 for a mailbox", "@"),
    _format("idn-email", Side.LOOSER, "it asks for an `@` only; RFC 6531, 3.3 for a mailbox", "@"),
    _format(
        "hostname",
        Side.LOOSER,
        f"{_BREAK}; {_DIGITS}; it takes a dot at the end, which RFC 1123, 2.1 does not, and any label with `--` at the place of an A-label's (RFC 5891, 4.2.3.1)",
        f"{_LAST_BREAK}|{_OTHER_DIGIT}|[.]$|(^|[.])..--",
    ),
    _format("idn-hostname", Side.LOOSER, "it takes a dot at the end; RFC 5890, 2.3.2.3 knows no empty label", r"\.\Z"),
    _format(
        "idn-hostname", Side.STRICTER, "the engine maps capital letters first (UTS 46), it refuses them", r"[^\x00-\x7f].*[A-Z]|[A-Z].*[^\x00-\x7f]"
    ),
    _format("uuid", Side.LOOSER, "it reads what Python's `int` reads; RFC 4122, 3 has 32 digits at fixed places", "[^0-9a-fA-F-]|-.*-.*-.*-.*-"),
    _format("relative-json-pointer", Side.LOOSER, _DIGITS, _OTHER_DIGIT),
    _format("relative-json-pointer", Side.STRICTER, "it refuses a 0 before any digit; the draft only a leading one", "[1-9].*0[0-9]"),
    *(_format("regex", side, "it compiles with `re`; the format is ECMA-262 (2020-12, 7.3.8)", ".") for side in Side),
    *(
        _format("uri-template", side, "its grammar is its own; the engine's is that of RFC 6570, 2", "[^A-Za-z0-9/]")
        for side in Side
    ),
)  # fmt: skip
"""Every known difference; `python -m deep.fuzz texts` prints the rows that never decided."""

ADOPTED = {
    "dependencies": "`jsonschema` forgets it from draft 2019-09 on; the engine keeps it, as the optional tests of the "
    "test suite have it (dependencies-compatibility)",
}
"""Keywords of older drafts that the engine knows in later ones, and `jsonschema` does not."""

UNCOMPARED = {
    "https://json-schema.org/draft/2019-09/schema": (
        "unevaluatedItems",
        "`jsonschema` takes the length of a boolean `items`, and raises",
    ),
}
"""Keywords that `jsonschema` cannot judge in one draft: a contract that holds one is not compared."""

MODERNISED = {
    "https://json-schema.org/draft/2019-09/schema": (
        "unevaluatedProperties",
        "`jsonschema` takes the keywords of `additionalProperties` for names; its reading of 2020-12 does not",
    ),
}
"""Keywords that `jsonschema` misreads in one draft, and that are judged as it reads 2020-12."""

ADOPTED_FORMATS = {
    "date": "a format of draft 7; the engine asserts it in drafts 4 and 6 too, `jsonschema` knows it from 7 on",
    "time": "as `date`",
}
"""Formats that the engine knows in older drafts, and `jsonschema` does not."""

DIALECT = {
    "$": (r"\Z", "the very end; with `re` also before a last line break"),
    ".": (r"[^\n\r\u2028\u2029]", "no line end at all; with `re` all but one of the four"),
    r"\d": ("[0-9]", "with `re` a digit of any script"),
    r"\w": ("[A-Za-z0-9_]", "with `re` a letter of any script"),
    r"\s": (
        r"[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]",
        "with `re` four separators more, and no byte-order mark",
    ),
    r"\p{L}": (r"[^\W\d_]", "unknown to `re`, which raises"),
}
"""What ECMA-262 means by a part of a pattern: how `re` spells that, and what it would take the part for."""

_PARTS = re.compile(r"\\p\{L\}|\\.|\[(?:\\.|[^\]\\])*\]|.", re.DOTALL)


def as_python(pattern: str) -> str:
    """Return an ECMA-262 pattern in the dialect of `re`; only what the studies' patterns use is rewritten."""
    return "".join(DIALECT[part][0] if part in DIALECT else part for part in _PARTS.findall(pattern))
