"""The resources of one document, their identifiers and the names of their places."""

from typing import Any

import pytest

from gonogo.schema.dialect import Draft
from gonogo.schema.errors import MalformedSchema
from gonogo.schema.resource import Node, identifier, references, resources_in

BASE = "https://example.com/root"
LATEST = Draft.DRAFT_2020_12


def node(schema: Any, draft: Draft = LATEST) -> Node:
    return Node(BASE, (), schema, draft)


def test_a_document_is_its_own_first_resource() -> None:
    [only] = resources_in({"type": "string"}, BASE, LATEST)
    assert (only.root.uri, only.root.path, only.document, only.outset) == (BASE, (), BASE, ())


@pytest.mark.parametrize("schema", [True, False])
def test_a_boolean_is_a_document_too(schema: bool) -> None:
    assert [resource.root.schema for resource in resources_in(schema, BASE, LATEST)] == [schema]


def test_embedded_resources_follow_in_document_order_with_their_place() -> None:
    schema = {
        "$id": "https://example.com/a/",
        "properties": {"x": {"$id": "b/", "items": {"$id": "c"}}},
        "$defs": {"y": {"$id": "/d"}},
    }
    found = [(resource.root.uri, resource.outset) for resource in resources_in(schema, BASE, LATEST)]
    assert found == [
        ("https://example.com/a/", ()),
        ("https://example.com/a/b/", ("properties", "x")),
        ("https://example.com/a/b/c", ("properties", "x", "items")),
        ("https://example.com/d", ("$defs", "y")),
    ]


def test_every_resource_knows_the_document_around_it() -> None:
    schema = {"$id": "https://example.com/a/", "not": {"$id": "b/", "not": {"$id": "c"}}}
    assert {resource.document for resource in resources_in(schema, BASE, LATEST)} == {
        "https://example.com/a/"
    }


@pytest.mark.parametrize("keyword", ["const", "enum", "default", "examples", "x-a", "unknown"])
def test_a_value_holds_no_resource_and_no_anchor(keyword: str) -> None:
    [only] = resources_in({keyword: [{"$id": "a", "$anchor": "b"}]}, BASE, LATEST)
    assert only.anchors == {}


ANCHORS = [
    (Draft.DRAFT_2020_12, {"$anchor": "a"}, {"a"}, set()),
    (Draft.DRAFT_2020_12, {"$dynamicAnchor": "a"}, {"a"}, {"a"}),
    (Draft.DRAFT_2020_12, {"$anchor": "a", "$dynamicAnchor": "b"}, {"a", "b"}, {"b"}),
    (Draft.DRAFT_2019_09, {"$anchor": "a", "$dynamicAnchor": "b"}, {"a"}, set()),
    (Draft.DRAFT_7, {"$anchor": "a"}, set(), set()),
    (Draft.DRAFT_7, {"$id": "#a"}, {"a"}, set()),
    (Draft.DRAFT_7, {"$id": "#/properties/a"}, set(), set()),
    (Draft.DRAFT_4, {"id": "#a"}, {"a"}, set()),
    (Draft.DRAFT_4, {"$id": "#a"}, set(), set()),
    (Draft.DRAFT_2020_12, {"$anchor": 3}, set(), set()),
]


@pytest.mark.parametrize(("draft", "schema", "anchors", "dynamic"), ANCHORS)
def test_a_place_is_named_as_its_draft_has_it(
    draft: Draft, schema: Any, anchors: set[str], dynamic: set[str]
) -> None:
    [only] = resources_in({"properties": {"p": schema}}, BASE, draft)
    assert (set(only.anchors), only.dynamic) == (anchors, dynamic)


def test_a_name_is_given_once_in_each_resource() -> None:
    schema = {"$anchor": "a", "$defs": {"x": {"$id": "x", "$anchor": "a"}}}
    assert [set(resource.anchors) for resource in resources_in(schema, BASE, LATEST)] == [{"a"}, {"a"}]
    with pytest.raises(MalformedSchema) as caught:
        resources_in({"$anchor": "a", "$defs": {"x": {"$anchor": "a"}}}, BASE, LATEST)
    assert caught.value.pointer == "/$defs/x/$anchor"


IDENTIFIERS = [
    (LATEST, {"$id": "a"}, "a"),
    (LATEST, {"$id": "a#"}, "a"),
    (LATEST, {"$id": "#"}, ""),
    (LATEST, {"$id": ""}, ""),
    (LATEST, {"$id": 3}, ""),
    (LATEST, {"id": "a"}, ""),
    (LATEST, {"$id": "a", "$ref": "b"}, "a"),
    (LATEST, True, ""),
    (Draft.DRAFT_7, {"$id": "a", "$ref": "b"}, ""),
    (Draft.DRAFT_7, {"$id": "#a"}, ""),
    (Draft.DRAFT_4, {"id": "a"}, "a"),
    (Draft.DRAFT_4, {"$id": "a"}, ""),
]


@pytest.mark.parametrize(("draft", "schema", "own"), IDENTIFIERS)
def test_an_identifier_is_read_as_its_draft_has_it(draft: Draft, schema: Any, own: str) -> None:
    assert identifier(schema, draft) == own


REFERENCES = {"$ref": "#a", "$dynamicRef": "#b", "$recursiveRef": "#c"}


@pytest.mark.parametrize(
    ("draft", "known"),
    [
        (Draft.DRAFT_4, {"$ref": "#a"}),
        (Draft.DRAFT_7, {"$ref": "#a"}),
        (Draft.DRAFT_2019_09, {"$ref": "#a", "$recursiveRef": "#"}),
        (Draft.DRAFT_2020_12, {"$ref": "#a", "$dynamicRef": "#b"}),
    ],
)
def test_a_reference_is_one_that_its_draft_knows(draft: Draft, known: dict[str, str]) -> None:
    assert dict(references(node(REFERENCES, draft))) == known


@pytest.mark.parametrize("schema", [True, {}, {"$ref": 3}, {"$ref": {"type": "string"}}, {"$ref": None}])
def test_what_is_no_text_is_no_reference(schema: Any) -> None:
    assert dict(references(node(schema))) == {}


def test_an_address_is_written_as_a_reference() -> None:
    assert node(True).reference == BASE
    assert Node(BASE, ("$defs", "a/b c", 0), True, LATEST).reference == f"{BASE}#/$defs/a~1b%20c/0"
