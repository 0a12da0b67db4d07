"""Checkpoints in a real PostgreSQL: what every store promises, and what only a server can do to one."""

from collections.abc import Iterator
from contextlib import closing
from itertools import count

import psycopg
import pytest

from deep.writers import Ended, host_of, write_all
from gonogo.host.checkpoint import Resumed, Saved, StoreFailed
from gonogo.host.postgres_store import PostgresStore
from gonogo.host.store import Row, Store, StoreLocked, StoreLost
from postgres import ABSENT, Cluster, cluster, programs
from stores import StoreTests

pytestmark = pytest.mark.skipif(programs() is None, reason=ABSENT)
NUMBERS = count()
STATE = {"writer": 1, "number": 1, "text": "a"}


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    with cluster() as running:
        yield running


@pytest.fixture
def address(server: Cluster) -> str:
    return server.make(f"runs{next(NUMBERS)}")


class TestPostgres(StoreTests):
    def opened(self, place: str) -> Store:
        return PostgresStore(place)

    @pytest.fixture
    def place(self, address: str) -> str:
        return address

    def test_a_row_comes_back_as_it_was_put(self, store: Store) -> None:
        text = '{"state":"grün \\ud83d\\ude80 \\u0000"}'
        store.append(Row("a", 1, text))
        assert store.last("a") == Row("a", 1, text)


def test_a_connection_that_was_cut_is_told_and_made_anew(address: str) -> None:
    store = PostgresStore(address)
    with closing(store):
        cut_and_go_on(store, address)


def cut_and_go_on(store: Store, address: str) -> None:
    store.append(Row("a", 1, "1"))
    with psycopg.connect(address, autocommit=True) as other:
        other.execute("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()")
    with pytest.raises(StoreLost):
        store.append(Row("a", 2, "2"))
    assert store.last("a") == Row("a", 1, "1")
    store.append(Row("a", 2, "2"))


def test_a_locked_table_is_told(address: str) -> None:
    store = PostgresStore(address, wait=0.2)
    store.append(Row("a", 1, "1"))
    with psycopg.connect(address) as other:
        other.execute("lock table gonogo_checkpoints")
        with pytest.raises(StoreLocked):
            store.append(Row("a", 2, "2"))
        other.rollback()
    store.append(Row("a", 2, "2"))
    store.close()


def test_no_server_is_a_typed_end_without_its_address(tmp_path: object) -> None:
    answer = host_of(f"postgresql://user:secret@/db?host={tmp_path}").checkpoint(
        "one", "begun", STATE, "work"
    )
    assert isinstance(answer, StoreFailed)
    assert answer.problem.issues[0].code == "store_lost"
    assert "secret" not in repr(answer)


def test_a_server_that_dies_keeps_what_it_answered_for(server: Cluster, address: str) -> None:
    host = host_of(address)
    for _ in range(3):
        assert isinstance(host.checkpoint("one", "begun", STATE, "work"), Saved)
    server.stop("immediate")
    lost = host.checkpoint("one", "begun", STATE, "work")
    server.start()
    assert isinstance(lost, StoreFailed)
    resumed = host.resume("one")
    assert isinstance(resumed, Resumed)
    assert resumed.checkpoint.revision == 3
    assert isinstance(host.checkpoint("one", "begun", STATE, "work"), Saved)
    host.runs.store.close()


@pytest.mark.parametrize("shared", [False, True])
def test_many_writers_lose_nothing(address: str, shared: bool) -> None:
    ended = write_all(address, writers=4, count=100, shared=shared)
    assert ended == Ended(rows=400, lost=0, torn=0, twice=0, conflicts=ended.conflicts)
