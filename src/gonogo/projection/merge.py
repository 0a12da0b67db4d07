"""Two schemas that judge the same value, as one: what targets without `allOf`, or without words beside `$ref`, need.

What no single keyword can say (two patterns, two formats) is given back as left over, for the walker to tell.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Final, TypeAlias

from gonogo.schema.canonical import canonical
from gonogo.schema.dialect import ANNOTATIONS
from gonogo.schema.types import Json, Schema

MOST_BRANCHES = 64
"""Two unions that judge one value become a union of pairs, of no more than so many."""

_MOST_LEVELS = 40
"""Schemas that are merged inside one another; a reference into itself has no end."""

OBJECT_WORDS = frozenset({"properties", "patternProperties", "additionalProperties"})


class TooManyBranches(Exception):
    """Raised when schemas cannot be merged within the budget."""


@dataclass
class Merger:
    """Merges schemas of one document, and keeps where each keyword comes from.

    Attributes:
        resolve: from a reference to the schema that it names.
        places: by the id of a schema, its pointer.
        origins: by the id of a merged schema, the pointers of its keywords.
        left: what could not be said in one schema, as (pointer, keyword).
        kept: every schema that was made; an id is of use as long as its schema lives.
    """

    resolve: Callable[[str], Schema]
    places: dict[int, str] = field(default_factory=dict)
    origins: dict[int, dict[str, str]] = field(default_factory=dict)
    left: list[tuple[str, str]] = field(default_factory=list)
    kept: list[dict[str, Json]] = field(default_factory=list)
    steps: int = 0

    def place(self, schema: Schema, keyword: str) -> str:
        """Return where a keyword of a schema stands in the contract."""
        if not isinstance(schema, dict):
            return ""
        known = self.origins.get(id(schema), {})
        return known[keyword] if keyword in known else f"{self.places.get(id(schema), '')}/{keyword}"

    def adopt(self, schema: dict[str, Json], like: Schema) -> dict[str, Json]:
        """Give a schema that was made of another one's keywords that one's place."""
        self.kept.append(schema)
        if isinstance(like, dict):
            self.places[id(schema)] = self.places.get(id(like), "")
            self.origins[id(schema)] = {word: self.place(like, word) for word in schema if word in like}
        return schema

    def both(self, one: Schema, other: Schema, level: int = 0) -> Schema:
        """Return a schema that admits what both admit, but for what is left over.

        Raises:
            TooManyBranches: it would hold too many unions, or has no end.
        """
        self.steps += 1
        if level > _MOST_LEVELS or self.steps > 20_000:  # noqa: PLR2004
            raise TooManyBranches
        if one is True or other is True:
            return other if one is True else one
        if not isinstance(one, dict) or not isinstance(other, dict):
            return False
        one, other = self.open(one, level), self.open(other, level)
        if not isinstance(one, dict) or not isinstance(other, dict):
            return False
        out: dict[str, Json] = {}
        origin = {word: self.place(other, word) for word in other}
        origin |= {word: self.place(one, word) for word in one}
        if OBJECT_WORDS & one.keys() or OBJECT_WORDS & other.keys():
            self._objects(one, other, out, level)
        for word in (*one, *(word for word in other if word not in one)):
            if word not in OBJECT_WORDS and word not in _FOLLOWERS:
                out |= self._word(word, one, other, level)
        if any(out.get(word) is False for word in ("enum", "type")) or self._torn(one, other):
            return False
        self.kept.append(out)
        self.places[id(out)] = self.places.get(id(one), "")
        self.origins[id(out)] = {word: origin[word] for word in out if word in origin}
        return out

    def open(self, schema: Schema, level: int = 0) -> Schema:
        """Return a schema with its reference and its `allOf` merged into it."""
        if not isinstance(schema, dict) or not ("$ref" in schema or "allOf" in schema):
            return schema
        late: dict[str, Json] = {word: schema[word] for word in _LATE if word in schema}
        rest = {word: value for word, value in schema.items() if word not in ("$ref", "allOf", *_LATE)}
        whole: Schema = self.adopt(rest, schema)
        parts = [self.resolve(schema["$ref"])] if "$ref" in schema else []
        for part in (*parts, *schema.get("allOf", ())):
            whole = self.both(whole, _early(self, self.open(part, level + 1)), level + 1)
        if late and isinstance(whole, dict):
            put: dict[str, Json] = {**whole, **late}
            self.kept.append(put)
            self.places[id(put)] = self.places.get(id(schema), "")
            self.origins[id(put)] = {
                word: self.place(schema if word in late else whole, word) for word in put
            }
            return put
        return whole

    def _word(self, word: str, one: dict[str, Json], other: dict[str, Json], level: int) -> dict[str, Json]:
        if word in _GROUPS:
            return self._group(word, one, other)
        if word not in one or word not in other:
            return {word: one[word] if word in one else other[word]}
        if (one[word] == other[word] and type(one[word]) is type(other[word])) or word in ANNOTATIONS:
            return {word: one[word]}
        merge = _MERGES.get(word)
        if merge is not None:
            merged = merge(one[word], other[word])
            if merged is not None:
                return {word: merged}
        elif word in ("items", "propertyNames") and "prefixItems" not in {**one, **other}:
            return {word: self.both(one[word], other[word], level + 1)}
        elif word in ("anyOf", "oneOf"):
            return {word: self._pairs(one[word], other[word], level)}
        elif word == "not":
            return {"not": {"anyOf": [one[word], other[word]]}}
        self.left.append((self.place(other, word), word))
        return {word: one[word]}

    def _pairs(self, one: list[Schema], other: list[Schema], level: int) -> list[Schema]:
        if len(one) * len(other) > MOST_BRANCHES:
            raise TooManyBranches
        pairs = [self.both(left, right, level + 1) for left in one for right in other]
        return [pair for pair in pairs if pair is not False] or [False]

    def _group(self, word: str, one: dict[str, Json], other: dict[str, Json]) -> dict[str, Json]:
        """Words that mean something together only are taken from one side."""
        words = _GROUPS[word]
        left = {each: one[each] for each in words if each in one}
        right = {each: other[each] for each in words if each in other}
        if word in left and word in right and left != right:
            self.left.append((self.place(other, word), word))
        return left if word in left else right

    def _torn(self, one: dict[str, Json], other: dict[str, Json]) -> bool:
        return "const" in one and "const" in other and canonical(one["const"]) != canonical(other["const"])

    def _objects(
        self, one: dict[str, Json], other: dict[str, Json], out: dict[str, Json], level: int
    ) -> None:
        """Each name is judged by what either side says of it, its `additionalProperties` where it says nothing."""
        names = [*one.get("properties", {}), *other.get("properties", {})]
        merged: dict[str, Schema] = {}
        for name in dict.fromkeys(names):
            merged[name] = self.both(self._of(one, name), self._of(other, name), level + 1)
        rest = self.both(
            one.get("additionalProperties", True), other.get("additionalProperties", True), level + 1
        )
        patterns = {**one.get("patternProperties", {}), **other.get("patternProperties", {})}
        if "properties" in one or "properties" in other:
            out["properties"] = {
                name: schema for name, schema in merged.items() if schema is not False or rest is not False
            }
        if patterns:
            out["patternProperties"] = patterns
        if "additionalProperties" in one or "additionalProperties" in other:
            out["additionalProperties"] = rest

    def _of(self, schema: dict[str, Json], name: str) -> Schema:
        if name in schema.get("properties", {}):
            inner: Schema = schema["properties"][name]
            return inner
        if schema.get("patternProperties"):
            self.left.append((self.place(schema, "patternProperties"), "patternProperties"))
            return True
        rest: Schema = schema.get("additionalProperties", True)
        return rest


_GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "if": ("if", "then", "else"),
    "contains": ("contains", "minContains", "maxContains"),
    "prefixItems": ("prefixItems", "items"),
}
"""Words that mean something beside the first one only."""

_FOLLOWERS: Final = frozenset({"then", "else", "minContains", "maxContains"})

_LATE: Final = ("unevaluatedProperties", "unevaluatedItems")
"""Keywords that see what all the others of a schema have judged."""


def _early(merger: Merger, schema: Schema) -> Schema:
    """A branch's own closing of what it has not judged, as `additionalProperties`, which merges."""
    if not isinstance(schema, dict) or "unevaluatedProperties" not in schema:
        return schema
    out = {word: value for word, value in schema.items() if word != "unevaluatedProperties"}
    out.setdefault("additionalProperties", schema["unevaluatedProperties"])
    return merger.adopt(out, schema)


