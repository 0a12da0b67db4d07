"""Every folder below `tests/cases/lint/<rule>` is files on which the rule fires, or stays silent."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from gonogo import Gauge
from gonogo.catalog.finding import Finding
from gonogo.contracts import contract, contracts
from gonogo.gauge.compiled import Recipe
from gonogo.lint.lint import lint
from gonogo.lint.lot import Lot
from gonogo.lint.table import RULES
from gonogo.schema.pointer import PointerError, get
from lint.conftest import folders, gathered, load, lot

REPORT = Gauge(contract("lint-report"), Recipe(resources=contracts()))
ROWS = [pytest.param(folder, id=f"{folder.parent.name}-{folder.name}") for folder in folders()]


@pytest.mark.parametrize("folder", ROWS)
def test_the_rule_fires_where_it_should(folder: Path, tmp_path: Path) -> None:
    case = load(folder)
    looked_at = lot(gathered(tmp_path, case), case)
    report = lint(looked_at, rules=[RULES[folder.parent.name]])
    assert [told(finding) for finding in report.findings] == case["findings"]
    assert REPORT.check({**report.to_dict(), "fixed": []})
    for finding in report.findings:
        assert_demonstrated(looked_at, finding)


def told(finding: Finding) -> dict[str, Any]:
    shown = finding.demonstration is not None
    return {"file": finding.file, "pointer": finding.pointer, "demonstrated": shown}


def assert_demonstrated(looked_at: Lot, finding: Finding) -> None:
    """What is said to be accepted is accepted by the contract's own gauge; what is said to be refused is refused."""
    if finding.demonstration is None:
        return
    candidate = next(
        each.candidate
        for each in looked_at.contracts
        if each.candidate.document.file == finding.file
        and finding.pointer.startswith("".join(f"/{step}" for step in each.candidate.outset))
    )
    says, payload = finding.demonstration.says, finding.demonstration.payload
    if says.endswith("is accepted"):
        assert Gauge(candidate.schema, Recipe(resources=candidate.resources)).check(payload)
        return
    place = finding.pointer
    while True:  # the schema that refuses it is the nearest one around the place
        try:
            schema = get(candidate.document.value, place)
        except PointerError:
            schema = None
        if isinstance(schema, dict) and not Gauge(schema, Recipe(imported=True)).check(payload):
            return
        assert place, f"nothing refuses {payload}"
        place = place.rpartition("/")[0]


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_cases_of_both_kinds(rule: str) -> None:
    kinds = Counter(folder.name.split("-")[0] for folder in folders() if folder.parent.name == rule)
    assert kinds["fires"] >= 2
    assert kinds["silent"] >= 2


def test_every_case_belongs_to_a_rule() -> None:
    assert {folder.parent.name for folder in folders()} <= RULES.keys()


@pytest.mark.parametrize("folder", ROWS)
def test_a_folder_is_named_for_what_it_expects(folder: Path) -> None:
    assert folder.name.startswith("fires-" if load(folder)["findings"] else "silent-")
