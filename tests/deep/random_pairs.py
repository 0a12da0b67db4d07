"""Pairs of schemas by chance: one, and what became of it by a few edits; every keyword that decides takes part.

Plain chance under a seed, so that a pair is known by its number.
"""

import copy
from collections.abc import Callable, Iterator
from random import Random

from gonogo.schema.types import Json, Schema

_NAMES = ("a", "b", "status", "x-y", "id")
_TEXTS = ("a", "b", "ok", "", "2026-01-31", "x-1", "text")
_PATTERNS = ("^a", "b$", "^[a-z]+$", "^[a-c]+$", "^x-", "^[0-9]{2,4}$", "^(ok|no)$", "^.{2}$", "\\d")
_FORMATS = ("date", "date-time", "email", "uuid", "uri", "ipv4")
_NUMBERS = (0, 1, 2, 3, 5, 10, -1, 0.5, 2.5)
_DEPTH = 3
_KINDS = ("string", "integer", "number", "boolean", "null", "object", "array")


def pair(number: int) -> tuple[Schema, Schema]:
    """Return the pair of a number: mostly a schema and an edit of it, now and then two that know nothing of each other."""
    chance = Random(number)
    old = _Maker(chance).document()
    if chance.random() < 0.1:
        return old, _Maker(chance).document()
    new = copy.deepcopy(old)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        new = edited(new, chance)
    return old, new


