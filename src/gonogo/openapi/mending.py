"""Single keywords of an OpenAPI schema, mended into draft 2020-12."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from gonogo.catalog.contract import Side
from gonogo.openapi.expressions import is_taken
from gonogo.openapi.fault import OpenApiFault
from gonogo.openapi.keywords import FORMATS, TYPES, VALUES
from gonogo.openapi.source import Place, Source
from gonogo.schema.canonical import canonical
from gonogo.schema.types import Json

Mended: TypeAlias = tuple[tuple[str, Json, str], ...]
"""What a keyword becomes: name, value, and the code of a repair; an empty name where nothing is left of it."""

_FLAGS: Final = {"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}
_BOUND_BY_FLAG: Final = {bound: flag for flag, bound in _FLAGS.items()}
_IN_PLACE: Final = ("allOf", "anyOf", "oneOf", "not", "if", "$ref", "const")
_MARK: Final = {Side.INPUT: "readOnly", Side.OUTPUT: "writeOnly"}


def formed(word: str, value: Json, around: Mapping[str, Json]) -> Mended:
    """Return what a keyword without schemas becomes.

    Args:
        word: the keyword.
        value: its value.
        around: the schema that it stands in.
    """
    special = _SPECIAL.get(word)
    if special is not None:
        return special(word, value, around)
    if not VALUES[word](value):
        return (("", None, "malformed_keyword"),)
    return ((word, value, ""),)


def nullable(schema: dict[str, Json]) -> dict[str, Json]:
    """Return a schema that takes null too (OpenAPI 3.0.3, section 4.7.24.1)."""
    kind = schema.get("type")
    if isinstance(kind, str) and not any(word in schema for word in _IN_PLACE):
        out = {**schema, "type": kind if kind == "null" else [kind, "null"]}
        if "enum" in out and None not in out["enum"]:
            out["enum"] = [*out["enum"], None]
        return out
    if schema and not any(word not in {"title", "description", "default", "examples"} for word in schema):
        return schema
    return {"anyOf": [schema, {"type": "null"}]}


def hidden_names(source: Source, raw: Mapping[str, Json], place: Place, side: Side) -> frozenset[str]:
    """Return the properties that one side of a schema does not need: `readOnly` ones in, `writeOnly` ones out."""
    mark = _MARK.get(side)
    return frozenset(_hidden(source, raw, place, mark, set())) if mark else frozenset()


def _hidden(source: Source, raw: Json, place: Place, mark: str, seen: set[Place]) -> set[str]:
    if not isinstance(raw, dict) or place in seen:
        return set()
    seen.add(place)
    found: set[str] = set()
    properties = raw.get("properties")
    if isinstance(properties, dict):
        found = {name for name, value in properties.items() if _marked(source, value, place, mark)}
    parts = raw.get("allOf")
    for index, part in enumerate(parts if isinstance(parts, list) else []):
        try:
            own, where = source.settled(part, place.below("allOf", index))
        except OpenApiFault:
            continue
        found |= _hidden(source, own, where, mark, seen)
    return found


def _marked(source: Source, value: Json, place: Place, mark: str) -> bool:
    if not isinstance(value, dict):
        return False
    if value.get(mark) is True:
        return True
    if "$ref" not in value:
        return False
    try:
        own, _ = source.settled(value, place)
    except OpenApiFault:
        return False
    return isinstance(own, dict) and own.get(mark) is True


def _type(_word: str, value: Json, _around: Mapping[str, Json]) -> Mended:
    named = value if isinstance(value, list) else [value]
    kept = list(dict.fromkeys(name for name in named if isinstance(name, str) and name in TYPES))
    if len(kept) < len(set(map(str, named))) or not kept:
        return (("", None, "unknown_type"),)
    return (("type", kept if isinstance(value, list) and len(kept) > 1 else kept[0], ""),)


def _enum(word: str, value: Json, _around: Mapping[str, Json]) -> Mended:
    if not VALUES[word](value):
        return (("", None, "malformed_keyword"),)
    kept = list({canonical(item): item for item in reversed(value)}.values())[::-1]
    return ((word, kept, "duplicate_values" if len(kept) < len(value) else ""),)


def _required(word: str, value: Json, _around: Mapping[str, Json]) -> Mended:
    if not VALUES[word](value):
        return (("", None, "" if value is False else "malformed_keyword"),)
    kept = list(dict.fromkeys(value))
    return ((word, kept, "duplicate_values" if len(kept) < len(value) else ""),)


def _flag(word: str, value: Json, around: Mapping[str, Json]) -> Mended:
    """A flag beside a bound becomes a bound of its own (draft 4, section 5.1.2 and after)."""
    if isinstance(value, bool):
        bound = around.get(_FLAGS[word])
        return ((word, bound, "") if value and VALUES[word](bound) else ("", None, "exclusive_flag"),)
    return ((word, value, "") if VALUES[word](value) else ("", None, "malformed_keyword"),)


def _bound(word: str, value: Json, around: Mapping[str, Json]) -> Mended:
    if not VALUES[word](value):
        return (("", None, "malformed_keyword"),)
    return (("", None, ""),) if around.get(_BOUND_BY_FLAG[word]) is True else ((word, value, ""),)


def _format(word: str, value: Json, _around: Mapping[str, Json]) -> Mended:
    return (
        (word, value, "") if isinstance(value, str) and value in FORMATS else ("", None, "unknown_format"),
    )


def _pattern(word: str, value: Json, _around: Mapping[str, Json]) -> Mended:
    taken = isinstance(value, str) and is_taken(value)
    return ((word, value, "") if taken else ("", None, "pattern_dropped"),)


def _examples(_word: str, value: Json, _around: Mapping[str, Json]) -> Mended:
    return (("examples", value, "") if isinstance(value, list) else ("", None, "malformed_keyword"),)


def _example(_word: str, value: Json, around: Mapping[str, Json]) -> Mended:
    return (("", None, "") if isinstance(around.get("examples"), list) else ("examples", [value], ""),)


_SPECIAL: Final[Mapping[str, Callable[[str, Json, Mapping[str, Json]], Mended]]] = {
    "type": _type,
    "enum": _enum,
    "required": _required,
    "exclusiveMinimum": _flag,
    "exclusiveMaximum": _flag,
    "minimum": _bound,
    "maximum": _bound,
    "format": _format,
    "pattern": _pattern,
    "examples": _examples,
    "example": _example,
}
