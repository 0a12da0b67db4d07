"""Claims about schemas of few small values, held against every value there is."""

import pytest

from deep.small_world import every_value, pair
from gonogo.diff.containment import Found, Judged, Proof, contained
from gonogo.schema.portable import document
from gonogo.schema.refs import Bundle

VALUES = list(every_value())
PAIRS = 800
PART = 100


@pytest.mark.parametrize("first", range(0, PAIRS, PART))
def test_no_proof_is_contradicted_by_any_small_value(first: int) -> None:
    proofs = found = 0
    for number in range(first, first + PART):
        one, other = (
            Judged(document(Bundle(schema)), name, formats=True)
            for schema, name in zip(pair(number), ("one", "other"), strict=True)
        )
        for inner, outer in ((one, other), (other, one)):
            answer = contained(inner, outer)
            takes, takes_too = inner.side.root.accepts, outer.side.root.accepts
            apart = next((value for value in VALUES if takes(value) and not takes_too(value)), ...)
            proofs += isinstance(answer, Proof)
            found += isinstance(answer, Found)
            assert apart is ... or not isinstance(answer, Proof), (number, apart)
    assert proofs > PART // 10
    assert found > PART // 2
