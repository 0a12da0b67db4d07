"""The drafts: how they are named, and what each of them knows."""

from typing import Any

import pytest

from gonogo import Gauge, NoGo
from gonogo.schema.dialect import APPLICATORS, FOREIGN, Draft, draft_named, draft_of, embedded_draft
from gonogo.schema.errors import UnknownDialect

CUSTOM = "https://example.com/meta"


@pytest.mark.parametrize("draft", Draft)
@pytest.mark.parametrize("tail", ["", "#"])
def test_a_draft_is_known_by_its_uri_with_or_without_an_empty_fragment(draft: Draft, tail: str) -> None:
    assert draft_named(draft.uri.rstrip("#") + tail) is draft


@pytest.mark.parametrize(
    "uri", ["", "http://json-schema.org/schema#", "http://json-schema.org/draft-03/schema#", CUSTOM]
)
def test_other_uris_name_no_draft(uri: str) -> None:
    assert draft_named(uri) is None


@pytest.mark.parametrize("draft", Draft)
def test_a_schema_without_a_dialect_is_of_the_default_draft(draft: Draft) -> None:
    assert draft_of({"type": "object"}, default=draft) is draft
    assert draft_of(True, default=draft) is draft


@pytest.mark.parametrize("draft", Draft)
def test_a_schema_says_its_draft(draft: Draft) -> None:
    assert draft_of({"$schema": draft.uri}) is draft


def test_a_meta_schema_of_ones_own_is_followed_to_its_draft() -> None:
    resources: dict[str, Any] = {
        CUSTOM: {"$schema": CUSTOM + "/base#"},
        CUSTOM + "/base": {"$schema": Draft.DRAFT_7.uri},
    }
    assert draft_of({"$schema": CUSTOM + "#"}, resources) is Draft.DRAFT_7


@pytest.mark.parametrize(
    "named",
    [CUSTOM, "http://json-schema.org/draft-03/schema#", "", 7, None, ["https://json-schema.org/draft/2020-12/schema"]],
)  # fmt: skip
def test_an_unknown_dialect_is_an_error_with_its_place(named: Any) -> None:
    with pytest.raises(UnknownDialect) as caught:
        draft_of({"$schema": named})
    assert caught.value.pointer == "/$schema"


def test_meta_schemas_in_a_circle_are_an_unknown_dialect() -> None:
    resources: dict[str, Any] = {
        CUSTOM: {"$schema": CUSTOM + "/b"},
        CUSTOM + "/b": {"$schema": CUSTOM},
    }
    with pytest.raises(UnknownDialect):
        draft_of({"$schema": CUSTOM}, resources)


@pytest.mark.parametrize("draft", Draft)
def test_an_embedded_schema_names_its_draft_beside_its_identifier(draft: Draft) -> None:
    schema = {"$schema": draft.uri, draft.id_keyword: "https://example.com/a"}
    assert embedded_draft(schema, Draft.DRAFT_2020_12) is draft


@pytest.mark.parametrize(
    "schema",
    [
        True,
        {"$schema": Draft.DRAFT_7.uri},
        {"$schema": Draft.DRAFT_4.uri, "$id": "https://example.com/a"},
        {"$schema": CUSTOM, "$id": "https://example.com/a"},
        {"$id": "https://example.com/a"},
    ],
)
def test_any_other_embedded_schema_is_of_the_draft_around_it(schema: Any) -> None:
    assert embedded_draft(schema, Draft.DRAFT_2019_09) is Draft.DRAFT_2019_09


KNOWN_FROM = {
    "allOf": Draft.DRAFT_4,
    "dependencies": Draft.DRAFT_4,
    "contains": Draft.DRAFT_6,
    "propertyNames": Draft.DRAFT_6,
    "if": Draft.DRAFT_7,
    "dependentSchemas": Draft.DRAFT_2019_09,
    "unevaluatedItems": Draft.DRAFT_2019_09,
    "prefixItems": Draft.DRAFT_2020_12,
}


@pytest.mark.parametrize(("keyword", "since"), KNOWN_FROM.items())
@pytest.mark.parametrize("draft", Draft)
def test_an_applicator_is_known_from_its_draft_on(keyword: str, since: Draft, draft: Draft) -> None:
    assert (keyword in APPLICATORS[draft]) is (draft >= since)
    assert (keyword in FOREIGN[draft]) is (draft < since)


def test_additional_items_ended_with_2019() -> None:
    assert [draft for draft in Draft if "additionalItems" in FOREIGN[draft]] == [Draft.DRAFT_2020_12]


def test_each_kind_of_dynamic_reference_belongs_to_one_draft() -> None:
    assert [draft for draft in Draft if "$recursiveRef" not in FOREIGN[draft]] == [Draft.DRAFT_2019_09]
    assert [draft for draft in Draft if "$dynamicRef" not in FOREIGN[draft]] == [Draft.DRAFT_2020_12]


@pytest.mark.parametrize("draft", Draft)
def test_no_keyword_is_both_known_and_foreign(draft: Draft) -> None:
    assert FOREIGN[draft].isdisjoint(APPLICATORS[draft])
    assert FOREIGN[draft].isdisjoint({"type", "enum", "$ref", "properties", "items", "required"})


WOULD_REFUSE = {
    "const": 1,
    "contains": False,
    "propertyNames": False,
    "if": True,
    "then": False,
    "dependentSchemas": {"a": False},
    "dependentRequired": {"a": ["z"]},
    "prefixItems": [False],
    "unevaluatedProperties": False,
    "unevaluatedItems": False,
    "additionalItems": False,
    "$dynamicRef": "#/nowhere",
    "$recursiveRef": "#",
}
"""Keywords that not every draft knows, each refusing the values below."""


@pytest.mark.parametrize("draft", Draft)
@pytest.mark.parametrize("value", [{"a": 1}, ["a"]], ids=["object", "list"])
def test_a_foreign_keyword_decides_nothing_and_explains_nothing(draft: Draft, value: Any) -> None:
    foreign = {word: WOULD_REFUSE[word] for word in FOREIGN[draft] & WOULD_REFUSE.keys()}
    assert Gauge({"$schema": draft.uri, **foreign}).check(value)
    verdict = Gauge({"$schema": draft.uri, **foreign, "type": "string"}).check(value)
    assert isinstance(verdict, NoGo)
    assert [issue.code for issue in verdict.problem.issues] == ["type"]
