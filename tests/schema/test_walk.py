"""The walk goes where a keyword says that a schema stands, and nowhere else."""

from typing import Any

import pytest

from gonogo.schema.dialect import Draft
from gonogo.schema.walk import children, walk

LATEST = Draft.DRAFT_2020_12
LOOKS_LIKE_A_SCHEMA = {"$ref": "#/nowhere", "properties": {"inner": {"type": "string"}}, "pattern": "("}


def paths(schema: Any, draft: Draft = LATEST) -> list[tuple[str | int, ...]]:
    return [place.path for place in walk(schema, draft)]


@pytest.mark.parametrize(
    "keyword", ["const", "enum", "default", "examples", "x-page", "x-anything", "unknownKeyword", "required", "$vocabulary"]
)  # fmt: skip
@pytest.mark.parametrize(
    "wrap", [lambda value: value, lambda value: [value], lambda value: {"allOf": [value]}]
)
def test_a_value_is_never_entered(keyword: str, wrap: Any) -> None:
    assert paths({keyword: wrap(LOOKS_LIKE_A_SCHEMA)}) == [()]


@pytest.mark.parametrize(
    "name",
    ["enum", "const", "default", "examples", "$ref", "$id", "$schema", "properties", "allOf", "x-page", ""],
)
def test_a_property_called_like_a_keyword_is_a_property(name: str) -> None:
    schema = {"properties": {name: {"properties": {name: True}}}}
    assert paths(schema) == [
        (),
        ("properties", name),
        ("properties", name, "properties", name),
    ]


def test_what_looks_like_a_schema_inside_a_property_called_enum_is_one() -> None:
    schema = {"properties": {"enum": LOOKS_LIKE_A_SCHEMA}}
    assert ("properties", "enum", "properties", "inner") in paths(schema)


def test_the_walk_is_in_document_order_each_schema_before_those_inside_it() -> None:
    schema = {
        "items": {"not": True},
        "allOf": [{"if": True, "then": False}, True],
        "properties": {"b": {"contains": True}, "a": False},
    }
    assert paths(schema) == [
        (),
        ("items",),
        ("items", "not"),
        ("allOf", 0),
        ("allOf", 0, "if"),
        ("allOf", 0, "then"),
        ("allOf", 1),
        ("properties", "b"),
        ("properties", "b", "contains"),
        ("properties", "a"),
    ]


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": [True]},
        {"properties": {"a": 3, "b": "text", "c": None, "d": [True]}},
        {"allOf": {"a": True}},
        {"allOf": [3, None, "text"]},
        {"not": [True]},
        {"not": "text"},
        {"if": None},
        {"prefixItems": True},
        {"items": [True]},
    ],
)
def test_a_value_of_the_wrong_shape_is_passed_over(schema: Any) -> None:
    assert paths(schema) == [()]


@pytest.mark.parametrize("schema", [True, False, 3, None, "text", [{"type": "string"}]])
def test_what_is_no_object_holds_nothing(schema: Any) -> None:
    assert list(children(schema, LATEST)) == []


@pytest.mark.parametrize("draft", [Draft.DRAFT_4, Draft.DRAFT_6, Draft.DRAFT_7, Draft.DRAFT_2019_09])
def test_a_tuple_stands_under_items_up_to_2019(draft: Draft) -> None:
    schema: Any = {"items": [{}, {}], "additionalItems": {}}
    assert paths(schema, draft) == [(), ("items", 0), ("items", 1), ("additionalItems",)]


def test_names_of_a_dependency_are_not_schemas() -> None:
    schema = {"dependencies": {"a": ["b", "c"], "d": {"required": ["e"]}}}
    assert paths(schema, Draft.DRAFT_7) == [(), ("dependencies", "d")]


def test_an_embedded_schema_is_walked_in_its_own_draft() -> None:
    tuple_of_7 = {
        "$schema": Draft.DRAFT_7.uri,
        "$id": "https://example.com/old",
        "items": [{"type": "string"}],
    }
    places = {place.path: place.draft for place in walk({"properties": {"old": tuple_of_7}}, LATEST)}
    assert places == {
        (): LATEST,
        ("properties", "old"): Draft.DRAFT_7,
        ("properties", "old", "items", 0): Draft.DRAFT_7,
    }


def test_a_dialect_without_an_identifier_changes_nothing() -> None:
    schema = {"properties": {"old": {"$schema": Draft.DRAFT_7.uri, "items": [{"type": "string"}]}}}
    assert paths(schema) == [(), ("properties", "old")]


def test_a_child_knows_the_keyword_that_holds_it() -> None:
    schema = {"patternProperties": {"^x": {}}, "anyOf": [{}]}
    told = [
        (child.applicator.keyword, child.path, child.applicator.in_place)
        for child in children(schema, LATEST)
    ]
    assert told == [
        ("patternProperties", ("patternProperties", "^x"), False),
        ("anyOf", ("anyOf", 0), True),
    ]


def test_a_walk_of_great_depth_needs_no_stack() -> None:
    schema: Any = {}
    for _ in range(5_000):
        schema = {"not": schema}
    assert sum(1 for _ in walk(schema, LATEST)) == 5_001
    while schema:
        schema = schema.pop("not")
