"""The canonical form and the digest. Every folder below `tests/cases/schema/canonical` is a text and its one form."""

import json
import struct
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gonogo import Gauge
from gonogo.gauge.compiled import Recipe
from gonogo.schema.canonical import UNDIGESTED, canonical, digest, without_annotations
from gonogo.schema.dialect import Draft
from gonogo.schema.limits import Limits
from gonogo.schema.numbers import SAFE_INTEGER
from gonogo.schema.text import parse

CASES = Path(__file__).parent.parent / "cases" / "schema" / "canonical"
FOLDERS = [pytest.param(folder, id=folder.name) for folder in sorted(CASES.iterdir())]
LATEST = Draft.DRAFT_2020_12

NUMBERS = [  # RFC 8785, appendix B: the bits of a double, and its text
    ("0000000000000000", "0"),
    ("8000000000000000", "0"),
    ("0000000000000001", "5e-324"),
    ("8000000000000001", "-5e-324"),
    ("7fefffffffffffff", "1.7976931348623157e+308"),
    ("ffefffffffffffff", "-1.7976931348623157e+308"),
    ("4340000000000000", "9007199254740992"),
    ("c340000000000000", "-9007199254740992"),
    ("4430000000000000", "295147905179352830000"),
    ("44b52d02c7e14af5", "9.999999999999997e+22"),
    ("44b52d02c7e14af6", "1e+23"),
    ("44b52d02c7e14af7", "1.0000000000000001e+23"),
    ("444b1ae4d6e2ef4e", "999999999999999700000"),
    ("444b1ae4d6e2ef4f", "999999999999999900000"),
    ("444b1ae4d6e2ef50", "1e+21"),
    ("3eb0c6f7a0b5ed8c", "9.999999999999997e-7"),
    ("3eb0c6f7a0b5ed8d", "0.000001"),
    ("41b3de4355555553", "333333333.3333332"),
    ("41b3de4355555554", "333333333.33333325"),
    ("41b3de4355555555", "333333333.3333333"),
    ("41b3de4355555556", "333333333.3333334"),
    ("41b3de4355555557", "333333333.33333343"),
    ("becbf647612f3696", "-0.0000033333333333333333"),
    ("43143ff3c1cb0959", "1424953923781206.2"),
]

