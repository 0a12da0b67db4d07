"""The files of `overlays/`, read: one a tool, by the tool's stem."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from gonogo.catalog.document import Document, read_document, steps_to
from gonogo.catalog.finding import Finding
from gonogo.catalog.overlay import Mode, Overlay
from gonogo.contracts import contract
from gonogo.gauge.gauge import Gauge
from gonogo.gauge.verdict import NoGo
from gonogo.schema.limits import Limits

OVERLAYS = "overlays"


def read_overlays(root: Path) -> tuple[dict[str, Overlay], tuple[Finding, ...]]:
    """Read a repository's overlays by stem; a bad file is a finding, and its tool is told as its contract says."""
    overlays: dict[str, Overlay] = {}
    findings: list[Finding] = []
    for file in _files(root):
        document = read_document(root, file)
        if isinstance(document, Finding):
            findings.append(document)
            continue
        verdict = _gauge().check(document.value)
        if isinstance(verdict, NoGo):
            issue = verdict.problem.issues[0]
            at = steps_to(document.value, issue.pointer)
            findings.append(
                document.finding("malformed_overlay", "the overlay is malformed", issue.hint, at=at)
            )
            continue
        overlays[document.stem] = _overlay(document)
    return overlays, tuple(findings)


def stray_overlays(overlays: dict[str, Overlay], stems: frozenset[str], root: Path) -> Iterator[Finding]:
    """Yield a finding for each overlay that belongs to no tool."""
    for stem, overlay in overlays.items():
        if stem not in stems and overlay.file is not None:
            document = read_document(root, overlay.file)
            if isinstance(document, Document):
                yield document.finding(
                    "overlay_without_tool", "no tool with an output has this name", "remove the file"
                )


def _files(root: Path) -> list[str]:
    folder = root / OVERLAYS
    if not folder.is_dir():
        return []
    return sorted(f"{OVERLAYS}/{path.name}" for path in folder.glob("*.json"))


def _overlay(document: Document) -> Overlay:
    value = document.value
    return Overlay(
        Mode(value["mode"]),
        tuple(value.get("pointers", ())),
        value["reason"],
        tuple(value.get("evidence", ())),
        value.get("observed_at"),
        document.file,
    )


@cache
def _gauge() -> Gauge:
    return Gauge(contract("overlay"), limits=Limits())
