"""Asks vendors' own packages, which live in a virtual environment of theirs, what they think of projections."""

import atexit
import json
import os
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from peers.conftest import REPOSITORY

JUDGE = Path(__file__).parent / "oracles" / "judge.py"
ABSENT = "there is no .venv-oracles: scripts/oracles makes it"


def oracles() -> Path | None:
    """Return the Python that has the vendors' packages; None where it has not been made."""
    folder = Path(os.environ.get("GONOGO_ORACLES") or REPOSITORY / ".venv-oracles")
    python = folder / "bin" / "python"
    return python if python.exists() else None


@cache
def _judge() -> subprocess.Popen[str]:
    """The judge, started once: loading the packages takes seconds."""
    python = oracles()
    assert python is not None
    process = subprocess.Popen(  # noqa: S603 - our own judge
        [str(python), str(JUDGE)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    atexit.register(process.kill)
    return process


def judged(questions: Sequence[dict[str, Any]]) -> list[list[str]]:
    """Return the faults that the oracles find, question by question."""
    process = _judge()
    assert process.stdin is not None
    assert process.stdout is not None
    faults = []
    for question in questions:
        process.stdin.write(json.dumps(question) + "\n")
        process.stdin.flush()
        faults.append(json.loads(process.stdout.readline())["faults"])
    return faults
