"""Checkpoints in one SQLite file: write-ahead log, and on the disk before a write is answered."""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from gonogo.host.store import Conflict, Row, StoreDamaged, StoreError, StoreFull, StoreLocked, StoreLost

_TABLE = """
create table if not exists checkpoints (
    run_id text not null, revision integer not null, envelope text not null, primary key (run_id, revision)
) without rowid
"""
_APPEND = """
insert into checkpoints (run_id, revision, envelope) select ?, ?, ?
where coalesce((select max(revision) from checkpoints where run_id = ?), 0) = ?
"""
_LAST = "select run_id, revision, envelope from checkpoints where run_id = ? order by revision desc limit 1"
_PAGE = """
select run_id, revision, envelope from checkpoints
where (run_id, revision) > (?, ?) order by run_id, revision limit ?
"""
_HISTORY = """
select run_id, revision, envelope from checkpoints
where run_id = ? and revision > ? order by revision limit ?
"""
_NEXT_RUN = "select min(run_id) from checkpoints where run_id > ?"

_KINDS: dict[str, type[StoreError]] = {
    "SQLITE_FULL": StoreFull,
    "SQLITE_BUSY": StoreLocked,
    "SQLITE_LOCKED": StoreLocked,
    "SQLITE_CORRUPT": StoreDamaged,
    "SQLITE_NOTADB": StoreDamaged,
    "SQLITE_CANTOPEN": StoreLost,
}
"""Kinds of errors by the engine's names for them (sqlite.org/rescode.html); an extended name starts with one."""

_ROWS_AT_ONCE = 256


class SqliteStore:
    """A store in one SQLite file, for many threads and processes of one machine.

    Args:
        path: the file; it is made, with its folder, where there is none.
        wait: seconds that a write waits for other writers.
        synchronous: `full` puts each checkpoint on the disk before it is answered for; `normal` may lose the last
            ones to a power cut, and none to a killed process.

    Raises:
        StoreError: the file cannot be opened.
    """

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

    def append(self, row: Row) -> None:
        """Keep the next checkpoint of a run; see `Store`."""
        values = (row.run_id, row.revision, row.text, row.run_id, row.revision - 1)
        with self._lock, _told():
            kept = self._open.execute(_APPEND, values).rowcount
        if not kept:
            last = self.last(row.run_id)
            raise Conflict(last.revision if last else 0)

    def last(self, run_id: str) -> Row | None:
        """Return the last checkpoint of a run."""
        rows = self._fetch(_LAST, (run_id,))
        return rows[0] if rows else None

    def history(self, run_id: str) -> Iterator[Row]:
        """Yield the checkpoints of a run, from the first."""
        revision = 0
        while rows := self._fetch(_HISTORY, (run_id, revision, _ROWS_AT_ONCE)):
            yield from rows
            revision = rows[-1].revision

    def heads(self) -> Iterator[Row]:
        """Yield the last checkpoint of each run, by run."""
        run_id = ""
        while True:
            with self._lock, _told():
                (run_id,) = self._open.execute(_NEXT_RUN, (run_id,)).fetchone()
            if run_id is None:
                return
            row = self.last(run_id)
            if row is not None:
                yield row

    def rows(self) -> Iterator[Row]:
        """Yield every checkpoint, by run and revision; what is written meanwhile may be among them."""
        run_id, revision = "", 0
        while rows := self._fetch(_PAGE, (run_id, revision, _ROWS_AT_ONCE)):
            yield from rows
            run_id, revision = rows[-1].run_id, rows[-1].revision

    def count(self) -> int:
        """Return how many checkpoints are kept."""
        with self._lock, _told():
            (count,) = self._open.execute("select count(*) from checkpoints").fetchone()
        return int(count)

    def close(self) -> None:
        """Close the file."""
        with self._lock, suppress(sqlite3.Error):
            self._open.close()

    def _fetch(self, query: str, values: Sequence[Any]) -> list[Row]:
        with self._lock, _told():
            found = self._open.execute(query, values).fetchall()
        return [Row(run_id, revision, _text(envelope)) for run_id, revision, envelope in found]


def _decoded(data: bytes) -> str | bytes:
    """A text; one that is not UTF-8 stays as it is, for the door to refuse: it keeps no other row from being read."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def _text(envelope: Any) -> str | bytes:
    """What stands in a row: text, or what a hand has put there, as bytes that are no JSON object."""
    return envelope if isinstance(envelope, (str, bytes)) else str(envelope).encode()


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
