"""A finding as text: where, how much it weighs, what is wrong, what to do, and the payload that shows it."""

from gonogo.catalog.finding import Finding, Severity
from gonogo.cli.formats import console
from gonogo.schema.text import write

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "dim"}
_LONGEST_SHOWN = 400


def print_finding(finding: Finding, before: str = "") -> None:
    """Write a finding to standard output.

    Args:
        finding: what is wrong.
        before: what stands before each of its lines.
    """
    out = console()
    place = f"{before}{finding.file}:{finding.line}:{finding.column}: "
    out.print(place, end="", markup=False, soft_wrap=True)
    out.print(f"[{_COLOURS[finding.severity]}]{finding.severity.value}[/] ", end="")
    out.print(f"{finding.code}: {finding.message}", markup=False, soft_wrap=True)
    if finding.hint:
        out.print(f"{before}    {finding.hint}", markup=False, soft_wrap=True)
    if finding.demonstration is not None:
        payload = write(finding.demonstration.payload)
        cut = payload if len(payload) <= _LONGEST_SHOWN else payload[:_LONGEST_SHOWN] + "…"
        out.print(f"{before}    {finding.demonstration.says}: {cut}", markup=False, soft_wrap=True)
