"""`gonogo.lock`: what each contract was when it was last released; generated and committed."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from gonogo.catalog.contract import Contract, Side
from gonogo.catalog.document import read_document
from gonogo.catalog.finding import Finding, Severity
from gonogo.catalog.version import Version
from gonogo.contracts import contract
from gonogo.gauge.gauge import Gauge
from gonogo.gauge.verdict import NoGo
from gonogo.schema.limits import Limits
from gonogo.schema.types import Json

LOCK_FILE: Final = "gonogo.lock"


@dataclass(frozen=True)
class Lock:
    """What was promised.

    Attributes:
        contracts: by side and name, the digest of every released version.
    """

    contracts: Mapping[tuple[Side, str], Mapping[Version, str]] = field(default_factory=dict)

    def with_(self, released: Iterable[Contract]) -> "Lock":
        """Return what is promised once some contracts are released too."""
        promised = {key: dict(versions) for key, versions in self.contracts.items()}
        for own in released:
            promised.setdefault((own.side, own.name), {})[own.version] = own.digest
        return Lock(promised)

    def to_json(self) -> str:
        """Return the file's text: the same for the same promises, one line a version."""
        rows = {
            f"{side.value}/{name}": {
                str(version): self.contracts[side, name][version] for version in sorted(versions)
            }
            for (side, name), versions in sorted(
                self.contracts.items(), key=lambda row: (row[0][0].value, row[0][1])
            )
        }
        return json.dumps({"form": 1, "contracts": rows}, indent=2, ensure_ascii=False) + "\n"


def read_lock(root: Path) -> tuple[Lock, tuple[Finding, ...]]:
    """Read a repository's lock; without the file nothing was promised."""
    if not (root / LOCK_FILE).exists():
        return Lock(), ()
    document = read_document(root, LOCK_FILE)
    if isinstance(document, Finding):
        return Lock(), (document,)
    verdict = Gauge(contract("lock"), limits=Limits()).check(document.value)
    if isinstance(verdict, NoGo):
        issue = verdict.problem.issues[0]
        hint = "it is written by `gonogo release`"
        return Lock(), (
            Finding("malformed_lock", Severity.ERROR, LOCK_FILE, 1, 1, issue.pointer, issue.hint, hint),
        )
    return Lock(dict(map(_promised, document.value["contracts"].items()))), ()


def _promised(row: tuple[str, Json]) -> tuple[tuple[Side, str], dict[Version, str]]:
    key, versions = row
    side, _, name = key.partition("/")
    return (Side(side), name), {Version.parse(text): digest for text, digest in versions.items()}
