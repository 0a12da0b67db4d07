"""`gonogo import tools`: files that load, what was spelled otherwise, and what lint says."""

import json
from pathlib import Path
from typing import Any

import pytest

from gonogo import Gauge
from gonogo.catalog.catalog import Catalog
from gonogo.cli.main import status_of
from gonogo.contracts import contract, contracts
from gonogo.gauge.compiled import Recipe

REPORT = Gauge(contract("import-report"), Recipe(resources=contracts()))
LIST = [
    {
        "name": "find",
        "description": "Finds.",
        "input_schema": {"type": "dict", "properties": {"n": {"type": "float"}}},
    },
    {"name": "save", "input_schema": {"type": "object", "properties": {}}},
]


def run(tmp_path: Path, document: Any, *more: str) -> int:
    (tmp_path / "list.json").write_text(document if isinstance(document, str) else json.dumps(document))
    return status_of(["import", "tools", str(tmp_path / "list.json"), "--out", str(tmp_path / "repo"), *more])


def test_a_list_becomes_a_repository_that_loads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, LIST, "--format", "json") == 0
    text = capsys.readouterr().out
    assert REPORT.read(text.encode())
    report = json.loads(text)
    assert report["written"] == ["schemas/tools/find.json", "schemas/tools/save.json"]
    assert [change["pointer"] for change in report["tools"][0]["changes"]] == ["/type", "/properties/n/type"]
    assert report["findings"]
    assert set(Catalog.load(tmp_path / "repo").tools) == {"find", "save"}


def test_files_that_are_there_stay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(tmp_path, LIST)
    file = tmp_path / "repo" / "schemas" / "tools" / "find.json"
    file.write_text('{"type": "object"}')
    assert run(tmp_path, LIST) == 0
    assert file.read_text() == '{"type": "object"}'
    assert "is there already" in capsys.readouterr().out


def test_a_tool_that_is_left_out_is_no_go_and_the_others_are_written(tmp_path: Path) -> None:
    assert run(tmp_path, [*LIST, {"name": "bad", "input_schema": 3}]) == 1
    assert set(Catalog.load(tmp_path / "repo").tools) == {"find", "save"}


@pytest.mark.parametrize("document", ["{", {"openapi": "3.1.0"}])
def test_what_is_no_list_is_wrong_usage(tmp_path: Path, document: Any) -> None:
    assert run(tmp_path, document) == 64


def test_a_module_becomes_a_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "shop_for_import.py").write_text("def find(city: str) -> list[str]:\n    return [city]\n")
    monkeypatch.chdir(tmp_path)
    assert (
        status_of(
            ["import", "python", "shop_for_import", "--out", str(tmp_path / "repo"), "--format", "json"]
        )
        == 0
    )
    assert REPORT.read(capsys.readouterr().out.encode())
    tool = Catalog.load(tmp_path / "repo").tools["find"]
    assert tool.output is not None
    assert status_of(["import", "python", "no_such_module_anywhere", "--out", str(tmp_path / "repo")]) == 64
