"""Contract rules: values of which more is admitted than is meant."""

import re
from collections.abc import Iterator

from gonogo.catalog.finding import Severity
from gonogo.lint.contract import Spot
from gonogo.lint.demonstrating import show
from gonogo.lint.naming import CHOICES, COUNTING, MONEY, last_word
from gonogo.lint.objects import is_extension
from gonogo.lint.rule import Group, Hit, Page, Rule, each_place, hit_at
from gonogo.schema.dialect import ANNOTATIONS
from gonogo.schema.numbers import SAFE_INTEGER
from gonogo.schema.types import Json

_HOLDING = frozenset({"properties", "patternProperties", "items", "prefixItems"})
_LISTED = frozenset({"enum", "const"})
_TEXT_RULES = _LISTED | {"maxLength", "pattern", "format"}
_MOST_TYPES = 2
_OF_EACH_TYPE: tuple[Json, ...] = ({}, [], True, 1, "x")
_FLOATS = (0.1 + 0.2, 1.1 + 2.2, 100.1 + 200.2)
_BEYOND = SAFE_INTEGER + 1
_QUOTED = r"""(?:'[\w.-]+'|"[\w.-]+"|`[\w.-]+`)"""
_CUE = r"\b(?:one of|either|options?|allowed|values?|can be|must be|choose)\b[^.;'\"`]{0,40}"
_PROSE = (
    re.compile(rf"{_CUE}{_QUOTED}(?:\s*(?:,|\||/|or|,\s*or|and|,\s*and)\s*{_QUOTED})+", re.IGNORECASE),
    re.compile(rf"(?:^|\n)\s*[-*]?\s*{_QUOTED}\s*(?:-|:).*\n\s*[-*]?\s*{_QUOTED}\s*(?:-|:)"),
    re.compile(
        r"\b(?:one of|allowed values?|valid values?|possible values?)\b(?: are| is)?:?\s*"
        r"[\w-]+(?:(?:,\s*(?:or |and )?|\s*\|\s*| or )[\w-]+)+",
        re.IGNORECASE,
    ),
)
"""Descriptions that list the values: a word such as `one of` before quoted ones, a line for each, or a plain list."""

_NOT_DECIDING = ANNOTATIONS | {"$schema", "$id", "$anchor", "$defs", "definitions"}


def _is_settled(spot: Spot) -> bool:
    """Whether a schema is none of these rules' business: contrary, open on purpose, or a part of a whole."""
    return spot.is_conditional or is_extension(spot) or (spot.is_part and not spot.is_branch)


def _wide(spot: Spot) -> Iterator[Hit]:
    held = spot.applicator is not None and spot.applicator.keyword in _HOLDING
    if not held or _is_settled(spot) or spot.schema is False:
        return
    words = {word for word in spot.keywords if word not in _NOT_DECIDING and not word.startswith("x-")}
    if not words:
        shown = show(spot, {"anything": ["at", "all"]}, [None], "x")
        what = "it takes a value of any type"
    elif words == {"type"} and "array" in spot.types:
        shown = show(spot, [{"anything": None}, 1, "x"])
        what = "its items may be of any type"
    elif len(spot.types - {"null"}) > _MOST_TYPES and _LISTED.isdisjoint(words):
        what = f"it takes {len(spot.types)} types"
        shown = show(spot, *filter(spot.accepts, _OF_EACH_TYPE))
    else:
        return
    if not shown.refused:
        yield hit_at(spot, what=what, demonstration=shown.demonstration)


def _number_for_count(spot: Spot) -> Iterator[Hit]:
    name = spot.property_name
    if name is None or "number" not in spot.types or _is_settled(spot) or last_word(name) not in COUNTING:
        return
    shown = show(spot, 1.5, 10.5, 100.5)
    if not shown.refused:
        yield hit_at(spot, "type", name=name, demonstration=shown.demonstration)


def _unbounded_integer(spot: Spot) -> Iterator[Hit]:
    if "integer" not in spot.types or _is_settled(spot) or not _LISTED.isdisjoint(spot.keywords):
        return
    shown = show(spot, _BEYOND)
    if not shown.refused:
        yield hit_at(spot, demonstration=shown.demonstration)


def _unbounded_string(spot: Spot) -> Iterator[Hit]:
    own = "string" in spot.types and _TEXT_RULES.isdisjoint(spot.keywords)
    if not own or _is_settled(spot) or spot.property_name is None:
        return
    shown = show(spot, "", "?", "x" * 40)
    if not shown.refused:
        yield hit_at(spot, demonstration=shown.demonstration)


def _prose_enum(spot: Spot) -> Iterator[Hit]:
    name = spot.property_name
    if name is None or "string" not in spot.types or _is_settled(spot):
        return
    if not (_LISTED | {"pattern", "format"}).isdisjoint(spot.keywords):
        return
    text = spot.keywords.get("description", "")
    if isinstance(text, str) and any(prose.search(text) for prose in _PROSE):
        why = "its description lists the values"
    elif last_word(name) in CHOICES:
        why = "by its name it is one of a few"
    else:
        return
    shown = show(spot, "none_of_these", "?")
    if not shown.refused:
        yield hit_at(spot, name=name, why=why, demonstration=shown.demonstration)


