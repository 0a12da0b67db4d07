"""What a document needs, and the one document that holds it all."""

from typing import Any

import pytest

from gonogo.schema.canonical import canonical
from gonogo.schema.dialect import Draft
from gonogo.schema.engine import Options, compile_schema, registry_of
from gonogo.schema.errors import UnresolvedReference
from gonogo.schema.reach import bundled, reached, schemas
from gonogo.schema.refs import Bundle

HERE = "https://example.com/root"
TEXT = {"type": "string"}


def at(name: str) -> str:
    return f"https://example.com/{name}"


def test_only_what_is_needed_is_reached_the_root_first() -> None:
    documents: dict[str, Any] = {at("a"): {"$ref": "b"}, at("b"): TEXT, at("c"): TEXT}
    bundle = Bundle({"$id": HERE, "$defs": {"unused": {"$ref": "a"}}}, documents)
    assert list(reached(bundle)) == [HERE, at("a"), at("b")]


def test_a_document_that_is_reached_behind_an_unknown_keyword_is_reached() -> None:
    bundle = Bundle({"$id": HERE, "$ref": "#/x-a", "x-a": {"not": {"$ref": "a"}}}, {at("a"): TEXT})
    assert set(reached(bundle)) == {HERE, at("a")}


def test_what_looks_like_a_reference_in_a_value_reaches_nothing() -> None:
    bundle = Bundle({"$id": HERE, "const": {"$ref": "a"}, "x-a": {"$ref": "a"}}, {at("a"): TEXT})
    assert set(reached(bundle)) == {HERE}


def test_a_document_stands_under_its_own_uri_and_under_the_one_that_is_used() -> None:
    schema = {"$id": HERE, "$ref": "https://files.example/a.json"}
    bundle = Bundle(schema, {"https://files.example/a.json": {"$id": at("a"), **TEXT}})
    assert set(reached(bundle)) == {HERE, at("a"), "https://files.example/a.json"}


def test_a_relative_identifier_is_written_out() -> None:
    bundle = Bundle({"$id": HERE, "$ref": "files/a"}, {at("files/a"): {"$id": "../b", **TEXT}})
    assert reached(bundle)[at("b")] == {"$id": at("b"), **TEXT}


def test_a_dialect_that_means_nothing_is_left_out() -> None:
    old = {"$schema": Draft.DRAFT_7.uri}
    schema = {
        "$id": HERE,
        "allOf": [True, {**old, **TEXT}],
        "properties": {"$schema": {**old, **TEXT}, "kept": {**old, "$id": "kept", "items": [old]}},
        "const": old,
    }
    assert reached(Bundle(schema))[HERE] == {
        "$id": HERE,
        "allOf": [True, TEXT],
        "properties": {"$schema": TEXT, "kept": {**old, "$id": "kept", "items": [old]}},
        "const": old,
    }


def test_it_is_left_out_of_an_embedded_document_under_another_uri_too() -> None:
    outer = {"$defs": {"x": {"$id": at("inner"), "not": {"$schema": Draft.DRAFT_7.uri}}}}
    alias = {"$id": at("inner"), "not": {"$schema": Draft.DRAFT_7.uri}}
    bundle = Bundle(
        {"$id": HERE, "allOf": [{"$ref": "outer"}, {"$ref": "file"}]}, {at("outer"): outer, at("file"): alias}
    )
    assert reached(bundle)[at("file")] == {"$id": at("inner"), "not": {}}


def test_a_meta_schema_of_ones_own_is_needed() -> None:
    meta = {
        "$schema": Draft.DRAFT_2020_12.uri,
        "$id": at("meta"),
        "allOf": [{"$ref": Draft.DRAFT_2020_12.uri}],
    }
    bundle = Bundle({"$id": HERE, "$schema": at("meta")}, {at("meta"): meta})
    assert at("meta") in reached(bundle)


def test_an_unresolved_reference_is_noticed_even_where_nothing_uses_it() -> None:
    bundle = Bundle({"$id": HERE, "$ref": "a"}, {at("a"): {"$defs": {"unused": {"$ref": "b"}}}})
    with pytest.raises(UnresolvedReference) as caught:
        reached(bundle)
    assert caught.value.pointer == at("a") + "#/$defs/unused/$ref"


