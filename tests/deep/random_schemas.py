"""Schemas by chance, of every keyword that decides: with few names, so that what one says, another contradicts."""

import json
from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from deep.instances import NAMES, NUMBERS, instances
from gonogo.schema.dialect import Draft
from gonogo.schema.types import Json, Schema

PATTERNS = (
    "^a", "b$", "^[a-c]+$", "[0-9]{2}", "^\\w+$", "^\\d+$", ".", "^(a|bc)*$", "\\s", "^.{2}$", "\\p{L}", "^$",
)  # fmt: skip
FORMATS = (
    "date", "time", "date-time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6", "uri",
    "uri-reference", "iri", "iri-reference", "uri-template", "uuid", "json-pointer", "relative-json-pointer", "regex",
    "unheard-of",
)  # fmt: skip
TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")

_counts = st.integers(0, 3)
_bounds = st.sampled_from([n for n in NUMBERS if abs(n) < 1e20])
_few_names = st.lists(st.sampled_from(NAMES), max_size=2, unique=True)

_PLAIN: dict[str, SearchStrategy[Json]] = {
    "type": st.sampled_from(TYPES) | st.lists(st.sampled_from(TYPES), min_size=1, max_size=3, unique=True),
    "const": instances(),
    "enum": st.lists(instances(), min_size=1, max_size=3),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), _bounds),
    "multipleOf": st.sampled_from([1, 2, 3, 0.5, 0.1, 1.5, 1e-9, 10**20]),
    **dict.fromkeys(
        ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"), _counts
    ),
    "pattern": st.sampled_from(PATTERNS),
    "format": st.sampled_from(FORMATS),
    "uniqueItems": st.booleans(),
    "required": _few_names,
}
_PLAIN_2020 = {
    "dependentRequired": st.dictionaries(st.sampled_from(NAMES), _few_names, max_size=2),
}

_IN_PLACE = ("not", "if")
_BELOW = ("additionalProperties", "propertyNames", "items", "contains")
_LISTS = ("allOf", "anyOf", "oneOf")

_NAMED = ("#/$defs/a", "#/$defs/b")
_EVERY = ("#", *_NAMED)


@st.composite
def schemas(draw: DrawFn, draft: Draft = Draft.DRAFT_2020_12) -> Schema:
    """Return a schema of one of the drafts 2020-12 and 7, with references into itself.

    What judges the same instance leads to definitions only, and from those nowhere: `jsonschema` recurses for ever
    where a reference comes back to the instance that it started from. Below a child everything leads everywhere.
    """
    root = draw(_Chance(draft, draw(st.sampled_from([1, 2, 2, 3])), _NAMED).schema())
    if not isinstance(root, dict):
        return root
    named = st.fixed_dictionaries({name: _Chance(draft, 1, ()).schema() for name in ("a", "b")})
    return {"$schema": draft.uri, draft.definitions_keyword: draw(named), **root}


@st.composite
def mixed_schemas(draw: DrawFn) -> Schema:
    """Return a schema of any draft; most hold keywords that theirs does not know."""
    schema = draw(schemas(draw(st.sampled_from([Draft.DRAFT_7, Draft.DRAFT_2020_12]))))
    draft = draw(st.sampled_from(Draft))
    if not isinstance(schema, dict):
        return schema
    text = json.dumps({**schema, "$schema": draft.uri})
    for word in ("$defs", "definitions"):
        text = text.replace(f'"{word}"', f'"{draft.definitions_keyword}"').replace(
            f"#/{word}/", f"#/{draft.definitions_keyword}/"
        )
    renamed: Schema = json.loads(text)
    return renamed


