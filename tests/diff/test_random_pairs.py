"""Random pairs of schemas: no proof is ever contradicted by a payload, and next to nothing is left undecided."""

import os

import pytest

from deep.diff_pairs import Tally, study

PAIRS = int(os.environ.get("GONOGO_DIFF_PAIRS", "1000"))


@pytest.fixture(scope="module")
def tally() -> Tally:
    return study(range(PAIRS))


def test_no_proof_stands_beside_a_payload(tally: Tally) -> None:
    assert tally.contradicted == []


def test_the_pairs_are_worth_asking_about(tally: Tally) -> None:
    assert tally.share("Found") >= 0.4
    assert tally.open_to_the_engine >= 0.05


def test_next_to_nothing_is_left_undecided(tally: Tally) -> None:
    assert tally.share("Undecided") <= 0.016, tally.undecided
