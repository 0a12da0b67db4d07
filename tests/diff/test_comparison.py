"""Two versions of one contract: verdicts, flags, and which change is named for it."""

from typing import Any

import pytest

from gonogo.catalog.contract import Side
from gonogo.catalog.version import Bump, Version
from gonogo.diff.comparison import Comparison, DialectsDiffer, Flag, Prepared, compare
from gonogo.diff.judgement import Level, Verdict
from gonogo.schema.errors import SchemaOverBudget, UnresolvedReference
from gonogo.schema.refs import Bundle
from gonogo.schema.types import Schema


def of(schema: Schema, *required: str, closed: bool = False) -> dict[str, Any]:
    """An object with one member, `a`, and what is asked of it besides."""
    made: dict[str, Any] = {"type": "object", "properties": {"a": schema}, "required": list(required)}
    return made | ({"additionalProperties": False} if closed else {})


def judge(role: Side, old: Schema, new: Schema, **options: Any) -> Comparison:
    return compare("tool", role, Prepared(Bundle(old)), Prepared(Bundle(new)), **options)


TWO = {"type": "object", "properties": {"a": {}, "b": {}}, "additionalProperties": False}
NESTED: dict[str, Any] = {
    "$ref": "#/$defs/N",
    "$defs": {"N": {"type": "object", "properties": {"x": {}, "y": {}}}},
}
ASKING: dict[str, Any] = {
    "$ref": "#/$defs/N",
    "$defs": {"N": {"type": "object", "properties": {"x": {}, "y": {}}, "required": ["y"]}},
}

THIRTEEN: list[tuple[str, Side, Schema, Schema, str, str]] = [
    ("enum narrowed", Side.INPUT, of({"enum": ["x", "y"]}), of({"enum": ["x"]}), "breaking", "enum-narrowed"),
    ("maxLength lowered", Side.INPUT, of({"type": "string", "maxLength": 9}), of({"type": "string", "maxLength": 5}), "breaking", "maxLength-narrowed"),
    ("nested required added", Side.INPUT, of(NESTED["$defs"]["N"]), of(ASKING["$defs"]["N"]), "breaking", "required-added"),
    ("minimum raised", Side.INPUT, of({"type": "integer", "minimum": 1}), of({"type": "integer", "minimum": 2}), "breaking", "minimum-narrowed"),
    ("pattern changed", Side.INPUT, of({"type": "string", "pattern": "^a"}), of({"type": "string", "pattern": "^b"}), "breaking", "pattern-changed"),
    ("format changed", Side.INPUT, of({"type": "string", "format": "date"}), of({"type": "string", "format": "uuid"}), "breaking", "format-changed"),
    ("null removed", Side.INPUT, of({"type": ["string", "null"]}), of({"type": "string"}), "breaking", "type-narrowed"),
    ("optional member removed, closed", Side.INPUT, TWO, of({}, closed=True), "breaking", "property-removed"),
    ("opened", Side.INPUT, of({}, closed=True), of({}), "compatible", ""),
    ("enum widened", Side.OUTPUT, of({"enum": ["x"]}), of({"enum": ["x", "y"]}), "breaking", "enum-widened"),
    ("required removed", Side.OUTPUT, of({}, "a"), of({}), "breaking", "required-widened"),
    ("member added, closed", Side.OUTPUT, of({}, closed=True), TWO, "breaking", "property-added"),
    ("schema dropped", Side.OUTPUT, of({"type": "string"}, "a"), {}, "breaking", "required-removed"),
]  # fmt: skip
"""The thirteen changes that tools of this kind are commonly compared by, with the verdict and its cause."""


@pytest.mark.parametrize(
    ("role", "old", "new", "verdict", "cause"), [pytest.param(*row[1:], id=row[0]) for row in THIRTEEN]
)
def test_a_common_change_gets_its_verdict_and_its_cause(
    role: Side, old: Schema, new: Schema, verdict: str, cause: str
) -> None:
    (judgement,) = judge(role, old, new).judgements
    assert judgement.verdict is Verdict(verdict)
    if verdict == "breaking":
        assert judgement.payload
        assert cause in [change.rule for change in judgement.causes]


def test_a_reference_is_followed_to_what_changed() -> None:
    (judgement,) = judge(Side.INPUT, NESTED, ASKING).judgements
    assert judgement.payload[0] == {}
    assert [change.what for change in judgement.causes] == [("y",)]


