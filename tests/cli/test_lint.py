"""`gonogo lint`: what it takes, its forms, its exit statuses, and what `--fix` leaves behind."""

import json
from pathlib import Path
from typing import Any

import pytest

from gonogo import Gauge
from gonogo.cli.main import status_of
from gonogo.contracts import contract, contracts
from gonogo.gauge.compiled import Recipe

REPORT = Gauge(contract("lint-report"), Recipe(resources=contracts()))
ID = "https://example.com/schemas/state/order.json"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
SOUND: dict[str, Any] = {
    "$schema": DIALECT,
    "$id": ID,
    "x-version": "1.0.0",
    "type": "object",
    "properties": {"id": {"type": "string", "maxLength": 9, "description": "Its number."}},
    "required": ["id"],
    "additionalProperties": False,
}


def put(path: Path, value: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value, indent=2) + "\n", encoding="utf-8")
    return path


def report_of(capsys: pytest.CaptureFixture[str]) -> Any:
    text = capsys.readouterr().out
    assert REPORT.read(text.encode())
    return json.loads(text)


def codes(report: Any) -> list[str]:
    return [finding["code"] for finding in report["findings"]]


def test_a_sound_contract_is_go(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["lint", str(put(tmp_path / "order.json", SOUND))]) == 0
    assert "0 errors, 0 warnings, 0 notes" in capsys.readouterr().out


def test_a_warning_is_no_go_unless_the_level_is_error(tmp_path: Path) -> None:
    file = str(put(tmp_path / "order.json", {**SOUND, "additionalProperties": True}))
    assert status_of(["lint", file]) == 1
    assert status_of(["lint", file, "--level", "error"]) == 0


def test_a_path_that_leads_nowhere_is_wrong_usage(tmp_path: Path) -> None:
    assert status_of(["lint", str(tmp_path / "none.json")]) == 64


def test_a_repository_is_told_below_its_root(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path / "schemas" / "state" / "order.json", {**SOUND, "type": "objct"})
    monkeypatch.chdir(tmp_path)
    assert status_of(["lint", "--format", "json"]) == 1
    report = report_of(capsys)
    assert codes(report) == ["malformed_schema"]
    finding = report["findings"][0]
    assert (finding["file"], finding["line"], finding["pointer"]) == (
        "schemas/state/order.json",
        5,
        "/type",
    )


def test_a_file_that_is_no_json_is_one_finding_among_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path / "schemas" / "state" / "broken.json", '{"type": ')
    put(tmp_path / "schemas" / "state" / "order.json", {**SOUND, "additionalProperties": True})
    assert status_of(["lint", str(tmp_path), "--format", "json"]) == 1
    report = report_of(capsys)
    assert [finding["pointer"] for finding in report["findings"]] == ["", "/additionalProperties"]


def test_a_bad_tool_of_a_list_keeps_no_other_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = {"name": "bad", "description": "Bad.", "inputSchema": {"type": "objct"}}
    loose = {"name": "loose", "description": "Loose.", "inputSchema": {"type": "object"}}
    nameless: dict[str, Any] = {"inputSchema": {}}
    file = put(tmp_path / "tools.json", {"tools": [bad, 7, nameless, loose, loose]})
    assert status_of(["lint", str(file), "--format", "json"]) == 1
    found = {(each["code"], each["pointer"]) for each in report_of(capsys)["findings"]}
    assert found >= {
        ("malformed_schema", "/tools/0/inputSchema/type"),
        ("not_a_tool", "/tools/1"),
        ("not_a_tool", "/tools/2"),
        ("bare_object", "/tools/3/inputSchema"),
        ("duplicate_name", "/tools/4/name"),
    }


def test_a_file_of_a_repository_is_read_with_the_others_at_hand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path / "schemas" / "common" / "number.json", {"type": "string", "maxLength": 9})
    loose = {**SOUND, "properties": {"id": {"$ref": "../common/number.json", "description": "Its number."}}}
    file = put(tmp_path / "schemas" / "state" / "order.json", loose)
    assert status_of(["lint", str(file), "--format", "json"]) == 0
    assert codes(report_of(capsys)) == []


