"""Forty pairs of schemas with their truth, both ways: every direction is decided, and rightly."""

import json
from typing import Any

import pytest

from gonogo.diff.containment import Found, Judged, Proof, contained
from gonogo.schema.portable import document
from gonogo.schema.refs import Bundle
from peers.conftest import rows_or_skip, shared

FILE = shared("data/diff/pairs.json")
PAIRS: list[Any] = json.loads(FILE.read_text(encoding="utf-8")) if FILE else []
ROWS = [
    pytest.param((pair, way), id=f"{pair['name']}-{way}")
    for pair in PAIRS
    for way in ("old_within_new", "new_within_old")
]


@pytest.mark.parametrize("row", rows_or_skip(ROWS))
def test_every_direction_is_decided_rightly(row: tuple[Any, str]) -> None:
    pair, way = row
    old, new = (Judged(document(Bundle(pair[side])), side, formats=False) for side in ("old", "new"))
    answer = contained(old, new) if way == "old_within_new" else contained(new, old)
    assert isinstance(answer, Proof if pair[way] else Found), answer
