"""Checkpoints in one SQLite file: write-ahead log, and on the disk before a write is answered."""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from gonogo.host.sql_store import SqlStore
from gonogo.host.store import TABLE, StoreDamaged, StoreError, StoreFull, StoreLocked, StoreLost

_TABLE = f"""
create table if not exists {TABLE} (
    run_id text not null, revision integer not null, envelope text not null, primary key (run_id, revision)
) without rowid
"""
_KINDS: dict[str, type[StoreError]] = {
    "SQLITE_FULL": StoreFull,
    "SQLITE_BUSY": StoreLocked,
    "SQLITE_LOCKED": StoreLocked,
    "SQLITE_CORRUPT": StoreDamaged,
    "SQLITE_NOTADB": StoreDamaged,
    "SQLITE_CANTOPEN": StoreLost,
}
"""Kinds of errors by the engine's names for them (sqlite.org/rescode.html); an extended name starts with one."""


class SqliteStore(SqlStore):
    """A store in one SQLite file, for many threads and processes of one machine.

    Args:
        path: the file; it is made, with its folder, where there is none.
        wait: seconds that a write waits for other writers.
        synchronous: `full` puts each checkpoint on the disk before it is answered for; `normal` may lose the last
            ones to a power cut, and none to a killed process.

    Raises:
        StoreError: the file cannot be opened.
    """

    table = TABLE
    mark = "?"

    def __init__(self, path: str | Path, *, wait: float = 30.0, synchronous: str = "full") -> None:
        if synchronous not in ("full", "normal"):
            raise ValueError("synchronous is full or normal")
        self.path = Path(path)
        self._lock = threading.Lock()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreLost("the store's folder cannot be made") from error
        with _told():
            self._open = sqlite3.connect(
                self.path, timeout=wait, isolation_level=None, check_same_thread=False
            )
            self._open.text_factory = _decoded
            self._open.execute("pragma journal_mode = wal")
            self._open.execute(f"pragma synchronous = {synchronous}")
            self._open.execute(_TABLE)

    def close(self) -> None:
        """Close the file."""
        with self._lock, suppress(sqlite3.Error):
            self._open.close()

    def _execute(self, query: str, values: Sequence[Any] = ()) -> tuple[int, list[tuple[Any, ...]]]:
        with self._lock, _told():
            done = self._open.execute(query, values)
            return done.rowcount, done.fetchall()


def _decoded(data: bytes) -> str | bytes:
    """A text; one that is not UTF-8 stays as it is, for the door to refuse: it keeps no other row from being read."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


@contextmanager
def _told() -> Iterator[None]:
    """Turn the engine's errors into ours."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "") or ""
        kind = next((kind for start, kind in _KINDS.items() if name.startswith(start)), StoreError)
        if isinstance(error, sqlite3.ProgrammingError):  # the file was closed
            kind = StoreLost
        raise kind("the store answered with an error") from error