def test_a_file_of_a_repository_is_told_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tool = {**SOUND, "$id": ID.replace("state", "tools"), "description": "Look at an order."}
    file = put(tmp_path / "schemas" / "tools" / "order.json", tool)
    loose = {**SOUND, "$id": ID.replace("state", "outputs"), "additionalProperties": True}
    put(tmp_path / "schemas" / "outputs" / "order.json", loose)
    put(tmp_path / "gonogo.toml", '[[lint.ignore]]\nrule = "extended_root"\nreason = "lenient receivers"\n')
    assert status_of(["lint", str(file), "--format", "json"]) == 0
    report = report_of(capsys)
    assert (codes(report), report["unused"]) == ([], [])
    assert status_of(["lint", str(tmp_path), "--format", "json"]) == 0
    assert len(report_of(capsys)["suppressed"]) == 1


def test_a_file_that_cannot_be_written_is_wrong_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unversioned = {word: value for word, value in SOUND.items() if word != "x-version"}
    file = put(tmp_path / "order.json", unversioned)
    (tmp_path / ".order.json.new").mkdir()  # what is written first stands in the way
    assert status_of(["lint", str(file), "--fix"]) == 64
    assert "cannot be mended" in capsys.readouterr().err


def test_configuration_weighs_and_ignores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path / "schemas" / "state" / "order.json", {**SOUND, "additionalProperties": True})
    ignore = '[[lint.ignore]]\nrule = "extended_root"\nreason = "old receivers send more"\n'
    put(tmp_path / "gonogo.toml", ignore)
    assert status_of(["lint", str(tmp_path), "--format", "json"]) == 0
    report = report_of(capsys)
    assert [each["reason"] for each in report["suppressed"]] == ["old receivers send more"]


@pytest.mark.parametrize("reason", ["", 'reason = ""\n', 'reason = "  "\n'])
def test_ignoring_needs_a_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str], reason: str) -> None:
    put(tmp_path / "schemas" / "state" / "order.json", SOUND)
    put(tmp_path / "gonogo.toml", f'[[lint.ignore]]\nrule = "extended_root"\n{reason}')
    assert status_of(["lint", str(tmp_path), "--format", "json"]) == 1
    assert [Path(each["file"]).name for each in report_of(capsys)["findings"]] == ["gonogo.toml"]


def test_fix_mends_what_is_mechanical_and_nothing_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (
        '{\n    "$id": "https://example.com/order.json",\n    "type": "object",\n    "properties": {\n'
        '        "n": {"type": "integer", "maxLength": 5, "maximum": 1.0E1}\n    },\n'
        '    "then": {"required": ["n"]},\n    "required": ["n"]\n}\n'
    )
    file = put(tmp_path / "order.json", text)
    assert status_of(["lint", str(file), "--fix", "--format", "json"]) == 1
    report = report_of(capsys)
    assert set(codes(report)) == {"open_object", "undescribed_property"}
    assert len(report["fixed"]) == 1
    mended = file.read_text(encoding="utf-8")
    assert mended == (
        f'{{\n    "$schema": "{DIALECT}",\n'
        '    "$id": "https://example.com/order.json",\n    "x-version": "0.1.0",\n    "type": "object",\n    "properties": {\n'
        '        "n": {"type": "integer", "maximum": 1.0E1}\n    },\n    "required": ["n"]\n}\n'
    )
    assert status_of(["lint", str(file), "--fix", "--format", "json"]) == 1
    assert report_of(capsys)["fixed"] == []
    assert file.read_text(encoding="utf-8") == mended


def test_fix_leaves_what_is_ignored(tmp_path: Path) -> None:
    unversioned = {word: value for word, value in SOUND.items() if word != "x-version"}
    file = put(tmp_path / "schemas" / "state" / "order.json", unversioned)
    before = file.read_text(encoding="utf-8")
    put(tmp_path / "gonogo.toml", '[[lint.ignore]]\nrule = "missing_version"\nreason = "a draft"\n')
    assert status_of(["lint", str(tmp_path), "--fix"]) == 0
    assert file.read_text(encoding="utf-8") == before


def test_the_text_shows_the_wrong_payload_that_is_accepted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tool = {"name": "t", "description": "T.", "inputSchema": {**SOUND, "additionalProperties": True}}
    assert status_of(["lint", str(put(tmp_path / "tools.json", [tool]))]) == 1
    assert 'this wrong call is accepted: {"id":' in capsys.readouterr().out


@pytest.mark.parametrize("form", ["sarif", "github"])
def test_other_programs_can_read_it(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(put(tmp_path / "order.json", {**SOUND, "additionalProperties": True}))
    assert status_of(["lint", file, "--format", form]) == 1
    text = capsys.readouterr().out
    assert "extended_root" in text
    if form == "sarif":
        assert json.loads(text)["runs"][0]["results"][0]["ruleId"] == "extended_root"
