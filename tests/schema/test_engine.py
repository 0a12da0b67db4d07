"""The engine behind its door: linear, with every standard format asserted, and with typed faults."""

from typing import Any

import pytest

from gonogo import Gauge
from gonogo.gauge.compiled import Recipe
from gonogo.schema.dialect import Draft
from gonogo.schema.engine import (
    Options,
    Patterns,
    admission,
    compile_schema,
    reaches_limit,
    registry_of,
    standard_document,
    takes,
)
from gonogo.schema.errors import (
    MalformedSchema,
    RefusedPattern,
    SchemaError,
    SchemaOverBudget,
    UnknownDialect,
    UnresolvedReference,
)

FORMATS = {
    "date-time": ("2026-11-30T09:00:00.5+01:00", "2026-13-45T99:00:00Z"),
    "date": ("2028-02-29", "2026-02-29"),
    "time": ("23:59:60Z", "24:00:00Z"),
    "duration": ("P1Y2M3DT4H5M6S", "P1S"),
    "email": ("ann@example.com", "ann"),
    "idn-email": ("실례@실례.테스트", "2962"),
    "hostname": ("a-b.example", "-a.example"),
    "idn-hostname": ("실례.테스트", "〮실례.테스트"),
    "ipv4": ("192.0.2.1", "192.0.2.256"),
    "ipv6": ("2001:db8::1", "2001:db8:::1"),
    "uri": ("https://example.com/a?b#c", "/a"),
    "uri-reference": ("/a", "\\\\host\\share"),
    "iri": ("https://example.com/é", "/é"),
    "iri-reference": ("/é", "\\\\höst"),
    "uuid": ("2eb8aa08-aa98-11ea-b4aa-73b441d16380", "2eb8aa08aa9811eab4aa73b441d16380"),
    "uri-template": ("https://example.com/{term:1}", "https://example.com/{term:1"),
    "json-pointer": ("/a~1b", "/a~b"),
    "relative-json-pointer": ("1/a", "/a"),
    "regex": ("^a+$", "a("),
}
"""Every format of draft 2020-12 (validation, section 7.3), with a text that conforms and one that does not."""


@pytest.mark.parametrize("name", FORMATS)
def test_a_standard_format_decides(name: str) -> None:
    good, bad = FORMATS[name]
    judge = compile_schema({"format": name}, Options())
    assert (judge.is_valid(good), judge.is_valid(bad), judge.is_valid(3)) == (True, False, True)


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_as_an_annotation_never_fails(name: str) -> None:
    assert compile_schema({"format": name}, Options(formats=False)).is_valid(FORMATS[name][1])


@pytest.mark.parametrize("name", ["datetime", "int64", "password", "money", ""])
def test_an_unknown_format_is_an_annotation(name: str) -> None:
    assert compile_schema({"format": name}, Options()).is_valid("anything")


def test_a_format_of_ones_own_is_asked() -> None:
    options = Options(checkers={"even-length": lambda text: len(text) % 2 == 0})
    judge = compile_schema({"format": "even-length"}, options)
    assert (judge.is_valid("ab"), judge.is_valid("a")) == (True, False)


def meta(vocabulary: dict[str, bool]) -> Any:
    base = "https://json-schema.org/draft/2020-12/vocab/"
    words = {base + name: needed for name, needed in {"core": True, "applicator": True, **vocabulary}.items()}
    return {"$schema": Draft.DRAFT_2020_12.uri, "$id": "https://example.com/meta", "$vocabulary": words}


@pytest.mark.parametrize(
    ("vocabulary", "decides"),
    [
        ({"format-assertion": True}, True),
        ({"format-assertion": False}, True),
        ({"format-annotation": True}, False),
    ],
)
def test_a_meta_schema_may_ask_for_formats_to_decide(vocabulary: dict[str, bool], decides: bool) -> None:
    schema = {"$schema": "https://example.com/meta", "format": "ipv4"}
    gauge = Gauge(schema, Recipe(resources={"https://example.com/meta": meta(vocabulary)}, formats=False))
    assert bool(gauge.check("not an address")) is not decides


NUMBERS = [
    ({"type": "integer"}, 5.0, True),
    ({"type": "integer"}, 1e22, True),
    ({"type": "integer"}, 5.5, False),
    ({"type": "integer"}, True, False),
    ({"type": "number"}, True, False),
    ({"type": "boolean"}, 1, False),
    ({"const": 1}, True, False),
    ({"const": 1}, 1.0, True),
    ({"enum": [0]}, False, False),
    ({"const": 2**53}, 2**53 + 1, False),
    ({"const": 10**40}, 10**40 + 1, False),
    ({"maximum": 10**40}, 10**40, True),
    ({"maximum": 10**40}, 10**40 + 1, False),
    ({"multipleOf": 0.01}, 19.99, True),
    ({"uniqueItems": True}, [1, True, 0, False], True),
    ({"uniqueItems": True}, [1, 1.0], False),
]


