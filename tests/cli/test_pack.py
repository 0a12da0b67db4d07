"""`gonogo pack`: what stands in the package, what it says to clients, and what cannot be packed."""

import base64
import csv
import hashlib
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from gonogo import Catalog, Gauge
from gonogo.cli.main import status_of
from gonogo.cli.packaged import Packaged, copied
from gonogo.contracts import contract

EXAMPLE = Path(__file__).parents[2] / "examples" / "rest"
REPORT = Gauge(contract("pack-report"))


def packed(tmp_path: Path, capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    capsys.readouterr()
    out = str(tmp_path / "dist")
    assert status_of(["pack", str(EXAMPLE), "--out", out, "--format", "json", *words]) == 0
    report = json.loads(capsys.readouterr().out)
    assert REPORT.check(report)
    return report


def test_the_package_holds_the_catalog_and_pins_gonogo(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = packed(tmp_path, capsys)
    assert (report["name"], report["variables"]) == ("workshop", ["GONOGO_HTTP_STAFF_KEY"])
    with zipfile.ZipFile(report["file"]) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
        archive.extractall(tmp_path / "installed")
    info = "workshop-0.1.0.dist-info"
    assert f"Requires-Dist: gonogo[serve]=={report['gonogo']}\n" in held[f"{info}/METADATA"].decode()
    assert b"workshop = workshop.__main__:main" in held[f"{info}/entry_points.txt"]
    assert not [name for name in held if "service.py" in name or "openapi.json" in name.split("/")]
    for path, digest, size in csv.reader(io.StringIO(held[f"{info}/RECORD"].decode())):
        if digest:
            own = base64.urlsafe_b64encode(hashlib.sha256(held[path]).digest()).rstrip(b"=").decode()
            assert (digest, int(size)) == (f"sha256={own}", len(held[path]))
    inside = Catalog.load(tmp_path / "installed" / "workshop" / "catalog")
    assert inside.digest == Catalog.load(EXAMPLE).digest
    assert set(inside.tools) == set(Catalog.load(EXAMPLE).tools)


def test_the_same_catalog_makes_the_same_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = Path(packed(tmp_path, capsys)["file"]).read_bytes()
    assert Path(packed(tmp_path, capsys)["file"]).read_bytes() == first


def test_clients_are_told_how_to_start_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = packed(tmp_path, capsys, "--name", "lend-it")["snippets"]
    server = {
        "command": "uvx",
        "args": ["lend-it"],
        "env": {"GONOGO_HTTP_STAFF_KEY": "<GONOGO_HTTP_STAFF_KEY>"},
    }
    assert told["mcpServers"] == {"mcpServers": {"lend-it": server}}
    assert told["vscode"] == {"servers": {"lend-it": {"type": "stdio", **server}}}
    hosted = told["hosted"]["mcpServers"]["lend-it"]
    assert (hosted["type"], list(hosted["headers"])) == ("http", ["Authorization"])


@pytest.mark.parametrize("words", [["--name", "No Name"], ["--name", "-a"], ["--version", "one"]])
def test_a_name_or_version_that_packages_cannot_have_is_wrong_usage(tmp_path: Path, words: list[str]) -> None:
    assert status_of(["pack", str(EXAMPLE), "--out", str(tmp_path), *words]) == 64


def test_tools_that_nothing_would_execute_are_not_packed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    orders = Path(__file__).parents[2] / "examples" / "orders"
    assert status_of(["pack", str(orders), "--out", str(tmp_path / "dist")]) == 1
    assert "nothing in the package would execute" in capsys.readouterr().err
    assert not (tmp_path / "dist").exists()


def test_it_is_served_from_a_copy_that_can_be_written_into(tmp_path: Path) -> None:
    packaged = Packaged("workshop", "0.1.0", EXAMPLE)
    first = copied(packaged, tmp_path / "state")
    assert Catalog.load(first).digest == Catalog.load(EXAMPLE).digest
    (first / ".gonogo").mkdir()
    assert copied(packaged, tmp_path / "state") == first
    assert (first / ".gonogo").is_dir()
    (tmp_path / "file").write_text("", encoding="utf-8")
    elsewhere = copied(packaged, tmp_path / "file" / "state")
    assert (elsewhere / "schemas").is_dir()
