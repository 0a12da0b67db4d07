"""What each keyword has against a payload, as the assertions that would have to be left out."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final, Protocol, TypeAlias

from gonogo.gauge.facts import type_of
from gonogo.projection.deviation import Deviation, Needs, Undeclared
from gonogo.schema.pointer import from_fragment, join, split
from gonogo.schema.types import Json, Path
from gonogo.witness.text import finds

_NONE: Final[Needs] = frozenset()


class Judging(Protocol):
    """What judges the parts of a payload by the parts of a contract."""

    @property
    def document(self) -> dict[str, Json]:
        """The whole contract."""

    def schema(self, schema: Json, at: Path, value: Json, place: Path) -> Needs:
        """Return what a value at a place of the payload needs of the schema at a place of the contract."""

    def accepts(self, at: Path, value: Json) -> bool:
        """Whether the schema at a place accepts a value as it is written."""

    def own(self, at: Path, words: Mapping[str, Json], value: Json) -> bool:
        """Whether keywords without references accept a value."""

    def cheapest(self, options: Iterable[Needs]) -> Needs:
        """Return the choice that costs least."""

    def is_left_out(self, at: Path) -> bool:
        """Whether a place is left out already."""

    def one(self, at: Path, kind: str, place: Path, value: Json) -> Needs:
        """Return one deviation of the keyword that stands at a place."""


Breach: TypeAlias = Callable[[Judging, dict[str, Json], Path, Json, Path], Needs]
"""Takes who judges, the schema, the keyword's place in the contract, the value, and its place in the payload."""


def _type(judge: Judging, schema: dict[str, Json], at: Path, value: Json, place: Path) -> Needs:
    if judge.own(at, {"type": schema["type"]}, value):
        return _NONE
    return judge.one(at, "null" if value is None else "type", place, value)


def _assertion(judge: Judging, schema: dict[str, Json], at: Path, value: Json, place: Path) -> Needs:
    word = str(at[-1])
    if judge.own(at, {word: schema[word]}, value):
        return _NONE
    return judge.one(at, "null" if value is None else "value", place, value)


def _required(judge: Judging, schema: dict[str, Json], at: Path, value: Json, place: Path) -> Needs:
    if not isinstance(value, dict):
        return _NONE
    return _missing(judge, schema["required"], at, value, place)


def _dependent_names(judge: Judging, schema: dict[str, Json], at: Path, value: Json, place: Path) -> Needs:
    if not isinstance(value, dict):
        return _NONE
    found: set[Deviation] = set()
    for name, names in schema["dependentRequired"].items():
        if name in value and not judge.is_left_out((*at, name)):
            missing = _missing(judge, names, (*at, name), value, place)
            found |= {replace(each, keyword="dependentRequired") for each in missing}
    return frozenset(found)


def _missing(judge: Judging, names: list[str], at: Path, value: dict[str, Json], place: Path) -> Needs:
    """What a list of names has against an object that lacks some; the list stands at a place of the contract."""
    return frozenset(
        Deviation(join((*at, str(index))), "missing", "required", (*place, name), "missing")
        for index, name in enumerate(names)
        if name not in value and not judge.is_left_out((*at, str(index)))
    )


def _properties(judge: Judging, schema: dict[str, Json], at: Path, value: Json, place: Path) -> Needs:
    if not isinstance(value, dict):
        return _NONE
    found: set[Deviation] = set()
    for name, part in schema["properties"].items():
        if name in value:
            found |= judge.schema(part, (*at, name), value[name], (*place, name))
    return frozenset(found)


def _patterns(judge: Judging, schema: dict[str, Json], at: Path, value: Json, place: Path) -> Needs:
    if not isinstance(value, dict):
        return _NONE
    found: set[Deviation] = set()
    for pattern, part in schema["patternProperties"].items():
        for name, item in value.items():
            if finds(pattern, name):
                found |= judge.schema(part, (*at, pattern), item, (*place, Undeclared(name, pattern)))
    return frozenset(found)


def _additional(judge: Judging, schema: dict[str, Json], at: Path, value: Json, place: Path) -> Needs:
    if not isinstance(value, dict):
        return _NONE
    part = schema["additionalProperties"]
    patterns = schema.get("patternProperties", ())
    others = [
        name
        for name in value
        if name not in schema.get("properties", ()) and not any(finds(pattern, name) for pattern in patterns)
    ]
    found: set[Deviation] = set()
    for name in others:
        where = (*place, Undeclared(name))
        if part is False:
            found.add(Deviation(join(at), "undeclared", str(at[-1]), where, type_of(value[name])))
        else:
            found |= judge.schema(part, at, value[name], where)
    return frozenset(found)


