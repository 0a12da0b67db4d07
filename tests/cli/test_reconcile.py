"""`gonogo reconcile`: what it says, what it writes, and what it takes as evidence."""

import json
from pathlib import Path
from typing import Any

import pytest

from gonogo import Catalog, Gauge
from gonogo.catalog.overlay import Mode
from gonogo.cli.main import status_of
from gonogo.contracts import contract

REPORT = Gauge(contract("reconcile-report"))
OVERLAY = Gauge(contract("overlay"))
SCHEMA = {
    "type": "object",
    "required": ["id", "name"],
    "properties": {"id": {"type": "integer"}, "name": {"type": "string"}},
    "additionalProperties": False,
}
DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "t", "version": "1"},
    "servers": [{"url": "https://api.example"}],
    "paths": {
        "/pets/{id}": {
            "get": {
                "operationId": "get_pet",
                "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
                "responses": {
                    "200": {"description": "d", "content": {"application/json": {"schema": SCHEMA}}}
                },
            }
        }
    },
}


@pytest.fixture(name="doc")
def fixture_doc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "api.json"
    file.write_text(json.dumps(DOCUMENT), encoding="utf-8")
    return file


def recorded(path: Path, *bodies: Any) -> str:
    rows = [{"method": "GET", "url": "https://api.example/pets/1", "body": body} for body in bodies]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return str(path)


def report(capsys: pytest.CaptureFixture[str]) -> Any:
    value = json.loads(capsys.readouterr().out)
    assert REPORT.check(value)
    return value


def test_without_evidence_there_is_nothing_to_propose(doc: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["reconcile", str(doc), "--format", "json"]) == 0
    assert report(capsys)["results"] == 0


def test_a_proposal_that_is_not_written_is_a_no_go(
    doc: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = recorded(tmp_path / "rows.jsonl", {"id": 1, "name": "a"}, {"id": 1, "name": None}, {"id": 2})
    assert status_of(["reconcile", str(doc), "--evidence", rows, "--format", "json"]) == 1
    (row,) = report(capsys)["rows"]
    assert row["pointers"] == ["/properties/name/type", "/required/1"]
    assert [each["source"] for each in row["shown"]] == ["production", "production"]


def test_what_is_written_is_told_and_a_second_run_writes_nothing(
    doc: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = recorded(tmp_path / "rows.jsonl", {"id": 1, "name": None, "secret_key": "secret value"})
    words = ["reconcile", str(doc), "--evidence", rows, "--out", "catalog", "--format", "json"]
    assert status_of(words) == 0
    assert "overlays/get_pet.json" in report(capsys)["written"]
    overlay = json.loads(Path("catalog/overlays/get_pet.json").read_text(encoding="utf-8"))
    assert OVERLAY.check(overlay)
    assert (overlay["mode"], overlay["pointers"]) == ("relaxed", ["/properties/name/type"])
    assert Catalog.load("catalog").tools["get_pet"].mode is Mode.RELAXED
    written = [path.read_text(encoding="utf-8") for path in Path("catalog").rglob("*.json")]
    assert not [text for text in written if "secret" in text]
    assert status_of(words) == 0
    again = report(capsys)
    assert (again["proposed"], again["written"]) == (0, [])
    assert status_of(["check", "catalog"]) == 0


def test_undeclared_keys_alone_ask_for_nothing_since_tools_of_documents_are_told_open(
    doc: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Case A4 (https://github.com/QuantConnect/mcp-server/issues/58): a field that grew is told with its place."""
    rows = recorded(tmp_path / "rows.jsonl", {"id": 1, "name": "a", "more": 1})
    assert status_of(["reconcile", str(doc), "--evidence", rows, "--format", "json"]) == 0
    (row,) = report(capsys)["rows"]
    assert (row["refused"], row["accepted"], row["mode"]) == (1, 1, "open")
    assert row["shown"][0]["place"] == "/more"


def test_a_contract_by_hand_is_opened_where_undeclared_keys_ask_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    files = {
        "schemas/tools/do.json": {"type": "object", "additionalProperties": False},
        "schemas/outputs/do.json": SCHEMA,
    }
    for name, value in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(json.dumps(value), encoding="utf-8")
    row = {"tool": "do", "output": {"id": 1, "name": "a", "more": 1}, "observed_at": "2026-11-01T00:00:00Z"}
    (tmp_path / "rows.jsonl").write_text(json.dumps(row), encoding="utf-8")
    words = ["reconcile", ".", "--evidence", "rows.jsonl", "--out", ".", "--format", "json"]
    assert status_of(words) == 0
    assert report(capsys)["proposed"] == 1
    overlay = json.loads(Path("overlays/do.json").read_text(encoding="utf-8"))
    assert (overlay["mode"], overlay["observed_at"]) == ("open", "2026-11-01T00:00:00Z")
    assert status_of(words) == 0
    assert report(capsys)["proposed"] == 0


def test_a_repository_is_held_against_its_fixtures_and_overlays_grow(
    doc: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = recorded(tmp_path / "first.jsonl", {"id": 1, "name": None})
    assert status_of(["reconcile", str(doc), "--evidence", first, "--out", "catalog"]) == 0
    row = {
        "id": "live",
        "schema": "schemas/outputs/get_pet.json",
        "expect": "valid",
        "payload": {"id": "7", "name": "a"},
        "source": "production",
    }
    Path("catalog/fixtures/live.json").write_text(json.dumps(row), encoding="utf-8")
    capsys.readouterr()
    assert status_of(["reconcile", "catalog", "--out", "catalog", "--format", "json"]) == 0
    (told,) = report(capsys)["rows"]
    assert (told["before"], told["mode"]) == ("relaxed", "relaxed")
    overlay = json.loads(Path("catalog/overlays/get_pet.json").read_text(encoding="utf-8"))
    assert overlay["pointers"] == ["/properties/id/type", "/properties/name/type"]
    assert len(overlay["evidence"]) == 2
    Path("catalog/fixtures/live.json").unlink()
    assert status_of(["check", "catalog"]) == 0


def test_what_belongs_to_no_contract_is_counted(
    doc: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [
        {"method": "GET", "url": "https://other.example/pets/1", "body": {}},
        {"method": "GET", "url": "https://api.example/pets/1", "status": 404, "body": {}},
        {"tool": "other", "output": {}},
        {"method": "GET", "url": "https://api.example/pets/1", "status": 204},
    ]
    file = tmp_path / "rows.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    assert status_of(["reconcile", str(doc), "--evidence", str(file), "--format", "json"]) == 0
    assert report(capsys)["left"] == {
        "no_success": 1,
        "undocumented_status": 1,
        "unknown_request": 1,
        "unknown_tool": 1,
    }


def test_what_is_no_source_is_wrong_usage_and_what_is_no_document_a_no_go(tmp_path: Path) -> None:
    assert status_of(["reconcile", str(tmp_path / "none.json")]) == 64
    assert status_of(["reconcile", str(tmp_path)]) == 64
    file = tmp_path / "api.json"
    file.write_text("{}", encoding="utf-8")
    assert status_of(["reconcile", str(file)]) == 1
    assert status_of(["reconcile", str(file), "--evidence", str(tmp_path / "none.har")]) == 64
