"""The regular expressions of a schema: where they stand, which engine takes them, and how foreign ones are tamed."""

from typing import Any

import pytest

from gonogo import Gauge, Go
from gonogo.gauge.compiled import Recipe
from gonogo.schema.canonical import canonical
from gonogo.schema.dialect import Draft
from gonogo.schema.engine import Patterns
from gonogo.schema.errors import RefusedPattern
from gonogo.schema.patterns import Tamed, engine_for, patterns_in, tame
from gonogo.schema.reach import reached
from gonogo.schema.refs import Bundle

HERE = "https://example.com/root"
THERE = "https://example.com/there"
LATEST = Draft.DRAFT_2020_12

LOOKS_AROUND = "^(?!x)"
NOBODY_TAKES = r"\Aa(?P<name>b)\Z"
"""A pattern of Python's, which ECMAScript does not know."""


@pytest.mark.parametrize(
    ("text", "patterns"),
    [
        ("^a+$", Patterns.LINEAR),
        ("", Patterns.LINEAR),
        (r"\p{L}", Patterns.LINEAR),
        (LOOKS_AROUND, Patterns.BACKTRACKING),
        (r"(a)\1", Patterns.BACKTRACKING),
        ("(", None),
        (NOBODY_TAKES, None),
    ],
)
def test_the_cheapest_engine_is_chosen(text: str, patterns: Patterns | None) -> None:
    assert engine_for(text) is patterns


def found(schema: Any, draft: Draft = LATEST) -> list[tuple[tuple[str | int, ...], str]]:
    return [(pattern.path, pattern.text) for pattern in patterns_in(schema, draft)]


def test_patterns_are_found_in_document_order_names_among_them() -> None:
    schema = {
        "pattern": "a",
        "patternProperties": {"b": {"pattern": "c"}, "d": True},
        "allOf": [{"items": {"pattern": "e"}}],
    }
    assert found(schema) == [
        (("pattern",), "a"),
        (("patternProperties", "b"), "b"),
        (("patternProperties", "d"), "d"),
        (("patternProperties", "b", "pattern"), "c"),
        (("allOf", 0, "items", "pattern"), "e"),
    ]


@pytest.mark.parametrize("keyword", ["const", "enum", "default", "examples", "x-a", "unknown"])
def test_what_looks_like_a_pattern_in_a_value_is_none(keyword: str) -> None:
    assert found({keyword: {"pattern": "a", "patternProperties": {"b": True}}}) == []


@pytest.mark.parametrize("name", ["pattern", "patternProperties"])
def test_a_property_called_pattern_is_a_property(name: str) -> None:
    assert found({"properties": {name: {"pattern": "a"}}}) == [(("properties", name, "pattern"), "a")]


@pytest.mark.parametrize("value", [3, None, ["a"], {"type": "string"}])
def test_a_pattern_that_is_no_text_is_passed_over(value: Any) -> None:
    assert found({"pattern": value}) == []


def test_patterns_of_an_embedded_resource_stand_where_its_own_draft_has_them() -> None:
    old = {"$schema": Draft.DRAFT_7.uri, "$id": "https://example.com/old", "items": [{"pattern": "a"}]}
    assert found({"not": old}) == [(("not", "items", 0, "pattern"), "a")]


def tamed(schema: Any, documents: dict[str, Any] | None = None) -> Tamed:
    bundle = Bundle({"$id": HERE, **schema}, documents)
    return tame(bundle, reached(bundle))


def root(result: Tamed) -> Any:
    document = result.documents[HERE]
    assert isinstance(document, dict)
    return {keyword: value for keyword, value in document.items() if keyword != "$id"}


