"""A report in the forms that other programs read: SARIF 2.1.0, and the annotations of GitHub's workflows.

Sources: OASIS SARIF 2.1.0, section 3; GitHub, "Workflow commands".
"""

from collections.abc import Iterator, Mapping

from gonogo.catalog.finding import Finding, Severity
from gonogo.lint.report import Report
from gonogo.lint.rule import Rule
from gonogo.lint.table import RULES
from gonogo.schema.text import write
from gonogo.schema.types import Json

SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_ESCAPES: Mapping[str, str] = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_MORE_ESCAPES: Mapping[str, str] = {**_ESCAPES, ":": "%3A", ",": "%2C"}


def sarif(report: Report) -> Json:
    """Return a report as a SARIF log; suppressed findings stand in it with their reasons."""
    results = [_result(finding) for finding in report.findings]
    for each in report.suppressed:
        suppression = {"kind": "external", "justification": each.by.reason}
        results.append({**_result(each.finding), "suppressions": [suppression]})
    driver = {"name": "gonogo", "rules": [_descriptor(rule) for rule in RULES.values()]}
    return {
        "$schema": SARIF_SCHEMA,
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}],
    }


def _descriptor(rule: Rule) -> dict[str, Json]:
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.page.what},
        "fullDescription": {"text": f"{rule.page.what} {rule.page.why}"},
        "defaultConfiguration": {"level": rule.severity.value},
        "properties": {"group": rule.group.value},
    }


def _result(finding: Finding) -> dict[str, Json]:
    physical = {
        "artifactLocation": {"uri": finding.file},
        "region": {"startLine": finding.line, "startColumn": finding.column},
    }
    location: dict[str, Json] = {"physicalLocation": physical}
    if finding.pointer:
        location["logicalLocations"] = [{"fullyQualifiedName": finding.pointer}]
    result: dict[str, Json] = {
        "ruleId": finding.code,
        "level": finding.severity.value,
        "message": {"text": told(finding)},
        "locations": [location],
    }
    if finding.demonstration is not None:
        result["properties"] = {"demonstration": finding.demonstration.to_dict()}
    return result


def annotations(report: Report) -> Iterator[str]:
    """Yield a report as workflow commands, one line a finding."""
    for finding in report.findings:
        place = f"file={_escaped(finding.file, _MORE_ESCAPES)},line={finding.line},col={finding.column}"
        title = _escaped(finding.code, _MORE_ESCAPES)
        yield f"::{_COMMANDS[finding.severity]} {place},title={title}::{_escaped(told(finding), _ESCAPES)}"


def told(finding: Finding) -> str:
    """Return a finding's message with its hint and its demonstration behind it."""
    text = f"{finding.message}; {finding.hint}" if finding.hint else finding.message
    shown = finding.demonstration
    return text if shown is None else f"{text}; {shown.says}: {write(shown.payload)}"


def _escaped(text: str, escapes: Mapping[str, str]) -> str:
    return "".join(escapes.get(character, character) for character in text)
