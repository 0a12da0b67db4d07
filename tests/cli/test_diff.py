"""`gonogo diff` and `gonogo fit`: sides, forms, exit statuses, and reports that keep their contracts."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gonogo import Gauge
from gonogo.cli.main import status_of
from gonogo.contracts import contract, contracts
from gonogo.gauge.compiled import Recipe

ORDERS = Path(__file__).parents[2] / "examples" / "orders"
REPORT = Gauge(contract("diff-report"), Recipe(resources=contracts()))
FITS = Gauge(contract("fit-report"), Recipe(resources=contracts()))

Edit = Callable[[dict[str, Any]], None]


@pytest.fixture(name="changed")
def fixture_changed(tmp_path: Path) -> Any:
    """The orders with some files edited."""

    def change(**edits: Edit) -> str:
        shutil.copytree(ORDERS / "schemas", tmp_path / "schemas", dirs_exist_ok=True)
        for name, edit in edits.items():
            folder, _, stem = name.partition("__")
            path = tmp_path / "schemas" / folder / f"{stem}.json"
            value = json.loads(path.read_text(encoding="utf-8"))
            edit(value)
            path.write_text(json.dumps(value), encoding="utf-8")
        return str(tmp_path)

    return change


def report(capsys: pytest.CaptureFixture[str], *words: str, status: int) -> Any:
    assert status_of(["diff", *words, "--format", "json"]) == status
    text = capsys.readouterr().out
    assert REPORT.read(text.encode())
    return json.loads(text)


def no_other(value: dict[str, Any]) -> None:
    value["properties"]["reason"]["enum"].remove("other")


def with_reserved(value: dict[str, Any]) -> None:
    value["properties"]["status"]["enum"].append("reserved")


def broken(value: dict[str, Any]) -> None:
    value["$ref"] = "#/nowhere"


def described(value: dict[str, Any]) -> None:
    value["description"] = "Another text."


def test_nothing_changed_is_go(changed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    found = report(capsys, str(ORDERS), changed(), status=0)
    assert found["rows"] == []
    assert found["counts"]["unchanged"] == 10


def test_a_breaking_change_has_a_payload_a_cause_and_advice(
    changed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    found = report(capsys, str(ORDERS), changed(tools__create_refund=no_other), status=1)
    row = found["rows"][0]
    assert (row["name"], row["side"], row["verdict"], row["wanted"]) == (
        "create_refund",
        "input",
        "breaking",
        "major",
    )
    assert row["flags"] == ["version-not-bumped"]
    way = row["ways"][0]
    assert way["payload"][0]["reason"] == "other"
    assert way["causes"] == ["enum-narrowed"]
    assert way["refused"] == [
        {"code": "enum", "pointer": "/reason", "schema_pointer": "/properties/reason/enum"}
    ]
    assert way["advice"]
    assert row["changes"][0]["new"] == "/properties/reason/enum"
    assert row["changes"][0]["what"] == ["other"]


def test_an_output_is_judged_the_other_way(changed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    found = report(capsys, str(ORDERS), changed(outputs__get_stock=with_reserved), status=1)
    assert found["rows"][0]["ways"][0]["way"] == "back"
    assert found["rows"][0]["ways"][0]["payload"][0]["status"] == "reserved"


def test_one_broken_contract_keeps_no_other_from_being_judged(
    changed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    new = changed(state__refund_flow=broken, tools__create_refund=no_other)
    found = report(capsys, str(ORDERS), new, status=1)
    assert [(row["status"], row["name"]) for row in found["rows"]] == [
        ("compared", "create_refund"), ("failed", "refund_flow"),
    ]  # fmt: skip
    assert found["rows"][1]["findings"][0]["code"] == "unresolved_reference"


def test_only_a_broken_contract_is_no_go(changed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert report(capsys, str(ORDERS), changed(state__refund_flow=broken), status=1)["counts"]["failed"] == 1


def test_a_description_breaks_nothing(changed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    found = report(capsys, str(ORDERS), changed(tools__get_stock=described), status=0)
    assert found["rows"][0]["flags"] == ["annotation-changed", "version-not-bumped"]
    assert found["rows"][0]["wanted"] == "patch"


def test_tools_that_come_go_and_are_renamed(changed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    new = Path(changed())
    (new / "schemas" / "tools" / "place_order.json").rename(new / "schemas" / "tools" / "order.json")
    (new / "schemas" / "outputs" / "place_order.json").unlink()
    text = (
        (new / "schemas" / "tools" / "order.json")
        .read_text(encoding="utf-8")
        .replace("tools/place_order", "tools/order")
    )
    (new / "schemas" / "tools" / "order.json").write_text(text, encoding="utf-8")
    found = report(capsys, str(ORDERS), str(new), status=1)
    assert {(row["name"], row["status"]) for row in found["rows"]} >= {
        ("place_order", "removed"),
        ("order", "added"),
    }
    (new / "gonogo.toml").write_text('[renames]\nplace_order = "order"\n', encoding="utf-8")
    found = report(capsys, str(ORDERS), str(new), status=1)
    renamed = [row for row in found["rows"] if row["renamed_from"] == "place_order"]
    assert [row["status"] for row in renamed] == ["compared"]


def test_an_output_contract_that_is_dropped_breaks_its_readers(
    changed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    new = Path(changed())
    (new / "schemas" / "outputs" / "get_stock.json").unlink()
    row = report(capsys, str(ORDERS), str(new), status=1)["rows"][0]
    assert (row["side"], row["status"], row["verdict"]) == ("output", "compared", "breaking")
    assert row["ways"][0]["payload"]
    assert report(capsys, str(new), str(ORDERS), status=0)["rows"][0]["verdict"] == "compatible"


@pytest.fixture(name="files")
def fixture_files(tmp_path: Path) -> Any:
    def write(*schemas: Any) -> list[str]:
        paths = [tmp_path / f"schema-{number}.json" for number in range(len(schemas))]
        for path, schema in zip(paths, schemas, strict=True):
            path.write_text(json.dumps(schema), encoding="utf-8")
        return list(map(str, paths))

    return write


def test_levels_tell_declared_keys_from_any(files: Any) -> None:
    old = {"type": "object", "properties": {"a": {"type": "string"}}}
    new = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}}
    assert status_of(["diff", *files(old, new)]) == 0
    assert status_of(["diff", *files(old, new), "--level", "strict-set"]) == 1


def test_formats_decide_unless_told_otherwise(files: Any, capsys: pytest.CaptureFixture[str]) -> None:
    paths = files({"type": "string"}, {"type": "string", "format": "date"})
    assert report(capsys, *paths, status=1)["rows"][0]["flags"] == ["format-sensitive"]
    assert status_of(["diff", *paths, "--formats", "annotation"]) == 0


def test_what_is_unknown_is_two(files: Any, capsys: pytest.CaptureFixture[str]) -> None:
    paths = files({"type": "string", "pattern": "\\p{L}\\p{N}"}, {"type": "string", "pattern": "\\p{N}$"})
    found = report(capsys, *paths, status=2)
    assert found["rows"][0]["ways"][0]["blocked"] == ["pattern"]


def test_drafts_are_not_mixed_unasked(files: Any, capsys: pytest.CaptureFixture[str]) -> None:
    paths = files(
        {"$schema": "http://json-schema.org/draft-07/schema#", "type": "string"}, {"type": "string"}
    )
    assert report(capsys, *paths, status=1)["rows"][0]["findings"][0]["code"] == "dialects_differ"
    assert status_of(["diff", *paths, "--across-drafts"]) == 0


@pytest.mark.parametrize("words", [("nowhere.json", "x.json"), ("git:nope", "git:nope"), ("one",)])
def test_wrong_usage_is_sixty_four(words: tuple[str, ...]) -> None:
    assert status_of(["diff", *words]) == 64


def test_text_and_markdown_show_the_payload(changed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    new = changed(
        tools__create_refund=no_other,
        handoffs__triage_to_billing=lambda v: v["required"].remove("confidence"),
    )
    assert status_of(["diff", str(ORDERS), new]) == 1
    text = capsys.readouterr().out
    for part in ("breaking", '"reason":"other"', "/properties/reason/enum", "asks for major", "do  "):
        assert part in text
    assert status_of(["diff", str(ORDERS), new, "--format", "markdown"]) == 1
    written = capsys.readouterr().out
    assert "| ❌ | `create_refund` input | breaking |" in written
    assert "```json" in written


def test_fit_by_name_by_field_and_by_wiring(changed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    root = changed()
    asked = ["fit", "lookup_order", "create_refund", "--catalog", root]
    assert status_of([*asked, "--format", "json"]) == 1
    text = capsys.readouterr().out
    assert FITS.read(text.encode())
    assert status_of([*asked, "--field", "order_id=/order/order_id", "--field", "reason=/result"]) == 1
    shown = capsys.readouterr().out
    assert '"reason":"found"' in shown
    assert "refused" in shown
    wiring = '[[wiring]]\nproducer = "place_order"\nconsumer = "lookup_order"\nfields = { order_id = "/order_id" }\n'
    Path(root, "gonogo.toml").write_text(wiring, encoding="utf-8")
    assert status_of(["fit", "--catalog", root]) in {0, 1}
    assert "place_order → lookup_order" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [("nobody", "create_refund"), ("lookup_order", "nobody"), ("lookup_order",),
     ("lookup_order", "create_refund", "--field", "amuont=/x"), ("lookup_order", "create_refund", "--field", "amount=x"),
     ("lookup_order", "create_refund", "--field", "amount")],
)  # fmt: skip
def test_a_wrong_fit_is_sixty_four(words: tuple[str, ...]) -> None:
    assert status_of(["fit", *words, "--catalog", str(ORDERS)]) == 64


def test_without_names_and_without_wiring_there_is_nothing_to_fit(changed: Any) -> None:
    assert status_of(["fit", "--catalog", changed()]) == 64
