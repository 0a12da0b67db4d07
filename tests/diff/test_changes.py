"""What changed between two schemas: the rule, and the names that came or went."""

import pytest

from gonogo.diff.changes import changes
from gonogo.schema.types import Schema
from gonogo.witness.formula import Side


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({"enum": [1, 2]}, {"enum": [2, 3]}, [("enum-narrowed", (1,)), ("enum-widened", (3,))]),
        ({"required": ["a"]}, {"required": ["b"]}, [("required-widened", ("a",)), ("required-narrowed", ("b",))]),
        ({"properties": {"a": {}}}, {"properties": {"b": {}}}, [("property-added", ("b",)), ("property-removed", ("a",))]),
        ({"minimum": 1}, {"minimum": 2}, [("minimum-narrowed", ())]),
        ({"maxItems": 1}, {"maxItems": 2}, [("maxItems-widened", ())]),
        ({"title": "x"}, {"title": "y"}, [("title-annotated", ())]),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, {"anyOf": [{"type": "null"}, {"type": "string"}]}, []),
        ({}, {"additionalProperties": True}, []),
    ],
)  # fmt: skip
def test_a_change_is_told_by_its_rule(
    old: Schema, new: Schema, expected: list[tuple[str, tuple[object, ...]]]
) -> None:
    found = changes(Side(old, "old"), Side(new, "new"))
    assert [(change.rule, change.what) for change in found] == expected