numbers = st.floats(allow_nan=False, allow_infinity=False).filter(lambda x: not SAFE_INTEGER <= abs(x) < 1e21)
"""Without the doubles that are written with the digits of another integer: RFC 8785 has it so."""

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | numbers
    | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
)


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_text_has_one_canonical_form(folder: Path) -> None:
    value = parse((folder / "input.json").read_bytes(), Limits())
    assert canonical(value) == (folder / "canonical.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_canonical_form_is_its_own(folder: Path) -> None:
    text = (folder / "canonical.json").read_text(encoding="utf-8")
    assert canonical(parse(text, Limits())) == text


@pytest.mark.parametrize(("bits", "text"), NUMBERS)
def test_a_double_is_written_as_ecmascript_writes_it(bits: str, text: str) -> None:
    [number] = struct.unpack(">d", bytes.fromhex(bits))
    assert canonical(number) == text


def test_a_large_integer_keeps_every_digit() -> None:
    assert canonical(2**63 - 1) == "9223372036854775807"
    assert canonical(10**300) == "1" + "0" * 300


def test_true_is_not_1() -> None:
    assert canonical([True, 1, 1.0, False, 0]) == "[true,1,1,false,0]"


def test_names_are_in_the_order_of_utf_16() -> None:
    """U+1F600 is written with surrogates, which come before U+FB33."""
    assert (
        canonical({"\ufb33": 1, "\U0001f600": 2, "": 3, "a": 4, "aa": 5})
        == '{"":3,"a":4,"aa":5,"😀":2,"\ufb33":1}'
    )


@given(values)
def test_the_canonical_form_is_json_of_the_same_value(value: Any) -> None:
    assert json.loads(canonical(value)) == value


@given(values)
def test_the_canonical_form_of_the_canonical_form_is_the_same(value: Any) -> None:
    text = canonical(value)
    assert canonical(parse(text, Limits())) == text


SCHEMA: dict[str, Any] = {
    "title": "A refund",
    "description": "Gives money bak.",
    "type": "object",
    "properties": {
        "amount": {"type": "number", "minimum": 0, "examples": [5], "description": "How much."},
        "description": {"type": "string", "default": "none"},
        "default": {"$comment": "A property of that name.", "type": "boolean"},
        "x-tool": {"type": "string"},
    },
    "required": ["amount"],
    "x-version": "1.0.0",
    "x-tool": {"title": "Refund"},
    "x-pii": ["/amount"],
}


def changed(path: tuple[str, ...], value: Any) -> dict[str, Any]:
    copy = json.loads(json.dumps(SCHEMA))
    place = copy
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return dict(copy)


UNNOTICED = {
    "a typo in a description": (("description",), "Gives money back."),
    "a title": (("title",), "Refund"),
    "a default inside": (("properties", "description", "default"), "nothing"),
    "an example inside": (("properties", "amount", "examples"), [7, 8]),
    "a comment": (("properties", "default", "$comment"), "Changed."),
    "a version": (("x-version",), "1.0.1"),
    "what the tool is called": (("x-tool", "title"), "Another"),
    "a flag": (("properties", "amount", "deprecated"), True),
    "a number spelled otherwise": (("properties", "amount", "minimum"), 0.0),
}

NOTICED = {
    "a bound": (("properties", "amount", "minimum"), 1),
    "a property called description": (("properties", "description"), {"type": "integer"}),
    "a property called default": (("properties", "default", "type"), "string"),
    "a property called like a word of ours": (("properties", "x-tool", "type"), "integer"),
    "another word of ours": (("x-pii",), []),
    "an unknown keyword": (("x-anything",), 1),
    "an identifier": (("$id",), "https://example.com/refund"),
    "an order that means something": (("required",), ["amount", "default"]),
}


@pytest.mark.parametrize(("path", "value"), UNNOTICED.values(), ids=UNNOTICED)
def test_a_digest_does_not_notice(path: tuple[str, ...], value: Any) -> None:
    assert digest(changed(path, value), LATEST) == digest(SCHEMA, LATEST)


@pytest.mark.parametrize(("path", "value"), NOTICED.values(), ids=NOTICED)
def test_a_digest_notices(path: tuple[str, ...], value: Any) -> None:
    assert digest(changed(path, value), LATEST) != digest(SCHEMA, LATEST)


def test_a_digest_is_sha256_of_the_canonical_text() -> None:
    told = "sha256:00404e686415370f1711c4d7acfa2905444d3cf23cef2e10c47d445ebe690f96"  # of {"type":"string"}
    assert digest({"type": "string", "title": "A text"}, LATEST) == told


@pytest.mark.parametrize("keyword", ["const", "enum", "x-anything", "unknown"])
def test_what_stands_inside_a_value_is_kept(keyword: str) -> None:
    value = [{"title": "kept", "default": {"description": "kept"}}]
    assert without_annotations({keyword: value, "title": "gone"}, LATEST) == {keyword: value}


@pytest.mark.parametrize("word", sorted(UNDIGESTED))
def test_a_property_called_like_an_annotation_is_kept(word: str) -> None:
    schema = {"properties": {word: {word: "gone", "type": "string"}}, "required": [word]}
    kept = {"properties": {word: {"type": "string"}}, "required": [word]}
    assert without_annotations(schema, LATEST) == kept


def test_annotations_go_wherever_a_schema_stands() -> None:
    gone = {"title": "gone", "type": "string"}
    kept = {"type": "string"}
    schema = {"allOf": [gone, True], "not": gone, "prefixItems": [gone], "$defs": {"a": gone}, "items": False}
    bare = {"allOf": [kept, True], "not": kept, "prefixItems": [kept], "$defs": {"a": kept}, "items": False}
    assert without_annotations(schema, LATEST) == bare


def test_an_embedded_schema_is_digested_in_its_own_draft() -> None:
    old = {"$schema": Draft.DRAFT_7.uri, "$id": "https://example.com/old", "items": [{"title": "gone"}]}
    assert without_annotations({"not": old}, LATEST) == {"not": {**old, "items": [{}]}}


def test_nothing_that_was_given_is_changed() -> None:
    before = json.dumps(SCHEMA)
    digest(SCHEMA, LATEST)
    assert json.dumps(SCHEMA) == before


THERE = "https://example.com/common"


def digest_with(common: Any) -> str:
    gauge = Gauge(
        {"$id": "https://example.com/a", "$ref": "common#/$defs/x"}, Recipe(resources={THERE: common})
    )
    assert gauge.subject.digest is not None
    return gauge.subject.digest


def test_a_change_in_a_document_that_is_referred_to_changes_the_digest() -> None:
    first = {"$defs": {"x": {"type": "string", "description": "A text."}}}
    typo = {"$defs": {"x": {"type": "string", "description": "A tekst."}}}
    other = {"$defs": {"x": {"type": "integer", "description": "A text."}}}
    assert digest_with(first) == digest_with(typo) != digest_with(other)


def test_a_document_that_is_not_needed_does_not_change_the_digest() -> None:
    schema = {"$id": "https://example.com/a", "type": "string"}
    with_another = Gauge(schema, Recipe(resources={THERE: {"type": "string"}}))
    assert with_another.subject.digest == Gauge(schema).subject.digest


def test_what_a_gauge_has_done_does_not_change_its_digest() -> None:
    documents: dict[str, Any] = {
        THERE: {"$defs": {"x": {"$ref": "more"}}},
        "https://example.com/more": {"type": "string"},
    }
    schema = {"$id": "https://example.com/a", "$ref": "common#/$defs/x"}
    used = Gauge(schema, Recipe(resources=documents))
    used.check(3)
    used.read("[")
    assert used.subject.digest == Gauge(schema, Recipe(resources=documents)).subject.digest
