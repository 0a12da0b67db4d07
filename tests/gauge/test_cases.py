"""Every folder below `tests/cases/gauge` is a contract with payloads and the right answer for each."""

import json
from pathlib import Path
from typing import Any

import pytest

from gonogo import Gauge, Go, NoGo
from gonogo.contracts import contract
from gonogo.gauge.verdict import Verdict

CASES = Path(__file__).parent.parent / "cases" / "gauge"
PROBLEM = Gauge(contract("problem"))


def load(folder: Path) -> Any:
    return json.loads((folder / "case.json").read_text(encoding="utf-8"))


ROWS = [
    pytest.param(folder, number, id=f"{folder.name}-{number}")
    for folder in sorted(CASES.iterdir())
    for number in range(len(load(folder)["payloads"]))
]


@pytest.mark.parametrize(("folder", "number"), ROWS)
def test_the_payload_gets_its_right_answer(folder: Path, number: int) -> None:
    case = load(folder)
    row = case["payloads"][number]
    gauge = Gauge(case["schema"])
    verdict = gauge.read(row["text"]) if "text" in row else gauge.check(row["payload"])
    assert bool(verdict) is row["go"], verdict
    if isinstance(verdict, Go):
        assert exactly(verdict.value) == exactly(row.get("value", row.get("payload", verdict.value)))
    else:
        assert told(verdict) == asked(verdict, row["issues"])


@pytest.mark.parametrize(("folder", "number"), ROWS)
def test_text_and_value_get_the_same_answer(folder: Path, number: int) -> None:
    case = load(folder)
    row = case["payloads"][number]
    if "payload" not in row:
        return
    gauge = Gauge(case["schema"])
    assert gauge.read(json.dumps(row["payload"])) == gauge.check(row["payload"])


@pytest.mark.parametrize(("folder", "number"), ROWS)
def test_the_problem_keeps_its_own_contract(folder: Path, number: int) -> None:
    case = load(folder)
    row = case["payloads"][number]
    gauge = Gauge(case["schema"])
    verdict: Verdict = gauge.read(row["text"]) if "text" in row else gauge.check(row["payload"])
    if isinstance(verdict, NoGo):
        assert PROBLEM.check(verdict.problem.to_dict())
        assert PROBLEM.read(verdict.problem.to_json())


def exactly(value: Any) -> str:
    """A form in which 5 and 5.0 differ."""
    return repr(value)


def told(verdict: NoGo) -> list[dict[str, Any]]:
    return [issue.to_dict() for issue in verdict.problem.issues]


def asked(verdict: NoGo, issues: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The issues that a case names, with what it leaves open taken from those that came."""
    came = told(verdict)
    assert [(each["code"], each["pointer"]) for each in came] == [(e["code"], e["pointer"]) for e in issues]
    return [{**full, **part} for full, part in zip(came, issues, strict=True)]
