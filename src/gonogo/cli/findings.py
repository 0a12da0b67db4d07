"""A finding as text: where, how much it weighs, what is wrong, what to do, and the payload that shows it."""

from rich.text import Text

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
    text = Text(f"{before}{finding.file}:{finding.line}:{finding.column}: ")
    text.append(finding.severity.value, _COLOURS[finding.severity])
    text.append(f" {finding.code}: {finding.message}")
    if finding.hint:
        text.append(f"\n{before}    {finding.hint}")
    if finding.demonstration is not None:
        payload = write(finding.demonstration.payload)
        cut = payload if len(payload) <= _LONGEST_SHOWN else payload[:_LONGEST_SHOWN] + "…"
        text.append(f"\n{before}    {finding.demonstration.says}: {cut}")
    console().print(text, soft_wrap=True)
