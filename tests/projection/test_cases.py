"""Every folder below `tests/cases/projection` is a schema that somebody's converter broke, with the right answer."""

import json
from pathlib import Path
from typing import Any

import pytest

from gonogo.catalog.contract import Contract, Side
from gonogo.gauge.compiled import Recipe
from gonogo.projection.cut import Cut, Cutter
from gonogo.projection.targets import TARGETS

CASES = Path(__file__).parent.parent / "cases" / "projection"
ROWS = [
    pytest.param(json.loads((each / "case.json").read_text()), id=each.name)
    for each in sorted(CASES.iterdir())
]


def cut_of(case: Any) -> Cut:
    contract = Contract.of("t", Side.INPUT, case["schema"], recipe=Recipe(imported=True))
    return Cutter(witnesses=True).cut(contract, TARGETS[case["target"]])


@pytest.mark.parametrize("case", ROWS)
def test_the_projection_is_the_right_one(case: Any) -> None:
    assert json.dumps(cut_of(case).schema) == json.dumps(case["projected"])


@pytest.mark.parametrize("case", ROWS)
def test_every_change_is_told(case: Any) -> None:
    told = [[loss.kind.value, loss.pointer, loss.keyword] for loss in cut_of(case).losses]
    assert told == case["losses"]
