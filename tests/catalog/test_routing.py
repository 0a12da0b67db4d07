"""Route tables load with the handoffs; a bad one is a finding, and keeps no other out."""

import json
from pathlib import Path
from typing import Any

import pytest

from gonogo import Catalog

GOOD = {"routes": [{"to": "a", "when": True}], "otherwise": "refuse"}


def load(root: Path, tables: dict[str, Any]) -> Catalog:
    for name in ("sound", "broken"):
        path = root / "schemas" / "handoffs" / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text('{"type": "object"}', encoding="utf-8")
    (root / "routes").mkdir()
    for name, table in tables.items():
        text = table if isinstance(table, str) else json.dumps(table)
        (root / "routes" / f"{name}.json").write_text(text, encoding="utf-8")
    return Catalog.load(root)


def test_a_table_is_named_for_its_handoff(tmp_path: Path) -> None:
    catalog = load(tmp_path, {"sound": GOOD})
    assert catalog.findings == ()
    table = catalog.routes["sound"]
    assert [(route.to, route.when) for route in table.routes] == [("a", True)]
    assert table.otherwise == "refuse"


@pytest.mark.parametrize(
    ("name", "table", "code", "pointer"),
    [
        ("broken", "{", "not_json", ""),
        ("broken", {"routes": []}, "malformed_routes", ""),
        ("broken", {**GOOD, "default": "a"}, "malformed_routes", ""),
        ("broken", {**GOOD, "routes": [{"to": "a", "when": 3}]}, "malformed_routes", "/routes/0/when"),
        ("sond", GOOD, "routes_without_handoff", ""),
    ],
)
def test_a_bad_table_is_a_finding(tmp_path: Path, name: str, table: Any, code: str, pointer: str) -> None:
    catalog = load(tmp_path, {"sound": GOOD, name: table})
    assert list(catalog.routes) == ["sound"]
    (finding,) = catalog.findings
    assert (finding.code, finding.pointer, finding.file) == (code, pointer, f"routes/{name}.json")


def test_a_table_for_an_unknown_handoff_names_the_nearest(tmp_path: Path) -> None:
    (finding,) = load(tmp_path, {"sond": GOOD}).findings
    assert "sound" in finding.hint
