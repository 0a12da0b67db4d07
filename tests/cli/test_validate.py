"""`gonogo validate`: files, lines and standard input, both forms of the report, and the exit statuses."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gonogo import Gauge
from gonogo.cli.main import status_of
from gonogo.contracts import contract, contracts
from gonogo.gauge.compiled import Recipe

SCHEMAS = Path(__file__).parent.parent.parent / "examples" / "orders" / "schemas"
REFUND = str(SCHEMAS / "tools" / "create_refund.json")
GOOD = {"order_id": "A-10234", "amount": 99.00, "reason": "late"}
SECRET = "s3cret-4711"  # noqa: S105 - what must not be found anywhere
REPORT = Gauge(contract("validate-report"), Recipe(resources=contracts()))


@pytest.fixture(name="payload")
def fixture_payload(tmp_path: Path) -> Any:
    def write(value: Any, name: str = "payload.json") -> str:
        path = tmp_path / name
        path.write_text(value if isinstance(value, str) else json.dumps(value))
        return str(path)

    return write


def report_of(capsys: pytest.CaptureFixture[str]) -> Any:
    text = capsys.readouterr().out
    assert REPORT.read(text.encode())
    return json.loads(text)


def test_a_good_file_is_go(payload: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["validate", "--schema", REFUND, payload(GOOD)]) == 0
    assert "1 go, 0 no-go" in capsys.readouterr().out


def test_one_bad_file_among_good_ones_is_no_go(payload: Any) -> None:
    bad = payload({**GOOD, "amount": "99.00"}, "bad.json")
    assert status_of(["validate", "--schema", REFUND, payload(GOOD), bad]) == 1


def test_the_text_shows_the_place_and_no_value(payload: Any, capsys: pytest.CaptureFixture[str]) -> None:
    value = {"order_id": SECRET, "amount": 1, "reason": SECRET, SECRET: SECRET}
    assert status_of(["validate", "--schema", REFUND, payload(value)]) == 1
    captured = capsys.readouterr()
    for word in ("order_id", "reason", "pattern", "*"):
        assert word in captured.out
    assert SECRET not in captured.out + captured.err


def test_markup_in_a_contract_is_shown_as_it_is(payload: Any, capsys: pytest.CaptureFixture[str]) -> None:
    schema = payload({"properties": {"[bold]": {"enum": ["[/red]", "[x]"]}}}, "schema.json")
    assert status_of(["validate", "--schema", schema, payload({"[bold]": 1})]) == 1
    assert '["[/red]","[x]"]' in capsys.readouterr().out


def test_json_is_valid_against_its_contract(payload: Any, capsys: pytest.CaptureFixture[str]) -> None:
    files = [payload(GOOD), payload("[1", "broken.json"), payload({}, "empty.json")]
    assert status_of(["validate", "--schema", REFUND, "--format", "json", *files]) == 1
    report = report_of(capsys)
    assert (report["go"], report["no_go"]) == (1, 2)
    assert [row["verdict"] for row in report["payloads"]] == ["go", "no-go", "no-go"]
    assert report["contract"]["schema"] == "https://example.com/schemas/tools/create_refund.json"


def test_lines_are_judged_one_by_one(payload: Any, capsys: pytest.CaptureFixture[str]) -> None:
    lines = payload(f"{json.dumps(GOOD)}\r\n\n[1\n{json.dumps(GOOD)}", "rows.jsonl")
    assert status_of(["validate", "--schema", REFUND, "--format", "json", lines]) == 1
    assert [(row["line"], row["verdict"]) for row in report_of(capsys)["payloads"]] == [
        (1, "go"),
        (3, "no-go"),
        (4, "go"),
    ]


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_standard_input_is_read(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(GOOD).encode())))
    assert status_of(["validate", "--schema", REFUND, *arguments]) == 0


def test_a_contract_is_found_in_a_folder_by_its_identifier(payload: Any) -> None:
    identifier = "https://example.com/schemas/tools/create_refund.json"
    assert status_of(["validate", "--schema", str(SCHEMAS), "--id", identifier, payload(GOOD)]) == 0


def test_a_folder_without_layout_serves_references(payload: Any, tmp_path: Path) -> None:
    payload({"$id": "https://x.test/money.json", "type": "number"}, "a-money.json")
    payload({"$id": "https://x.test/pay.json", "properties": {"m": {"$ref": "money.json"}}}, "b-pay.json")
    arguments = ["validate", "--schema", str(tmp_path), "--id", "https://x.test/pay.json"]
    assert status_of([*arguments, payload({"m": 1})]) == 0
    assert status_of([*arguments, payload({"m": "x"})]) == 1


def test_a_file_may_refer_to_its_neighbours_by_path(payload: Any) -> None:
    payload({"type": "number"}, "money.json")
    schema = payload({"properties": {"m": {"$ref": "money.json"}}}, "pay.json")
    assert status_of(["validate", "--schema", schema, payload({"m": 1}, "p.json")]) == 0
    assert status_of(["validate", "--schema", schema, payload({"m": "x"}, "p.json")]) == 1


def test_an_unknown_identifier_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    identifier = "https://example.com/schemas/tools/create_refnd.json"
    assert status_of(["validate", "--schema", str(SCHEMAS), "--id", identifier, "-"]) == 64
    assert "did you mean https://example.com/schemas/tools/create_refund.json" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["validate"],
        ["valdate"],
        ["validate", "--schema", "nowhere.json"],
        ["validate", "--schema", REFUND, "nowhere.json"],
        ["validate", "--schema", REFUND, "--format", "xml"],
        ["validate", "--schema", str(SCHEMAS)],
        ["validate", "--schema", REFUND, "--unknown"],
    ],
)
def test_wrong_usage_is_64(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(arguments) == 64
    assert capsys.readouterr().err


@pytest.mark.parametrize(
    "text", ['{"type":', "[1]", '{"type": "integr"}', '{"$ref": "#/nowhere"}', '{"pattern": "(?=a)"}']
)
def test_a_wrong_schema_is_a_finding(text: str, payload: Any, capsys: pytest.CaptureFixture[str]) -> None:
    schema = payload(text, "schema.json")
    assert status_of(["validate", "--schema", schema, "--format", "json", payload(GOOD)]) == 1
    report = report_of(capsys)
    assert report["contract"] is None
    assert len(report["findings"]) == 1


def test_a_finding_names_line_and_column(payload: Any, capsys: pytest.CaptureFixture[str]) -> None:
    schema = payload('{\n  "properties": {\n    "a": {"type": "integr"}\n  }\n}', "schema.json")
    assert status_of(["validate", "--schema", schema, payload(GOOD)]) == 1
    assert "schema.json:3:19: malformed_schema" in capsys.readouterr().out


def test_help_is_go() -> None:
    assert status_of(["--help"]) == 0
    assert status_of(["validate", "--help"]) == 0


def test_an_internal_error_is_3(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr("gonogo.cli.validate.pick_contract", fail)
    assert status_of(["validate", "--schema", REFUND, "-"]) == 3
    assert "a fault of ours" in capsys.readouterr().err


def test_the_module_runs_as_a_program(payload: Any) -> None:
    command = [sys.executable, "-m", "gonogo", "validate", "--schema", REFUND, payload(GOOD)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own program
    assert done.returncode == 0
    assert done.stdout.endswith("1 go, 0 no-go\n")
