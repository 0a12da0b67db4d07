"""What a projected schema measures, as the vendors count it."""

from collections.abc import Iterator
from dataclasses import dataclass

from gonogo.projection.rules import Budget
from gonogo.schema.dialect import Draft
from gonogo.schema.types import Json
from gonogo.schema.walk import Place, walk


@dataclass(frozen=True, slots=True)
class Measure:
    """What one schema measures.

    Attributes:
        properties: properties of all its objects.
        depth: levels of objects and lists inside one another; each definition counts by itself.
        enum_values: values of all its enums.
        chars: characters of names and listed values.
        enum_chars: characters of the largest enum of more than 250 texts.
        optional: properties that need not be there.
        unions: properties of several types.
    """

    properties: int
    depth: int
    enum_values: int
    chars: int
    enum_chars: int
    optional: int
    unions: int


_LARGE_ENUM = 250


def measure(schema: dict[str, Json]) -> Measure:
    """Measure a projected schema."""
    properties = values = chars = enum_chars = optional = unions = depth = 0
    for place in walk(schema, Draft.DRAFT_2020_12):
        words = place.schema
        if not isinstance(words, dict):
            continue
        depth = max(depth, _level(place))
        declared = words.get("properties", {})
        properties += len(declared)
        chars += sum(map(len, declared)) + sum(map(len, words.get("$defs", {})))
        optional += len(declared) - sum(name in declared for name in words.get("required", ()))
        unions += "anyOf" in words or isinstance(words.get("type"), list)
        listed = [*words.get("enum", ()), *([words["const"]] if "const" in words else ())]
        values += len(listed)
        size = sum(len(value) if isinstance(value, str) else len(str(value)) for value in listed)
        chars += size
        if len(listed) > _LARGE_ENUM:
            enum_chars = max(enum_chars, size)
    return Measure(properties, depth, values, chars, enum_chars, optional, unions)


def excesses(found: Measure, budget: Budget) -> Iterator[str]:
    """Yield what a schema has too much of."""
    for name in ("properties", "depth", "enum_values", "chars", "enum_chars"):
        most, has = getattr(budget, name), getattr(found, name)
        if most is not None and has > most:
            yield f"{name} {has}, of at most {most}"


def _level(place: Place) -> int:
    """Names below `$defs` start at level 1 again."""
    path = place.path[2:] if place.path[:1] == ("$defs",) else place.path
    return 1 + sum(step in _DOWN for step in path[:-1:1] if isinstance(step, str)) + (path[-1:] == ("items",))


_DOWN = frozenset({"properties", "items"})
