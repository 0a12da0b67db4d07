"""The files below a repository's `fixtures/`, read as they are."""

import os
from dataclasses import dataclass
from pathlib import Path

from gonogo.catalog.finding import Finding, Severity

FIXTURES = "fixtures"
_ENDINGS = (".json", ".jsonl", ".ndjson")


@dataclass(frozen=True)
class PayloadFile:
    """One file below `fixtures/`.

    Attributes:
        file: its path below the repository's root, with `/`.
        data: what stands in it.
    """

    file: str
    data: bytes


def payload_files(root: Path) -> tuple[tuple[PayloadFile, ...], tuple[Finding, ...]]:
    """Read the files below a repository's `fixtures/`; one that cannot be read is a finding.

    Args:
        root: the repository's root.
    """
    files: list[PayloadFile] = []
    findings: list[Finding] = []
    for here, folders, names in os.walk(root / FIXTURES):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if name.startswith(".") or not name.endswith(_ENDINGS):
                continue
            path = Path(here) / name
            file = path.relative_to(root).as_posix()
            try:
                files.append(PayloadFile(file, path.read_bytes()))
            except OSError as error:
                message = f"the file cannot be read: {os.strerror(error.errno or 0)}"
                findings.append(Finding("unreadable", Severity.ERROR, file, 1, 1, "", message))
    return tuple(files), tuple(findings)
