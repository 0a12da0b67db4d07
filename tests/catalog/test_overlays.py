"""Overlays: what clients are told of an output where that is not the contract as written."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.overlay import Mode
from gonogo.host.host import Host
from gonogo.host.outcome import OutputRefused, Success
from gonogo.projection.told import Era, told

OUTPUT = {
    "type": "object",
    "properties": {"a": {"type": "string", "maxLength": 2}},
    "required": ["a"],
    "additionalProperties": False,
}


def repository(root: Path, overlay: Any, name: str = "t") -> Path:
    for folder in ("tools", "outputs"):
        (root / "schemas" / folder).mkdir(parents=True)
    (root / "schemas" / "tools" / "t.json").write_text('{"type": "object", "additionalProperties": false}')
    (root / "schemas" / "outputs" / "t.json").write_text(json.dumps(OUTPUT))
    (root / "overlays").mkdir()
    (root / "overlays" / f"{name}.json").write_text(
        overlay if isinstance(overlay, str) else json.dumps(overlay)
    )
    return root


def test_an_overlay_belongs_to_its_tool(tmp_path: Path) -> None:
    catalog = Catalog.load(repository(tmp_path, {"mode": "open", "reason": "upstream grows"}))
    assert catalog.tools["t"].mode is Mode.OPEN
    assert catalog.findings == ()


@pytest.mark.parametrize(
    "overlay",
    [
        "{",
        {"mode": "opne", "reason": "r"},
        {"mode": "open"},
        {"mode": "relaxed", "reason": "r"},
        {"mode": "stripped", "reason": "r"},
        {"mode": "open", "reason": "r", "pointers": ["/a"]},
    ],
)
def test_a_malformed_overlay_is_a_finding_and_the_contract_stays(tmp_path: Path, overlay: Any) -> None:
    catalog = Catalog.load(repository(tmp_path, overlay))
    (finding,) = catalog.findings
    assert finding.file == "overlays/t.json"
    assert catalog.tools["t"].mode is Mode.DECLARED


def test_an_overlay_without_a_tool_is_a_finding(tmp_path: Path) -> None:
    (finding,) = Catalog.load(repository(tmp_path, {"mode": "open", "reason": "r"}, "other")).findings
    assert finding.code == "overlay_without_tool"


def answering(answer: Any) -> Any:
    return lambda _arguments: answer


MODES: list[tuple[Any, bool, bool]] = [
    ({"mode": "declared", "reason": "r"}, False, False),
    ({"mode": "open", "reason": "r"}, True, False),
    (
        {"mode": "relaxed", "reason": "r", "pointers": ["/properties/a/maxLength"], "evidence": ["t/1"]},
        True,
        True,
    ),
    ({"mode": "stripped", "reason": "r", "evidence": ["t/1"]}, True, True),
]


@pytest.mark.parametrize(("overlay", "grown", "longer"), MODES)
def test_what_is_told_decides_whether_a_result_leaves_and_drift_is_written_down(
    tmp_path: Path, overlay: Any, grown: bool, longer: bool
) -> None:
    root = repository(tmp_path, overlay)
    for answer, leaves in (({"a": "x", "b": 1}, grown), ({"a": "long"}, longer), ({"a": "x"}, True)):
        host = Host.at(root)
        host.register("t", answering(answer))
        outcome = asyncio.run(host.call("t", {}))
        assert isinstance(outcome, Success if leaves else OutputRefused)
        line = json.loads((root / ".gonogo" / "journal.jsonl").read_text().splitlines()[-1])
        assert line.get("gonogo.drift", False) is (leaves and answer != {"a": "x"})


def test_clients_are_told_the_mode(tmp_path: Path) -> None:
    catalog = Catalog.load(repository(tmp_path, {"mode": "open", "reason": "r"}))
    output = told(catalog.tools["t"], Era.MODERN).output
    assert output is not None
    assert "additionalProperties" not in output


def test_a_pointer_that_leads_nowhere_is_a_finding_of_the_host(tmp_path: Path) -> None:
    overlay = {"mode": "relaxed", "reason": "r", "pointers": ["/nowhere"], "evidence": ["t/1"]}
    host = Host.at(repository(tmp_path, overlay))
    host.register("t", lambda _arguments: {"a": "x"})
    assert [finding.code for finding in host.findings] == ["overlay_pointer"]
    assert told(host.catalog.tools["t"], Era.MODERN).output is not None
