"""`gonogo import openapi`: what it writes, what it says, and its gate."""

import json
from pathlib import Path
from typing import Any

import pytest

from gonogo import Catalog, Gauge
from gonogo.cli.main import status_of
from gonogo.contracts import contract
from gonogo.openapi.files import LOCK_FILE

REPORT = Gauge(contract("openapi-report"))
LOCK = Gauge(contract("openapi-lock"))
BODY = {
    "content": {"application/json": {"schema": {"type": "object", "properties": {"a": {"type": "string"}}}}}
}
TEXT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "t", "version": "1"},
    "paths": {
        "/pets": {
            "get": {
                "operationId": "list_pets",
                "tags": ["pets"],
                "responses": {"200": {"description": "d", **BODY}},
            },
            "post": {"operationId": "add_pet", "tags": ["pets"], "responses": {"204": {"description": "d"}}},
        },
        "/users/{id}": {"delete": {"operationId": "drop", "responses": {"204": {"description": "d"}}}},
        "/broken": {"get": 1},
    },
}


@pytest.fixture(name="doc")
def fixture_doc(tmp_path: Path) -> Path:
    file = tmp_path / "api.json"
    file.write_text(json.dumps(TEXT), encoding="utf-8")
    return file


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    code = status_of(["import", "openapi", *words, "--format", "json"])
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert REPORT.check(report)
    return code, report


def test_a_repository_comes_out(doc: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    code, report = run(capsys, str(doc), "--out", str(out))
    assert code == 0
    assert (report["operations"], report["tools"], report["typed"]) == (4, 3, 1)
    assert [row["operation"] for row in report["failed"]] == ["GET /broken"]
    assert LOCK.read((out / LOCK_FILE).read_bytes())
    catalog = Catalog.load(out)
    assert not catalog.findings
    assert set(catalog.tools) == {"list_pets", "add_pet", "drop"}


def test_a_lock_keeps_names_and_tells_what_is_gone(
    doc: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "out")
    run(capsys, str(doc), "--out", out)
    changed = json.loads(json.dumps(TEXT))
    changed["paths"]["/pets"]["get"]["operationId"] = "renamed"
    del changed["paths"]["/users/{id}"]
    doc.write_text(json.dumps(changed), encoding="utf-8")
    _, report = run(capsys, str(doc), "--out", out)
    assert [row["tool"] for row in report["rows"]] == ["list_pets", "add_pet"]
    assert report["gone"] == ["drop"]


@pytest.mark.parametrize(
    ("words", "tools"),
    [
        (["--tag", "pets"], ["list_pets", "add_pet"]),
        (["--method", "GET", "--method", "delete"], ["list_pets", "drop"]),
        (["--path", "/users/*"], ["drop"]),
        (["--read-only"], ["list_pets"]),
    ],
)
def test_filters(doc: Path, capsys: pytest.CaptureFixture[str], words: list[str], tools: list[str]) -> None:
    _, report = run(capsys, str(doc), *words)
    assert [row["tool"] for row in report["rows"]] == tools
    assert len(report["left_out"]) == 3 - len(tools)


def test_the_gate_writes_nothing(doc: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    assert run(capsys, str(doc), "--min-typed", "0.333")[0] == 0
    code, report = run(capsys, str(doc), "--min-typed", "0.334", "--out", str(out))
    assert code == 1
    assert report["written"] == 0
    assert not out.exists()


def test_text_for_people(doc: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["import", "openapi", str(doc)]) == 0
    said = capsys.readouterr().out
    assert "4 operations, 3 tools, 1 typed (33.3%)" in said
    assert "failed GET /broken: malformed_operation" in said


def test_what_is_no_document(tmp_path: Path) -> None:
    wrong = tmp_path / "a.json"
    wrong.write_text("{}", encoding="utf-8")
    assert status_of(["import", "openapi", str(wrong)]) == 1
    assert status_of(["import", "openapi", str(tmp_path / "none.json")]) == 64


def test_a_link_out_of_the_folder_leads_nowhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "secret.json").write_text('{"get": {"responses": {}}}', encoding="utf-8")
    folder = tmp_path / "api"
    folder.mkdir()
    (folder / "link.json").symlink_to(tmp_path / "secret.json")
    doc = folder / "api.json"
    doc.write_text(json.dumps({**TEXT, "paths": {"/x": {"$ref": "link.json"}}}), encoding="utf-8")
    _, report = run(capsys, str(doc))
    assert [row["code"] for row in report["failed"]] == ["reference_to_no_file"]