class _Maker:
    """Makes schemas by chance."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._named = chance.random() < 0.4

    def document(self) -> Schema:
        schema = self.schema(_DEPTH)
        if self._named and isinstance(schema, dict):
            schema["$defs"] = {"T": self.schema(0), "U": self._of_kind("object", 2)}
        return schema

    def schema(self, depth: int) -> Schema:
        """One schema, with `depth` levels below it at most."""
        roll = self._chance.random()
        if roll < 0.04:
            return self._chance.random() < 0.7
        if 0 < depth < _DEPTH and roll < 0.12 and self._named:
            return {"$ref": self._chance.choice(("#/$defs/T", "#/$defs/U"))}
        if depth and roll < 0.3:
            return self._joined(depth)
        kind = self._chance.choice(_KINDS if depth else _KINDS[:5])
        return self._of_kind(kind, depth)

    def _of_kind(self, kind: str, depth: int) -> dict[str, Json]:
        made: dict[str, Json] = {"type": kind} if self._chance.random() < 0.85 else {}
        if kind == "object":
            self._object(made, depth)
        elif kind == "array":
            self._array(made, depth)
        elif kind == "string":
            self._string(made)
        elif kind in {"integer", "number"}:
            self._number(made)
        elif kind == "boolean" and self._chance.random() < 0.2:
            made = {"const": True}
        if kind not in {"object", "array"} and self._chance.random() < 0.1 and "type" in made:
            made["type"] = [kind, "null"]
        return made

    def _string(self, made: dict[str, Json]) -> None:
        roll = self._chance.random()
        if roll < 0.35:
            made["enum"] = self._chance.sample(_TEXTS, self._chance.randint(1, 4))
        elif roll < 0.55:
            made["pattern"] = self._chance.choice(_PATTERNS)
        elif roll < 0.62:
            made["format"] = self._chance.choice(_FORMATS)
        elif roll < 0.85:
            made["minLength" if self._chance.random() < 0.5 else "maxLength"] = self._chance.randint(0, 4)

    def _number(self, made: dict[str, Json]) -> None:
        for word in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"):
            if self._chance.random() < 0.25:
                made[word] = self._chance.choice(_NUMBERS)
        if self._chance.random() < 0.15:
            made["multipleOf"] = self._chance.choice((1, 2, 3, 4, 0.5))

    def _object(self, made: dict[str, Json], depth: int) -> None:
        names = self._chance.sample(_NAMES, self._chance.randint(0, 4))
        if names:
            made["properties"] = {name: self.schema(max(depth - 1, 0)) for name in names}
            made["required"] = [name for name in names if self._chance.random() < 0.5]
        roll = self._chance.random()
        if roll < 0.35:
            made["additionalProperties"] = False
        elif roll < 0.45:
            made["additionalProperties"] = self.schema(0)
        elif roll < 0.5:
            made["unevaluatedProperties"] = False
        self._object_rarely(made, depth)

    def _object_rarely(self, made: dict[str, Json], depth: int) -> None:
        if self._chance.random() < 0.12:
            made["patternProperties"] = {self._chance.choice(_PATTERNS): self.schema(0)}
        if self._chance.random() < 0.08:
            made["propertyNames"] = {"pattern": self._chance.choice(_PATTERNS)}
        if self._chance.random() < 0.08:
            made["dependentRequired"] = {self._chance.choice(_NAMES): [self._chance.choice(_NAMES)]}
        if self._chance.random() < 0.06:
            made["dependentSchemas"] = {self._chance.choice(_NAMES): self.schema(max(depth - 1, 0))}
        for word in ("minProperties", "maxProperties"):
            if self._chance.random() < 0.06:
                made[word] = self._chance.randint(0, 3)

    def _array(self, made: dict[str, Json], depth: int) -> None:
        if self._chance.random() < 0.7:
            made["items"] = self.schema(max(depth - 1, 0))
        if self._chance.random() < 0.25:
            made["prefixItems"] = [self.schema(0) for _ in range(self._chance.randint(1, 3))]
        for word in ("minItems", "maxItems"):
            if self._chance.random() < 0.25:
                made[word] = self._chance.randint(0, 3)
        if self._chance.random() < 0.15:
            made["uniqueItems"] = True
        if self._chance.random() < 0.15:
            made["contains"] = self.schema(0)
            if self._chance.random() < 0.5:
                made["minContains"] = self._chance.randint(0, 2)
            if self._chance.random() < 0.5:
                made["maxContains"] = self._chance.randint(1, 3)
        if self._chance.random() < 0.06:
            made["unevaluatedItems"] = False

    def _joined(self, depth: int) -> dict[str, Json]:
        word = self._chance.choice(("allOf", "anyOf", "anyOf", "oneOf", "oneOf", "not", "if", "tagged"))
        if word == "not":
            return {"not": self.schema(depth - 1)}
        if word == "if":
            made = self._of_kind("object", depth - 1)
            made["if"] = {
                "properties": {"status": {"const": self._chance.choice(_TEXTS)}},
                "required": ["status"],
            }
            made["then"] = self.schema(depth - 1)
            if self._chance.random() < 0.5:
                made["else"] = self.schema(depth - 1)
            return made
        if word == "tagged":
            return {"oneOf": [self._tagged(text, depth - 1) for text in self._chance.sample(_TEXTS, 2)]}
        return {word: [self.schema(depth - 1) for _ in range(self._chance.randint(1, 3))]}

    def _tagged(self, text: str, depth: int) -> dict[str, Json]:
        made = self._of_kind("object", depth)
        made["properties"] = {**made.get("properties", {}), "status": {"const": text}}
        made["required"] = sorted({*made.get("required", ()), "status"})
        return made


def edited(schema: Schema, chance: Random) -> Schema:
    """Return a schema with one edit, such as people make."""
    if not isinstance(schema, dict):
        return chance.choice((True, False, {"type": "string"}))
    places = [place for place in _places(schema) if place]
    if not places:
        return {"type": "string"}
    place = chance.choice(places)
    chance.choice(_EDITS)(place, chance)
    return schema


def _places(schema: Json) -> Iterator[dict[str, Json]]:
    """Every schema in a schema of `_Maker`, which gives no name that is a keyword."""
    if isinstance(schema, dict):
        yield schema
        for word, value in schema.items():
            if word in {"properties", "patternProperties", "$defs", "dependentSchemas"}:
                for below in value.values():
                    yield from _places(below)
            elif word not in {"enum", "const", "required", "type", "dependentRequired"}:
                yield from _places(value)
    elif isinstance(schema, list):
        for below in schema:
            yield from _places(below)


def _drop(place: dict[str, Json], chance: Random) -> None:
    del place[chance.choice(list(place))]


def _shift(place: dict[str, Json], chance: Random) -> None:
    counted = [w for w, v in place.items() if isinstance(v, int | float) and not isinstance(v, bool)]
    if counted:
        word = chance.choice(counted)
        least = (
            1 if word == "multipleOf" else 0 if word.startswith(("min", "max")) and word[3].isupper() else -9
        )
        place[word] = max(place[word] + chance.choice((1, -1, 2)), least)
    else:
        _add(place, chance)


def _list(place: dict[str, Json], chance: Random) -> None:
    words = [word for word in ("enum", "required", "anyOf", "oneOf", "allOf", "prefixItems") if word in place]
    if not words:
        _add(place, chance)
        return
    word = chance.choice(words)
    value = place[word]
    if len(value) > 1 and chance.random() < 0.6:
        del value[chance.randrange(len(value))]
    elif word == "enum":
        place[word] = list(dict.fromkeys([*value, chance.choice(_TEXTS)]))
    elif word == "required":
        place[word] = sorted({*value, chance.choice(_NAMES)})
    else:
        value.append(_Maker(chance).schema(1))


def _member(place: dict[str, Json], chance: Random) -> None:
    members = place.get("properties")
    if not members:
        _add(place, chance)
        return
    name = chance.choice(list(members))
    roll = chance.random()
    if roll < 0.35:
        del members[name]
    elif roll < 0.6:
        members[chance.choice(_NAMES)] = _Maker(chance).schema(0)
    elif isinstance(members[name], dict):
        members[name] = {"anyOf": [members[name], {"type": "null"}]}


def _type(place: dict[str, Json], chance: Random) -> None:
    named = place.get("type")
    if named == "integer":
        place["type"] = "number"
    elif named == "number":
        place["type"] = "integer"
    elif isinstance(named, list):
        place["type"] = named[0]
    elif isinstance(named, str):
        place["type"] = [named, "null"]
    else:
        place["type"] = chance.choice(_KINDS)


def _add(place: dict[str, Json], chance: Random) -> None:
    if "$ref" in place:
        place["$ref"] = chance.choice(("#/$defs/T", "#/$defs/U"))
        return
    place.update(_Maker(chance)._of_kind(chance.choice(_KINDS), 0))


def _turn(place: dict[str, Json], chance: Random) -> None:
    for word in ("additionalProperties", "unevaluatedProperties", "uniqueItems", "items"):
        if isinstance(place.get(word), bool):
            place[word] = not place[word]
            return
    if "properties" in place:
        place["additionalProperties"] = False
    elif "oneOf" in place:
        place["anyOf"] = place.pop("oneOf")
    else:
        _add(place, chance)


_EDITS: tuple[Callable[[dict[str, Json], Random], None], ...] = (
    _drop, _shift, _shift, _list, _list, _member, _member, _type, _add, _turn,
)  # fmt: skip
