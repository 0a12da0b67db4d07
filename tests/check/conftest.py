"""A contract repository in git, to be changed commit by commit."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from gonogo.check.check import Checked, Request, check


class Repository:
    """A contract repository in git.

    Args:
        root: an empty folder.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.git("init", "-q")

    def git(self, *words: str) -> None:
        named = ("-c", "user.name=a", "-c", "user.email=a@example.com")
        subprocess.run(["git", "-C", str(self.root), *named, *words], check=True, capture_output=True)  # noqa: S603, S607

    def write(self, file: str, value: Any) -> None:
        path = self.root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            value if isinstance(value, str) else json.dumps(value, indent=2) + "\n", encoding="utf-8"
        )

    def read(self, file: str) -> Any:
        return json.loads((self.root / file).read_text(encoding="utf-8"))

    def commit(self) -> None:
        self.git("add", "-A")
        self.git("commit", "-qm", "a change", "--allow-empty")

    def check(self, base: str | None = None) -> Checked:
        return check(Request(path=self.root, base=base))


@pytest.fixture(name="repository")
def fixture_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    monkeypatch.chdir(tmp_path)
    return Repository(tmp_path)


def contract_of(folder: str, name: str, schema: dict[str, Any], version: str = "1.0.0") -> dict[str, Any]:
    """Return a contract that lint has nothing to say of but what its schema asks for."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"https://example.com/schemas/{folder}/{name}.json",
        "x-version": version,
        "description": f"What {name} is about.",
        **schema,
    }
