"""`gonogo import openapi --check`: the eight kinds of change that issue 9 names, each with its truth."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gonogo.cli.main import status_of
from gonogo.contracts import contract, contracts
from gonogo.gauge.compiled import Recipe
from gonogo.gauge.gauge import Gauge
from gonogo.schema.pointer import get

REPORT = Gauge(contract("drift-report"), Recipe(resources=contracts()))
PET = {
    "type": "object",
    "required": ["id", "state"],
    "properties": {
        "id": {"type": "integer"},
        "state": {"type": "string", "enum": ["free", "sold"]},
        "note": {"type": "string"},
    },
}


def answer(schema: Any) -> dict[str, Any]:
    return {"description": "d", "content": {"application/json": {"schema": schema}}}


DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "t", "version": "1"},
    "components": {"schemas": {"Pet": PET}},
    "paths": {
        "/pets": {
            "post": {
                "operationId": "add_pet",
                "requestBody": {
                    "required": True,
                    "content": {
                        "application/json": {
                            "schema": {
                                "type": "object",
                                "properties": {"name": {"type": "string"}, "tag": {"type": "string"}},
                                "required": ["name"],
                                "additionalProperties": False,
                            }
                        }
                    },
                },
                "responses": {"200": answer({"$ref": "#/components/schemas/Pet"})},
            }
        },
        "/pets/{id}": {
            "get": {
                "operationId": "get_pet",
                "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
                "responses": {"200": answer({"$ref": "#/components/schemas/Pet"})},
            }
        },
        "/health": {"get": {"operationId": "health", "responses": {"204": {"description": "d"}}}},
    },
}
_PET = "/components/schemas/Pet"
_BODY = "/paths/~1pets/post/requestBody/content/application~1json/schema"


def field_added(doc: Any) -> None:
    get(doc, f"{_PET}/properties")["colour"] = {"type": "string"}


def field_removed(doc: Any) -> None:
    del get(doc, f"{_PET}/properties")["state"]
    get(doc, f"{_PET}/required").remove("state")


def type_changed(doc: Any) -> None:
    get(doc, f"{_PET}/properties")["id"] = {"type": "string"}


def enum_widened(doc: Any) -> None:
    get(doc, f"{_PET}/properties/state/enum").append("lost")


def created_added(doc: Any) -> None:
    get(doc, "/paths/~1pets/post/responses")["201"] = answer({"$ref": "#/components/schemas/Pet"})


def operation_removed(doc: Any) -> None:
    del doc["paths"]["/pets/{id}"]


def renamed(doc: Any) -> None:
    moved = doc["paths"].pop("/pets/{id}")
    moved["get"]["operationId"] = "read_pet"
    doc["paths"]["/animals/{id}"] = moved


def required_added(doc: Any) -> None:
    get(doc, f"{_BODY}/required").append("tag")


def nothing(_doc: Any) -> None:
    pass


@pytest.fixture(name="folder")
def fixture_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "api.json", DOCUMENT)
    assert status_of(["import", "openapi", "api.json", "--out", "catalog"]) == 0
    return tmp_path


def write(path: Path, document: Any) -> None:
    path.write_text(json.dumps(document), encoding="utf-8")


def checked(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, Any]:
    capsys.readouterr()
    exit_status = status_of(
        ["import", "openapi", "new.json", "--out", "catalog", "--check", "--format", "json", *words]
    )
    report = json.loads(capsys.readouterr().out)
    assert REPORT.check(report)
    return exit_status, report


@pytest.mark.parametrize(
    ("change", "verdicts", "exit_status"),
    [
        (nothing, {}, 0),
        (field_added, {"add_pet/output": "compatible", "get_pet/output": "compatible"}, 0),
        (field_removed, {"add_pet/output": "breaking", "get_pet/output": "breaking"}, 1),
        (type_changed, {"add_pet/output": "breaking", "get_pet/output": "breaking"}, 1),
        (enum_widened, {"add_pet/output": "breaking", "get_pet/output": "breaking"}, 1),
        (created_added, {"add_pet/output": "breaking"}, 1),
        (operation_removed, {"get_pet/input": "breaking", "get_pet/output": "breaking"}, 1),
        (
            renamed,
            {
                "get_pet/input": "breaking",
                "get_pet/output": "breaking",
                "read_pet/input": "compatible",
                "read_pet/output": "compatible",
            },
            1,
        ),
        (required_added, {"add_pet/input": "breaking"}, 1),
    ],
)
def test_each_change_is_told_for_what_it_is(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    change: Callable[[Any], None],
    verdicts: dict[str, str],
    exit_status: int,
) -> None:
    newer = copy.deepcopy(DOCUMENT)
    change(newer)
    write(folder / "new.json", newer)
    before = {path: path.read_bytes() for path in Path("catalog").rglob("*.json")}
    found, report = checked(folder, capsys)
    rows = report["diff"]["rows"]
    assert {f"{row['name']}/{row['side']}": row["verdict"] for row in rows} == verdicts
    assert found == exit_status
    assert report["verdict"] == ("no-go" if exit_status else "go")
    shown = [row for row in rows if row["verdict"] == "breaking" and row["status"] == "compared"]
    assert all(any(way["payload"] for way in row["ways"]) for row in shown)
    assert {path: path.read_bytes() for path in Path("catalog").rglob("*.json")} == before


def test_a_tool_that_was_renamed_has_a_successor_and_a_table_of_renames_settles_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    newer = copy.deepcopy(DOCUMENT)
    renamed(newer)
    write(folder / "new.json", newer)
    _, report = checked(folder, capsys)
    assert report["removed"] == [{"tool": "get_pet", "successor": "read_pet"}]
    assert report["added"] == ["read_pet"]
    Path("catalog/gonogo.toml").write_text('[renames]\nget_pet = "read_pet"\n', encoding="utf-8")
    found, report = checked(folder, capsys)
    assert (found, report["removed"]) == (0, [])


def test_a_path_that_moved_is_told_as_another_binding(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    newer = copy.deepcopy(DOCUMENT)
    newer["paths"]["/animals/{id}"] = newer["paths"].pop("/pets/{id}")
    write(folder / "new.json", newer)
    found, report = checked(folder, capsys)
    assert found == 0
    (row,) = report["bindings"]
    assert (row["tool"], row["before"], row["after"]) == ("get_pet", "GET /pets/{id}", "GET /animals/{id}")
    assert "operation" in row["members"]
    assert checked(folder, capsys, "--fail-on", "drift")[0] == 1


def test_the_policy_decides_what_is_red(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    newer = copy.deepcopy(DOCUMENT)
    field_added(newer)
    write(folder / "new.json", newer)
    assert checked(folder, capsys)[0] == 0
    assert checked(folder, capsys, "--fail-on", "drift")[0] == 1


def test_a_field_that_is_added_to_a_closed_answer_breaks(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    closed = copy.deepcopy(DOCUMENT)
    get(closed, _PET)["additionalProperties"] = False
    write(folder / "api.json", closed)
    assert status_of(["import", "openapi", "api.json", "--out", "catalog"]) == 0
    field_added(closed)
    write(folder / "new.json", closed)
    found, report = checked(folder, capsys)
    assert found == 1
    assert {row["verdict"] for row in report["diff"]["rows"]} == {"breaking"}


def test_coverage_before_and_after(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    newer = copy.deepcopy(DOCUMENT)
    newer["paths"]["/more"] = {"get": {"operationId": "more", "responses": {"204": {"description": "d"}}}}
    write(folder / "new.json", newer)
    found, report = checked(folder, capsys)
    assert (found, report["added"]) == (0, ["more"])
    assert report["coverage"] == {
        "before": {"tools": 3, "typed": 2, "share": 2 / 3},
        "after": {"tools": 4, "typed": 2, "share": 0.5},
    }
    assert checked(folder, capsys, "--min-typed", "0.6")[0] == 1


def test_tools_that_somebody_wrote_beside_them_are_not_compared(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = {"type": "object", "description": "Mine.", "additionalProperties": False}
    write(Path("catalog/schemas/tools/mine.json"), own)
    write(folder / "new.json", DOCUMENT)
    found, report = checked(folder, capsys)
    assert (found, report["diff"]["rows"]) == (0, [])


def test_without_a_catalog_there_is_nothing_to_compare_with(folder: Path) -> None:
    assert status_of(["import", "openapi", "api.json", "--check"]) == 64
    assert status_of(["import", "openapi", "api.json", "--check", "--out", "nowhere"]) == 64
