"""A check's report for others: JSON, Markdown for a pull request, JUnit for a build server."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from gonogo.catalog.finding import Finding, Severity
from gonogo.check.check import Checked, Failing
from gonogo.diff.advice import sentence
from gonogo.diff.markdown import markdown as of_diff
from gonogo.diff.report import Row
from gonogo.schema.text import write
from gonogo.schema.types import Json


def to_dict(found: Checked) -> dict[str, Json]:
    """Return the JSON form, as `contracts/check-report.json` describes it."""
    return {
        "root": found.root,
        "base": found.base,
        "verdict": verdict_of(found),
        "failing": [
            {
                "fixture": each.outcome.fixture.id,
                "findings": [finding.to_dict() for finding in each.outcome.findings],
                "change": None if each.change is None else each.change.to_dict(),
            }
            for each in found.failing
        ],
        "fixtures": found.fixtures,
        "diff": None if found.diff is None else found.diff.to_dict(),
        "wiring": [
            {
                "producer": each.wiring.producer,
                "consumer": each.wiring.consumer,
                "fit": None if each.fit is None else each.fit.to_dict(),
                "finding": None if each.fault is None else each.fault.to_dict(),
            }
            for each in found.wired
        ],
        "findings": [finding.to_dict() for finding in found.findings],
        "suppressed": found.suppressed,
    }


def verdict_of(found: Checked) -> str:
    """Return `no-go`, `unknown` or `go`."""
    return "no-go" if found.broken else "unknown" if found.undecided else "go"


def why(each: Failing) -> str:
    """Return the change of its contract that a failing fixture is shown with; empty where there is none."""
    if each.change is None:
        return ""
    return f"{each.change.name} {each.change.side.value} changed: " + "; ".join(_told(each.change))


def _told(row: Row) -> list[str]:
    if row.comparison is None:
        return [row.status.value]
    places = [place for place in row.comparison.changes if place.change.action != "annotated"]
    return [
        f"{place.new if place.new is not None else place.old}: {sentence(place.change)}" for place in places
    ]


def markdown(found: Checked) -> str:
    """Return the report as Markdown, the failing fixtures first."""
    return "\n".join(_markdown(found)) + "\n"


def _markdown(found: Checked) -> Iterator[str]:
    yield f"## gonogo check: {verdict_of(found)}"
    if found.failing:
        yield f"### {len(found.failing)} of {found.fixtures} fixtures fail"
        for each in found.failing:
            if each.change is not None:
                yield f"- {why(each)}"
            yield from (f"  - {finding}" for finding in each.outcome.findings)
    if found.diff is not None:
        yield of_diff(found.diff).rstrip()
    for wired in found.wired:
        if wired.fault is not None:
            yield f"- {wired.fault}"
        elif wired.fit is not None and wired.fit.verdict.value != "compatible":
            yield f"- `{wired.wiring.producer}` → `{wired.wiring.consumer}`: {wired.fit.verdict.value}"
            yield from (f"  ```json\n  {write(value)}\n  ```" for value in wired.fit.taken)
    if found.findings:
        yield f"### {len(found.findings)} findings"
        yield "| | where | what |"
        yield "|---|---|---|"
        yield from (
            f"| {each.severity.value} | `{each.file}:{each.line}` | {each.code}: {each.message} |"
            for each in found.findings
        )


def junit(found: Checked) -> str:
    """Return the report as JUnit XML: one test for each fixture that fails, each contract that changed, each finding."""
    suites = Element("testsuites", name="gonogo check")
    fixtures = SubElement(
        suites, "testsuite", name="fixtures", tests=str(found.fixtures), failures=str(len(found.failing))
    )
    for failing in found.failing:
        case = SubElement(fixtures, "testcase", classname="fixtures", name=failing.outcome.fixture.id)
        text = "\n".join([*filter(None, [why(failing)]), *map(str, failing.outcome.findings)])
        SubElement(case, "failure", message=failing.outcome.findings[0].message).text = text
    rows = found.diff.rows if found.diff is not None else ()
    broken = [row for row in rows if found.is_broken(row)]
    contracts = SubElement(
        suites, "testsuite", name="contracts", tests=str(len(rows)), failures=str(len(broken))
    )
    for row in rows:
        case = SubElement(contracts, "testcase", classname=row.side.value, name=row.name)
        if row in broken:
            shown = [write(value) for way in row.ways for value in way.judgement.payload]
            SubElement(case, "failure", message=row.verdict.value).text = "\n".join([*_told(row), *shown])
    _findings(suites, found)
    indent(suites)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(suites, encoding="unicode") + "\n"


def _findings(suites: Element, found: Checked) -> None:
    heavy = [each for each in found.findings if _weighs(each, found.weight)]
    suite = SubElement(
        suites, "testsuite", name="findings", tests=str(len(found.findings)), failures=str(len(heavy))
    )
    for each in found.findings:
        case = SubElement(
            suite, "testcase", classname=each.code, name=f"{each.file}:{each.line}:{each.pointer}"
        )
        if each in heavy:
            SubElement(case, "failure", message=each.message).text = f"{each}\n{each.hint}"


def _weighs(finding: Finding, weight: Severity) -> bool:
    order = list(Severity)
    return order.index(finding.severity) <= order.index(weight)
