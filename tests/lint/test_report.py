"""Severities, what is ignored and why, and the forms of a report."""

import json
from pathlib import Path

from gonogo.catalog.config import IgnoredFinding, LintConfig
from gonogo.catalog.finding import Severity
from gonogo.catalog.gather import gather
from gonogo.lint.forms import annotations, sarif
from gonogo.lint.lint import lint, lot_of
from gonogo.lint.report import Report, joined
from gonogo.lint.settings import Settings
from lint.conftest import put

BARE = {"type": "object", "properties": {"a": {"type": "integer"}}}


def report_on(root: Path, settings: Settings | None = None) -> Report:
    put(root, {"a.json": BARE, "b.json": BARE})
    found = gather(root)
    return lint(lot_of(found.candidates, found.tools), settings, told=found.findings)


def test_a_severity_can_be_changed_and_a_rule_be_off(tmp_path: Path) -> None:
    settings = Settings.of(LintConfig({"open_object": "error", "missing_id": "off"}))
    report = report_on(tmp_path, settings)
    weights = {finding.code: finding.severity for finding in report.findings}
    assert weights["open_object"] is Severity.ERROR
    assert "missing_id" not in weights


def test_what_is_ignored_is_told_with_its_reason(tmp_path: Path) -> None:
    entry = IgnoredFinding("open_object", "the receiver of a.json is lenient", file="a.*")
    report = report_on(tmp_path, Settings(ignored=(entry,)))
    assert [finding.file for finding in report.findings if finding.code == "open_object"] == ["b.json"]
    suppressed = report.to_dict()["suppressed"]
    assert [(each["finding"]["file"], each["reason"]) for each in suppressed] == [("a.json", entry.reason)]


def test_an_entry_can_name_a_place(tmp_path: Path) -> None:
    entry = IgnoredFinding("unbounded_integer", "small by nature", pointer="/properties/*")
    report = report_on(tmp_path, Settings(ignored=(entry,)))
    assert "unbounded_integer" not in {finding.code for finding in report.findings}
    assert len(report.suppressed) == 2


def test_an_entry_that_leaves_nothing_out_is_told(tmp_path: Path) -> None:
    entry = IgnoredFinding("money_as_float", "there was some")
    assert report_on(tmp_path, Settings(ignored=(entry,))).unused == (entry,)


def test_the_level_decides_the_verdict(tmp_path: Path) -> None:
    report = report_on(tmp_path)
    assert report.is_below(Severity.ERROR)
    assert not report.is_below(Severity.WARNING)
    assert report.to_dict(Severity.ERROR)["verdict"] == "go"


def test_findings_come_in_order_of_file_and_place(tmp_path: Path) -> None:
    places = [(each.file, each.line, each.column) for each in report_on(tmp_path).findings]
    assert places == sorted(places)


def test_files_are_named_from_further_up(tmp_path: Path) -> None:
    report = joined([report_on(tmp_path).below("here"), report_on(tmp_path).below("")])
    assert {finding.file for finding in report.findings} == {"a.json", "b.json", "here/a.json", "here/b.json"}


def test_sarif_names_rule_place_and_suppression(tmp_path: Path) -> None:
    entry = IgnoredFinding("open_object", "lenient")
    log = sarif(report_on(tmp_path, Settings(ignored=(entry,))))
    run = log["runs"][0]
    known = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert log["version"] == "2.1.0"
    assert {result["ruleId"] for result in run["results"]} <= known
    for result in run["results"]:
        region = result["locations"][0]["physicalLocation"]["region"]
        assert region["startLine"] >= 1
        assert result["level"] in {"error", "warning", "note"}
    suppressed = [each for each in run["results"] if "suppressions" in each]
    assert {each["ruleId"] for each in suppressed} == {"open_object"}
    assert suppressed[0]["suppressions"] == [{"kind": "external", "justification": "lenient"}]
    assert json.loads(json.dumps(log)) == log


def test_annotations_are_one_line_each_and_escaped(tmp_path: Path) -> None:
    put(tmp_path, {"a,b.json": '{"type": "string", "format": "100%\\nsure"}'})
    found = gather(tmp_path)
    lines = list(annotations(lint(lot_of(found.candidates))))
    told = next(line for line in lines if "unknown_format" in line)
    assert told.startswith("::warning file=a%2Cb.json,line=1,col=")
    assert "100%25%0Asure" in told
    assert all("\n" not in line for line in lines)
