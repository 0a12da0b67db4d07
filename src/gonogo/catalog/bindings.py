"""The files of `bindings/`, read: one a tool, by the tool's stem."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from gonogo.catalog.binding import Binding
from gonogo.catalog.document import Document, read_document, steps_to
from gonogo.catalog.finding import Finding
from gonogo.contracts import contract
from gonogo.gauge.gauge import Gauge
from gonogo.gauge.verdict import NoGo
from gonogo.schema.limits import Limits

BINDINGS = "bindings"


def read_bindings(root: Path) -> tuple[dict[str, Binding], tuple[Finding, ...]]:
    """Read a repository's bindings by stem; a bad file is a finding, and its tool waits for a handler in Python."""
    bindings: dict[str, Binding] = {}
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
                document.finding("malformed_binding", "the binding is malformed", issue.hint, at=at)
            )
            continue
        bindings[document.stem] = Binding.of(document.value)
    return bindings, tuple(findings)


def stray_bindings(bindings: Mapping[str, Binding], stems: frozenset[str], root: Path) -> Iterator[Finding]:
    """Yield a finding for each binding that belongs to no tool."""
    for stem in bindings:
        if stem not in stems:
            document = read_document(root, f"{BINDINGS}/{stem}.json")
            if isinstance(document, Document):
                yield document.finding("binding_without_tool", "no tool has this name", "remove the file")


def _files(root: Path) -> list[str]:
    folder = root / BINDINGS
    return sorted(f"{BINDINGS}/{path.name}" for path in folder.glob("*.json")) if folder.is_dir() else []


@cache
def _gauge() -> Gauge:
    return Gauge(contract("binding"), limits=Limits())
