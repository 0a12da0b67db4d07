"""Types in TypeScript by the generator itself, compiled strictly: of the example, of others' tools, of seldom seen ones."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.contract import Contract, Side, Tool
from gonogo.check.types import types_of
from gonogo.cli.main import status_of
from gonogo.gauge.compiled import Recipe
from nasty import SOUND
from peers.test_oracles import CATALOGS, ORDERS

PAYLOAD = {"order_id": "A-10234", "amount": 19.5, "reason": "late"}


@pytest.fixture(name="bin", autouse=True)
def fixture_bin(node: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = node / "node_modules" / ".bin"
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return folder


def said_of(folder: Path) -> str:
    """What the compiler says, strictly, of every file of a folder."""
    files = sorted(map(str, folder.glob("*.ts")))
    command = ["tsc", "--strict", "--noEmit", "--skipLibCheck", *files]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)  # noqa: S603
    return done.stdout


def assigned(number: str, name: str, payload: Any) -> str:
    return f"export const value{number}: types.{name} = {json.dumps(payload)};\n"


def test_the_example_compiles_and_payloads_fit(tmp_path: Path) -> None:
    shutil.copytree(ORDERS / "schemas", tmp_path / "schemas")
    assert status_of(["export", "typescript-types", "--catalog", str(tmp_path)]) == 0
    file = tmp_path / "exports" / "typescript_types.ts"
    first = file.read_bytes()
    assert status_of(["export", "typescript-types", "--catalog", str(tmp_path)]) == 0
    assert file.read_bytes() == first
    assert status_of(["export", "typescript-types", "--check", "--catalog", str(tmp_path)]) == 0
    use = file.parent / "use.ts"
    head = 'import type * as types from "./typescript_types";\n'
    use.write_text(head + assigned("0", "CreateRefundInput", PAYLOAD))
    assert said_of(file.parent) == ""
    use.write_text(head + assigned("0", "CreateRefundInput", {**PAYLOAD, "amount": "19.5"}))
    assert "use.ts(2" in said_of(file.parent)


def test_others_tools_and_seldom_seen_ones_compile(tmp_path: Path) -> None:
    for number, param in enumerate(CATALOGS):
        if param.values[0] is not None:
            _write(param.values[0], tmp_path / f"types{number}.ts")
    tools = [
        Tool(name, "d", Contract.of(name, Side.INPUT, schema, recipe=Recipe(imported=True)))
        for name, (schema, _, _) in SOUND.items()
    ]
    names = _write(Catalog.of(tools), tmp_path / "types.ts")
    uses = [
        assigned(f"{number}_{index}", names[f"input {name}"], payload)
        for number, (name, (_, good, _)) in enumerate(SOUND.items())
        for index, payload in enumerate(good)
    ]
    (tmp_path / "use.ts").write_text('import type * as types from "./types";\n' + "".join(uses))
    assert said_of(tmp_path) == ""


def _write(catalog: Catalog, path: Path) -> Any:
    (types,) = types_of(catalog, ["typescript-types"], witnesses=False)
    assert types.projection.failures == ()
    assert types.text is not None
    path.write_text(types.text)
    return types.projection.names
