"""What is wrong with a file of a contract repository: its kind, and where to look."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from gonogo.schema.types import Json


class Severity(str, Enum):
    """How much a finding weighs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong with one file.

    Attributes:
        code: its kind, such as `duplicate_id`.
        severity: an error keeps the file out of the catalog; the others do not.
        file: the file's path below the repository's root, with `/`.
        line, column: where in the file, both from 1; 1, 1 where it is the whole file.
        pointer: the place in the document; the root where the text is not JSON.
        message: what is wrong, in one sentence.
        hint: what to do about it.
    """

    code: str
    severity: Severity
    file: str
    line: int
    column: int
    pointer: str
    message: str
    hint: str = ""

    def to_dict(self) -> dict[str, Json]:
        """Return the JSON form, as `contracts/finding.json` describes it."""
        return {
            "code": self.code,
            "severity": self.severity.value,
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "pointer": self.pointer,
            "message": self.message,
            "hint": self.hint,
        }

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.code}: {self.message}"


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings by file and place."""
    return tuple(
        sorted(findings, key=lambda finding: (finding.file, finding.line, finding.column, finding.code))
    )
