"""Texts, numbers, and values that a schema lists."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from gonogo.gauge.facts import type_of
from gonogo.projection.loss import Kind
from gonogo.projection.piece import Making
from gonogo.projection.rules import How
from gonogo.projection.words import NUMBER_WORDS
from gonogo.schema.canonical import canonical
from gonogo.schema.engine import Patterns, takes
from gonogo.schema.types import Json

if TYPE_CHECKING:
    from gonogo.projection.walker import Walker

_NOT_PLAIN: Final = re.compile(r"\\[bBpP]|\\u|\\c")
_ANCHORED: Final = re.compile(r"\^(?:[^|\\]|\\.)*\$", re.DOTALL)
_LONE_DOLLAR: Final = re.compile(r"(?<!\\)\$.|.(?<!\\)\^", re.DOTALL)


def cut_string(walker: "Walker", making: Making) -> None:
    """Cut the keywords of texts."""
    for word in ("minLength", "maxLength"):
        if word in making.schema:
            walker.keep(making, word)
    if "pattern" in making.schema:
        if _takes_pattern(walker.how("pattern"), making.schema["pattern"]):
            making.out["pattern"] = making.schema["pattern"]
        else:
            walker.drop(making, "pattern")
    _format(walker, making)


def _takes_pattern(how: How, pattern: str) -> bool:
    if how is How.KEEP:
        return True
    if how is How.DROP or not takes(pattern, Patterns.LINEAR):
        return False
    if how is How.LINEAR:
        return True
    return not _NOT_PLAIN.search(pattern) and _ANCHORED.fullmatch(pattern) is not None


def _format(walker: "Walker", making: Making) -> None:
    schema = making.schema
    if "format" not in schema or "format" in making.out:
        return
    if walker.how("format") is How.KEEP or (
        walker.target.formats and schema["format"] in walker.target.formats
    ):
        making.out["format"] = schema["format"]
    else:
        walker.drop(making, "format")


def cut_number(walker: "Walker", making: Making) -> None:
    """Cut the keywords of numbers."""
    for word in NUMBER_WORDS:
        if word not in making.schema:
            continue
        if (
            walker.how(word) is not How.KEEP
            and word.startswith("exclusive")
            and _as_bound(walker, making, word)
        ):
            continue
        walker.keep(making, word)
    if "string" not in making.types:
        _format(walker, making)


def _as_bound(walker: "Walker", making: Making, word: str) -> bool:
    """Among whole numbers, an exclusive bound is the next one, inclusive."""
    inclusive = "minimum" if word == "exclusiveMinimum" else "maximum"
    bound = making.schema[word]
    whole = isinstance(bound, int) or float(bound).is_integer()
    if making.schema.get("type") != "integer" or not whole or walker.how(inclusive) is not How.KEEP:
        return False
    if inclusive in making.schema:
        return False
    making.out[inclusive] = int(bound) + (1 if inclusive == "minimum" else -1)
    walker.lose(making.schema, word, Kind.EXACT, f"written as {inclusive}")
    return True


def cut_values(walker: "Walker", making: Making) -> None:
    """Cut the values that a schema lists, and the list of its types."""
    if "const" in making.schema:
        _const(walker, making)
    elif "enum" in making.schema:
        _enum(walker, making, "enum", making.schema["enum"])
    if walker.how("type list") is How.NULLABLE and isinstance(making.out.get("type"), list):
        (kind,) = [kind for kind in making.out["type"] if kind != "null"]
        values = [making.schema["const"]] if "const" in making.schema else making.schema.get("enum")
        nullable = {"nullable": True} if values is None or None in values else {}
        making.out |= {"type": kind, **nullable}
        walker.lose(making.schema, "type", Kind.EXACT, "null is said by nullable")


def _const(walker: "Walker", making: Making) -> None:
    value = making.schema["const"]
    listed = making.schema.get("enum")
    if listed is not None and canonical(value) not in {canonical(each) for each in listed}:
        walker.lose(making.schema, "enum", Kind.WIDENED, "no listed value is the fixed one")
    if (walker.how("const") is How.KEEP and not isinstance(value, dict | list)) or (
        walker.how("const") is How.KEEP and walker.how("enum") is How.KEEP
    ):
        making.out["const"] = value
    elif value is None and making.types == ("null",):
        walker.lose(making.schema, "const", Kind.EXACT, "said by the type")
    else:
        _enum(walker, making, "const", [value])


_UNTOLD: Final[Mapping[How, frozenset[str]]] = {
    How.SCALARS: frozenset({"object", "array"}),
    How.LITERALS: frozenset({"object", "array", "number"}),
}
"""The types of values that a list may not hold."""


def _enum(walker: "Walker", making: Making, word: str, values: Sequence[Json]) -> None:
    how, schema = walker.how("enum"), making.schema
    kinds = {type_of(value) for value in values}
    if how is How.KEEP or (how in _UNTOLD and not kinds & _UNTOLD[how]):
        making.out["enum"] = list(values)
        if word == "const":
            walker.lose(schema, word, Kind.EXACT, "written as enum")
    elif how is How.TEXTS and "string" in kinds and kinds <= {"string", "null"} and "" not in values:
        making.out["enum"] = [value for value in values if value is not None]
        if word == "const":
            walker.lose(schema, word, Kind.EXACT, "written as enum")
    elif (kinds == {"boolean"} and len({*values}) == 2) or kinds == {"null"}:  # noqa: PLR2004 - true and false
        walker.lose(schema, word, Kind.EXACT, "said by the type")
    else:
        walker.lose(schema, word, Kind.WIDENED, "the target does not take these values in a list")
        making.prose = making.prose.with_word(word, schema[word])
