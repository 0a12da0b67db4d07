"""Random valid arguments, written as requests, are read back to the same values by readers that we did not write."""

import pytest

from deep.wire_study import DOCUMENTS, lines, study
from peers.conftest import rows_or_skip, shared
from peers.oracle import ABSENT, oracles

FOLDER = shared("data/openapi/specs")
NAMES = list(DOCUMENTS) if FOLDER else []
REQUESTS = 200


@pytest.mark.skipif(oracles() is None, reason=ABSENT)
@pytest.mark.parametrize("name", rows_or_skip(NAMES))
def test_the_wire_says_what_was_meant(name: str) -> None:
    tally = study(name, REQUESTS, seed=1)
    report = "\n".join(lines(name, tally))
    assert tally.wrong == [], report
    assert tally.requests == REQUESTS, report
    assert tally.barren == 0, report
    assert tally.read["openapi-core"] > 0 or name.endswith("_sw2"), report
