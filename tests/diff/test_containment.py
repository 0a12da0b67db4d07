"""Is one schema within another: cases as data, each with the answer both judges can check."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from gonogo.diff.containment import Found, Judged, Proof, Undecided, contained
from gonogo.schema.portable import document
from gonogo.schema.refs import Bundle

CASES = Path(__file__).parent.parent / "cases" / "diff"
ANSWERS = {"contained": Proof, "not contained": Found, "undecided": Undecided}
WAYS = {"old within new": ("old", "new"), "new within old": ("new", "old")}


def load(name: str) -> Any:
    return json.loads((CASES / name / "case.json").read_text(encoding="utf-8"))


ROWS = [
    pytest.param(folder.name, way, id=f"{folder.name}-{way}")
    for folder in sorted(CASES.iterdir())
    for way in WAYS
]


@pytest.mark.parametrize(("name", "way"), ROWS)
def test_the_direction_gets_its_answer(name: str, way: str) -> None:
    case = load(name)
    inner, outer = WAYS[way]
    one, other = (Judged(document(Bundle(case[side])), side, formats=False) for side in (inner, outer))
    answer = contained(one, other)
    assert isinstance(answer, ANSWERS[case[way]]), answer
    if isinstance(answer, Found):
        assert Draft202012Validator(case[inner]).is_valid(answer.payload)
        assert not Draft202012Validator(case[outer]).is_valid(answer.payload)
        assert answer.payload == case["payload"][way]
