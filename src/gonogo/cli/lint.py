"""`gonogo lint`: what is wrong, loose or hard on agents in contracts."""

import os
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from gonogo.catalog.finding import Severity
from gonogo.catalog.gather import Gathered, NotThere, gather, written
from gonogo.check.linting import judged
from gonogo.cli import status
from gonogo.cli.findings import print_finding
from gonogo.cli.formats import console, print_json
from gonogo.cli.usage import WrongUsage
from gonogo.lint.edit import edited
from gonogo.lint.forms import annotations, sarif
from gonogo.lint.report import Report, joined
from gonogo.lint.table import RULES

_MOST_ROUNDS = 5
"""Mending one thing may uncover another, but not for ever."""


class LintFormat(str, Enum):
    """How a lint report is written."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"


def lint(
    paths: Annotated[
        list[str] | None,
        typer.Argument(help="Repositories, folders, schema files or MCP tool lists; by default the folder."),
    ] = None,
    *,
    fix: Annotated[bool, typer.Option("--fix", help="Mend what can be mended without a decision.")] = False,
    level: Annotated[
        Severity, typer.Option("--level", help="The least severity that makes it a no-go.")
    ] = Severity.WARNING,
    form: Annotated[
        LintFormat, typer.Option("--format", help="Text, JSON, SARIF, or GitHub's annotations.")
    ] = LintFormat.TEXT,
) -> int:
    """Lint contracts: facts proven by the validator, what they leave open, and what agents stumble over.

    Exits with 0 where every finding weighs less than the level, with 1 where one does not, with 64 where a path
    leads nowhere.
    """
    fixed: list[str] = []
    reports = [_linted(Path(path), fixed, fix=fix) for path in paths or ["."]]
    report = joined(reports)
    if form is LintFormat.JSON:
        print_json({**report.to_dict(level), "fixed": fixed})
    elif form is LintFormat.SARIF:
        print_json(sarif(report))
    elif form is LintFormat.GITHUB:
        for line in annotations(report):
            typer.echo(line)
    else:
        _print(report, fixed)
    return status.GO if report.is_below(level) else status.NO_GO


def _linted(path: Path, fixed: list[str], *, fix: bool) -> Report:
    try:
        gathered = gather(path)
        report = _judged(gathered)
        for _ in range(_MOST_ROUNDS if fix else 0):
            changed = [_place(gathered.root, file) for file in _mend(gathered, report)]
            if not changed:
                break
            fixed += [file for file in changed if file not in fixed]
            gathered = gather(path)
            report = _judged(gathered)
    except NotThere as error:
        raise WrongUsage(str(error)) from None
    except OSError as error:
        raise WrongUsage(f"{error.filename}: it cannot be mended: {error.strerror}") from None
    return report.below(_place(gathered.root, ""))


def _judged(gathered: Gathered) -> Report:
    return judged(gathered, tuple(RULES))


def _mend(gathered: Gathered, report: Report) -> Iterator[str]:
    """Write the files whose findings can be mended; yields those that changed."""
    texts = {each.document.file: each.document.text for each in gathered.candidates}
    for file, edits in report.edits.items():
        mended = edited(texts[file], edits)
        if mended != texts[file]:
            written(gathered.root, file, mended)
            yield file


def _place(root: Path, file: str) -> str:
    """A file's path as it is opened from here."""
    place = os.path.relpath(root / file).replace(os.sep, "/")
    return "" if place == "." else place


def _print(report: Report, fixed: list[str]) -> None:
    out = console()
    for finding in report.findings:
        print_finding(finding)
    for entry in report.unused:
        out.print(f"an `ignore` entry for {entry.rule} leaves nothing out any more", markup=False)
    for file in fixed:
        out.print(f"mended {file}", markup=False, soft_wrap=True)
    counts = report.counts()
    told = f"{counts['error']} errors, {counts['warning']} warnings, {counts['note']} notes"
    out.print(f"{told}, {len(report.suppressed)} ignored")
