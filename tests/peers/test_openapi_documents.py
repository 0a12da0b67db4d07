"""Real documents: every operation is a tool or a row, and every contract compiles and needs nothing else."""

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gonogo.openapi.compilation import Compilation, compile_document
from gonogo.openapi.coverage import Coverage
from gonogo.openapi.media import is_json
from gonogo.openapi.members import mapping
from gonogo.openapi.operation import METHODS
from gonogo.openapi.parts import names, size
from gonogo.schema.engine import Options, compile_schema
from gonogo.schema.pointer import from_fragment, get
from peers.conftest import rows_or_skip, shared
from peers.test_ajv import compiled

FOLDER = shared("data/openapi/specs")
SPECS = sorted(FOLDER.glob("*.json.gz")) if FOLDER else []
MOST_FOR_AJV = int(os.environ.get("GONOGO_AJV_CONTRACTS", "60"))
"""Contracts of one document that ajv compiles, at even distances: all of them take minutes."""


def read(spec: Path) -> bytes:
    return gzip.decompress(spec.read_bytes())


def made(spec: Path) -> Compilation:
    return compile_document({"openapi.json": read(spec)}, "openapi.json")


def contracts(compilation: Compilation) -> Iterator[tuple[str, dict[str, Any]]]:
    for tool in compilation.tools:
        yield f"{tool.name}/input", tool.input
        if tool.output is not None:
            yield f"{tool.name}/output", tool.output


def operations_in(document: Any) -> set[str]:
    return {
        f"{method.upper()} {path}"
        for path, item in document["paths"].items()
        for method in METHODS
        if method in item
    }


def has_json_success(document: Any, key: str) -> bool:
    """Whether a 2xx response names a schema for JSON, read off the raw document; to HEAD there is no body."""
    method, _, path = key.partition(" ")
    if method == "HEAD":
        return False
    operation = document["paths"][path][method.lower()]
    produced = operation.get("produces", document.get("produces", ["application/json"]))
    for status, told in mapping(operation, "responses").items():
        if not status.startswith("2"):
            continue
        response = told
        while "$ref" in response:
            response = get(document, from_fragment(response["$ref"].removeprefix("#")))
        if "swagger" in document:
            if (
                "schema" in response
                and any(map(is_json, produced))
                and response["schema"].get("type") != "file"
            ):
                return True
        elif any("schema" in media for name, media in mapping(response, "content").items() if is_json(name)):
            return True
    return False


@pytest.mark.parametrize(
    "spec", rows_or_skip(SPECS), ids=lambda spec: spec.name.split(".")[0] if spec else ""
)
def test_every_operation_is_a_tool_and_every_contract_compiles(spec: Path, node: Path) -> None:
    document = json.loads(read(spec))
    compilation = made(spec)
    keys = {tool.operation.key for tool in compilation.tools} | {each.key for each in compilation.failed}
    assert keys == operations_in(document)
    assert len({tool.name.casefold() for tool in compilation.tools}) == len(compilation.tools)
    assert not compilation.failed
    untyped = {tool.operation.key for tool in compilation.tools if tool.output is None}
    assert not {key for key in untyped if has_json_success(document, key)}
    found = dict(contracts(compilation))
    for name, schema in found.items():
        assert schema["type"] == "object", name
        assert self_contained(schema), name
        compile_schema(schema, Options(formats=False))
    for tool in compilation.tools:
        assert size(tool.input) <= 64 * 1024
        assert tool.output is None or size(tool.output) <= 32 * 1024
    apart = max(1, len(found) // MOST_FOR_AJV)
    assert compiled(node, {name: found[name] for name in list(found)[::apart]}) == {}
    assert Coverage(compilation).to_dict()["tools"] == len(keys)


def self_contained(schema: dict[str, Any]) -> bool:
    reached = names({**schema, "$defs": {}}).union(
        *(names(each) for each in schema.get("$defs", {}).values())
    )
    return set(reached) == set(schema.get("$defs", {}))
