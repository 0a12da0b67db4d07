"""The example of a durable refund, killed at random instants; `scripts/deep kills` does it hundreds of times."""

from pathlib import Path

from deep.kills import Matrix, matrix_of
from gonogo import Host

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "refunds"


def test_the_example_is_sound() -> None:
    host = Host.at(EXAMPLE)
    assert {finding.code for finding in host.findings} == {"contract_without_handler"}


def test_a_refund_that_is_killed_happens_once(tmp_path: Path) -> None:
    ended = matrix_of(Matrix(tmp_path), count=2, seed=7)
    assert ended.trials == 2
    assert ended.faults == []
