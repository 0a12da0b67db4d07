"""Every folder below `tests/cases/reconcile` is a document that contradicts its examples, and what has to become of it."""

import json
from pathlib import Path
from typing import Any

import pytest

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.finding import Severity
from gonogo.catalog.folder import write_files
from gonogo.catalog.overlays import read_overlays
from gonogo.check.check import Request, check
from gonogo.contracts import contract
from gonogo.gauge.gauge import Gauge
from gonogo.openapi.compilation import compile_document
from gonogo.openapi.files import files_of as contracts_of
from gonogo.openapi.source import Source
from gonogo.projection.deviation import Undeclared
from gonogo.reconcile.files import files_of
from gonogo.reconcile.gathering import of_document
from gonogo.reconcile.outcome import Outcome, reconcile
from gonogo.reconcile.report import to_dict

CASES = Path(__file__).parents[1] / "cases" / "reconcile"
FOLDERS = sorted(CASES.iterdir())
NOW = "2026-12-01T00:00:00Z"
REPORT = Gauge(contract("reconcile-report"))


def reconciled(folder: Path, target: Path | None = None) -> tuple[Outcome, dict[str, str]]:
    files = {"openapi.json": (folder / "openapi.json").read_bytes()}
    made = compile_document(files, "openapi.json")
    overlays = {} if target is None else read_overlays(target)[0]
    gathered = of_document(made, Source(files, "openapi.json"), overlays, ())
    outcome = reconcile(gathered.subjects, gathered.sorted.seen, gathered.sorted.left)
    assert not outcome.failed
    return outcome, contracts_of(made)


def written(folder: Path, target: Path) -> Outcome:
    outcome, contracts = reconciled(folder)
    write_files(target, {**contracts, **files_of(outcome, NOW, {})})
    return outcome


def expected(folder: Path) -> Any:
    return json.loads((folder / "expected.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_smallest_relaxation_is_proposed_and_every_example_passes(folder: Path) -> None:
    outcome, _ = reconciled(folder)
    told = {
        row.proposal.subject.name: {
            "mode": row.proposal.mode.value,
            "pointers": list(row.proposal.pointers),
            "kinds": sorted({each.deviation.kind for each in row.proposal.shown}),
        }
        for row in outcome.rows
    }
    assert told == expected(folder)["told"]
    assert all(row.accepted == row.proposal.seen for row in outcome.rows)
    assert all(made for row in outcome.rows for _, made in row.evidence)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_second_run_proposes_nothing(folder: Path, tmp_path: Path) -> None:
    assert written(folder, tmp_path).proposed
    assert not reconciled(folder, tmp_path)[0].proposed


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_what_is_written_holds_no_recorded_value_and_passes_check(folder: Path, tmp_path: Path) -> None:
    outcome = written(folder, tmp_path)
    texts = [
        path.read_text(encoding="utf-8")
        for name in ("overlays", "fixtures")
        for path in (tmp_path / name).rglob("*.json")
    ]
    assert not [word for word in expected(folder)["recorded"] if any(word in text for text in texts)]
    catalog = Catalog.load(tmp_path)
    overlays = {name for name, tool in catalog.tools.items() if tool.overlay is not None}
    assert overlays == {row.proposal.subject.name for row in outcome.proposed}
    found = check(Request(path=tmp_path))
    assert not found.failing
    assert not [each for each in found.findings if each.severity is Severity.ERROR]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_report_keeps_its_contract(folder: Path) -> None:
    report = to_dict(reconciled(folder)[0])
    assert REPORT.check(report)
    assert report["results"] == report["accepted"]


def test_each_payload_breaks_its_assertion_in_the_way_that_was_seen() -> None:
    for folder in FOLDERS:
        for row in reconciled(folder)[0].rows:
            for shown, made in row.evidence:
                assert made is not None
                needs = row.proposal.subject.deviations.of(made.value)
                own = [each for each in needs if each.pointer == shown.deviation.pointer]
                assert {each.kind for each in own} == {shown.deviation.kind}
                assert plain(shown.deviation.place) in {plain(each.place) for each in own}


def plain(place: Any) -> tuple[str, ...]:
    """A place without what was recorded in it: the first item stands for all, and one name for undeclared ones."""
    return tuple(
        "0" if isinstance(step, int) else "*" if isinstance(step, Undeclared) else step for step in place
    )