def _money(spot: Spot) -> Iterator[Hit]:
    name = spot.property_name
    if name is None or "number" not in spot.types or _is_settled(spot) or last_word(name) not in MONEY:
        return
    values: tuple[Json, ...] = _FLOATS
    shown = show(spot, *values)
    if not shown.refused:
        yield hit_at(spot, "type", name=name, demonstration=shown.demonstration)


RULES = (
    Rule(
        "wide_type",
        Group.CONTRACT,
        Severity.WARNING,
        "{what}",
        "say of which type it is; for a list, what its `items` are",
        each_place(_wide),
        Page(
            "A value has no type at all, a list does not say what its items are, or more than two types are admitted.",
            "The model guesses the shape and the handler has to parse it; some clients refuse lists without `items`.",
            '{"type": "object", "properties": {"ids": {"type": "array"}}, "required": ["ids"], '
            '"additionalProperties": false}',
            '{"type": "object", "properties": {"ids": {"type": "array", "items": {"type": "string", "maxLength": 9}}}, '
            '"required": ["ids"], "additionalProperties": false}',
        ),
    ),
    Rule(
        "number_for_count",
        Group.CONTRACT,
        Severity.WARNING,
        "`{name}` is a whole number by its name, and takes fractions",
        "write `type: integer` with bounds; for an identifier that nobody reckons with, a string",
        each_place(_number_for_count),
        Page(
            "A property named like an identifier, a page or a count has the type `number`.",
            "Page 1.5 and issue 3.7 are accepted, and what the handler makes of them is nobody's promise.",
            '{"type": "object", "properties": {"page": {"type": "number", "minimum": 1, "maximum": 99}}, "required": '
            '["page"], "additionalProperties": false}',
            '{"type": "object", "properties": {"page": {"type": "integer", "minimum": 1, "maximum": 99}}, "required": '
            '["page"], "additionalProperties": false}',
        ),
    ),
    Rule(
        "unbounded_integer",
        Group.CONTRACT,
        Severity.WARNING,
        "the integer may exceed 2^53, where JavaScript clients round it",
        "add `maximum: 9007199254740991`, or send large identifiers as strings",
        each_place(_unbounded_integer),
        Page(
            "An integer has no upper bound that keeps it below 2^53.",
            "Clients that hold numbers as doubles hand on another number than was sent, without a word.",
            '{"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"], '
            '"additionalProperties": false}',
            '{"type": "object", "properties": {"id": {"type": "integer", "minimum": 0, "maximum": 9007199254740991}}, '
            '"required": ["id"], "additionalProperties": false}',
        ),
    ),
    Rule(
        "unbounded_string",
        Group.CONTRACT,
        Severity.NOTE,
        "the string takes any text of any length, an empty one too",
        "add `maxLength`, a `pattern`, a `format` or an `enum`",
        each_place(_unbounded_string),
        Page(
            "A string property has no length, pattern, format or list of values.",
            "An empty or a megabyte-long text is accepted where a name or an identifier was meant.",
            '{"type": "object", "properties": {"owner": {"type": "string"}}, "required": ["owner"], '
            '"additionalProperties": false}',
            '{"type": "object", "properties": {"owner": {"type": "string", "minLength": 1, "maxLength": 39}}, '
            '"required": ["owner"], "additionalProperties": false}',
        ),
    ),
    Rule(
        "prose_enum",
        Group.CONTRACT,
        Severity.WARNING,
        "`{name}` takes any text: {why}",
        "list the values under `enum`",
        each_place(_prose_enum),
        Page(
            "A string is one of a few values by its name or its description, and no `enum` lists them.",
            "The model picks a synonym, the validator accepts it, and the handler does not know it.",
            '{"type": "object", "properties": {"priority": {"type": "string", "maxLength": 9}}, "required": '
            '["priority"], "additionalProperties": false}',
            '{"type": "object", "properties": {"priority": {"enum": ["low", "normal", "high"]}}, "required": '
            '["priority"], "additionalProperties": false}',
        ),
    ),
    Rule(
        "money_as_float",
        Group.CONTRACT,
        Severity.WARNING,
        "`{name}` is money by its name, and takes any fraction",
        "send an integer of the smallest unit or a decimal as a string; where it must be a number, add `multipleOf`",
        each_place(_money),
        Page(
            "A property named like money has the type `number` without `multipleOf`.",
            "Sums of binary fractions are off by a hair: 0.1 + 0.2 is not 0.3, and a comparison goes the other way.",
            '{"type": "object", "properties": {"amount": {"type": "number", "minimum": 0, "maximum": 9999}}, '
            '"required": ["amount"], "additionalProperties": false}',
            '{"type": "object", "properties": {"amount_cents": {"type": "integer", "minimum": 0, "maximum": 999900}}, '
            '"required": ["amount_cents"], "additionalProperties": false}',
        ),
    ),
)
"""The rules of this module."""
