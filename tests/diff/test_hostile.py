"""Schemas made to cost: each question ends with a verdict, or with a typed error, within its steps."""

from typing import Any

import pytest

from gonogo.catalog.contract import Side
from gonogo.diff.comparison import Prepared, compare
from gonogo.diff.judgement import Verdict
from gonogo.schema.errors import SchemaOverBudget
from gonogo.schema.refs import Bundle

MANY = 400


def members(**named: Any) -> dict[str, Any]:
    return {"type": "object", "properties": named}


def nested(depth: int, keyword: str, schema: Any) -> Any:
    for _ in range(depth):
        schema = {keyword: schema}
    return schema


def doubled(levels: int) -> dict[str, Any]:
    named: dict[str, Any] = {"L0": {"type": "string"}}
    for level in range(1, levels):
        named[f"L{level}"] = {"allOf": [{"$ref": f"#/$defs/L{level - 1}"}] * 2}
    return {"$ref": f"#/$defs/L{levels - 1}", "$defs": named}


PLAIN = members(**{f"p{at}": {"type": "string"} for at in range(MANY)})
TAGGED = {"anyOf": [members(k={"const": at}) | {"required": ["k"]} for at in range(60)]}
CIRCLE = {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}
ENDLESS = {"type": "object", "required": ["n"], "properties": {"n": {"$ref": "#"}}}


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        (PLAIN, PLAIN | {"required": [f"p{at}" for at in range(MANY)]}, Verdict.BREAKING),
        (PLAIN | {"required": [f"p{at}" for at in range(MANY)]}, PLAIN, Verdict.COMPATIBLE),
        (TAGGED, {"anyOf": TAGGED["anyOf"][1:]}, Verdict.BREAKING),
        (
            members(a={"enum": list(range(2_000))}),
            members(a={"enum": list(range(1, 2_001))}),
            Verdict.BREAKING,
        ),
        (
            {"enum": [{"a": at} for at in range(800)]},
            {"enum": [{"a": at} for at in range(900)]},
            Verdict.COMPATIBLE,
        ),
        ({"pattern": "^((a{1,50}){1,50}){1,50}$"}, {"pattern": "^((a{1,50}){1,50}){1,49}$"}, Verdict.UNKNOWN),
        ({"type": "string", "pattern": "(a+)+$"}, {"pattern": "^(a|aa|aaa)*b?$"}, Verdict.BREAKING),
        ({"type": "string", "minLength": 10**9}, {"minLength": 10**9 - 1}, Verdict.COMPATIBLE),
        ({"type": "number", "multipleOf": 1e-300}, {"multipleOf": 1e300}, Verdict.BREAKING),
        (
            nested(60, "not", {"type": "string"}),
            nested(60, "not", {"maxLength": 3, "type": "string"}),
            Verdict.BREAKING,
        ),
        (CIRCLE, {"type": "string"}, Verdict.UNKNOWN),
        (ENDLESS, {"type": "object", "required": ["m"]}, Verdict.COMPATIBLE),
        ({"const": "x" * 200_000}, {"maxLength": 5}, Verdict.BREAKING),
    ],
)
def test_a_costly_question_ends_with_a_verdict(old: Any, new: Any, verdict: Verdict) -> None:
    found = compare("costly", Side.INPUT, Prepared(Bundle(old)), Prepared(Bundle(new)))
    assert found.verdict is verdict


def test_what_cannot_be_afforded_is_a_typed_error() -> None:
    with pytest.raises(SchemaOverBudget):
        compare("doubled", Side.INPUT, Prepared(Bundle(doubled(25))), Prepared(Bundle({"type": "integer"})))


def test_few_steps_are_told_as_what_is_missing() -> None:
    trees = [
        members(n={"type": kind}, kids={"type": "array", "items": {"$ref": "#"}})
        for kind in ("integer", "number")
    ]
    old, new = (Prepared(Bundle(tree)) for tree in trees)
    found = compare("few", Side.INPUT, old, new, steps=3)
    assert found.judgements[0].verdict is Verdict.UNKNOWN
    assert "steps" in found.judgements[0].blocked
    assert compare("enough", Side.INPUT, old, new).verdict is Verdict.COMPATIBLE
