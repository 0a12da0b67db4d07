"""Payloads of the example contracts: right ones are right, wrong ones are wrong, and all that can differ does."""

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from gonogo import Gauge
from gonogo.gauge.problem import Door, Subject
from gonogo.schema.refs import Bundle
from gonogo.schema.types import Schema
from gonogo.witness.payloads import NoPayload, Payloads

SCHEMAS = Path(__file__).parents[2] / "examples" / "orders" / "schemas"
FILES = sorted(SCHEMAS.rglob("*.json"))


def load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_right_payloads_are_right_and_wrong_ones_wrong(path: Path) -> None:
    schema = load(path)
    payloads, gauge = Payloads(Bundle(schema)), Gauge(schema, subject=Subject(Door.OUTPUT))
    checked = Draft202012Validator(schema)
    right, wrong = list(payloads.valid()), list(payloads.wrong())
    assert right
    assert len(wrong) > 10
    assert all(gauge.check(value) and checked.is_valid(value) for value in right)
    assert not any(gauge.check(change.value) for change in wrong)
    assert len({json.dumps(value, sort_keys=True) for value in right}) == len(right)


def test_every_branch_and_every_bound_is_reached() -> None:
    right = list(Payloads(Bundle(load(SCHEMAS / "outputs" / "get_stock.json"))).valid())
    assert {value["status"] for value in right} == {"available", "unknown", "not_found"}
    assert {value["quantity"] for value in right} >= {0, 1, None}
    handoff = list(Payloads(Bundle(load(SCHEMAS / "handoffs" / "triage_to_billing.json"))).valid())
    assert {value["confidence"] for value in handoff} >= {0, 1}
    assert {value["intent"] for value in handoff} == {"refund", "exchange", "human"}


def test_the_smallest_has_what_must_be_and_the_full_one_all_that_may() -> None:
    schema: Schema = {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "array", "items": {"$ref": "#/$defs/T"}}},
        "required": ["a"],
        "$defs": {
            "T": {"type": "object", "properties": {"n": {"type": "integer"}, "next": {"$ref": "#/$defs/T"}}}
        },
    }
    payloads = Payloads(Bundle(schema))
    assert payloads.smallest().keys() == {"a"}
    full = payloads.full()
    assert full.keys() == {"a", "b"}
    assert "n" in full["b"][0]


def test_wrong_payloads_name_the_keyword_and_the_place() -> None:
    schema: Schema = {
        "type": "object",
        "properties": {"n": {"type": "integer", "minimum": 3}},
        "required": ["n"],
    }
    found = [(change.path, change.keyword, change.value) for change in Payloads(Bundle(schema)).wrong()]
    assert (("n",), "minimum", {"n": 2}) in found
    assert ((), "required", {}) in found


def test_tuples_contains_names_and_dependencies_are_understood() -> None:
    schema: Schema = {
        "type": "object",
        "properties": {
            "t": {
                "prefixItems": [{"const": 1}, {"type": "string"}],
                "items": False,
                "minItems": 2,
                "type": "array",
            },
            "c": {
                "type": "array",
                "contains": {"const": "x"},
                "minContains": 2,
                "maxContains": 2,
                "minItems": 3,
            },
            "u": {"type": "array", "items": {"enum": [1, 2, 3]}, "uniqueItems": True, "minItems": 3},
        },
        "propertyNames": {"maxLength": 4},
        "patternProperties": {"^z": {"type": "integer"}},
        "minProperties": 5,
        "required": ["t", "c", "u"],
        "unevaluatedProperties": False,
        "dependentRequired": {"t": ["z1"]},
    }
    value = Payloads(Bundle(schema)).smallest()
    assert Draft202012Validator(schema).is_valid(value)


@pytest.mark.parametrize(
    "schema",
    [False, {"type": "string", "minLength": 3, "maxLength": 2}, {"type": "integer", "exclusiveMinimum": 0, "maximum": 0.5},
     {"$ref": "#/$defs/T", "$defs": {"T": {"type": "object", "required": ["t"], "properties": {"t": {"$ref": "#/$defs/T"}}}}}],
)  # fmt: skip
def test_a_schema_that_accepts_nothing_has_no_payload(schema: Schema) -> None:
    with pytest.raises(NoPayload):
        Payloads(Bundle(schema)).smallest()


def test_payloads_end_when_their_steps_do() -> None:
    schema: Schema = {
        "type": "object",
        "properties": {f"p{at}": {"enum": list(range(9))} for at in range(40)},
    }
    assert len(list(islice(Payloads(Bundle(schema), steps=40).valid(), 10_000))) < 10_000


def test_the_same_schema_gives_the_same_payloads() -> None:
    schema = load(FILES[0])
    assert list(Payloads(Bundle(schema)).valid()) == list(Payloads(Bundle(schema)).valid())
