"""What a schema says about an instance on its face: enough to tell which branch of a union was meant."""

from dataclasses import dataclass

from gonogo.gauge.closure import closure
from gonogo.gauge.excerpt import excerpt
from gonogo.gauge.view import View
from gonogo.schema.dialect import ANNOTATIONS
from gonogo.schema.types import Json

_OBJECT_WORDS = frozenset(
    {"properties", "patternProperties", "additionalProperties", "required", "minProperties", "maxProperties"}
    | {"unevaluatedProperties", "propertyNames", "dependentRequired", "dependentSchemas"}
)


@dataclass(frozen=True, slots=True)
class Facts:
    """What one schema says through `$ref` and `allOf`, but not through unions and conditions.

    Attributes:
        types: the JSON types that it admits; None where it does not say.
        literals: the values that it admits; None where it does not list them.
        properties: the schemas of each declared property.
        required: the properties that it demands, in order.
        closed: whether it refuses undeclared keys.
        bare: whether it does nothing but demand properties.
    """

    types: frozenset[str] | None
    literals: tuple[Json, ...] | None
    properties: dict[str, tuple[View, ...]]
    required: tuple[str, ...]
    closed: bool
    bare: bool


class FactBook:
    """The facts of every schema that was asked for, kept."""

    def __init__(self) -> None:
        self._known: dict[View, Facts] = {}
        self._excerpts: dict[View, dict[str, Json]] = {}
        self._named: dict[tuple[View, str], dict[str, Json]] = {}

    def of(self, view: View) -> Facts:
        """Return the facts of a schema."""
        facts = self._known.get(view)
        if facts is None:
            facts = self._known[view] = _gather(view)
        return facts

    def excerpt_of(self, view: View, name: str) -> dict[str, Json]:
        """Return what a schema asks of one property's value, as `excerpt` does."""
        key = (view, name)
        found = self._named.get(key)
        if found is None:
            found = self._named[key] = {}
            for part in self.of(view).properties.get(name, ()):
                found |= {word: value for word, value in self.excerpt(part).items() if word not in found}
        return found

    def excerpt(self, view: View) -> dict[str, Json]:
        """Return what a schema asks of a value, as a small schema: enough to make a value from."""
        found = self._excerpts.get(view)
        if found is None:
            found = self._excerpts[view] = excerpt(view)
        return found


def type_of(value: Json) -> str:
    """Return the JSON type of a value; a whole number is an `integer`, also one that is handed on as a float."""
    if value is None:
        return "null"
    kind = type(value)
    return "integer" if kind is float and value.is_integer() else _TYPES[kind]


_TYPES = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}


def is_of(value: Json, types: frozenset[str]) -> bool:
    """Whether a value is of one of some JSON types."""
    own = type_of(value)
    return own in types or (own == "integer" and "number" in types)


def same(left: Json, right: Json) -> bool:
    """Whether two JSON values are equal; `true` is not 1."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(item, right[name]) for name, item in left.items())
    return type(left) in _TYPES and bool(left == right) if left is not None else right is None


def _gather(view: View) -> Facts:
    types: frozenset[str] | None = None
    literals: tuple[Json, ...] | None = None
    properties: dict[str, tuple[View, ...]] = {}
    required: dict[str, None] = {}
    closed = False
    words: set[str] = set()
    for each in closure(view):
        words |= each.keywords.keys()
        own_types, own_literals = _types(each), _literals(each)
        if own_types is not None:
            types = own_types if types is None else _shared(types, own_types)
        if own_literals is not None:
            kept = (
                own_literals
                if literals is None
                else [v for v in literals if any(same(v, o) for o in own_literals)]
            )
            literals = tuple(kept)
        for name in each.keywords.get("properties", ()):
            properties[name] = (*properties.get(name, ()), each.part("properties", name))
        required.update(dict.fromkeys(each.keywords.get("required", ())))
        closed = closed or any(
            each.keywords.get(word) is False for word in ("additionalProperties", "unevaluatedProperties")
        )
    bare = "required" in words and not words - ANNOTATIONS - {"required", "type", "$ref", "allOf"}
    if types is None and literals is not None:
        types = frozenset(map(type_of, literals))
    return Facts(types, literals, properties, tuple(required), closed, bare)


def _shared(left: frozenset[str], right: frozenset[str]) -> frozenset[str]:
    """The types of which both sets admit values: an integer is a number."""
    one, other = (side | {"integer"} if "number" in side else side for side in (left, right))
    both = one & other
    return both - {"integer"} if "number" in both else both


def _types(view: View) -> frozenset[str] | None:
    """The types that one schema admits; one that speaks only of objects is taken to mean objects."""
    if view.types:
        return view.types
    if (
        view.keywords
        and view.keywords.keys() & _OBJECT_WORDS
        and not view.keywords.keys() & {"items", "enum"}
    ):
        return frozenset({"object"})
    return None


def _literals(view: View) -> list[Json] | None:
    if "const" in view.keywords:
        return [view.keywords["const"]]
    if "enum" in view.keywords:
        return list(view.keywords["enum"])
    return [None] if view.keywords.get("type") == "null" else None