_Merge: TypeAlias = Callable[[Json, Json], Json]


def _types(one: Json, other: Json) -> Json:
    left = [one] if isinstance(one, str) else one
    right = [other] if isinstance(other, str) else other
    shared = [name for name in left if name in right]
    if "integer" not in shared and "integer" in (*left, *right) and ("number" in left or "number" in right):
        crossed = ("integer" in left and "number" in right) or ("number" in left and "integer" in right)
        shared += ["integer"] if crossed else []
    return shared[0] if len(shared) == 1 else (shared or False)


def _listed(one: Json, other: Json) -> Json:
    texts = {canonical(value) for value in other}
    return [value for value in one if canonical(value) in texts] or False


def _multiple(one: Json, other: Json) -> Json:
    left, right = Fraction(str(one)), Fraction(str(other))
    if left <= 0 or right <= 0:
        return None
    scale = lcm(left.denominator, right.denominator)
    whole = lcm(int(left * scale), int(right * scale))
    return whole // scale if whole % scale == 0 else None


_MERGES: Final[dict[str, _Merge]] = {
    "type": _types,
    "enum": _listed,
    "required": lambda one, other: list(dict.fromkeys([*one, *other])),
    "minimum": max,
    "exclusiveMinimum": max,
    "minLength": max,
    "minItems": max,
    "minProperties": max,
    "maximum": min,
    "exclusiveMaximum": min,
    "maxLength": min,
    "maxItems": min,
    "maxProperties": min,
    "uniqueItems": lambda one, other: bool(one or other),
    "multipleOf": _multiple,
    "dependentRequired": lambda one, other: {
        name: list(dict.fromkeys([*one.get(name, ()), *other.get(name, ())])) for name in {**one, **other}
    },
}