def _items(judge: Judging, schema: dict[str, Json], at: Path, value: Json, place: Path) -> Needs:
    if not isinstance(value, list):
        return _NONE
    found: set[Deviation] = set()
    start = len(schema.get("prefixItems", ()))
    for index in range(start, len(value)):
        found |= judge.schema(schema["items"], at, value[index], (*place, index))
    return frozenset(found)


def _prefix(judge: Judging, schema: dict[str, Json], at: Path, value: Json, place: Path) -> Needs:
    if not isinstance(value, list):
        return _NONE
    found: set[Deviation] = set()
    for index, (part, item) in enumerate(zip(schema["prefixItems"], value, strict=False)):
        found |= judge.schema(part, (*at, str(index)), item, (*place, index))
    return frozenset(found)


def _contains(judge: Judging, schema: dict[str, Json], at: Path, value: Json, place: Path) -> Needs:
    """Held as a whole: which item was meant to match, nobody knows."""
    if not isinstance(value, list):
        return _NONE
    matches = sum(judge.accepts(at, item) for item in value)
    around = at[:-1]
    if matches < schema.get("minContains", 1) and not judge.is_left_out((*around, "minContains")):
        return judge.one(at, "value", place, value)
    most = (*around, "maxContains")
    if matches > schema.get("maxContains", len(value)) and not judge.is_left_out(most):
        return judge.one(most, "value", place, value)
    return _NONE


def _names(judge: Judging, _schema: dict[str, Json], at: Path, value: Json, place: Path) -> Needs:
    if not isinstance(value, dict) or all(judge.accepts(at, name) for name in value):
        return _NONE
    return judge.one(at, "value", place, value)


def _all(judge: Judging, schema: dict[str, Json], at: Path, value: Json, place: Path) -> Needs:
    found: set[Deviation] = set()
    for index, part in enumerate(schema["allOf"]):
        found |= judge.schema(part, (*at, str(index)), value, place)
    return frozenset(found)


def _any(judge: Judging, schema: dict[str, Json], at: Path, value: Json, place: Path) -> Needs:
    branches = schema[str(at[-1])]
    if any(judge.accepts((*at, str(index)), value) for index in range(len(branches))):
        return _NONE
    return judge.cheapest(
        judge.schema(part, (*at, str(index)), value, place) for index, part in enumerate(branches)
    )


def _one_of(judge: Judging, schema: dict[str, Json], at: Path, value: Json, place: Path) -> Needs:
    matches = sum(judge.accepts((*at, str(index)), value) for index in range(len(schema["oneOf"])))
    if matches > 1:
        return judge.one(at, "union", place, value)
    return _NONE if matches else _any(judge, schema, at, value, place)


def _not(judge: Judging, _schema: dict[str, Json], at: Path, value: Json, place: Path) -> Needs:
    return judge.one(at, "value", place, value) if judge.accepts(at, value) else _NONE


def _if(judge: Judging, schema: dict[str, Json], at: Path, value: Json, place: Path) -> Needs:
    word = "then" if judge.accepts(at, value) else "else"
    below = (*at[:-1], word)
    if word not in schema or judge.is_left_out(below):
        return _NONE
    return judge.schema(schema[word], below, value, place)


def _ref(judge: Judging, schema: dict[str, Json], _at: Path, value: Json, place: Path) -> Needs:
    target = split(from_fragment(schema["$ref"][1:]))
    found: Json = judge.document
    for step in target:
        found = found[step]
    return judge.schema(found, target, value, place)


def _dependent_schemas(judge: Judging, schema: dict[str, Json], at: Path, value: Json, place: Path) -> Needs:
    if not isinstance(value, dict):
        return _NONE
    found: set[Deviation] = set()
    for name, part in schema["dependentSchemas"].items():
        if name in value:
            found |= judge.schema(part, (*at, name), value, place)
    return frozenset(found)


BREACHES: Final[Mapping[str, Breach]] = {
    "type": _type,
    **dict.fromkeys(("const", "enum", "format", "pattern", "minLength", "maxLength"), _assertion),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"), _assertion),
    **dict.fromkeys(("minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"), _assertion),
    "required": _required,
    "dependentRequired": _dependent_names,
    "properties": _properties,
    "patternProperties": _patterns,
    "additionalProperties": _additional,
    "propertyNames": _names,
    "prefixItems": _prefix,
    "items": _items,
    "contains": _contains,
    "allOf": _all,
    "anyOf": _any,
    "oneOf": _one_of,
    "not": _not,
    "if": _if,
    "$ref": _ref,
    "dependentSchemas": _dependent_schemas,
}
"""By keyword; the others decide nothing, or are counted in by these."""