def test_a_handoff_counts_both_ways() -> None:
    narrowed = judge(Side.HANDOFF, of({"enum": ["x", "y"]}), of({"enum": ["x"]}))
    assert [each.verdict.value for each in narrowed.judgements] == ["breaking", "compatible"]
    widened = judge(Side.HANDOFF, of({"enum": ["x"]}), of({"enum": ["x", "y"]}))
    assert [each.verdict.value for each in widened.judgements] == ["compatible", "breaking"]
    assert narrowed.verdict is widened.verdict is Verdict.BREAKING


def test_an_argument_that_is_not_declared_any_more_is_ignored_silently() -> None:
    old: Schema = {"type": "object", "properties": {"a": {}, "b": {}}}
    (judgement,) = judge(Side.INPUT, old, {"type": "object", "properties": {"a": {}}}).judgements
    assert judgement.verdict is Verdict.SILENT
    assert "b" in judgement.payload[0]
    assert [change.what for change in judgement.lost] == [("b",)]


def test_a_typed_member_added_to_an_open_object_breaks_undeclared_keys_only() -> None:
    old: Schema = {"type": "object", "properties": {"a": {}}}
    new: Schema = {"type": "object", "properties": {"a": {}, "b": {"type": "string"}}}
    (judgement,) = judge(Side.INPUT, old, new).judgements
    assert judgement.verdict is Verdict.BREAKING_UNDECLARED
    assert list(judgement.payload[0]) == ["b"]
    assert Level.STRICT_SET.breaks(judgement.verdict)
    assert not Level.DECLARED.breaks(judgement.verdict)


def test_words_and_defaults_are_flagged_and_break_nothing() -> None:
    told = judge(Side.INPUT, of({"description": "x"}), of({"description": "y"}))
    assert told.verdict is Verdict.COMPATIBLE
    assert told.flags == (Flag.ANNOTATION_CHANGED,)
    assert told.wanted is Bump.PATCH
    preset = judge(Side.INPUT, of({"default": 1}), of({"default": 2}))
    assert preset.flags == (Flag.DEFAULT_CHANGED,)


def test_a_verdict_that_hangs_on_formats_is_flagged() -> None:
    old, new = of({"type": "string"}), of({"type": "string", "format": "date"})
    asserted, annotated = (judge(Side.INPUT, old, new, formats=formats) for formats in (True, False))
    assert asserted.verdict is Verdict.BREAKING
    assert annotated.verdict is Verdict.COMPATIBLE
    assert Flag.FORMAT_SENSITIVE in asserted.flags
    assert Flag.FORMAT_SENSITIVE in annotated.flags


@pytest.mark.parametrize(
    ("version", "flags"), [("1.5.0", (Flag.VERSION_NOT_BUMPED,)), ("2.0.0", ()), ("1.4.2", (Flag.VERSION_NOT_BUMPED,))]
)  # fmt: skip
def test_a_breaking_change_asks_for_a_major_version(version: str, flags: tuple[Flag, ...]) -> None:
    old = Prepared(Bundle(of({"enum": ["x", "y"]})), Version.parse("1.4.2"))
    new = Prepared(Bundle(of({"enum": ["x"]})), Version.parse(version))
    assert compare("tool", Side.INPUT, old, new).flags == flags


def test_another_identifier_is_flagged() -> None:
    old, new = (Prepared(Bundle(of({})), id=f"https://example.com/{name}") for name in "ab")
    assert compare("tool", Side.INPUT, old, new).flags == (Flag.ID_CHANGED,)


def test_two_dialects_are_compared_only_when_asked() -> None:
    old: Schema = {"$schema": "http://json-schema.org/draft-07/schema#", "type": "string"}
    with pytest.raises(DialectsDiffer, match="draft-07"):
        judge(Side.INPUT, old, {"type": "string"})
    assert judge(Side.INPUT, old, {"type": "string"}, across=True).verdict is Verdict.COMPATIBLE


def test_a_reference_that_leads_nowhere_is_a_typed_error() -> None:
    with pytest.raises(UnresolvedReference):
        judge(Side.INPUT, {"$ref": "#/$defs/none"}, True)


def _doubling(levels: int) -> Schema:
    named: dict[str, Schema] = {"0": {"type": "string"}}
    for level in range(1, levels + 1):
        named[str(level)] = {"allOf": [{"$ref": f"#/$defs/{level - 1}"}] * 2}
    return {"$ref": f"#/$defs/{levels}", "$defs": named}


def _nested(levels: int) -> Schema:
    return {"items": _nested(levels - 1)} if levels else {}


@pytest.mark.parametrize("schema", [_doubling(25), _nested(400), {"const": "x" * 300_000}])
def test_a_schema_over_budget_is_a_typed_error(schema: Schema) -> None:
    with pytest.raises(SchemaOverBudget):
        judge(Side.INPUT, schema, {"type": "string"})
