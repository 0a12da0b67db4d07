"""Stores of one machine: a SQLite file, and a folder of JSON files."""

import fcntl
import os
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from deep.writers import Ended, write_all
from gonogo.host.folder_store import FolderStore
from gonogo.host.sqlite_store import SqliteStore
from gonogo.host.store import Row, Store, StoreDamaged, StoreFull, StoreLocked, StoreLost
from gonogo.host.stores import NoStore, open_store
from stores import StoreTests


class TestSqlite(StoreTests):
    def opened(self, place: str) -> Store:
        return SqliteStore(place)

    @pytest.fixture
    def place(self, tmp_path: Path) -> str:
        return str(tmp_path / "new" / "runs.sqlite")

    def test_it_waits_for_the_disk_and_writes_ahead(self, place: str) -> None:
        store = SqliteStore(place)
        assert store._open.execute("pragma synchronous").fetchone() == (2,)
        assert store._open.execute("pragma journal_mode").fetchone() == ("wal",)

    def test_a_full_disk_keeps_what_was_there(self, place: str) -> None:
        store = SqliteStore(place)
        store.append(Row("a", 1, "1"))
        pages = store._open.execute("pragma page_count").fetchone()[0]
        store._open.execute(f"pragma max_page_count = {pages + 2}")
        with pytest.raises(StoreFull):
            store.append(Row("a", 2, "x" * 100_000))
        assert [row.text for row in store.history("a")] == ["1"]
        store.append(Row("a", 2, "2"))

    def test_a_locked_file_is_told(self, place: str) -> None:
        store = SqliteStore(place, wait=0.01)
        store.append(Row("a", 1, "1"))
        other = sqlite3.connect(place, isolation_level=None)
        other.execute("begin immediate")
        with pytest.raises(StoreLocked):
            store.append(Row("a", 2, "2"))
        other.execute("rollback")
        store.append(Row("a", 2, "2"))

    def test_a_file_that_is_no_store_is_told(self, tmp_path: Path) -> None:
        path = tmp_path / "runs.sqlite"
        path.write_bytes(b"no database" * 1000)
        with pytest.raises(StoreDamaged):
            SqliteStore(path)

    def test_a_closed_store_is_told(self, place: str) -> None:
        store = SqliteStore(place)
        store.close()
        with pytest.raises(StoreLost):
            store.last("a")


class TestFolder(StoreTests):
    def opened(self, place: str) -> Store:
        return FolderStore(place)

    @pytest.fixture
    def place(self, tmp_path: Path) -> str:
        return str(tmp_path / "new" / "runs")

    def test_what_a_killed_writer_left_behind_is_no_checkpoint(self, store: Store, place: str) -> None:
        store.append(Row("a", 1, "1"))
        (Path(place) / "a" / ".next").write_text("{", encoding="utf-8")
        assert [row.text for row in store.history("a")] == [b"1"]
        store.append(Row("a", 2, "2"))
        assert [row.text for row in store.history("a")] == [b"1", b"2"]

    def test_a_full_disk_keeps_what_was_there(self, store: Store) -> None:
        store.append(Row("a", 1, "1"))
        with files_up_to(4096), pytest.raises(StoreFull):
            store.append(Row("a", 2, "x" * 100_000))
        assert [row.text for row in store.history("a")] == [b"1"]
        store.append(Row("a", 2, "2"))

    def test_a_locked_run_is_told_and_others_go_on(self, place: str) -> None:
        store = FolderStore(place, wait=0.01)
        store.append(Row("a", 1, "1"))
        handle = os.open(Path(place) / "a" / ".lock", os.O_WRONLY)
        fcntl.flock(handle, fcntl.LOCK_EX)
        with pytest.raises(StoreLocked):
            store.append(Row("a", 2, "2"))
        store.append(Row("b", 1, "1"))
        os.close(handle)
        store.append(Row("a", 2, "2"))


@contextmanager
def files_up_to(size: int) -> Iterator[None]:
    """Let no file grow beyond a size."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("kind", ["sqlite", "folder"])
@pytest.mark.parametrize("shared", [False, True])
def test_many_writers_lose_nothing(tmp_path: Path, kind: str, shared: bool) -> None:
    ended = write_all(f"{kind}:{tmp_path / 'runs'}", writers=4, count=50, shared=shared)
    assert ended == Ended(rows=200, lost=0, torn=0, twice=0, conflicts=ended.conflicts)


@pytest.mark.parametrize("address", ["", "runs.sqlite", "sqlite:", "mysql://secret@host/db", "folder:"])
def test_an_address_of_no_store_is_told_and_not_repeated(address: str) -> None:
    with pytest.raises(NoStore) as caught:
        open_store(address)
    assert "secret" not in str(caught.value)


def test_a_relative_path_starts_from_the_root(tmp_path: Path) -> None:
    open_store("sqlite:.gonogo/runs.sqlite", tmp_path).append(Row("a", 1, "{}"))
    assert (tmp_path / ".gonogo" / "runs.sqlite").is_file()
