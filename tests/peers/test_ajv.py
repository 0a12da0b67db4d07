"""Every contract of ours compiles in ajv as it comes: draft 2020-12, at its default strictness, with ajv-formats."""

import json
import os
import subprocess
from pathlib import Path

from gonogo.catalog.contract import Side
from gonogo.catalog.starting import contract_files, repository
from gonogo.contracts import contracts

EXAMPLES = Path(__file__).parents[2] / "examples"
WORDS = ["x-version", "x-tool", "x-pii", "x-fresh", "x-page"]


def compiled(node: Path, schemas: dict[str, object]) -> dict[str, str]:
    """Return for each schema what ajv says of it; nothing where it compiles."""
    told = json.dumps({"words": WORDS, "schemas": schemas})
    done = subprocess.run(  # noqa: S603 - a fixed command
        ["node", str(node / "ajv.mjs")],  # noqa: S607 - node is found where it is installed
        input=told,
        capture_output=True,
        text=True,
        check=True,
        env=os.environ,
    )
    said: dict[str, str] = json.loads(done.stdout)
    return said


def of_files(files: dict[str, str]) -> dict[str, object]:
    return {name: json.loads(text) for name, text in files.items() if name.startswith("schemas/")}


def test_the_examples_compile(node: Path) -> None:
    for root in sorted(EXAMPLES.iterdir()):
        files = {
            path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
            for path in root.rglob("schemas/**/*.json")
        }
        if files:
            assert compiled(node, of_files(files)) == {}


def test_a_fresh_repository_compiles(node: Path) -> None:
    started = [*repository({}), *contract_files(Side.HANDOFF, "a_to_b"), *contract_files(Side.STATE, "flow")]
    assert compiled(node, of_files({each.file: each.text for each in started})) == {}


def test_our_own_contracts_compile(node: Path) -> None:
    assert compiled(node, dict(contracts())) == {}


def test_what_does_not_compile_is_told(node: Path) -> None:
    bad = {"bad": {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "unheard": 1}}
    assert "unheard" in compiled(node, dict(bad))["bad"]