DROPPED: dict[str, tuple[Any, Any, tuple[str, ...]]] = {
    "a pattern": (
        {"properties": {"a": {"type": "string", "pattern": "("}}},
        {"properties": {"a": {"type": "string"}}},
        ("/properties/a/pattern",),
    ),
    "a name": (
        {"patternProperties": {"(": {"type": "string"}}},
        {"patternProperties": {"": True}},
        ("/patternProperties/(",),
    ),
    "a name beside others": (
        {"patternProperties": {"^a": False, "(": False}, "additionalProperties": False},
        {"patternProperties": {"^a": False, "": True}, "additionalProperties": False},
        ("/patternProperties/(",),
    ),
    "a name beside one that covers everything": (
        {"patternProperties": {"": {"type": "string"}, "(": False}},
        {"patternProperties": {"": {"type": "string"}}},
        ("/patternProperties/(",),
    ),
    "a pattern below a property called not": (
        {"properties": {"not": {"pattern": "("}, "if": {"properties": {"oneOf": {"pattern": "("}}}}},
        {"properties": {"not": {}, "if": {"properties": {"oneOf": {}}}}},
        ("/properties/not/pattern", "/properties/if/properties/oneOf/pattern"),
    ),
    "a pattern in then and else": (
        {"if": {"required": ["a"]}, "then": {"pattern": "("}, "else": {"pattern": "("}},
        {"if": {"required": ["a"]}, "then": {}, "else": {}},
        ("/then/pattern", "/else/pattern"),
    ),
    "a pattern in a definition that nothing uses": (
        {"$defs": {"a": {"not": {"pattern": "("}}}},
        {"$defs": {"a": {"not": {}}}},
        ("/$defs/a/not/pattern",),
    ),
    "a pattern behind an unknown keyword": (
        {"$ref": "#/x-a", "x-a": {"pattern": "("}},
        {"$ref": "#/x-a", "x-a": {}},
        ("/x-a/pattern",),
    ),
    "what looks like one in a value stays": (
        {"const": {"pattern": "("}, "properties": {"pattern": {"default": {"pattern": "("}}}},
        {"const": {"pattern": "("}, "properties": {"pattern": {"default": {"pattern": "("}}}},
        (),
    ),
}


@pytest.mark.parametrize(("schema", "kept", "places"), DROPPED.values(), ids=DROPPED)
def test_a_pattern_that_no_engine_takes_is_dropped_and_told(
    schema: Any, kept: Any, places: tuple[str, ...]
) -> None:
    result = tamed(schema)
    assert (root(result), set(result.dropped)) == (kept, set(places))


def test_nothing_that_was_given_is_changed() -> None:
    schema = {"patternProperties": {"(": {"pattern": "("}}}
    before = canonical(schema)
    tamed(schema)
    assert canonical(schema) == before


def test_a_pattern_in_another_document_is_told_with_its_uri() -> None:
    result = tamed({"$ref": THERE}, {THERE: {"properties": {"a b": {"pattern": "("}}}})
    assert result.dropped == (f"{THERE}#/properties/a%20b/pattern",)
    assert result.documents[THERE] == {"properties": {"a b": {}}}


def test_a_document_under_two_uris_is_tamed_under_both() -> None:
    file = "https://files.example/there.json"
    result = tamed({"$ref": file}, {file: {"$id": THERE, "pattern": "("}})
    assert result.documents[file] == result.documents[THERE] == {"$id": THERE}


CONTRARY: dict[str, Any] = {
    "under not": {"not": {"pattern": "("}},
    "deep under not": {"not": {"properties": {"a": {"items": {"pattern": "("}}}}},
    "in an if": {"if": {"pattern": "("}, "then": False},
    "in a oneOf": {"oneOf": [{"pattern": "("}, True]},
    "in a contains that is counted": {"contains": {"pattern": "("}, "maxContains": 1},
    "a name under not": {"not": {"patternProperties": {"(": False}}},
    "where a reference from a not leads": {"not": {"$ref": "#/$defs/a"}, "$defs": {"a": {"pattern": "("}}},
    "where both ways lead": {"allOf": [{"$ref": "#/$defs/a"}], "not": {"$ref": "#/$defs/a"}, "$defs": {"a": {"pattern": "("}}},
    "where a reference out of the document leads": {"not": {"$ref": THERE}},
}  # fmt: skip