@pytest.mark.parametrize(("schema", "value", "valid"), NUMBERS)
def test_numbers_are_judged_as_numbers(schema: Any, value: Any, valid: bool) -> None:
    assert compile_schema(schema, Options()).is_valid(value) is valid


@pytest.mark.parametrize("text", ["éé", "😀😀", "e\u0301", "\U0010ffff" * 2])
def test_a_length_is_counted_in_code_points(text: str) -> None:
    assert compile_schema({"maxLength": 2, "minLength": 2}, Options()).is_valid(text)
    assert not compile_schema({"maxLength": 1}, Options()).is_valid(text)


REFUSED = {
    "lookahead": "a(?=b)",
    "negative lookahead": "a(?!b)",
    "lookbehind": "(?<=a)b",
    "negative lookbehind": "(?<!a)b",
    "a back-reference": r"(a)\1",
}
BROKEN = {
    "an open group": "(",
    "an open class": "[a",
    "nothing to repeat": "*a",
    "a repeat that is too large": "(a{999}){999}",
}


@pytest.mark.parametrize("pattern", (REFUSED | BROKEN).values(), ids=REFUSED | BROKEN)
@pytest.mark.parametrize(
    ("place", "around"),
    [
        ("/properties/a~1b/pattern", lambda text: {"properties": {"a/b": {"pattern": text}}}),
        ("/$defs/a/pattern", lambda text: {"$ref": "#/$defs/a", "$defs": {"a": {"pattern": text}}}),
        ("/items/patternProperties/", lambda text: {"items": {"patternProperties": {text: True}}}),
    ],
    ids=["in a property", "behind a reference", "as a name"],
)
def test_a_pattern_that_is_not_linear_is_refused_with_its_place(
    pattern: str, place: str, around: Any
) -> None:
    with pytest.raises(RefusedPattern) as caught:
        compile_schema(around(pattern), Options())
    assert caught.value.pointer.startswith(place)


@pytest.mark.parametrize("pattern", REFUSED.values(), ids=REFUSED)
def test_the_backtracking_engine_takes_it(pattern: str) -> None:
    assert [takes(pattern, patterns) for patterns in Patterns] == [False, True]


@pytest.mark.parametrize("pattern", BROKEN.values(), ids=BROKEN)
def test_no_engine_takes_what_is_broken_or_unknown_to_it(pattern: str) -> None:
    assert [takes(pattern, patterns) for patterns in Patterns] == [False, False]


ECMA = [
    (r"^\d$", "٣", False),
    (r"^\w$", "é", False),
    (r"^\s$", "\u2003", True),
    (r"^\p{Letter}$", "é", True),
    (r"^\cA$", "\x01", True),
    (r"^a$", "a\n", False),
    (r"b", "abc", True),
    (r"^.$", "😀", True),
]


@pytest.mark.parametrize(("pattern", "text", "matches"), ECMA)
@pytest.mark.parametrize("patterns", Patterns)
def test_a_pattern_is_read_as_ecmascript(pattern: str, text: str, matches: bool, patterns: Patterns) -> None:
    assert compile_schema({"pattern": pattern}, Options(patterns=patterns)).is_valid(text) is matches


@pytest.mark.parametrize("pattern", ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "a*a*a*b$"])
def test_a_hostile_pattern_meets_a_long_text(pattern: str) -> None:
    judge = compile_schema({"pattern": pattern}, Options())
    assert not judge.is_valid("a" * 50_000 + "!")


HOSTILE = r"^((a|a)+)+\1b$"


def test_the_limit_of_backtracking_is_noticed() -> None:
    assert reaches_limit(HOSTILE, "a" * 40 + "!")
    assert not reaches_limit(HOSTILE, "aab")
    assert not reaches_limit(HOSTILE, "!")


LONG = "a" * 40 + "!"


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"pattern": HOSTILE}, LONG),
        ({"not": {"pattern": HOSTILE}}, LONG),
        ({"anyOf": [{"not": {"items": {"pattern": HOSTILE}}}, False]}, [LONG]),
        ({"patternProperties": {HOSTILE: False}}, {LONG: 1}),
        ({"propertyNames": {"not": {"pattern": HOSTILE}}}, {LONG: 1}),
    ],
    ids=["pattern", "not", "deeper", "as a name", "of a name"],
)
def test_where_the_limit_is_reached_the_answer_is_no_and_says_so(schema: Any, value: Any) -> None:
    verdict = Gauge(schema, Recipe(imported=True)).check(value)
    assert not verdict
    assert [issue.code for issue in verdict.problem.issues] == ["not_decided"]


