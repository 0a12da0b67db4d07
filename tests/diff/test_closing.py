"""A schema held to the keys that it declares."""

import pytest

from gonogo.diff.closing import closed
from gonogo.schema.types import Schema


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"properties": {"a": {}}}, {"properties": {"a": {}}, "additionalProperties": False}),
        ({"type": "object"}, {"type": "object"}),
        (
            {"properties": {"a": {}}, "additionalProperties": True},
            {"properties": {"a": {}}, "additionalProperties": True},
        ),
        (
            {"items": {"properties": {"a": {}}}},
            {"items": {"properties": {"a": {}}, "additionalProperties": False}},
        ),
        (
            {"anyOf": [{"properties": {"a": {}}}]},
            {"anyOf": [{"properties": {"a": {}}}], "unevaluatedProperties": False},
        ),
        (
            {"additionalProperties": {}, "not": {"properties": {"a": {}}}},
            {"additionalProperties": {}, "not": {"properties": {"a": {}}}},
        ),
    ],
    ids=["declares", "a map", "says open", "below a list", "in a union", "negated"],
)
def test_only_what_declares_and_says_nothing_is_closed(schema: Schema, expected: Schema) -> None:
    assert closed(schema) == expected
