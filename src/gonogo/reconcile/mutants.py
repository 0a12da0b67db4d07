"""Payloads made wrong by one change, as services go wrong: what a told contract still catches of them.

A mutant is taken where the contract says something against it on its face: a required name, a type, a closed object, a
tag. Whether the contract as a whole refuses it, unions and all, is what is measured.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from gonogo.gauge.facts import type_of
from gonogo.projection.assertions import CLOSING
from gonogo.projection.deviations import Deviations
from gonogo.schema.pointer import from_fragment, split
from gonogo.schema.types import Json, Path
from gonogo.witness.changes import UNDECLARED
from gonogo.witness.text import finds

KINDS: Final = ("required_dropped", "type_changed", "extra_key", "wrong_tag")
"""The ways in which a payload is made wrong."""

_MOST: Final = 40
"""So many mutants of each kind are made of one payload."""

_OTHERS: Final[tuple[Json, ...]] = ("text", 1, [], {}, None)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A payload with one change that makes it wrong.

    Attributes:
        kind: a row of `KINDS`.
        value: the changed payload.
        against: the assertions that speak against it, as steps into the contract.
    """

    kind: str
    value: Json = field(repr=False)
    against: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """One place of a payload with the schemas that judge it, of unions the branches that accept it.

    Attributes:
        place: the steps to it.
        value: what stands there.
        schemas: by their place in the contract.
    """

    place: Path
    value: Json
    schemas: dict[Path, dict[str, Json]]


def mutants(contract: Deviations, value: Json) -> Iterator[Mutant]:
    """Yield mutants of a payload, at most so many of each kind, from the root inwards."""
    places = list(_places(contract, value))
    for kind, make in _MAKERS.items():
        yield from islice((Mutant(kind, *each) for place in places for each in make(value, place)), _MOST)


_Made = Iterator[tuple[Json, tuple[Path, ...]]]


def _required(value: Json, judged: Judged) -> _Made:
    if not isinstance(judged.value, dict):
        return
    asked: dict[str, list[Path]] = {}
    for at, schema in judged.schemas.items():
        for index, name in enumerate(schema.get("required", ())):
            asked.setdefault(name, []).append((*at, "required", str(index)))
    for name, against in asked.items():
        if name in judged.value:
            less = {other: item for other, item in judged.value.items() if other != name}
            yield _put(value, judged.place, less), tuple(against)


def _type(value: Json, judged: Judged) -> _Made:
    """Another type than any that is allowed; `null` last, since it is what goes wrong most often anyway."""
    said = {at: schema["type"] for at, schema in judged.schemas.items() if "type" in schema}
    if not said:
        return
    for other in _OTHERS:
        against = tuple((*at, "type") for at, types in said.items() if not _is_of(other, types))
        if against and type_of(other) != type_of(judged.value):
            yield _put(value, judged.place, other), against
            return


def _is_of(value: Json, types: Json) -> bool:
    names = {types} if isinstance(types, str) else set(types)
    kind = type_of(value)
    return kind in names or (kind == "integer" and "number" in names)


def _extra(value: Json, judged: Judged) -> _Made:
    if not isinstance(judged.value, dict):
        return
    against = tuple(
        (*at, word) for at, schema in judged.schemas.items() for word in CLOSING if schema.get(word) is False
    )
    if against and UNDECLARED not in judged.value:
        yield _put(value, judged.place, {**judged.value, UNDECLARED: "text"}), against


def _tag(value: Json, judged: Judged) -> _Made:
    if not isinstance(judged.value, str):
        return
    against = tuple(
        (*at, word)
        for at, schema in judged.schemas.items()
        for word in ("const", "enum")
        if word in schema and all(isinstance(each, str | None) for each in _listed(schema, word))
    )
    if against:
        yield _put(value, judged.place, f"{judged.value}_other"), against


def _listed(schema: dict[str, Json], word: str) -> list[Json]:
    return [schema["const"]] if word == "const" else list(schema["enum"])


_MAKERS: Final[dict[str, Callable[[Json, Judged], _Made]]] = {
    "required_dropped": _required,
    "type_changed": _type,
    "extra_key": _extra,
    "wrong_tag": _tag,
}


def _put(value: Json, place: Path, item: Json) -> Json:
    """A value with another item at a place; what does not lie on the way is shared."""
    if not place:
        return item
    first, rest = place[0], place[1:]
    if isinstance(value, list) and isinstance(first, int):
        return [*value[:first], _put(value[first], rest, item), *value[first + 1 :]]
    return {**value, first: _put(value[first], rest, item)}


def _places(contract: Deviations, value: Json) -> Iterator[Judged]:
    start: Path = ()
    waiting = [(start, value, _together(contract, {start: contract.document}, value))]
    while waiting:
        place, here, schemas = waiting.pop(0)
        yield Judged(place, here, schemas)
        members = (
            here.items() if isinstance(here, dict) else enumerate(here) if isinstance(here, list) else ()
        )
        for step, item in members:
            inner: dict[Path, Json] = {}
            for at, schema in schemas.items():
                inner |= dict(_below(schema, at, step))
            waiting.append(((*place, step), item, _together(contract, inner, item)))


def _together(contract: Deviations, schemas: dict[Path, Json], value: Json) -> dict[Path, dict[str, Json]]:
    """Schemas with those in them that judge the same value."""
    found: dict[Path, dict[str, Json]] = {}
    waiting = list(schemas.items())
    while waiting:
        at, schema = waiting.pop()
        if at in found or not isinstance(schema, dict):
            continue
        found[at] = schema
        if "$ref" in schema:
            target = split(from_fragment(schema["$ref"][1:]))
            waiting.append((target, _get(contract.document, target)))
        waiting += [((*at, "allOf", str(i)), part) for i, part in enumerate(schema.get("allOf", ()))]
        for word in ("anyOf", "oneOf"):
            for index, part in enumerate(schema.get(word, ())):
                branch = (*at, word, str(index))
                if contract.accepts(branch, value):
                    waiting.append((branch, part))
        if "if" in schema:
            word = "then" if contract.accepts((*at, "if"), value) else "else"
            waiting += [((*at, word), schema[word])] if word in schema else []
    return found


def _get(document: Json, path: Path) -> Json:
    for step in path:
        document = document[int(step)] if isinstance(document, list) else document[step]
    return document


def _below(schema: dict[str, Json], at: Path, step: str | int) -> Iterator[tuple[Path, Json]]:
    """The schemas that one schema sets for a member or an item."""
    if isinstance(step, int):
        prefix = schema.get("prefixItems", ())
        if step < len(prefix):
            yield (*at, "prefixItems", str(step)), prefix[step]
        elif "items" in schema:
            yield (*at, "items"), schema["items"]
        return
    declared = False
    if step in schema.get("properties", ()):
        declared = True
        yield (*at, "properties", step), schema["properties"][step]
    for pattern, part in schema.get("patternProperties", {}).items():
        if finds(pattern, step):
            declared = True
            yield (*at, "patternProperties", pattern), part
    if not declared and "additionalProperties" in schema:
        yield (*at, "additionalProperties"), schema["additionalProperties"]
