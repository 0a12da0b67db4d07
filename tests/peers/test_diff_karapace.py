"""Karapace's compatibility cases: we agree, or a proof or a payload stands against each that we do not agree with."""

import json
from collections import Counter
from typing import Any

import pytest

from gonogo.diff.containment import Answer, Found, Judged, Proof, contained
from gonogo.schema.dialect import Draft
from gonogo.schema.portable import document
from gonogo.schema.refs import Bundle
from peers.conftest import ABSENT, rows_or_skip, shared

FILE = shared("data/diff/karapace_cases.json")
CASES: list[Any] = json.loads(FILE.read_text(encoding="utf-8")) if FILE else []
ROWS = [pytest.param(case, id=f"{number}-{case[0]}") for number, case in enumerate(CASES)]

COUNTS = {"agree": 126, "proof": 34, "payload": 1}
"""How many cases we agree with, and what stands against the others."""


def judged(case: list[Any]) -> Answer:
    """Ask whether the reader takes all that the writer sends."""
    writer, reader = (
        Judged(document(Bundle(schema, draft=Draft.DRAFT_7)), name, formats=False)
        for schema, name in zip(case[1:3], ("writer", "reader"), strict=True)
    )
    return contained(writer, reader)


@pytest.mark.parametrize("case", rows_or_skip(ROWS))
def test_every_case_is_decided(case: list[Any]) -> None:
    assert isinstance(judged(case), Proof | Found)


@pytest.mark.skipif(not CASES, reason=ABSENT)
def test_what_we_do_not_agree_with_is_counted() -> None:
    counts: Counter[str] = Counter()
    for case in CASES:
        answer = judged(case)
        is_contained = isinstance(answer, Proof)
        counts["agree" if is_contained is case[3] else "proof" if is_contained else "payload"] += 1
    assert dict(counts) == COUNTS
