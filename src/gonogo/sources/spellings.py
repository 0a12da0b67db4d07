"""Schemas as people and old generators spell them, as JSON Schema spells them; every change is told."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gonogo.schema.dialect import APPLICATORS, Draft, Holds
from gonogo.schema.pointer import join
from gonogo.schema.types import Json, Path

TYPES: Final[Mapping[str, str]] = {
    "str": "string",
    "text": "string",
    "int": "integer",
    "long": "integer",
    "float": "number",
    "double": "number",
    "decimal": "number",
    "bool": "boolean",
    "dict": "object",
    "map": "object",
    "record": "object",
    "list": "array",
    "tuple": "array",
    "set": "array",
    "none": "null",
    "nonetype": "null",
}
"""Names of types that JSON Schema spells otherwise; Gemini's are JSON Schema's in capitals."""

ANY: Final = frozenset({"any", "object | any", "unknown", "type_unspecified"})
"""Names that stand for any type."""

_KNOWN: Final = frozenset({"string", "number", "integer", "boolean", "object", "array", "null"})


@dataclass(frozen=True, slots=True)
class Change:
    """One spelling that was changed.

    Attributes:
        pointer: where in the schema.
        what: what was done, in one sentence.
    """

    pointer: str
    what: str


def spelled(schema: Json) -> tuple[Json, tuple[Change, ...]]:
    """Return a schema in JSON Schema's own spelling, and what was changed."""
    changes: list[Change] = []
    return _schema(schema, (), changes), tuple(changes)


def _schema(schema: Json, path: Path, changes: list[Change]) -> Json:
    if not isinstance(schema, dict):
        return schema
    out: dict[str, Json] = {}
    for word, value in schema.items():
        out |= _word(word, value, path, changes)
    if schema.get("nullable") is True:
        out = _with_null(out)
        changes.append(Change(join((*path, "nullable")), "nullable is said by the type"))
    out.pop("nullable", None)
    return out


def _word(word: str, value: Json, path: Path, changes: list[Change]) -> dict[str, Json]:
    here = (*path, word)
    if word == "type":
        return _type(value, here, changes)
    if word == "required" and isinstance(value, bool):
        changes.append(Change(join(here), "required is a list of names beside the properties: left out here"))
        return {}
    row = APPLICATORS[Draft.DRAFT_2020_12].get(word) or APPLICATORS[Draft.DRAFT_7].get(word)
    if row is None:
        return {word: value}
    if row.holds is Holds.MAP and isinstance(value, dict):
        return {word: {name: _schema(inner, (*here, name), changes) for name, inner in value.items()}}
    if isinstance(value, list):
        return {word: [_schema(inner, (*here, index), changes) for index, inner in enumerate(value)]}
    return {word: _schema(value, here, changes)}


def _type(value: Json, here: Path, changes: list[Change]) -> dict[str, Json]:
    if isinstance(value, list):
        names = [name for each in value for name in _type(each, here, changes).values()]
        return {"type": list(dict.fromkeys(names))} if len(names) == len(value) else {}
    if not isinstance(value, str) or value in _KNOWN:
        return {"type": value}
    lower = value.lower()
    if lower in ANY:
        changes.append(Change(join(here), f"{value!r} is any type: left out"))
        return {}
    name = TYPES.get(lower, lower if lower in _KNOWN else value)
    if name != value:
        changes.append(Change(join(here), f"{value!r} is spelled {name!r}"))
    return {"type": name}


def _with_null(schema: dict[str, Json]) -> dict[str, Json]:
    """The same schema for null too; a list of values has to hold it as well."""
    named = schema.get("type")
    if named is None:
        return {"anyOf": [schema, {"type": "null"}]} if schema else schema
    types = [*([named] if isinstance(named, str) else named), "null"]
    out = {**schema, "type": list(dict.fromkeys(types))}
    if isinstance(out.get("enum"), list) and None not in out["enum"]:
        out["enum"] = [*out["enum"], None]
    return out
