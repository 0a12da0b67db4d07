"""Edits leave the rest of a text as it was written."""

import json
from typing import Any

import pytest

from gonogo.lint.edit import Edit, Insert, Remove, Replace, edited


@pytest.mark.parametrize(
    ("text", "edit", "expected"),
    [
        ('{"a": 1, "b": 2}', Remove(("a",)), '{"b": 2}'),
        ('{"a": 1, "b": 2}', Remove(("b",)), '{"a": 1}'),
        ('{"a": 1}', Remove(("a",)), "{}"),
        ('{\n  "a": 1,\n  "b": {"c": [1, 2]}\n}\n', Remove(("b",)), '{\n  "a": 1\n}\n'),
        ('{"a": {"b": 1, "c": "}"}}', Remove(("a", "c")), '{"a": {"b": 1}}'),
        ('[{"a": 1}, {"a": 2, "b": 3}]', Remove((1, "a")), '[{"a": 1}, {"b": 3}]'),
        ('{"a": 1}', Remove(("b",)), '{"a": 1}'),
        ('{"a": 1}', Remove(("a", "b")), '{"a": 1}'),
        ('{"a": 1}', Insert((), "b", "x"), '{"b": "x", "a": 1}'),
        ('{\n  "a": 1\n}', Insert((), "b", True), '{\n  "b": true,\n  "a": 1\n}'),
        ('{\n  "a": 1,\n  "c": 2\n}', Insert((), "b", 1, ("a", "x")), '{\n  "a": 1,\n  "b": 1,\n  "c": 2\n}'),
        ('{"a": 1}', Insert((), "b", 1, ("a",)), '{"a": 1, "b": 1}'),
        ("{}", Insert((), "b", 1), '{"b": 1}'),
        ('{"b": 2}', Insert((), "b", 1), '{"b": 2}'),
        ('{"a": {}}', Insert(("a",), "b", 1), '{"a": {"b": 1}}'),
        ('{"a": 1.50, "b": 2}', Replace(("b",), [3]), '{"a": 1.50, "b": [3]}'),
        ('{"a\\u0062": 1, "c": 2}', Remove(("ab",)), '{"c": 2}'),
    ],
)
def test_one_edit(text: str, edit: Edit, expected: str) -> None:
    assert edited(text, [edit]) == expected


@pytest.mark.parametrize("indent", [None, 1, 2, 4])
def test_removing_any_member_leaves_the_same_value_without_it(indent: int | None) -> None:
    value: dict[str, Any] = {"a": {"x": [1, {"y": "}"}], "é": None}, "b": "{\\", "c": []}
    text = json.dumps(value, indent=indent)
    for name in value:
        rest = {key: item for key, item in value.items() if key != name}
        assert json.loads(edited(text, [Remove((name,))])) == rest
    for name in value["a"]:
        rest = {key: item for key, item in value["a"].items() if key != name}
        assert json.loads(edited(text, [Remove(("a", name))]))["a"] == rest


def test_the_same_edit_twice_is_made_once() -> None:
    edit = Insert((), "b", 1)
    assert edited('{"a": 1}', [edit, edit]) == '{"b": 1, "a": 1}'
