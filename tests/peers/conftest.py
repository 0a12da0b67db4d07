"""Where other projects' test suites are: in a folder `shared` beside the repository, or where GONOGO_SHARED says."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

REPOSITORY = Path(__file__).parents[2]
NODE = Path(__file__).parent / "node"
ABSENT = "there is no folder `shared` beside the repository, and GONOGO_SHARED names none"


def shared(path: str) -> Path | None:
    """Return a file or folder of the shared data; None where it is not there."""
    folder = Path(os.environ.get("GONOGO_SHARED") or REPOSITORY.parent / "shared")
    found = folder / path
    return found if found.exists() else None


def rows_or_skip(rows: list[Any]) -> list[Any]:
    """Return a test's rows; one that is skipped and says why where there are none."""
    return rows or [pytest.param(None, marks=pytest.mark.skip(reason=ABSENT))]


@pytest.fixture(scope="session", name="node")
def fixture_node() -> Path:
    """The folder of the peers written in JavaScript, installed once."""
    if not (shutil.which("node") and shutil.which("npm")):
        pytest.skip("node or npm is not installed")
    needed = json.loads((NODE / "package.json").read_text())["dependencies"]
    if all((NODE / "node_modules" / name).is_dir() for name in needed):
        return NODE
    command = ["npm", "install", "--no-audit", "--no-fund", "--no-package-lock"]
    done = subprocess.run(  # noqa: S603 - a fixed command
        command, cwd=NODE, capture_output=True, text=True, timeout=300, check=False
    )
    if done.returncode:
        pytest.skip(f"npm cannot install the peers: {done.stderr.strip()[-200:]}")
    return NODE
