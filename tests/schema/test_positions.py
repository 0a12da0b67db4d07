"""Where values and members stand in a text."""

import json
from typing import Any

import pytest

from gonogo.schema.positions import Positions, member_span, object_span, position_of
from gonogo.schema.types import Path

TEXT = '{\n  "a": [1, {"b": "}]"}],\n  "é\\u0062": {},\n\t"c": -1.5e3 }\n'


def paths(value: Any, path: Path = ()) -> list[Path]:
    steps = enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
    return [path, *(inner for step, item in steps for inner in paths(item, (*path, step)))]


@pytest.mark.parametrize(
    "text", [TEXT, "[]", " 7", '{"a":{"b":[[],[[1]]]}}', json.dumps([[{}]] * 3, indent=1)]
)
def test_one_pass_finds_what_single_searches_find(text: str) -> None:
    positions = Positions(text)
    for path in paths(json.loads(text)):
        assert positions.of(path) == position_of(text, path), path


def test_a_path_that_leads_nowhere_is_the_nearest_place_around_it() -> None:
    assert Positions(TEXT).of(("a", 9, "x")) == Positions(TEXT).of(("a",))


def test_deep_nesting_is_no_fault() -> None:
    text = "[" * 5000 + "]" * 5000
    assert Positions(text).of((0,) * 4999).column == 5000


def test_a_member_is_found_with_its_name() -> None:
    span = member_span(TEXT, ("a", 1, "b"))
    assert span is not None
    assert TEXT[span.start : span.end] == '"b": "}]"'
    assert TEXT[span.value : span.end] == '"}]"'


def test_a_name_is_compared_unescaped() -> None:
    span = member_span(TEXT, ("éb",))
    assert span is not None
    assert TEXT[span.value : span.end] == "{}"


@pytest.mark.parametrize("path", [(), ("x",), ("a", 0), ("c", "x"), ("a", 1, "x")])
def test_what_is_no_member_has_no_span(path: Path) -> None:
    assert member_span(TEXT, path) is None


def test_only_objects_have_an_object_span() -> None:
    assert object_span(TEXT, ("a",)) is None
    span = object_span(TEXT, ("a", 1))
    assert span is not None
    assert TEXT[span.start : span.end] == '{"b": "}]"}'
