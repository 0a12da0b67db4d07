"""Nothing is fetched and nothing is read: a real server counts its visits, a real file is there to be read."""

import socket
from pathlib import Path
from typing import Any

import pytest

from gonogo import Gauge
from gonogo.gauge.compiled import Recipe
from gonogo.schema.dialect import Draft
from gonogo.schema.engine import Options, compile_schema, registry_of
from gonogo.schema.errors import SchemaError, UnknownDialect, UnresolvedReference
from listeners import Listener


def hiding(url: str) -> dict[str, tuple[Any, dict[str, Any]]]:
    """Ways in which a schema may try to have something fetched: the schema, and the documents at hand."""
    folder, name = url.rsplit("/", 1)
    there = "https://example.com/there"
    return {
        "in the root": ({"$ref": url}, {}),
        "with a pointer": ({"$ref": url + "#/$defs/a"}, {}),
        "in a definition that nothing uses": ({"$defs": {"unused": {"items": {"$ref": url}}}}, {}),
        "behind an unknown keyword": ({"$ref": "#/x-a", "x-a": {"$ref": url}}, {}),
        "relative to the identifier": (
            {"$id": folder + "/root.json", "properties": {"a": {"$ref": name}}},
            {},
        ),
        "relative to an inner identifier": (
            {"$defs": {"a": {"$id": folder + "/", "not": {"$ref": name}}}},
            {},
        ),
        "in a document at hand": ({"$ref": there}, {there: {"$defs": {"unused": {"$ref": url}}}}),
        "dynamically": ({"$dynamicRef": url}, {}),
        "up to draft 7": ({"$schema": Draft.DRAFT_7.uri, "allOf": [{"$ref": url}]}, {}),
        "as the dialect": ({"$schema": url}, {}),
        "as the dialect of a document at hand": ({"$ref": there}, {there: {"$schema": url}}),
    }


PLACES = {
    "in the root": "/$ref",
    "with a pointer": "/$ref",
    "in a definition that nothing uses": "/$defs/unused/items/$ref",
    "behind an unknown keyword": "/x-a/$ref",
    "relative to the identifier": "/properties/a/$ref",
    "relative to an inner identifier": "/$defs/a/not/$ref",
    "in a document at hand": "https://example.com/there#/$defs/unused/$ref",
    "dynamically": "/$dynamicRef",
    "up to draft 7": "/allOf/0/$ref",
    "as the dialect": "/$schema",
    "as the dialect of a document at hand": "https://example.com/there#/$schema",
}


@pytest.mark.parametrize("way", PLACES)
@pytest.mark.parametrize("imported", [False, True], ids=["own", "imported"])
def test_nothing_is_fetched(way: str, imported: bool, listener: Listener) -> None:
    schema, documents = hiding(listener.url)[way]
    with pytest.raises((UnresolvedReference, UnknownDialect)) as caught:
        Gauge(schema, Recipe(resources=documents, imported=imported))
    assert caught.value.pointer == PLACES[way]
    assert listener.visits() == 0


@pytest.mark.parametrize("way", PLACES)
def test_no_file_is_read(way: str, tmp_path: Path) -> None:
    file = tmp_path / "schema.json"
    file.write_text('{"type": "string", "$defs": {"a": true}}', encoding="utf-8")
    schema, documents = hiding(file.as_uri())[way]
    with pytest.raises((UnresolvedReference, UnknownDialect)) as caught:
        Gauge(schema, Recipe(resources=documents))
    assert caught.value.pointer == PLACES[way]


@pytest.mark.parametrize("way", PLACES)
def test_the_engine_alone_fetches_nothing_either(way: str, listener: Listener) -> None:
    schema, documents = hiding(listener.url)[way]
    with pytest.raises(SchemaError):
        compile_schema(schema, Options(registry=registry_of(documents, Draft.DRAFT_2020_12)))
    assert listener.visits() == 0


@pytest.mark.parametrize("keyword", ["const", "enum", "default", "examples", "x-a", "unknown"])
def test_a_reference_inside_a_value_is_not_followed(keyword: str, listener: Listener) -> None:
    Gauge({keyword: [{"$ref": listener.url, "$schema": listener.url}]}).check(1)
    assert listener.visits() == 0


def test_the_listener_would_have_noticed(listener: Listener) -> None:
    socket.create_connection(listener.server.getsockname()).close()
    assert listener.visits() == 1
