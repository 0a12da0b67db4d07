"""Versions: what each change asks for, whether it was given, and the edit that gives it."""

from collections.abc import Iterable, Iterator
from typing import Final

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.document import Document, read_document
from gonogo.catalog.finding import Finding, Severity
from gonogo.catalog.version import UNVERSIONED, Bump, Version, raised
from gonogo.diff.comparison import Flag
from gonogo.diff.report import Report, Row
from gonogo.schema.positions import member_span
from gonogo.schema.text import write

_WORD: Final = "x-version"


def wanted(row: Row) -> Version | None:
    """Return the version that a changed contract has to have; None where its own will do."""
    found = row.comparison
    if found is None or Flag.VERSION_NOT_BUMPED not in found.flags:
        return None
    return raised(found.versions[0], found.wanted)


def judge_versions(catalog: Catalog, report: Report) -> Iterator[Finding]:
    """Yield a finding for each contract whose version was not raised as its change asks: an error where it breaks."""
    for row, file in _short(catalog, report):
        found = row.comparison
        document = read_document(catalog.root, file) if catalog.root is not None else None
        if found is None or not isinstance(document, Document):
            continue
        severity = Severity.ERROR if found.wanted is Bump.MAJOR else Severity.WARNING
        message = f"the change is {row.verdict.value}, and asks for version {wanted(row)} instead of {found.versions[1]}"
        at = (_WORD,) if isinstance(document.value, dict) and _WORD in document.value else ()
        yield document.finding(
            "version_not_raised", message, "run `gonogo check --fix-versions`", at=at, severity=severity
        )


def fixed(catalog: Catalog, report: Report) -> dict[str, str]:
    """Return by file the text with the version that its change asks for; the rest of it as it was written."""
    texts: dict[str, str] = {}
    for row, file in _short(catalog, report):
        version = wanted(row)
        document = read_document(catalog.root, file) if catalog.root is not None else None
        if version is None or not isinstance(document, Document):
            continue
        span = member_span(document.text, (_WORD,))
        if span is not None:
            texts[file] = document.text[: span.value] + write(str(version)) + document.text[span.end :]
    return texts


def _short(catalog: Catalog, report: Report) -> Iterable[tuple[Row, str]]:
    """The rows whose contract has a version that falls short, with the contract's file."""
    files = {(own.side, own.name): own.file for own in catalog.contracts}
    for row in report.rows:
        file = files.get((row.side, row.name))
        unversioned = row.comparison is None or row.comparison.versions[1] == UNVERSIONED
        if wanted(row) is not None and file is not None and not unversioned:
            yield row, file
