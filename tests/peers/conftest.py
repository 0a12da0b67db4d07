"""Where other projects' test suites are: in a folder `shared` beside the repository, or where GONOGO_SHARED says."""

import os
from pathlib import Path
from typing import Any

import pytest

REPOSITORY = Path(__file__).parents[2]
ABSENT = "there is no folder `shared` beside the repository, and GONOGO_SHARED names none"


def shared(path: str) -> Path | None:
    """Return a file or folder of the shared data; None where it is not there."""
    folder = Path(os.environ.get("GONOGO_SHARED") or REPOSITORY.parent / "shared")
    found = folder / path
    return found if found.exists() else None


def rows_or_skip(rows: list[Any]) -> list[Any]:
    """Return a test's rows; one that is skipped and says why where there are none."""
    return rows or [pytest.param(None, marks=pytest.mark.skip(reason=ABSENT))]
