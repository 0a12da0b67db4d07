"""Does what one contract lets out fit another: proofs, payloads, mappings and what is wrong with them."""

from typing import Any

import pytest

from gonogo.catalog.contract import Contract, Side
from gonogo.diff.fit import Fit, NoField, fit
from gonogo.diff.judgement import Verdict
from gonogo.schema.types import Json, Schema

ORDER: dict[str, Any] = {
    "type": "object",
    "properties": {
        "status": {"enum": ["found", "not_found"]},
        "order": {"type": "object", "properties": {"state": {"enum": ["open", "shipped"]}, "id": {"type": "string"}},
                  "required": ["state", "id"]},
    },
    "required": ["status"],
    "additionalProperties": False,
    "if": {"properties": {"status": {"const": "found"}}},
    "then": {"required": ["order"]},
}  # fmt: skip
SHIP: Schema = {
    "type": "object",
    "properties": {"status": {"enum": ["open", "shipped"]}, "id": {"type": "string"}},
    "required": ["status"],
    "additionalProperties": False,
}


def judged(producer: Schema, consumer: Schema, fields: dict[str, str] | None = None) -> Fit:
    out, into = (
        Contract.of("lookup", Side.OUTPUT, producer), Contract.of("ship", Side.INPUT, consumer)
    )  # fmt: skip
    return fit(out, into, fields)


def test_a_result_status_taken_for_an_orders_status_is_found() -> None:
    found = judged(ORDER, SHIP)
    assert found.verdict is Verdict.BREAKING
    assert found.fields == {"status": "/status"}
    assert found.taken[0]["status"] in {"found", "not_found"}
    assert [issue.pointer for issue in found.issues] == ["/status"]


def test_a_mapping_that_is_not_always_there_does_not_fit_a_required_property() -> None:
    found = judged(ORDER, SHIP, {"status": "/order/state", "id": "/order/id"})
    assert found.verdict is Verdict.BREAKING
    assert found.taken == ({},)


def test_the_condition_of_the_producer_is_understood() -> None:
    found = {**ORDER, "properties": {**ORDER["properties"], "status": {"const": "found"}}}
    assert judged(found, SHIP, {"status": "/order/state", "id": "/order/id"}).verdict is Verdict.COMPATIBLE


def test_members_that_the_consumer_does_not_declare_are_not_sent() -> None:
    producer: Schema = {
        "type": "object",
        "properties": {"id": {"type": "string"}, "more": {}},
        "required": ["id"],
    }
    consumer: Schema = {
        "type": "object",
        "properties": {"id": {"type": "string"}},
        "required": ["id"],
        "additionalProperties": False,
    }
    found = judged(producer, consumer)
    assert found.verdict is Verdict.COMPATIBLE
    assert found.proof == "structural"


def test_what_the_consumer_needs_and_nobody_sends_is_told() -> None:
    found = judged({"type": "object", "properties": {"a": {}}}, SHIP)
    assert found.verdict is Verdict.BREAKING
    assert [issue.code for issue in found.issues] == ["required"]


@pytest.mark.parametrize(
    ("consumer", "verdict"),
    [
        ({"dependentRequired": {"a": ["b"]}}, Verdict.BREAKING),
        ({"minProperties": 1}, Verdict.BREAKING),
        ({"maxProperties": 2}, Verdict.COMPATIBLE),
        ({"propertyNames": {"maxLength": 1}}, Verdict.COMPATIBLE),
        ({"propertyNames": {"const": "a"}}, Verdict.BREAKING),
        ({"unevaluatedProperties": False}, Verdict.COMPATIBLE),
        ({"const": {}}, Verdict.UNKNOWN),
        ({"type": "string"}, Verdict.BREAKING),
        ({"patternProperties": {"^a$": {"type": "integer"}}}, Verdict.COMPATIBLE),
        ({"patternProperties": {"^b$": {"type": "integer"}}}, Verdict.BREAKING),
    ],
)
def test_each_keyword_about_members_is_carried_over(consumer: dict[str, Json], verdict: Verdict) -> None:
    producer: Schema = {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "string"}}}
    whole: Schema = {"properties": {"a": {}, "b": {}}, **consumer}
    assert judged(producer, whole).verdict is verdict


def test_recursive_schemas_are_compared() -> None:
    tree: Schema = {
        "type": "object",
        "properties": {"kids": {"type": "array", "items": {"$ref": "#"}}, "n": {"type": "integer"}},
    }
    wider: Schema = {
        "type": "object",
        "properties": {"kids": {"type": "array", "items": {"$ref": "#"}}, "n": {"type": "number"}},
    }
    assert judged(tree, wider).verdict is Verdict.COMPATIBLE
    assert judged(wider, tree).verdict is Verdict.BREAKING


def test_a_property_that_the_consumer_does_not_declare_is_named_with_the_nearest() -> None:
    with pytest.raises(NoField, match="did you mean status"):
        judged(ORDER, SHIP, {"statsu": "/status"})
