"""The official JSON Schema test suite, draft 2020-12, through the gauge: every verdict right, every no explained."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gonogo import Gauge, NoGo
from gonogo.gauge.compiled import Recipe
from gonogo.gauge.problem import Door, Subject
from peers.conftest import rows_or_skip, shared

SUITE = shared("data/jsonschema-suite")
DRAFT = "draft2020-12"
REMOTES = "http://localhost:1234/"

WRONG: dict[tuple[str, str, str], str] = {}
"""Tests whose verdict differs from the suite's, by file, case and test, each with its reason. None does."""

UNEXPLAINED: dict[tuple[str, str, str], str] = {}
"""Tests of which the gauge knows that the answer is no, but not why, each with its reason. There are none."""


@dataclass(frozen=True)
class Case:
    """A schema of the suite with its tests."""

    file: str
    description: str
    schema: Any
    tests: list[Any]

    @property
    def formats(self) -> bool:
        """Formats decide in the tests of formats, and are annotations everywhere else."""
        return self.file.startswith("optional/format/")

    def address(self, test: Any) -> tuple[str, str, str]:
        return self.file, self.description, test["description"]


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def cases(suite: Path) -> Iterator[Case]:
    folder = suite / DRAFT
    for path in sorted(folder.rglob("*.json")):
        for case in read(path):
            yield Case(
                path.relative_to(folder).as_posix(), case["description"], case["schema"], case["tests"]
            )


@cache
def remotes(suite: Path) -> dict[str, Any]:
    folder = suite / "remotes"
    paths = sorted(folder.rglob("*.json"))
    return {REMOTES + path.relative_to(folder).as_posix(): read(path) for path in paths}


def gauge(case: Case) -> Gauge:
    assert SUITE is not None
    recipe = Recipe(resources=remotes(SUITE), formats=case.formats)
    return Gauge(case.schema, recipe, subject=Subject(door=Door.OUTPUT))


ROWS = rows_or_skip(
    [pytest.param(case, id=f"{case.file}: {case.description}") for case in (cases(SUITE) if SUITE else ())]
)


@pytest.mark.parametrize("case", ROWS)
def test_every_value_gets_the_verdict_of_the_suite(case: Case) -> None:
    judge = gauge(case)
    wrong = {
        case.address(test) for test in case.tests if bool(judge.check(test["data"])) is not test["valid"]
    }
    assert wrong == {address for address in WRONG if address[:2] == (case.file, case.description)}


@pytest.mark.parametrize("case", ROWS)
def test_every_text_gets_the_verdict_of_the_suite(case: Case) -> None:
    judge = gauge(case)
    wrong = {
        case.address(test)
        for test in case.tests
        if bool(judge.read(json.dumps(test["data"]))) is not test["valid"]
    }
    assert wrong == {address for address in WRONG if address[:2] == (case.file, case.description)}


@pytest.mark.parametrize("case", ROWS)
def test_every_no_is_explained(case: Case) -> None:
    judge = gauge(case)
    verdicts = [(case.address(test), judge.check(test["data"])) for test in case.tests]
    unexplained = {
        address
        for address, verdict in verdicts
        if isinstance(verdict, NoGo)
        and (
            not verdict.problem.issues
            or any(issue.code.startswith("not_") for issue in verdict.problem.issues)
        )
    }
    assert unexplained == {address for address in UNEXPLAINED if address[:2] == (case.file, case.description)}


@pytest.mark.skipif(SUITE is None, reason="the suite is not there")
def test_the_whole_suite_is_there() -> None:
    assert SUITE is not None
    found = list(cases(SUITE))
    assert {case.file.rpartition("/")[0] for case in found} == {"", "optional", "optional/format"}
    assert sum(len(case.tests) for case in found) >= 2225
