"""A comparison as text: for each contract the verdict, the payload that shows it, and what to do."""

from collections.abc import Iterator
from typing import Annotated

import typer
from rich.markup import escape

from gonogo.cli.formats import console
from gonogo.diff.advice import advice, sentence
from gonogo.diff.judgement import Level, Verdict
from gonogo.diff.report import Refused, Report, Row, Status
from gonogo.schema.text import write

STYLES = {
    Verdict.BREAKING: "bold red",
    Verdict.UNKNOWN: "bold magenta",
    Verdict.BREAKING_UNDECLARED: "yellow",
    Verdict.SILENT: "yellow",
    Verdict.COMPATIBLE: "green",
}
"""How each verdict is shown on a terminal."""

LevelOption = Annotated[
    Level, typer.Option("--level", help="What counts as breaking: declared keys, or any payload at all.")
]
"""What every verb that compares takes as `--level`."""


def print_report(report: Report) -> None:
    """Write a report to standard output, the worst first."""
    out = console()
    for row in sorted(report.rows, key=lambda row: -row.verdict.rank):
        if row.changed:
            out.print(_head(row), soft_wrap=True)
            for line in _body(row):
                out.print(f"  {line}", soft_wrap=True)
    for finding in report.findings:
        out.print(str(finding), markup=False, soft_wrap=True)
    counts = [f"{count} {name}" for name, count in report.counts().items() if count]
    out.print(", ".join(counts) or "nothing to compare")


def _head(row: Row) -> str:
    style = STYLES[row.verdict]
    said = row.verdict.value if row.status is Status.COMPARED else row.status.value
    head = f"[{style}]{said}[/] [bold]{escape(row.name)}[/] {row.side.value}"
    return head + (f" (was {escape(row.renamed_from)})" if row.renamed_from else "") + _version(row)


def _version(row: Row) -> str:
    found = row.comparison
    if found is None:
        return ""
    old, new = found.versions
    told = f" {old}" if old == new else f" {old} → {new}"
    return told if found.wanted.value == "none" else f"{told}, asks for {found.wanted.value}"


def _body(row: Row) -> Iterator[str]:
    for fault in row.faults:
        yield f"[red]{escape(str(fault))}[/]" + (f" ({escape(fault.hint)})" if fault.hint else "")
    for way in row.ways:
        yield from _way(way, several=len(row.ways) > 1)
    if row.comparison is None:
        return
    caused = {id(cause) for way in row.ways for cause in way.judgement.causes}
    for place in row.comparison.changes:
        if place.change.action != "annotated":
            where = place.new if place.new is not None else place.old
            mark = "[bold]←[/] " if id(place.change) in caused else ""
            yield f"{mark}[cyan]{escape(where or '/')}[/] {escape(sentence(place.change))}"
    if row.comparison.flags:
        yield f"[dim]{', '.join(flag.value for flag in row.comparison.flags)}[/]"


def _way(way: Refused, *, several: bool) -> Iterator[str]:
    own = way.judgement
    if own.verdict is Verdict.COMPATIBLE:
        if several:
            yield f"[green]compatible[/] {own.way.value} ({own.proof} proof)"
        return
    yield f"[{STYLES[own.verdict]}]{own.verdict.value}[/] {own.way.value}"
    for payload in own.payload:
        yield f"payload  {escape(write(payload))}"
    for issue in way.issues[:3]:
        yield f"refused  at {escape(issue.pointer or '/')} by {escape(str(issue.schema_pointer))} ({issue.code})"
    lost = [str(name) for change in own.lost for name in change.what]
    if lost:
        yield f"ignored  {escape(', '.join(lost))}: not declared any more"
    yield f"do       {escape(advice(own))}"
