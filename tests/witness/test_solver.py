"""The search for a value that some schemas accept and others do not: cases as data, and what holds of every answer."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from gonogo.schema.portable import document
from gonogo.schema.refs import Bundle
from gonogo.schema.types import Json, Schema
from gonogo.witness.cases import OutOfSteps, Steps
from gonogo.witness.formula import Literal, Side
from gonogo.witness.solver import Solver

CASES = Path(__file__).parent.parent / "cases" / "witness"
NAMES = sorted(folder.name for folder in CASES.iterdir())


def load(name: str) -> Any:
    return json.loads((CASES / name / "case.json").read_text(encoding="utf-8"))


def search(holds: list[Schema], fails: list[Schema], steps: int = 20_000) -> tuple[list[Json], bool]:
    """Search, and return what was found, and whether it is proven that there is no more."""
    sides = [
        Side(document(Bundle(schema)), f"side-{number}") for number, schema in enumerate([*holds, *fails])
    ]
    goal = frozenset(Literal(side.root, number < len(holds)) for number, side in enumerate(sides))
    values: list[Json] = []
    complete = True
    for answer in Solver(Steps(steps)).each(goal):
        values += answer.values
        complete = complete and (answer.complete or bool(answer.values))
    return values, complete


@pytest.mark.parametrize("name", NAMES)
def test_a_search_finds_a_value_or_proves_that_there_is_none(name: str) -> None:
    case = load(name)
    values, complete = search(case["holds"], case["fails"])
    right = [
        value
        for value in values
        if all(Draft202012Validator(schema).is_valid(value) for schema in case["holds"])
        and not any(Draft202012Validator(schema).is_valid(value) for schema in case["fails"])
    ]
    if case["empty"]:
        assert complete
        assert not values
    else:
        assert right


def test_steps_run_out_with_a_typed_error() -> None:
    branches: Schema = {
        "allOf": [
            {
                "anyOf": [{"required": [f"a{at}"]}, {"required": [f"b{at}"]}],
                "not": {"required": [f"a{at}", f"b{at}"]},
            }
            for at in range(24)
        ],
        "maxProperties": 3,
        "type": "object",
    }
    with pytest.raises(OutOfSteps):
        search([branches], [], steps=500)


def test_the_same_question_gets_the_same_answer() -> None:
    case = load("union-branch-removed")
    assert search(case["holds"], case["fails"]) == search(case["holds"], case["fails"])
