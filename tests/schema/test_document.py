"""A schema document is taken in as a copy, whatever it was made of, or refused with a place."""

from collections.abc import Callable
from typing import Any

import pytest

from gonogo.schema.document import taken_in
from gonogo.schema.errors import MalformedSchema, SchemaError, SchemaOverBudget
from gonogo.schema.limits import DEFAULT_SCHEMA_LIMITS, SchemaLimits


def test_a_copy_is_taken_in() -> None:
    shared: dict[str, Any] = {"type": "string"}
    document = {"properties": {"a": shared, "b": shared}}
    own = taken_in(document, DEFAULT_SCHEMA_LIMITS)
    assert own == document
    assert isinstance(own, dict)
    assert own["properties"]["a"] is not own["properties"]["b"]


@pytest.mark.parametrize("document", [True, False, {}])
def test_a_boolean_and_an_empty_object_are_documents(document: Any) -> None:
    assert taken_in(document, DEFAULT_SCHEMA_LIMITS) == document


def cycle() -> Any:
    document: dict[str, Any] = {}
    document["items"] = document
    return document


def deep() -> Any:
    document: Any = {}
    for _ in range(200_000):
        document = {"not": document}
    return document


def broad() -> Any:
    document: Any = {}
    for _ in range(40):
        document = {"allOf": [document, document]}
    return document


FAULTS: dict[str, tuple[Callable[[], Any], type[SchemaError], str]] = {
    "a list": (list, MalformedSchema, ""),
    "null": (lambda: None, MalformedSchema, ""),
    "text": (lambda: '{"type": "string"}', MalformedSchema, ""),
    "a number": (lambda: 1, MalformedSchema, ""),
    "a foreign type": (lambda: {"enum": ({1},)}, MalformedSchema, "/enum"),
    "a name that is no text": (lambda: {"properties": {1: True}}, MalformedSchema, "/properties"),
    "not a number": (lambda: {"const": [float("nan")]}, MalformedSchema, "/const/0"),
    "half a surrogate pair": (lambda: {"const": "\ud800"}, MalformedSchema, "/const"),
    "a cycle": (cycle, SchemaOverBudget, "/items" * 120),
    "a depth that no stack holds": (deep, SchemaOverBudget, "/not" * 120),
    "exponential breadth": (broad, SchemaOverBudget, ""),
    "too large a text": (lambda: {"description": "x" * 300_000}, SchemaOverBudget, ""),
}


@pytest.mark.parametrize(("make", "kind", "place"), FAULTS.values(), ids=FAULTS)
def test_what_cannot_be_taken_in_is_refused_with_its_place(
    make: Callable[[], Any], kind: type[SchemaError], place: str, anywhere: Callable[[Callable[[], Any]], Any]
) -> None:
    def take() -> SchemaError:
        with pytest.raises(kind) as caught:
            taken_in(make(), DEFAULT_SCHEMA_LIMITS)
        return caught.value

    assert anywhere(take).pointer == place


def test_the_size_is_that_of_the_compact_text_in_utf_8() -> None:
    document = {"const": "é" * 10}
    assert taken_in(document, SchemaLimits(size=32)) == document
    with pytest.raises(SchemaOverBudget):
        taken_in(document, SchemaLimits(size=31))
