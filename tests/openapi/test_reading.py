"""The text of a document, right and hostile."""

import json

import pytest

from gonogo.openapi.fault import OpenApiFault
from gonogo.openapi.reading import read
from gonogo.schema.limits import Limits
from gonogo.schema.types import Json


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("a: 2020-01-01\nb: yes\n200: ~\n", {"a": "2020-01-01", "b": "yes", "200": None}),
        ("a: [1, 0x10, 0o17, 1.5, 1.0, .5e1, -3]", {"a": [1, 16, 15, 1.5, 1, 5, -3]}),
        (
            "a: '200'\nb: \"true\"\nc: True\nd: null\ne:",
            {"a": "200", "b": "true", "c": True, "d": None, "e": None},
        ),
        (
            "a: &x {b: 1}\nc: *x\nd: {<<: *x, b: 2, e: 3}",
            {"a": {"b": 1}, "c": {"b": 1}, "d": {"b": 2, "e": 3}},
        ),
        ("d: {<<: [{b: 1}, {b: 2, c: 3}]}", {"d": {"b": 1, "c": 3}}),
        ("&k a: 1\nb: *k", {"a": 1, "b": "a"}),
        ("true: 1\n1.50: 2", {"true": 1, "1.50": 2}),
        ('{"a": 1}', {"a": 1}),
        ("{a: 1}", {"a": 1}),
    ],
)
def test_yaml_is_read_by_its_core_schema(text: str, right: Json) -> None:
    assert read("api.yaml", text.encode()) == right


def bomb(levels: int, width: int) -> str:
    rows = ["a0: &a0 x"]
    rows += [f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * width)}]" for level in range(1, levels)]
    return "\n".join(rows)


@pytest.mark.parametrize(
    ("file", "text", "code"),
    [
        ("a.yaml", bomb(12, 10), "too_many_nodes"),
        ("a.yaml", bomb(150, 1), "too_deep"),
        ("a.yaml", "[" * 100_000, "malformed_text"),
        ("a.json", "[" * 100_000 + "]" * 100_000, "too_deep"),
        ("a.yaml", "a: 1\na: 2", "duplicate_key"),
        ("a.json", '{"a": 1, "a": 2}', "duplicate_key"),
        ("a.yaml", "a: &a [*a]", "malformed_text"),
        ("a.yaml", "a: *b", "malformed_text"),
        ("a.yaml", "? [a]\n: 1", "malformed_text"),
        ("a.yaml", "a: 1\n---\nb: 2", "malformed_text"),
        ("a.yaml", "a: [", "malformed_text"),
        ("a.yaml", "a: 1e999", "number_range"),
        ("a.json", "{", "not_json"),
    ],
)
def test_what_is_no_document_is_told(file: str, text: str, code: str) -> None:
    with pytest.raises(OpenApiFault) as told:
        read(file, text.encode())
    assert told.value.code == code


def test_a_large_file_is_not_read() -> None:
    with pytest.raises(OpenApiFault) as told:
        read("a.json", json.dumps(["x" * 100]).encode(), Limits(size=50, depth=10, nodes=10))
    assert told.value.code == "too_large"
