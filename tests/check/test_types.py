"""Types in Python by the generator itself: they load, they are checked strictly, payloads fit, and files are judged."""

import importlib.util
import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.contract import Contract, Side, Tool
from gonogo.check.types import types_drift, types_of
from gonogo.cli.main import status_of
from gonogo.gauge.compiled import Recipe
from gonogo.projection.typed import typed
from nasty import SOUND

ORDERS = Path(__file__).parent.parent.parent / "examples" / "orders"
HERE = importlib.util.find_spec("datamodel_code_generator") is not None
NEEDED = pytest.mark.skipif(not HERE, reason="the extra `types` is not installed")
PAYLOAD = {"order_id": "A-10234", "amount": 19.5, "reason": "late"}


@pytest.fixture(name="orders")
def fixture_orders(tmp_path: Path) -> Path:
    shutil.copytree(ORDERS / "schemas", tmp_path / "schemas")
    return tmp_path


def run(folder: Path, *arguments: str) -> int:
    return status_of(["export", *arguments, "--catalog", str(folder)])


def loaded(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location("python_types", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def checked(folder: Path, text: str) -> str:
    """What mypy says, strictly, of a text beside the types."""
    api = pytest.importorskip("mypy.api")
    (folder / "use.py").write_text(text)
    said, _, _ = api.run(["--strict", "--no-incremental", "--config-file=", str(folder / "use.py")])
    return str(said)


@NEEDED
def test_the_types_of_the_example_load_and_are_the_same_twice(orders: Path) -> None:
    assert run(orders, "python-types") == 0
    file = orders / "exports" / "python_types.py"
    first = file.read_bytes()
    assert run(orders, "python-types") == 0
    assert file.read_bytes() == first
    module = loaded(file)
    assert module.CreateRefundInput.__required_keys__ == {"order_id", "amount", "reason"}
    assert module.CreateRefundOutput.__optional_keys__ == {"refused_because"}


@NEEDED
def test_a_payload_fits_and_a_wrong_one_does_not(orders: Path) -> None:
    run(orders, "python-types")
    folder = orders / "exports"
    good = f"from python_types import CreateRefundInput\nrefund: CreateRefundInput = {PAYLOAD!r}\n"
    assert "Success" in checked(folder, good)
    wrong = good.replace("19.5", "'19.5'").replace("'late'", "'never'")
    said = checked(folder, wrong)
    assert "amount" in said
    assert "reason" in said


@NEEDED
def test_seldom_seen_schemas_have_types_that_load_and_are_checked(tmp_path: Path) -> None:
    catalog = Catalog.of(
        Tool(name, "d", Contract.of(name, Side.INPUT, schema, recipe=Recipe(imported=True)))
        for name, (schema, _, _) in SOUND.items()
    )
    (types,) = types_of(catalog, ["python-types"], witnesses=False)
    assert types.projection.failures == ()
    assert types.text is not None
    (tmp_path / "python_types.py").write_text(types.text)
    loaded(tmp_path / "python_types.py")
    uses = [
        f"value{number}_{index}: python_types.{types.projection.names[f'input {name}']} = {payload!r}\n"
        for number, (name, (_, good, _)) in enumerate(SOUND.items())
        for index, payload in enumerate(good)
        if name != "patterns"  # undeclared keys are none of a TypedDict's
    ]
    assert "Success" in checked(tmp_path, "import python_types\n" + "".join(uses))


@NEEDED
def test_what_somebody_edited_is_named_by_tool(orders: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(orders, "python-types")
    file = orders / "exports" / "python_types.py"
    file.write_text(file.read_text().replace("amount: float\n", "amount: str\n", 1))
    capsys.readouterr()
    assert run(orders, "python-types", "--check", "--format", "json") == 1
    (drifted,) = json.loads(capsys.readouterr().out)["drift"]
    assert (drifted["file"], drifted["tool"], drifted["what"]) == (
        "python_types.py",
        "create_refund",
        "changed",
    )


@NEEDED
def test_types_that_stand_there_are_checked_without_being_named(orders: Path) -> None:
    run(orders, "python-types")
    run(orders, "xai")
    assert run(orders, "xai", "python-types", "--check") == 0
    schema = orders / "schemas" / "tools" / "get_stock.json"
    schema.write_text(schema.read_text().replace('"sku"', '"article"'))
    (orders / "gonogo.toml").write_text('[catalog]\ntargets = ["a2a"]\n')
    run(orders, "a2a")
    assert run(orders, "--check") == 1


@NEEDED
def test_check_judges_types_by_their_heads(orders: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(orders, "python-types")
    file = orders / "exports" / "python_types.py"

    def drifted() -> list[str]:
        capsys.readouterr()
        status_of(["check", str(orders), "--format", "json"])
        report = json.loads(capsys.readouterr().out)
        return [row["file"] for row in report["findings"] if row["code"] == "export_drift"]

    assert drifted() == []
    text = file.read_text()
    file.write_text(text.replace("amount: float", "amount: str", 1))
    assert drifted() == ["exports/python_types.py"]
    file.write_text(text)
    schema = orders / "schemas" / "tools" / "get_stock.json"
    schema.write_text(schema.read_text().replace("64", "65"))
    assert drifted() == ["exports/python_types.py"]


@NEEDED
def test_a_contract_without_types_takes_no_other_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A generator that cannot do one contract: one that fails on a word of it, run as a process like the real one."""
    from gonogo.check import generators  # noqa: PLC0415

    command = (
        sys.executable,
        "-c",
        (
            "import sys; t = sys.stdin.read(); sys.exit('boom') if 'unlucky' in t else print("
            "'\\n'.join(f'class {n}(object): pass' for n in __import__('json').loads(t)['$defs']))"
        ),
    )
    real = generators.GENERATORS["python-types"]
    failing = generators.Generator(
        real.package, real.file, real.comment, real.hint, lambda: generators.Installed(command, "1")
    )
    monkeypatch.setattr("gonogo.check.types.GENERATORS", {"python-types": failing})
    tools = [
        Tool(f"tool_{number}", "d", Contract.of(f"tool_{number}", Side.INPUT, {
            "type": "object", "properties": {"unlucky" if number == 5 else "a": {"type": "string"}}}))
        for number in range(15)
    ]  # fmt: skip
    (types,) = types_of(Catalog.of(tools), ["python-types"], witnesses=False)
    assert [failure.tool for failure in types.projection.failures] == ["tool_5"]
    assert types.text is not None
    assert types.text.count("class ") == 14


def test_an_absent_generator_is_told_and_the_file_is_judged_by_its_head(
    orders: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.chdir(orders)
    assert run(orders, "typescript-types", "gemini") == 1
    assert "npm install" in capsys.readouterr().out
    assert (orders / "exports" / "gemini.json").exists()
    assert not (orders / "exports" / "typescript_types.ts").exists()
    assert run(orders, "typescript-types", "--check", "--format", "json") == 1
    report = json.loads(capsys.readouterr().out)
    assert [each["what"] for each in report["drift"]] == ["missing"]
    assert "is not installed" in report["types"][0]["missing"]


def test_types_of_no_tool_are_none(tmp_path: Path) -> None:
    projection = typed(Catalog.of([]), "python-types")
    assert (projection.names, projection.document["$defs"]) == ({}, {})
    (types,) = types_of(Catalog.of([]), ["python-types"], generate=False)
    assert [each.what for each in types_drift(types, tmp_path)] == ["missing"]
