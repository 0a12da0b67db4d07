"""A report as Markdown, for a pull request."""

from collections.abc import Iterator

from gonogo.diff.advice import advice, sentence
from gonogo.diff.judgement import Verdict
from gonogo.diff.report import Refused, Report, Row, Status
from gonogo.schema.text import write

_MARKS = {
    Verdict.BREAKING: "❌",
    Verdict.UNKNOWN: "❔",
    Verdict.BREAKING_UNDECLARED: "⚠️",
    Verdict.SILENT: "⚠️",
    Verdict.COMPATIBLE: "✅",
}


def markdown(report: Report) -> str:
    """Return a report as Markdown: a line of counts, a table of verdicts, and what is to be said of each."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    counts = ", ".join(f"{count} {name}" for name, count in report.counts().items() if count)
    yield f"### Contracts: {counts or 'none'}"
    yield f"`{report.old}` → `{report.new}`, level `{report.level.value}`"
    told = sorted((row for row in report.rows if row.changed), key=lambda row: -row.verdict.rank)
    if told:
        yield ""
        yield "| | contract | verdict | version |"
        yield "|---|---|---|---|"
        yield from (
            f"| {_MARKS[row.verdict]} | `{row.name}` {row.side.value} | {_verdict(row)} | {_version(row)} |"
            for row in told
        )
    for row in told:
        body = list(_body(row))
        if body:
            yield ""
            yield f"#### `{row.name}` {row.side.value}: {_verdict(row)}"
            yield from body
    for finding in report.findings:
        yield f"- {finding}"


def _verdict(row: Row) -> str:
    if row.status in {Status.ADDED, Status.REMOVED, Status.FAILED}:
        return str(row.status.value)
    return row.verdict.value


def _version(row: Row) -> str:
    found = row.comparison
    if found is None:
        return ""
    old, new = found.versions
    asked = (
        f" (asks for {found.wanted.value})"
        if "version-not-bumped" in {flag.value for flag in found.flags}
        else ""
    )
    return f"{old} → {new}{asked}" if old != new else f"{old}{asked}"


def _body(row: Row) -> Iterator[str]:
    yield from (f"- {fault}" for fault in row.faults)
    if row.renamed_from:
        yield f"- was `{row.renamed_from}`"
    found = row.comparison
    for way in row.ways:
        if way.judgement.verdict is not Verdict.COMPATIBLE:
            yield from _way(way)
    if found is not None:
        for place in found.changes:
            if place.change.action != "annotated":
                yield f"- `{place.new if place.new is not None else place.old}`: {sentence(place.change)}"
        yield from (f"- {flag.value}" for flag in found.flags)


def _way(way: Refused) -> Iterator[str]:
    own = way.judgement
    yield f"- **{own.verdict.value}**, {own.way.value}: {advice(own)}"
    for payload in own.payload:
        yield f"  ```json\n  {write(payload)}\n  ```"
    for issue in way.issues[:3]:
        yield f"  refused at `{issue.pointer or '/'}` by `{issue.schema_pointer}` ({issue.code})"
