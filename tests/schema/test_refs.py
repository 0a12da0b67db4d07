"""References: where they lead, that they lead nowhere else, and what is said of one that leads nowhere.

Every folder below `tests/cases/schema/references` is a schema with its documents, values that pass, values that do
not, and the place in the schema that refuses them: the engine's verdict and our own way to the place must agree.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from gonogo import Gauge, NoGo
from gonogo.gauge.compiled import Recipe
from gonogo.schema.dialect import Draft
from gonogo.schema.errors import (
    MalformedSchema,
    SchemaError,
    SchemaOverBudget,
    UnknownDialect,
    UnresolvedReference,
)
from gonogo.schema.reach import reached
from gonogo.schema.refs import UNNAMED, Bundle
from gonogo.schema.resource import Node

CASES = Path(__file__).parent.parent / "cases" / "schema" / "references"
FOLDERS = [pytest.param(folder, id=folder.name) for folder in sorted(CASES.iterdir())]

HERE = "https://example.com/root"
THERE = "https://example.com/there"


def read(folder: Path) -> Any:
    return json.loads((folder / "case.json").read_text(encoding="utf-8"))


def gauge(case: Any) -> Gauge:
    recipe = Recipe(resources=case.get("resources"), base_uri=case.get("base_uri", UNNAMED))
    return Gauge(case["schema"], recipe)


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_reference_leads_where_its_case_says(folder: Path) -> None:
    case = read(folder)
    judge = gauge(case)
    assert [value for value in case["go"] if not judge.check(value)] == []
    for value in case["no_go"]:
        verdict = judge.check(value)
        assert isinstance(verdict, NoGo)
        assert [issue.schema_pointer for issue in verdict.problem.issues] == [case["at"]]


UNRESOLVED = {
    "a place that does not exist": ({"properties": {"a": {"$ref": "#/$defs/no"}}}, "/properties/a/$ref"),
    "an anchor that does not exist": ({"items": {"$ref": "#no"}}, "/items/$ref"),
    "a dynamic anchor that does not exist": ({"items": {"$dynamicRef": "#no"}}, "/items/$dynamicRef"),
    "a document that is not at hand": ({"not": {"$ref": THERE}}, "/not/$ref"),
    "one that nothing uses": ({"$defs": {"a/b": {"$ref": THERE}}}, "/$defs/a~1b/$ref"),
    "one in a keyword that only annotates": ({"contentSchema": {"$ref": THERE}}, "/contentSchema/$ref"),
    "a value that is no schema": ({"$ref": "#/const", "const": 3}, "/$ref"),
    "a list of schemas": ({"$ref": "#/allOf", "allOf": [True]}, "/$ref"),
    "an index that is too large": ({"$ref": "#/allOf/1", "allOf": [True]}, "/$ref"),
    "an index with a leading zero": ({"$ref": "#/allOf/00", "allOf": [True]}, "/$ref"),
    "an index of 5,000 digits": ({"$ref": "#/allOf/" + "9" * 5000, "allOf": [True]}, "/$ref"),
    "an index in foreign digits": ({"$ref": "#/allOf/%C2%B2", "allOf": [True]}, "/$ref"),
    "a bare tilde": ({"$ref": "#/$defs/a~b", "$defs": {"a~b": True}}, "/$ref"),
    "bytes that are not UTF-8": ({"$ref": "#/$defs/%FF", "$defs": {"\ufffd": True, "%FF": True}}, "/$ref"),
    "a pointer whose slash is encoded": ({"$ref": "#%2F$defs/a", "$defs": {"a": True}}, "/$ref"),
    "an anchor in percent-encoding": ({"$ref": "#%61", "$defs": {"x": {"$anchor": "a"}}}, "/$ref"),
    "a place in a schema of another draft": ({"$ref": "#/$defs/a", "$defs": {"a": {"$id": THERE, "$schema": Draft.DRAFT_7.uri}}}, "/$ref"),
    "a space": ({"$ref": "#/$defs/a b", "$defs": {"a b": True}}, "/$ref"),
    "a letter beyond ASCII": ({"$ref": "#/$defs/é", "$defs": {"é": True}}, "/$ref"),
    "angle brackets": ({"$ref": "#/$defs/List<T>", "$defs": {"List<T>": True}}, "/$ref"),
    "a broken host": ({"$ref": "http://[::1"}, "/$ref"),
    "a path below a URN": ({"$id": "urn:example:a", "allOf": [{"$ref": "b"}]}, "/allOf/0/$ref"),
    "an identifier inside a value": ({"$ref": THERE, "default": {"$id": THERE}}, "/$ref"),
    "an anchor inside a value": ({"$ref": "#a", "examples": [{"$anchor": "a"}]}, "/$ref"),
    "an identifier under an unknown keyword": ({"$ref": THERE, "x-a": {"$id": THERE}}, "/$ref"),
    "one behind an unknown keyword": ({"$ref": "#/x-a", "x-a": {"$ref": THERE}}, "/x-a/$ref"),
    "an anchor of draft 7": ({"$schema": Draft.DRAFT_7.uri, "items": {"$ref": "#a"}, "definitions": {"x": {"$anchor": "a"}}}, "/items/$ref"),
    "draft 4's identifier in 2020-12": ({"items": {"$ref": THERE}, "$defs": {"a": {"id": THERE}}}, "/items/$ref"),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "place"), UNRESOLVED.values(), ids=UNRESOLVED)
def test_a_reference_that_leads_nowhere_is_an_error_with_its_place(schema: Any, place: str) -> None:
    with pytest.raises(UnresolvedReference) as caught:
        Gauge(schema)
    assert caught.value.pointer == place


MALFORMED = {
    "an identifier that is no URI": ({"$id": "a b"}, "/$id"),
    "an embedded identifier that is no URI": ({"properties": {"a": {"$id": "http://[::1"}}}, "/properties/a/$id"),
    "a relative identifier below a URN": ({"$id": "urn:a:b", "items": {"$id": "c"}}, "/items/$id"),
    "an identifier behind an unknown keyword": ({"$ref": "#/x-a", "x-a": {"$id": "a b"}}, "/x-a/$id"),
    "an identifier with a fragment": ({"$id": "https://example.com/a#b"}, "/$id"),
    "an identifier that is no text": ({"$id": 7}, "/$id"),
    "one identifier for two schemas": ({"$defs": {"a": {"$id": THERE}, "b": {"$id": THERE, "type": "string"}}}, "/$defs/b/$id"),
    "the root's identifier for another": ({"$id": THERE, "$defs": {"a": {"$id": THERE}}}, "/$defs/a/$id"),
    "true and 1 told apart": ({"$defs": {"a": {"$id": THERE, "const": True}, "b": {"$id": THERE, "const": 1}}}, "/$defs/b/$id"),
    "the identifier of a draft's document": ({"$id": Draft.DRAFT_2020_12.uri}, "/$id"),
    "one anchor for two places": ({"$defs": {"a": {"$anchor": "x"}, "b": {"$anchor": "x"}}}, "/$defs/b/$anchor"),
    "one name as both kinds of anchor": ({"$defs": {"a": {"$anchor": "x"}, "b": {"$dynamicAnchor": "x"}}}, "/$defs/b/$dynamicAnchor"),
    "a reference that is no text": ({"properties": {"a": {"$ref": 3}}}, "/properties/a/$ref"),
    "a property called $ref with a text for its schema": ({"properties": {"$ref": "https://example.com"}}, "/properties/$ref"),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "place"), MALFORMED.values(), ids=MALFORMED)
def test_what_cannot_be_addressed_is_an_error_with_its_place(schema: Any, place: str) -> None:
    with pytest.raises(MalformedSchema) as caught:
        Gauge(schema)
    assert caught.value.pointer == place


def cyclic() -> Any:
    schema: dict[str, Any] = {}
    schema["not"] = schema
    return schema


ELSEWHERE: dict[str, tuple[Any, type[SchemaError], str]] = {
    "a reference": ({"items": {"$ref": "#/no"}}, UnresolvedReference, "#/items/$ref"),
    "a keyword": ({"properties": {"a/b c": {"type": "txt"}}}, MalformedSchema, "#/properties/a~1b%20c/type"),
    "a dialect": ({"$schema": "https://example.com/none"}, UnknownDialect, "#/$schema"),
    "an identifier": ({"$id": "a b"}, MalformedSchema, "#/$id"),
    "an identifier of the root's": ({"$defs": {"a": {"$id": HERE}}}, MalformedSchema, "#/$defs/a/$id"),
    "no schema": ([], MalformedSchema, "#"),
    "a foreign type": ({"enum": {1, 2}}, MalformedSchema, "#/enum"),
    "a number that is none": ({"maximum": float("nan")}, MalformedSchema, "#/maximum"),
    "a cycle": (cyclic(), SchemaOverBudget, "#" + "/not" * 120),
    "too much": ({"const": "x" * 300_000}, SchemaOverBudget, "#"),
}


@pytest.mark.parametrize(("document", "kind", "place"), ELSEWHERE.values(), ids=ELSEWHERE)
def test_a_fault_in_another_document_is_told_with_its_uri(
    document: Any, kind: type[SchemaError], place: str
) -> None:
    with pytest.raises(kind) as caught:
        Gauge({"$id": HERE, "allOf": [{"$ref": THERE}]}, Recipe(resources={THERE: document}))
    assert caught.value.pointer == THERE + place


def test_a_document_that_nothing_refers_to_is_not_looked_at() -> None:
    documents: dict[str, Any] = {
        THERE: cyclic(),
        "not a uri": [],
        "https://example.com/x": {"$ref": "#/nowhere"},
    }
    assert Gauge({"type": "string"}, Recipe(resources=documents)).check("text")


def test_a_base_that_is_no_uri_is_an_error() -> None:
    with pytest.raises(MalformedSchema):
        Bundle({}, base_uri="not a uri")


def test_what_was_taken_in_is_a_copy() -> None:
    shared: dict[str, Any] = {"type": "string"}
    document = {"properties": {"a": shared, "b": shared}}
    bundle = Bundle({"$ref": THERE}, {THERE: document})
    kept = reached(bundle)[THERE]
    shared["type"] = "integer"
    assert kept == {"properties": {"a": {"type": "string"}, "b": {"type": "string"}}}


def test_a_place_is_named_by_a_pointer_at_home_and_by_a_uri_elsewhere() -> None:
    bundle = Bundle({"$id": HERE, "properties": {"a b": {"$ref": THERE}}}, {THERE: {"$defs": {"c d": {}}}})
    home = bundle.resolve(bundle.root, "#/properties/a%20b")
    away = bundle.resolve(bundle.root, f"{THERE}#/$defs/c%20d")
    assert bundle.location(home) == "/properties/a b"
    assert bundle.location(away) == f"{THERE}#/$defs/c%20d"


def test_the_reference_to_a_place_leads_back_to_it() -> None:
    schema = {"$id": HERE, "$defs": {"a/b~ é%": {"items": {}}, "x": {"$id": "x", "not": {"$anchor": "y"}}}}
    bundle = Bundle(schema)
    waiting: list[Node] = [bundle.root]
    seen = 0
    while waiting:
        node = waiting.pop()
        assert bundle.resolve(bundle.root, node.reference) == node
        waiting += [below for _, below in bundle.children(node)]
        seen += 1
    assert seen == 5


def test_a_dynamic_reference_can_lead_to_every_schema_of_its_name() -> None:
    first = {"$id": "https://example.com/1", "$dynamicAnchor": "n", "$ref": "2"}
    second = {"$id": "https://example.com/2", "$dynamicAnchor": "n", "items": {"$dynamicRef": "#n"}}
    bundle = Bundle(first, {"https://example.com/2": second})
    reached(bundle)
    holder = bundle.resolve(bundle.root, "2#/items")
    assert [{node.uri for node in ways} for ways in bundle.possible(holder)] == [
        {"https://example.com/1", "https://example.com/2"}
    ]


def test_a_plain_reference_to_a_dynamic_anchor_can_lead_to_that_one_only() -> None:
    schema = {"$ref": "#n", "$defs": {"a": {"$dynamicAnchor": "n"}, "b": {"$id": "b", "$dynamicAnchor": "n"}}}
    bundle = Bundle(schema, base_uri=HERE)
    assert [[node.path for node in ways] for ways in bundle.possible(bundle.root)] == [[("$defs", "a")]]


def test_a_value_is_not_taken_to_be_bounded_by_what_a_dynamic_reference_only_seems_to_lead_to() -> None:
    """By its text it leads to a string; from this root it leads to anything, so that the value has to be looked at."""
    middle = {"$id": THERE, "$dynamicRef": "#n", "$defs": {"n": {"$dynamicAnchor": "n", "type": "string"}}}
    schema = {
        "$id": HERE,
        "type": "object",
        "properties": {"v": {"$ref": THERE}},
        "additionalProperties": False,
        "$defs": {"open": {"$dynamicAnchor": "n"}},
    }
    judge = Gauge(schema, Recipe(resources={THERE: middle}))
    assert judge.read('{"v": {"a": 1}}')
    for text, code in (('{"v": 1e999}', "number_range"), ('{"v":' + "[" * 100 + "]" * 100 + "}", "too_deep")):
        verdict = judge.read(text)
        assert isinstance(verdict, NoGo)
        assert [issue.code for issue in verdict.problem.issues] == [code]
