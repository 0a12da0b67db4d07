"""Keys that were declared and are not any more, under an object that stays open: nobody refuses them, and nobody knows them."""

from typing import Any

import pytest

from gonogo.catalog.contract import Side
from gonogo.diff.comparison import Comparison, Prepared, compare
from gonogo.diff.judgement import Verdict
from gonogo.schema.refs import Bundle


def compared(old: Any, new: Any, side: Side = Side.INPUT) -> Comparison:
    return compare("silent", side, Prepared(Bundle(old)), Prepared(Bundle(new)))


def members(**named: Any) -> dict[str, Any]:
    return {"type": "object", "properties": named}


BOTH = members(a={"type": "string"}, b={"type": "integer"})


@pytest.mark.parametrize(
    ("old", "new", "keys"),
    [
        (BOTH, members(a={"type": "string"}), ["b"]),
        (BOTH, {"type": "object"}, ["a", "b"]),
        (members(x=BOTH), members(x={"type": "object"}), ["a", "b"]),
        ({"type": "array", "items": BOTH}, {"type": "array", "items": members(b={"type": "integer"})}, ["a"]),
        ({"allOf": [BOTH]}, {"allOf": [{"type": "object"}]}, ["a", "b"]),
    ],
)
@pytest.mark.parametrize("side", [Side.INPUT, Side.STATE])
def test_a_key_that_is_ignored_now_is_told_with_a_payload(
    old: Any, new: Any, keys: list[str], side: Side
) -> None:
    found = compared(old, new, side)
    assert found.verdict is Verdict.SILENT
    judgement = found.judgements[0]
    assert [name for change in judgement.lost for name in change.what] == keys
    assert judgement.proof == "structural"
    assert any(f'"{key}"' in str(judgement.payload[0]).replace("'", '"') for key in keys)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (members(a={"type": "string"}), BOTH | {"additionalProperties": True}),
        (members(a={"type": "string"}), members(a={"type": "string", "description": "A."})),
        (BOTH, BOTH | {"maxProperties": 9}),
    ],
)
def test_what_loses_no_key_is_not_silent(old: Any, new: Any) -> None:
    assert compared(old, new).verdict is not Verdict.SILENT


def test_an_output_that_promises_less_is_silent_and_one_that_promises_more_is_not() -> None:
    less = members(a={"type": "string"})
    assert compared(BOTH, less, Side.OUTPUT).verdict is Verdict.BREAKING_UNDECLARED
    held = BOTH | {"additionalProperties": {"type": "integer"}}
    assert (
        compared(held, less | {"additionalProperties": {"type": "integer"}}, Side.OUTPUT).verdict
        is Verdict.COMPATIBLE
    )
    assert compared(less, BOTH, Side.OUTPUT).verdict is Verdict.COMPATIBLE