@dataclass(frozen=True)
class _Chance:
    """What may stand at one position.

    Attributes:
        draft: the draft to write in.
        depth: how many schemas may stand inside one another from here on.
        references: where a reference that judges the same instance may lead.
    """

    draft: Draft
    depth: int
    references: tuple[str, ...]

    def schema(self) -> SearchStrategy[Schema]:
        word = self.draft.definitions_keyword
        references = [{"$ref": text.replace("$defs", word)} for text in self.references]
        some = _objects(self) | _objects(self) | _objects(self) | st.booleans()
        return some | st.sampled_from(references) if references else some

    @property
    def beside(self) -> SearchStrategy[Schema]:
        return _Chance(self.draft, self.depth - 1, self.references).schema()

    @property
    def below(self) -> SearchStrategy[Schema]:
        return _Chance(self.draft, self.depth - 1, _EVERY).schema()


@st.composite
def _objects(draw: DrawFn, chance: _Chance) -> Schema:
    groups: list[_Group] = [_plain, _plain]
    if chance.depth > 0:
        groups += [_one, _lists, _members, _elements, _conditions, _left_over]
    schema: dict[str, Json] = {}
    for add in draw(st.lists(st.sampled_from(groups), min_size=1, max_size=3)):
        add(draw, chance, schema)
    return schema


def _plain(draw: DrawFn, chance: _Chance, schema: dict[str, Json]) -> None:
    table = _PLAIN | _PLAIN_2020 if chance.draft is Draft.DRAFT_2020_12 else _PLAIN
    word = draw(st.sampled_from([*table]))
    schema[word] = draw(table[word])


def _one(draw: DrawFn, chance: _Chance, schema: dict[str, Json]) -> None:
    word = draw(st.sampled_from([*_IN_PLACE, *_BELOW]))
    schema[word] = draw(chance.beside if word in _IN_PLACE else chance.below)


def _lists(draw: DrawFn, chance: _Chance, schema: dict[str, Json]) -> None:
    schema[draw(st.sampled_from(_LISTS))] = draw(st.lists(chance.beside, min_size=1, max_size=3))


def _members(draw: DrawFn, chance: _Chance, schema: dict[str, Json]) -> None:
    schema["properties"] = draw(st.dictionaries(st.sampled_from(NAMES), chance.below, min_size=1, max_size=3))
    if draw(st.booleans()):
        schema["additionalProperties"] = draw(st.just(False) | chance.below)
    if draw(st.integers(0, 3)) == 0:
        named = st.dictionaries(st.sampled_from(PATTERNS), chance.below, min_size=1, max_size=2)
        schema["patternProperties"] = draw(named)


def _elements(draw: DrawFn, chance: _Chance, schema: dict[str, Json]) -> None:
    modern = chance.draft is Draft.DRAFT_2020_12
    first, rest = ("prefixItems", "items") if modern else ("items", "additionalItems")
    schema[first] = draw(st.lists(chance.below, min_size=1, max_size=3))
    if draw(st.booleans()):
        schema[rest] = draw(st.just(False) | chance.below)
    if draw(st.booleans()):
        schema["contains"] = draw(chance.below)
        if modern:
            schema |= {word: draw(_counts) for word in ("minContains", "maxContains") if draw(st.booleans())}


def _conditions(draw: DrawFn, chance: _Chance, schema: dict[str, Json]) -> None:
    schema |= {word: draw(chance.beside) for word in ("if", "then", "else")}
    if draw(st.booleans()):
        named = draw(st.dictionaries(st.sampled_from(NAMES), chance.beside, min_size=1, max_size=2))
        if chance.draft is Draft.DRAFT_2020_12:
            schema["dependentSchemas"] = named
        else:
            schema["dependencies"] = named | draw(_PLAIN_2020["dependentRequired"])


def _left_over(draw: DrawFn, chance: _Chance, schema: dict[str, Json]) -> None:
    if chance.draft is Draft.DRAFT_2020_12:
        word = draw(st.sampled_from(["unevaluatedProperties", "unevaluatedItems"]))
        schema[word] = draw(st.just(False) | chance.below)


_Group = Callable[[DrawFn, _Chance, dict[str, Json]], None]
