"""Every folder below `tests/cases/routes` is a route table with the findings that it deserves."""

import json
from pathlib import Path
from typing import Any

import pytest

from gonogo.catalog.contract import Contract, Side
from gonogo.catalog.finding import Severity
from gonogo.catalog.routing import table_of
from gonogo.routes.lint import lint_routes

CASES = Path(__file__).parent.parent / "cases" / "routes"
FOLDERS = sorted(folder for folder in CASES.iterdir() if (folder / "case.json").is_file())


def load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


CONTRACT = Contract.of("triage_to_billing", Side.HANDOFF, load(CASES / "contract.json"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_table_gets_its_findings(folder: Path) -> None:
    case = load(folder / "case.json")
    found = lint_routes(table_of("triage_to_billing", case["table"]), CONTRACT)
    told = [finding for finding in found if finding.severity is not Severity.NOTE]
    wanted = case["findings"]
    assert [(each.code, each.pointer) for each in told] == [(row["code"], row["pointer"]) for row in wanted]
    assert all(row["says"] in (None, each.hint) for each, row in zip(told, wanted, strict=True)), told


def test_there_are_twenty_wrong_tables_and_twenty_right_ones() -> None:
    wrong = [folder for folder in FOLDERS if load(folder / "case.json")["findings"]]
    assert len(wrong) >= 20
    assert len(FOLDERS) - len(wrong) >= 20


def test_what_falls_to_otherwise_is_told_and_not_forbidden() -> None:
    table = {
        "routes": [{"to": "billing_agent", "when": 'intent in ["refund", "exchange"]'}],
        "otherwise": "refuse",
    }
    (found,) = lint_routes(table_of("triage_to_billing", table), CONTRACT)
    assert (found.code, found.severity, found.pointer) == ("uncovered", Severity.NOTE, "/otherwise")
    assert found.message == '1 of 3 kinds of handoffs fall to `otherwise` (refuse): intent "human"'


def test_a_table_that_tells_too_many_kinds_apart_is_not_enumerated() -> None:
    rule = " || ".join(f"(confidence >= 0.{number:03} && quantity == {number})" for number in range(2, 80))
    table = {"routes": [{"to": "billing_agent", "when": rule}], "otherwise": "refuse"}
    codes = [finding.code for finding in lint_routes(table_of("triage_to_billing", table), CONTRACT)]
    assert codes == ["not_enumerated"]
