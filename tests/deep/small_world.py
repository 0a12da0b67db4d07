"""Schemas about few small values, so that a claim about two of them can be held against every value there is.

What people write seldom meets itself: two counts of the same items, repeats beside what must be there, tuples against
lists. Here nearly every pair does.
"""

from collections.abc import Iterator
from itertools import product
from random import Random

from gonogo.schema.types import Json, Schema

_SCALARS = (0, 1, "a", None)
_NAMES = ("a", "b", "x1")
_MOST = 4


def every_value() -> Iterator[Json]:
    """Yield every value of the small world: scalars, lists up to four of them, objects of up to three members."""
    yield from (*_SCALARS, True, 2, "b", "")
    for length in range(_MOST + 1):
        yield from (list(items) for items in product(_SCALARS, repeat=length))
    absent = object()
    for values in product((absent, 0, 1, "a"), repeat=len(_NAMES)):
        yield {name: value for name, value in zip(_NAMES, values, strict=True) if value is not absent}


def pair(number: int) -> tuple[Schema, Schema]:
    """Return the pair of a number."""
    chance = Random(number)
    kind = chance.choice(("array", "array", "object"))
    made = [_schema(chance, kind, 2) for _ in range(2)]
    if chance.random() < 0.4:
        made[1] = {"anyOf": [made[0], made[1]]} if chance.random() < 0.5 else made[1]
        made[0] = {"allOf": [made[0], _schema(chance, kind, 1)]}
    return {"type": kind, **made[0]}, made[1]


def _schema(chance: Random, kind: str, depth: int) -> dict[str, Json]:
    roll = chance.random()
    if depth and roll < 0.3:
        word = chance.choice(("allOf", "anyOf", "oneOf", "allOf"))
        return {word: [_schema(chance, kind, depth - 1) for _ in range(chance.randint(2, 3))]}
    if depth and roll < 0.4:
        return {"not": _schema(chance, kind, depth - 1)}
    if depth and roll < 0.47:
        return {word: _schema(chance, kind, 0) for word in ("if", "then", "else")}
    return _list(chance) if kind == "array" else _object(chance)


def _item(chance: Random) -> Schema:
    return chance.choice(
        ({"const": 0}, {"const": 1}, {"enum": [0, 1]}, {"type": "string"}, {"type": "integer"}, True, {"type": "null"},
         {"not": {"const": 0}}, {"minimum": 1}, False)
    )  # fmt: skip


def _list(chance: Random) -> dict[str, Json]:
    made: dict[str, Json] = {}
    for _ in range(chance.randint(1, 3)):
        word = chance.choice(
            (
                "items",
                "prefixItems",
                "contains",
                "contains",
                "minItems",
                "maxItems",
                "uniqueItems",
                "unevaluatedItems",
            )
        )
        if word in {"minItems", "maxItems"}:
            made[word] = chance.randint(0, 3)
        elif word == "uniqueItems":
            made[word] = True
        elif word == "prefixItems":
            made[word] = [_item(chance) for _ in range(chance.randint(1, 2))]
        else:
            made[word] = _item(chance)
        if word == "contains":
            made |= {"minContains": chance.randint(0, 3)} if chance.random() < 0.4 else {}
            made |= {"maxContains": chance.randint(0, 2)} if chance.random() < 0.4 else {}
    return made


def _object(chance: Random) -> dict[str, Json]:
    made: dict[str, Json] = {}
    for _ in range(chance.randint(1, 3)):
        word = chance.choice(
            ("properties", "properties", "required", "minProperties", "maxProperties", "patternProperties",
             "additionalProperties", "propertyNames", "dependentRequired", "dependentSchemas", "unevaluatedProperties")
        )  # fmt: skip
        if word in {"minProperties", "maxProperties"}:
            made[word] = chance.randint(0, 3)
        elif word == "required":
            made[word] = chance.sample(_NAMES, chance.randint(1, 2))
        elif word == "patternProperties":
            made[word] = {chance.choice(("^x", "a", "^[ab]$", "1$")): _item(chance)}
        elif word == "propertyNames":
            made[word] = chance.choice(
                ({"maxLength": 1}, {"enum": ["a", "b"]}, {"pattern": "^[ax]"}, {"not": {"const": "a"}})
            )
        elif word == "dependentRequired":
            made[word] = {chance.choice(_NAMES): [chance.choice(_NAMES)]}
        elif word == "dependentSchemas":
            made[word] = {chance.choice(_NAMES): _object(chance)}
        elif word == "properties":
            made[word] = {name: _item(chance) for name in chance.sample(_NAMES, chance.randint(1, 2))}
        else:
            made[word] = _item(chance)
    return made
