"""`gonogo export`: the files, the report in its three forms, drift, and the exit statuses."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from gonogo import Gauge
from gonogo.cli.main import status_of
from gonogo.contracts import contract, contracts
from gonogo.gauge.compiled import Recipe
from gonogo.projection.targets import TARGETS

ORDERS = Path(__file__).parent.parent.parent / "examples" / "orders"
REPORT = Gauge(contract("export-report"), Recipe(resources=contracts()))


@pytest.fixture(name="orders")
def fixture_orders(tmp_path: Path) -> Path:
    shutil.copytree(ORDERS / "schemas", tmp_path / "schemas")
    return tmp_path


def run(folder: Path, *arguments: str) -> int:
    return status_of(["export", *arguments, "--catalog", str(folder)])


def report_of(capsys: pytest.CaptureFixture[str]) -> Any:
    text = capsys.readouterr().out
    assert REPORT.read(text.encode())
    return json.loads(text)


def test_the_example_is_exported_to_every_target_and_stays_the_same(orders: Path) -> None:
    assert run(orders) == 0
    first = {path.name: path.read_bytes() for path in (orders / "exports").iterdir()}
    assert set(first) == {*(f"{name}.json" for name in TARGETS), "names.json"}
    assert run(orders) == 0
    assert {path.name: path.read_bytes() for path in (orders / "exports").iterdir()} == first
    assert run(orders, "--check") == 0


def test_targets_that_are_named_are_written_alone(orders: Path, tmp_path: Path) -> None:
    out = tmp_path / "elsewhere"
    assert run(orders, "gemini", "a2a", "--out", str(out)) == 0
    assert sorted(path.name for path in out.iterdir()) == ["a2a.json", "gemini.json", "names.json"]
    assert not (orders / "exports").exists()


def test_the_configured_targets_are_the_default(orders: Path) -> None:
    (orders / "gonogo.toml").write_text('[catalog]\ntargets = ["xai"]\n')
    assert run(orders) == 0
    assert sorted(path.name for path in (orders / "exports").iterdir()) == ["names.json", "xai.json"]


def test_what_somebody_edited_is_named_by_tool_and_place(
    orders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(orders, "anthropic")
    file = orders / "exports" / "anthropic.json"
    document = json.loads(file.read_text())
    document["tools"][1]["input_schema"]["properties"]["sku"]["maxLength"] = 640
    file.write_text(json.dumps(document))
    capsys.readouterr()
    assert run(orders, "anthropic", "--check", "--format", "json") == 1
    report = report_of(capsys)
    assert report["drift"] == [
        {
            "file": "anthropic.json",
            "tool": "get_stock",
            "pointer": "/tools/1/input_schema/properties/sku/maxLength",
            "what": "changed",
        }
    ]
    assert report["go"] is False


def test_only_the_form_of_the_text_is_no_drift(orders: Path) -> None:
    run(orders, "anthropic")
    file = orders / "exports" / "anthropic.json"
    file.write_text(json.dumps(json.loads(file.read_text()), sort_keys=True))
    assert run(orders, "anthropic", "--check") == 0


@pytest.mark.parametrize(("text", "what"), [(None, "missing"), ("{", "not_json"), ("{}", "removed")])
def test_a_file_that_is_gone_or_broken_is_drift(
    orders: Path, text: str | None, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run(orders, "mistral")
    file = orders / "exports" / "mistral.json"
    if text is None:
        file.unlink()
    else:
        file.write_text(text)
    capsys.readouterr()
    assert run(orders, "mistral", "--check", "--format", "json") == 1
    assert [each["what"] for each in report_of(capsys)["drift"]] == [what]


@pytest.fixture(name="open_tool")
def fixture_open_tool(tmp_path: Path) -> Path:
    folder = tmp_path / "schemas" / "tools"
    folder.mkdir(parents=True)
    (folder / "find.json").write_text(
        json.dumps({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]})
    )
    return tmp_path


def test_a_narrowed_loss_is_no_go_with_a_payload_that_shows_it(
    open_tool: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(open_tool, "openai-chat-strict", "--format", "json") == 1
    (loss,) = report_of(capsys)["targets"][0]["losses"]
    assert (loss["kind"], loss["pointer"]) == ("narrowed", "/additionalProperties")
    assert set(loss["witness"]) > {"a"}
    assert run(open_tool, "openai-chat", "--format", "json") == 0


def test_a_narrowed_loss_can_be_allowed(open_tool: Path) -> None:
    assert run(open_tool, "openai-chat-strict", "--allow-narrowed") == 0
    (open_tool / "gonogo.toml").write_text('[export]\nallow_narrowed = ["find"]\n')
    assert run(open_tool, "openai-chat-strict") == 0


def test_a_file_without_a_contract_is_told_and_the_others_are_exported(
    open_tool: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (open_tool / "schemas" / "tools" / "bad.json").write_text('{"type": "objct"}')
    assert run(open_tool, "openai-chat", "--format", "json") == 1
    report = report_of(capsys)
    assert [each["tool"] for each in report["unreadable"]] == ["schemas/tools/bad.json"]
    assert report["targets"][0]["tools"] == 1


def test_text_and_markdown_tell_what_was_lost(orders: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(orders, "openai-chat-strict")
    assert "widened" in capsys.readouterr().out
    run(orders, "openai-chat-strict", "--format", "markdown")
    text = capsys.readouterr().out
    assert "| openai-chat-strict | 4 | 0 | 4 | 0 | 0 |" in text
    assert '`{"sku":""}`' in text


def test_names_are_kept_in_their_table(open_tool: Path) -> None:
    folder = open_tool / "schemas" / "tools"
    (folder / "a.b.json").write_text('{"type": "object", "additionalProperties": false}')
    run(open_tool, "openai-chat")
    names = json.loads((open_tool / "exports" / "names.json").read_text())
    assert names == {"openai": {"a.b": "a_b"}}
    (folder / "a_b.json").write_text('{"type": "object", "additionalProperties": false}')
    run(open_tool, "openai-chat")
    later = json.loads((open_tool / "exports" / "names.json").read_text())
    assert later["openai"]["a.b"] == "a_b"
    assert later["openai"]["a_b"] not in ("a_b", "a.b")


@pytest.mark.parametrize("arguments", [["openai-caht"], ["--catalog", "/nowhere/at/all"]])
def test_what_cannot_be_begun_is_wrong_usage(arguments: list[str]) -> None:
    assert status_of(["export", *arguments]) == 64


def findings_of_check(folder: Path, capsys: pytest.CaptureFixture[str]) -> list[tuple[str, str, str]]:
    capsys.readouterr()
    status_of(["check", str(folder), "--format", "json"])
    report = json.loads(capsys.readouterr().out)
    codes = ("narrowed_loss", "not_projected", "export_drift")
    return [(row["code"], row["file"], row["pointer"]) for row in report["findings"] if row["code"] in codes]


def test_check_tells_what_keeps_a_contract_from_its_targets(
    open_tool: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert findings_of_check(open_tool, capsys) == []
    (open_tool / "gonogo.toml").write_text('[catalog]\ntargets = ["openai-chat-strict", "openai-chat"]\n')
    assert findings_of_check(open_tool, capsys) == [
        ("narrowed_loss", "schemas/tools/find.json", "/additionalProperties")
    ]
    (open_tool / "gonogo.toml").write_text(
        '[catalog]\ntargets = ["openai-chat-strict"]\n[export]\nallow_narrowed = ["find"]\n'
    )
    assert findings_of_check(open_tool, capsys) == []


def test_check_tells_what_was_edited_by_hand(orders: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(orders, "xai", "gemini")
    assert findings_of_check(orders, capsys) == []
    file = orders / "exports" / "xai.json"
    document = json.loads(file.read_text())
    del document["tools"][0]["function"]["description"]
    file.write_text(json.dumps(document))
    assert findings_of_check(orders, capsys) == [
        ("export_drift", "exports/xai.json", "/tools/0/function/description")
    ]
