"""Every place in a right payload, with the parts of the contract that judge it: where a known change can be made.

Independent of the gauge: `jsonschema` says which branch of a union or a condition applies.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from jsonschema import Draft202012Validator
from jsonschema.protocols import Validator
from jsonschema.validators import validator_for

from gonogo.schema.types import Json, Path, Schema


@dataclass(frozen=True)
class Place:
    """One value in a payload.

    Attributes:
        path: the steps to it.
        value: what stands there.
        schemas: the schema objects that judge it, those of the branches that it takes among them.
        others: those of the branches that it does not take.
    """

    path: Path
    value: Json
    schemas: tuple[dict[str, Json], ...]
    others: tuple[dict[str, Json], ...]

    def words(self, keyword: str) -> list[Json]:
        """Return what each schema of the place says by a keyword."""
        return [schema[keyword] for schema in self.schemas if keyword in schema]


def validator_of(schema: Schema) -> Validator:
    """Return the second opinion on a contract: `jsonschema`, with formats asserted."""
    made = validator_for(schema, default=Draft202012Validator)
    return made(schema, format_checker=made.FORMAT_CHECKER)


def places(schema: Schema, payload: Json) -> Iterator[Place]:
    """Yield the places of a payload that satisfies a schema, each before those inside it."""
    judge = validator_of(schema)
    waiting: list[tuple[Path, Json, list[Schema]]] = [((), payload, [schema])]
    while waiting:
        path, value, schemas = waiting.pop()
        taken, others = _applied(judge, schemas, value)
        yield Place(path, value, tuple(taken), tuple(others))
        if isinstance(value, dict | list):
            inside = value.items() if isinstance(value, dict) else enumerate(value)
            waiting.extend(((*path, key), item, list(_below(taken, key))) for key, item in inside)


def replaced(payload: Json, path: Path, value: Json) -> Json:
    """Return a payload with another value at one place; what is not on the way there is shared."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(payload, dict):
        return {name: replaced(item, rest, value) if name == step else item for name, item in payload.items()}
    return [replaced(item, rest, value) if index == step else item for index, item in enumerate(payload)]


def _applied(
    judge: Validator, schemas: list[Schema], value: Json
) -> tuple[list[dict[str, Json]], list[dict[str, Json]]]:
    taken: list[dict[str, Json]] = []
    others: list[dict[str, Json]] = []
    waiting = [(schema, True) for schema in schemas]
    while waiting:
        schema, holds = waiting.pop(0)
        if not isinstance(schema, dict) or schema in taken or schema in others:
            continue
        (taken if holds else others).append(schema)
        waiting += [(part, holds and applies) for part, applies in _beside(judge, schema, value)]
    return taken, others


def _beside(judge: Validator, schema: dict[str, Json], value: Json) -> Iterator[tuple[Schema, bool]]:
    """The schemas that judge the same value, each with whether it applies."""
    if "$ref" in schema:
        yield _resolved(judge, schema["$ref"]), True
    for part in schema.get("allOf", ()):
        yield part, True
    for part in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        yield part, judge.evolve(schema=part).is_valid(value)
    if "if" in schema:
        held = judge.evolve(schema=schema["if"]).is_valid(value)
        yield schema.get("then", {}), held
        yield schema.get("else", {}), not held
    for keyword in ("dependentSchemas", "dependencies"):
        for name, part in schema.get(keyword, {}).items():
            yield part, isinstance(value, dict) and name in value


def _resolved(judge: Validator, reference: str) -> Schema:
    """References of the studies' contracts are pointers into themselves."""
    found: Json = judge.schema
    for step in reference.removeprefix("#").split("/")[1:]:
        found = found[step]
    resolved: Schema = found
    return resolved


def _below(schemas: list[dict[str, Json]], key: str | int) -> Iterator[Schema]:
    for schema in schemas:
        if isinstance(key, str):
            yield from _of_member(schema, key)
        else:
            yield from _of_item(schema, key)


def _of_member(schema: dict[str, Json], name: str) -> Iterator[Schema]:
    named = schema.get("properties", {})
    patterns = [p for p in schema.get("patternProperties", {}) if re.search(p, name)]
    if name in named:
        yield named[name]
    for pattern in patterns:
        yield schema["patternProperties"][pattern]
    if name not in named and not patterns and "additionalProperties" in schema:
        yield schema["additionalProperties"]


def _of_item(schema: dict[str, Json], index: int) -> Iterator[Schema]:
    items = schema.get("items", True)
    listed = schema.get("prefixItems", items if isinstance(items, list) else [])
    if index < len(listed):
        yield listed[index]
    elif isinstance(items, list):
        yield schema.get("additionalItems", True)
    else:
        yield items
