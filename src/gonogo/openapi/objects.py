"""Whether a converted schema takes objects only, as the root of a tool's contract must."""

from typing import Final

from gonogo.catalog.contract import Side
from gonogo.openapi.parts import name_in
from gonogo.openapi.schemas import Schemas
from gonogo.schema.types import Json

_NO_TYPE_NEEDED: Final = ("properties", "required", "additionalProperties")


def resolved(schemas: Schemas, schema: Json, side: Side) -> Json:
    """Return what a schema says itself, or what a bare reference refers to."""
    seen: set[str] = set()
    while isinstance(schema, dict) and schema.keys() == {"$ref"}:
        name = name_in(schema)
        if name is None or name in seen:
            return schema
        seen.add(name)
        schema = schemas.definition(name, side).schema
    return schema


def takes_objects_only(schemas: Schemas, schema: Json, side: Side) -> bool:
    """Return whether every value that a schema takes is an object, as far as it says so."""
    return _only(schemas, schema, side, {})


def means_object(schemas: Schemas, schema: Json, side: Side) -> bool:
    """Return whether a schema describes an object without saying so: it has properties, and no type."""
    own = resolved(schemas, schema, side)
    return isinstance(own, dict) and "type" not in own and any(word in own for word in _NO_TYPE_NEEDED)


def _only(schemas: Schemas, schema: Json, side: Side, known: dict[str, bool]) -> bool:
    if not isinstance(schema, dict):
        return False
    if schema.get("type") == "object":
        return True
    name = name_in(schema)
    if name is not None:
        if name not in known:
            known[name] = False  # what leads back here while it is looked at says nothing new
            known[name] = _only(schemas, schemas.definition(name, side).schema, side, known)
        if known[name]:
            return True
    if any(_only(schemas, part, side, known) for part in schema.get("allOf", ())):
        return True
    return any(
        schema.get(word) and all(_only(schemas, part, side, known) for part in schema[word])
        for word in ("anyOf", "oneOf")
    )