@pytest.mark.parametrize("schema", CONTRARY.values(), ids=CONTRARY)
def test_where_dropping_could_refuse_more_the_schema_is_refused(schema: Any) -> None:
    with pytest.raises(RefusedPattern) as caught:
        tamed(schema, {THERE: {"pattern": "("}})
    assert caught.value.pointer.endswith(("/pattern", "/patternProperties/("))


def test_a_contains_that_is_not_counted_is_no_such_place() -> None:
    assert tamed({"contains": {"pattern": "("}, "minContains": 0}).dropped == ("/contains/pattern",)


def test_what_needs_the_backtracking_engine_is_named_once() -> None:
    schema = {
        "properties": {"a": {"pattern": LOOKS_AROUND}, "b": {"pattern": LOOKS_AROUND}, "c": {"pattern": "^c"}}
    }
    result = tamed(schema)
    assert (result.backtracking, result.dropped) == ((LOOKS_AROUND,), ())
    assert root(result) == schema


EVERYWHERE: dict[str, tuple[Any, dict[str, Any]]] = {
    "under not": ({"not": {"pattern": LOOKS_AROUND}}, {}),
    "behind an unknown keyword": ({"$ref": "#/x-a", "x-a": {"pattern": LOOKS_AROUND}}, {}),
    "in another document": ({"$ref": THERE}, {THERE: {"patternProperties": {LOOKS_AROUND: True}}}),
    "in an older draft": ({"$ref": THERE}, {THERE: {"$schema": Draft.DRAFT_7.uri, "items": [{"pattern": LOOKS_AROUND}]}}),
    "embedded in an older draft": ({"not": {"$schema": Draft.DRAFT_7.uri, "$id": THERE, "items": [{"pattern": LOOKS_AROUND}]}}, {}),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "documents"), EVERYWHERE.values(), ids=EVERYWHERE)
def test_no_pattern_that_can_give_up_is_overlooked(schema: Any, documents: dict[str, Any]) -> None:
    assert tamed(schema, documents).backtracking == (LOOKS_AROUND,)


IMPORTED: list[tuple[Any, Any]] = [
    ({"properties": {"a": {"pattern": "("}}, "additionalProperties": False}, {"a": "anything"}),
    ({"patternProperties": {"(": {"type": "string"}}, "additionalProperties": False}, {"any": 1}),
    ({"allOf": [{"patternProperties": {"(": True}}], "unevaluatedProperties": False}, {"any": 1}),
    (
        {
            "$ref": "#/$defs/a",
            "$defs": {"a": {"patternProperties": {"(": True}}},
            "unevaluatedProperties": False,
        },
        {"any": 1},
    ),
    ({"propertyNames": {"pattern": "("}}, {"any": 1}),
]


@pytest.mark.parametrize(("schema", "value"), IMPORTED)
def test_without_its_pattern_a_schema_refuses_nothing_new(schema: Any, value: Any) -> None:
    gauge = Gauge(schema, Recipe(imported=True))
    assert isinstance(gauge.check(value), Go)
    assert len(gauge.dropped) == 1


@pytest.mark.parametrize("pattern", [LOOKS_AROUND, "(", NOBODY_TAKES])
def test_a_contract_of_our_own_is_refused_instead(pattern: str) -> None:
    with pytest.raises(RefusedPattern) as caught:
        Gauge({"properties": {"a": {"pattern": pattern}}})
    assert caught.value.pointer == "/properties/a/pattern"


def test_an_imported_schema_with_a_base_of_its_own_compiles() -> None:
    recipe = Recipe(imported=True, base_uri="https://files.example/tool.json")
    gauge = Gauge(
        {"$id": HERE, "allOf": [{"pattern": LOOKS_AROUND}, {"$ref": "#/$defs/a"}], "$defs": {"a": True}},
        recipe,
    )
    assert (bool(gauge.check("y")), bool(gauge.check("xy"))) == (True, False)
