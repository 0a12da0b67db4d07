"""`migrations/NAME/A-B.json`: how a state of version A becomes one of version B, as an RFC 6902 patch."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path, PurePosixPath

from gonogo.catalog.contract import Contract
from gonogo.catalog.document import Document, read_document, steps_to
from gonogo.catalog.finding import Finding
from gonogo.catalog.loader import json_files
from gonogo.catalog.version import Version
from gonogo.contracts import contract
from gonogo.gauge.gauge import Gauge
from gonogo.gauge.verdict import NoGo
from gonogo.schema.limits import Limits
from gonogo.schema.types import Json

MIGRATIONS = "migrations"


@dataclass(frozen=True)
class Migration:
    """One step of a state from version to version.

    Attributes:
        name: the state.
        source: the version that it starts from.
        target: the version that it leads to.
        patch: the operations (RFC 6902), in order.
    """

    name: str
    source: Version
    target: Version
    patch: tuple[Json, ...] = field(repr=False)


@dataclass(frozen=True)
class Known:
    """What migrations can lead between.

    Attributes:
        states: the current contracts by name.
        released: the old ones, by name and version.
    """

    states: Mapping[str, Contract]
    released: Mapping[str, Mapping[Version, Contract]]

    def has(self, name: str, version: Version) -> bool:
        """Whether a version of a state has a contract to judge by."""
        current = self.states.get(name)
        return (current is not None and current.version == version) or version in self.released.get(name, {})


def read_migrations(
    root: Path, known: Known
) -> tuple[Mapping[str, tuple[Migration, ...]], tuple[Finding, ...]]:
    """Read the migrations of a repository; a bad file is a finding, and never keeps the others out.

    Args:
        root: the repository's root.
        known: the contracts that they lead between.

    Returns:
        The migrations by the name of their state, and what was wrong.
    """
    found: dict[str, tuple[Migration, ...]] = {}
    findings: list[Finding] = []
    for file in json_files(root, MIGRATIONS):
        document = read_document(root, file)
        made = document if isinstance(document, Finding) else _migration(document, known)
        if isinstance(made, Finding):
            findings.append(made)
        else:
            found[made.name] = (*found.get(made.name, ()), made)
    return found, tuple(findings)


def _migration(document: Document, known: Known) -> Migration | Finding:
    name = PurePosixPath(document.file).parent.name
    verdict = _gauge().check(document.value)
    if isinstance(verdict, NoGo):
        issue = verdict.problem.issues[0]
        at = steps_to(document.value, issue.pointer.removesuffix("/*"))
        return document.finding("malformed_migration", f"breaks `{issue.code}`", issue.hint, at=at)
    between = _versions(document.stem)
    if between is None:
        hint = "name it FROM-TO.json, such as 1.0.0-2.0.0.json"
        return document.finding(
            "migration_name", "the file's name is not two versions, the older first", hint
        )
    for version in between:
        if not known.has(name, version):
            hint = f"add schemas/released/{name}/{version}.json"
            return document.finding("migration_without_contract", f"{name} has no version {version}", hint)
    return Migration(name, *between, tuple(verdict.value))


def _versions(stem: str) -> tuple[Version, Version] | None:
    """The two versions that a file is named for: a pre-release has a dash too, so each dash is tried."""
    found: list[tuple[Version, Version]] = []
    for place, character in enumerate(stem):
        if character == "-":
            try:
                found.append((Version.parse(stem[:place]), Version.parse(stem[place + 1 :])))
            except ValueError:
                continue
    return found[0] if len(found) == 1 and found[0][0] < found[0][1] else None


@cache
def _gauge() -> Gauge:
    return Gauge(contract("migration"), limits=Limits())
