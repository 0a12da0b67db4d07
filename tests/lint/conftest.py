"""Cases of lint rules: files, and the places where the rule of the folder's name fires."""

import json
from pathlib import Path
from typing import Any

from gonogo.catalog.gather import Gathered, gather
from gonogo.lint.lint import lot_of
from gonogo.lint.lot import Lot

CASES = Path(__file__).parent.parent / "cases" / "lint"


def load(folder: Path) -> Any:
    return json.loads((folder / "case.json").read_text(encoding="utf-8"))


def folders() -> list[Path]:
    return sorted(case.parent for case in CASES.glob("*/*/case.json"))


def put(root: Path, files: dict[str, Any]) -> None:
    """Write files below a folder; text as it is, anything else as JSON."""
    for file, value in files.items():
        path = root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        text = value if isinstance(value, str) else json.dumps(value, indent=2)
        path.write_text(text, encoding="utf-8")


def gathered(root: Path, case: Any) -> Gathered:
    put(root, case["files"])
    return gather(root / case["path"])


def lot(found: Gathered, case: Any) -> Lot:
    subsets = {target: frozenset(words) for target, words in case.get("subsets", {}).items()}
    return lot_of(
        found.candidates,
        found.tools,
        subsets=subsets,
        searched=case.get("searched", False),
        server=found.config.serve.name,
    )
