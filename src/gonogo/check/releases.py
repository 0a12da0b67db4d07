"""Releases: versions of contracts that are frozen, so that old payloads and old readers can be judged by them.

`schemas/released/NAME/VERSION.json` holds a state, `schemas/released/FOLDER/NAME/VERSION.json` a contract of any other
folder; each with all that it refers to, so that it means for ever what it meant.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.contract import Contract, Side
from gonogo.catalog.edition import Edition
from gonogo.catalog.finding import Finding, Severity
from gonogo.catalog.loader import FOLDERS, RELEASED, SCHEMAS
from gonogo.catalog.lock import LOCK_FILE, Lock, read_lock
from gonogo.catalog.pick import PickError, pick_contract
from gonogo.catalog.version import UNVERSIONED
from gonogo.diff.report import How, Row, compare_editions
from gonogo.schema.reach import bundled

_TAKE_BACK: Final = "take it back from git; what has to change becomes a new version"
_FOLDER_OF: Final = {side: folder for folder, side in FOLDERS.items()}


@dataclass(frozen=True)
class Released:
    """What a release came to.

    Attributes:
        written: the files that were written, below the root.
        findings: why contracts were not released; where there are any, nothing was written.
    """

    written: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()


def release(catalog: Catalog) -> Released:
    """Freeze every contract whose version is not frozen yet, and write down what is promised.

    Args:
        catalog: a catalog that was read from a folder.
    """
    root = catalog.root
    if root is None:
        raise ValueError("a catalog made in memory has no folder to write releases into")
    lock, findings = read_lock(root)
    refused = [*findings, *(each for each in catalog.findings if each.severity is Severity.ERROR)]
    refused += list(broken_promises(catalog, lock))
    if refused:
        return Released(findings=tuple(refused))
    written = [file for own in _versioned(catalog) if (file := _frozen(root, own)) is not None]
    text = lock.with_(_versioned(catalog)).to_json()
    if _write(root / LOCK_FILE, text):
        written.append(LOCK_FILE)
    return Released(tuple(written))


def broken_promises(catalog: Catalog, lock: Lock) -> Iterator[Finding]:
    """Yield what differs from what was promised: a changed contract of a released version, an edited release."""
    if catalog.root is None:
        return
    for own in _versioned(catalog):
        promised = lock.contracts.get((own.side, own.name), {}).get(own.version, own.digest)
        if promised != own.digest:
            message = f"version {own.version} is released, and the contract is not what it was"
            hint = "raise `x-version`: `gonogo check --fix-versions` says how far"
            yield Finding(
                "changed_after_release",
                Severity.ERROR,
                own.file or own.name,
                1,
                1,
                "/x-version",
                message,
                hint,
            )
    for (side, name), versions in lock.contracts.items():
        for version, digest in versions.items():
            yield from _of_release(catalog.root, released_file(side, name, str(version)), digest)


def _of_release(root: Path, file: str, promised: str) -> Iterator[Finding]:
    """What is wrong with the file of a released version."""
    if not (root / file).is_file():
        message = f"{LOCK_FILE} promises this version, and its file is gone"
        yield Finding("release_missing", Severity.ERROR, file, 1, 1, "", message, _TAKE_BACK)
        return
    try:
        digest = pick_contract(root / file).subject.digest
    except PickError as error:
        yield from (replace(each, code="edited_release", hint=_TAKE_BACK) for each in error.findings)
        return
    if digest != promised:
        yield Finding(
            "edited_release",
            Severity.ERROR,
            file,
            1,
            1,
            "",
            "a released contract is never edited",
            _TAKE_BACK,
        )


def since_release(catalog: Catalog, lock: Lock, own: Contract) -> Row | None:
    """Return what became of a contract since its last release; None where it has none, or did not change.

    Args:
        catalog: the catalog that holds it, which was read from a folder.
        lock: what was promised.
        own: the contract.
    """
    versions = lock.contracts.get((own.side, own.name), {})
    if not versions or catalog.root is None:
        return None
    last = max(versions)
    try:
        gauge = pick_contract(catalog.root / released_file(own.side, own.name, str(last)))
    except PickError:
        return None  # told as a release that is missing or edited
    before = Edition("", {(own.side, own.name): replace(own, gauge=gauge, version=last)})
    now = Edition("", {(own.side, own.name): own})
    row = compare_editions(before, now, How(across=True)).rows[0]
    return row if row.changed else None


def released_file(side: Side, name: str, version: str) -> str:
    """Return where a released version stands, below the root."""
    folder = [] if side is Side.STATE else [_FOLDER_OF[side]]
    return "/".join([SCHEMAS, RELEASED, *folder, name, f"{version}.json"])


def _versioned(catalog: Catalog) -> list[Contract]:
    return [own for own in catalog.contracts if own.version != UNVERSIONED]


def _frozen(root: Path, own: Contract) -> str | None:
    """Write the file of a version, unless it is there."""
    file = released_file(own.side, own.name, str(own.version))
    if (root / file).exists():
        return None
    text = json.dumps(bundled(own.gauge.bundle), indent=2, ensure_ascii=False) + "\n"
    return file if _write(root / file, text) else None


def _write(path: Path, text: str) -> bool:
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return True