def test_a_hundred_thousand_items_are_compared() -> None:
    judge = compile_schema({"uniqueItems": True}, Options())
    rows: list[Any] = [{"id": number, "name": str(number)} for number in range(100_000)]
    assert judge.is_valid(rows)
    assert not judge.is_valid([*rows, rows[0]])


FAULTS: dict[str, tuple[Any, type[SchemaError], str]] = {
    "a type that is none": ({"properties": {"a": {"type": "txt"}}}, MalformedSchema, "/properties/a/type"),
    "a list for an object": ({"properties": []}, MalformedSchema, "/properties"),
    "an empty allOf": ({"not": {"allOf": []}}, MalformedSchema, "/not/allOf"),
    "a number for a schema": ({"items": 3}, MalformedSchema, "/items"),
    "a bound that is text": ({"minLength": "3"}, MalformedSchema, "/minLength"),
    "a negative count": ({"minItems": -1}, MalformedSchema, "/minItems"),
    "a reference that is no text": ({"$ref": 3}, MalformedSchema, "/$ref"),
    "a malformed schema that is referred to": ({"$ref": "#/x-a", "x-a": {"type": "txt"}}, MalformedSchema, "/x-a/type"),
    "a document that is not at hand": ({"$ref": "https://example.com/no"}, UnresolvedReference, ""),
    "one whose name holds other words": ({"$ref": "https://example.com/meta-schema/Recursion limit"}, UnresolvedReference, ""),
    "a place that does not exist": ({"$ref": "#/no"}, UnresolvedReference, ""),
    "an anchor that does not exist": ({"$ref": "#no"}, UnresolvedReference, ""),
    "a path below a URN": ({"$id": "urn:a:b", "$ref": "c"}, UnresolvedReference, ""),
    "no URI": ({"$ref": "a b"}, UnresolvedReference, ""),
    "bytes that are not UTF-8": ({"$ref": "#/%FF"}, UnresolvedReference, ""),
    "no index": ({"$ref": "#/allOf/-", "allOf": [True]}, UnresolvedReference, ""),
    "an unknown dialect": ({"$schema": "https://example.com/unknown"}, UnknownDialect, ""),
    "what is no schema": ([], MalformedSchema, ""),
    "half a surrogate pair": ({"const": "\ud800"}, MalformedSchema, ""),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "kind", "place"), FAULTS.values(), ids=FAULTS)
def test_what_the_engine_refuses_is_refused_by_its_kind(
    schema: Any, kind: type[SchemaError], place: str
) -> None:
    with pytest.raises(kind) as caught:
        compile_schema(schema, Options())
    assert (type(caught.value), caught.value.pointer) == (kind, place)


def test_a_schema_that_is_too_deep_for_the_engine_is_over_budget() -> None:
    schema: Any = True
    for _ in range(300):
        schema = {"not": schema}
    with pytest.raises(SchemaOverBudget):
        compile_schema(schema, Options())


@pytest.mark.parametrize(
    ("document", "kind"),
    [
        ({"$schema": "https://example.com/unknown"}, UnknownDialect),
        ({"$ref": "https://example.com/nowhere"}, UnresolvedReference),
        ({"enum": {1}}, MalformedSchema),
    ],
)
def test_a_document_that_cannot_be_indexed_is_refused_by_its_kind(
    document: Any, kind: type[SchemaError]
) -> None:
    with pytest.raises(kind):
        registry_of({"https://example.com/a": document}, Draft.DRAFT_2020_12)


@pytest.mark.parametrize("draft", Draft)
def test_every_draft_brings_its_meta_schema(draft: Draft) -> None:
    document = standard_document(draft.uri)
    assert isinstance(document, dict)
    assert str(document[draft.id_keyword]).rstrip("#") == draft.uri.rstrip("#")
    assert compile_schema(document, Options(draft=draft)).is_valid({"type": "string"})


def test_other_documents_are_not_standard() -> None:
    assert standard_document("https://example.com/") is None


@pytest.mark.parametrize(
    ("value", "depth", "admitted"),
    [
        (1, 0, True),
        ([], 0, False),
        ([], 1, True),
        ({"a": []}, 1, False),
        ({"a": []}, 2, True),
        ([[{}]], 3, True),
        ([[{}]], 2, False),
        (float("inf"), 5, False),
        ({"a": [float("-inf")]}, 5, False),
        ({"a": [1e308, "x", None, True]}, 5, True),
    ],
)
def test_admission_judges_depth_and_finite_numbers(value: Any, depth: int, admitted: bool) -> None:
    assert admission(depth)(value) is admitted
