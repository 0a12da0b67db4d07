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


@dataclass(frozen=True)
class Demonstration:
    """A payload that shows what a finding says; made from the contract, never a payload of anybody's.

    Attributes:
        says: what it shows, such as `this wrong call is accepted`.
        payload: the payload, whole.
    """

    says: str
    payload: Json

    def to_dict(self) -> dict[str, Json]:
        """Return the JSON form."""
        return {"says": self.says, "payload": self.payload}


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
        group: the group of the lint rule that found it; None where loading did.
        demonstration: a payload that shows it; None where there is none.
        fixable: whether `gonogo lint --fix` mends it.
    """

    code: str
    severity: Severity
    file: str
    line: int
    column: int
    pointer: str
    message: str
    hint: str = ""
    group: str | None = None
    demonstration: Demonstration | None = None
    fixable: bool = False

    def to_dict(self) -> dict[str, Json]:
        """Return the JSON form, as `contracts/finding.json` describes it; what lint adds stands only where there is some."""
        added: dict[str, Json] = {}
        if self.group is not None:
            added = {"group": self.group, "fixable": self.fixable}
        if self.demonstration is not None:
            added["demonstration"] = self.demonstration.to_dict()
        return {
            "code": self.code,
            "severity": self.severity.value,
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "pointer": self.pointer,
            "message": self.message,
            "hint": self.hint,
            **added,
        }

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.code}: {self.message}"


def order_of(finding: Finding) -> tuple[str, int, int, str]:
    """Return what findings are ordered by: file and place."""
    return finding.file, finding.line, finding.column, finding.code


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings by file and place."""
    return tuple(sorted(findings, key=order_of))
