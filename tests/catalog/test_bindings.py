"""`bindings/`: one a tool; a bad file is a finding and takes no other with it."""

import json
from pathlib import Path
from typing import Any

import pytest

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.overlay import Mode

BINDING: dict[str, Any] = {
    "form": 1,
    "tool": "look",
    "operation": "GET /x",
    "servers": ["https://api.example.com"],
    "security": [{"k": ["read"]}],
    "security_schemes": {"k": {"type": "apiKey", "in": "header", "name": "X-Key"}},
    "request": {"method": "GET", "path": "/x", "parameters": []},
    "response": {"shape": "bare", "statuses": {"200": "json"}},
}


@pytest.fixture(name="root")
def fixture_root(tmp_path: Path) -> Path:
    put(tmp_path, "schemas/tools/look.json", {"type": "object", "additionalProperties": False})
    put(tmp_path, "schemas/outputs/look.json", {"type": "object", "properties": {"a": {"pattern": "^(?!x)"}}})
    return tmp_path


def put(root: Path, file: str, value: Any) -> None:
    path = root / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")


def test_a_tool_knows_its_binding(root: Path) -> None:
    put(root, "bindings/look.json", BINDING)
    catalog = Catalog.load(root)
    assert not catalog.findings
    tool = catalog.tools["look"]
    assert tool.binding is not None
    assert tool.binding.security == ({"k": ("read",)},)
    assert tool.binding.schemes["k"].name == "X-Key"
    assert tool.mode is Mode.OPEN


def test_an_overlay_says_otherwise(root: Path) -> None:
    put(root, "bindings/look.json", BINDING)
    put(root, "overlays/look.json", {"mode": "closed", "reason": "we know it", "evidence": []})
    assert Catalog.load(root).tools["look"].mode is Mode.CLOSED


def test_foreign_patterns_are_taken_with_a_binding_only(root: Path) -> None:
    found = Catalog.load(root)
    assert found.tools["look"].output is None
    assert [finding.file for finding in found.findings] == ["schemas/outputs/look.json"]
    put(root, "bindings/look.json", BINDING)
    output = Catalog.load(root).tools["look"].output
    assert output is not None
    assert output.gauge.check({"a": "y"})
    assert not output.gauge.check({"a": "x"})


@pytest.mark.parametrize(
    ("file", "value", "code"),
    [
        ("bindings/look.json", {**BINDING, "form": 2}, "malformed_binding"),
        ("bindings/look.json", {**BINDING, "url": "http://h"}, "malformed_binding"),
        ("bindings/look.json", [], "malformed_binding"),
        ("bindings/other.json", BINDING, "binding_without_tool"),
    ],
)
def test_a_bad_file_is_a_finding(root: Path, file: str, value: Any, code: str) -> None:
    put(root, "schemas/outputs/look.json", {"type": "object"})
    put(root, file, value)
    catalog = Catalog.load(root)
    assert [(finding.code, finding.file) for finding in catalog.findings] == [(code, file)]
    assert catalog.tools["look"].binding is None


def test_a_file_that_is_no_json_is_a_finding(root: Path) -> None:
    put(root, "schemas/outputs/look.json", {"type": "object"})
    put(root, "bindings/look.json", "{")
    assert [finding.file for finding in Catalog.load(root).findings] == ["bindings/look.json"]
