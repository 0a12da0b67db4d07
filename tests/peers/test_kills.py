"""Ten kills of the refunds example over SQLite, and ten over a real PostgreSQL."""

from pathlib import Path

import pytest

from deep.kills import Matrix, matrix_of
from postgres import ABSENT, cluster, programs


def test_kills_over_sqlite(tmp_path: Path) -> None:
    ended = matrix_of(Matrix(tmp_path), count=10, seed=11)
    assert (ended.trials, ended.faults) == (10, [])


@pytest.mark.skipif(programs() is None, reason=ABSENT)
def test_kills_over_postgres(tmp_path: Path) -> None:
    with cluster() as server:
        ended = matrix_of(Matrix(tmp_path, server.make("kills")), count=10, seed=12)
    assert (ended.trials, ended.faults) == (10, [])