def test_every_schema_is_met_once() -> None:
    schema = {"$id": HERE, "allOf": [{"$ref": "#"}, {"$ref": "a"}], "not": {"$ref": "a"}}
    bundle = Bundle(schema, {at("a"): {"items": {"$ref": "root"}}})
    met = [(node.uri, node.path) for node in schemas(bundle)]
    assert len(met) == len(set(met)) == 6


CASES: dict[str, tuple[Any, dict[str, Any], Any, Any]] = {
    "one document": ({"$ref": "a"}, {at("a"): TEXT}, "x", 1),
    "a chain": ({"$ref": "a"}, {at("a"): {"$ref": "dir/b"}, at("dir/b"): {"$ref": "c"}, at("dir/c"): TEXT}, "x", 1),
    "a pointer": ({"$ref": "a#/$defs/x"}, {at("a"): {"$defs": {"x": TEXT}}}, "x", 1),
    "an anchor": ({"$ref": "a#x"}, {at("a"): {"$defs": {"y": {"$anchor": "x", **TEXT}}}}, "x", 1),
    "a boolean": ({"properties": {"p": {"$ref": "never"}}}, {at("never"): False}, {}, {"p": 1}),
    "another URI than its own": ({"$ref": "file"}, {at("file"): {"$id": "own", **TEXT}}, "x", 1),
    "a relative identifier": ({"$ref": "x/a"}, {at("x/a"): {"$id": "y/b", "$ref": "c"}, at("x/y/c"): TEXT}, "x", 1),
    "a circle": ({"properties": {"p": {"$ref": "a"}}}, {at("a"): {"type": "object", "not": {"required": ["q"]}, "properties": {"p": {"$ref": "root"}}}}, {"p": {"p": {}}}, {"p": {"p": {"p": 1}}}),
    "another draft": ({"$ref": "old"}, {at("old"): {"$schema": Draft.DRAFT_7.uri, "items": [TEXT]}}, ["x"], [1]),
    "a name that is taken": ({"$ref": "a", "$defs": {at("a"): True}}, {at("a"): TEXT}, "x", 1),
    "a meta-schema": ({"$ref": Draft.DRAFT_2020_12.uri}, {}, {"type": "string"}, {"type": "txt"}),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "documents", "good", "bad"), CASES.values(), ids=CASES)
def test_a_bundled_document_needs_nothing_and_judges_the_same(
    schema: Any, documents: dict[str, Any], good: Any, bad: Any
) -> None:
    bundle = Bundle({"$id": HERE, **schema}, documents)
    apart = Options(registry=registry_of(reached(bundle), bundle.draft))
    for judge in (compile_schema(bundle.root.schema, apart), compile_schema(bundled(bundle), Options())):
        assert (judge.is_valid(good), judge.is_valid(bad)) == (True, False)


def test_a_document_that_needs_nothing_is_bundled_as_it_is() -> None:
    schema = {"$id": HERE, "type": "string"}
    assert bundled(Bundle(schema)) is schema


def test_bundling_changes_nothing_that_was_given() -> None:
    schema = {"$id": HERE, "$ref": "a", "$defs": {"x": {}}}
    documents = {at("a"): {"$ref": "b"}, at("b"): TEXT}
    before = canonical([schema, documents])
    bundled(Bundle(schema, documents))
    assert canonical([schema, documents]) == before


def test_the_order_in_which_documents_are_given_does_not_matter() -> None:
    documents: list[tuple[str, Any]] = [(at("a"), {"$ref": "b"}), (at("b"), TEXT), (at("c"), True)]
    schema = {"$id": HERE, "$ref": "a", "not": {"not": {"$ref": "c"}}}
    forth, back = (bundled(Bundle(schema, dict(each))) for each in (documents, documents[::-1]))
    assert canonical(forth) == canonical(back)


@pytest.mark.parametrize("draft", [Draft.DRAFT_6, Draft.DRAFT_7])
def test_older_drafts_keep_documents_under_definitions(draft: Draft) -> None:
    bundle = Bundle({"$schema": draft.uri, "$id": HERE, "allOf": [{"$ref": "a"}]}, {at("a"): TEXT})
    whole = bundled(bundle)
    assert isinstance(whole, dict)
    assert whole["definitions"] == {at("a"): {"$id": at("a"), **TEXT}}
