"""Checkpoints in PostgreSQL: the only module that imports its driver (extra `durable`)."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
from psycopg import errors

from gonogo.host.store import Conflict, Row, StoreDamaged, StoreError, StoreFull, StoreLocked, StoreLost

_TABLE = """
create table if not exists gonogo_checkpoints (
    run_id text collate "C" not null, revision bigint not null, envelope text not null, primary key (run_id, revision)
)
"""
_TABLE_LOCK = 0x676F6E6F
"""Held while the table is made: two makers of one table would collide."""

_APPEND = """
insert into gonogo_checkpoints (run_id, revision, envelope) select %s, %s, %s
where coalesce((select max(revision) from gonogo_checkpoints where run_id = %s), 0) = %s
on conflict do nothing
"""
_COLUMNS = "select run_id, revision, envelope from gonogo_checkpoints"
_LAST = f"{_COLUMNS} where run_id = %s order by revision desc limit 1"
_PAGE = f"{_COLUMNS} where (run_id, revision) > (%s, %s) order by run_id, revision limit %s"
_HISTORY = f"{_COLUMNS} where run_id = %s and revision > %s order by revision limit %s"
_NEXT_RUN = "select min(run_id) from gonogo_checkpoints where run_id > %s"

_KINDS: tuple[tuple[type[Exception], type[StoreError]], ...] = (
    (errors.DiskFull, StoreFull),
    (errors.LockNotAvailable, StoreLocked),
    (errors.QueryCanceled, StoreLocked),
    (errors.DeadlockDetected, StoreLocked),
    (errors.DataCorrupted, StoreDamaged),
    (errors.IndexCorrupted, StoreDamaged),
    (psycopg.OperationalError, StoreLost),
    (psycopg.InterfaceError, StoreLost),
)
"""Kinds of errors, the nearest first."""

_ROWS_AT_ONCE = 256


class PostgresStore:
    """A store in a PostgreSQL database, for many machines.

    The connection is made when it is first needed, and made anew after it was lost.

    Args:
        address: where the database is: a URL, or words as libpq takes them.
        wait: seconds that a statement waits for others, and a connection for its server.
    """

    def __init__(self, address: str, *, wait: float = 30.0) -> None:
        self._address = address
        self._wait = wait
        self._lock = threading.Lock()
        self._held: psycopg.Connection[tuple[Any, ...]] | None = None

    def append(self, row: Row) -> None:
        """Keep the next checkpoint of a run; see `Store`."""
        values = (row.run_id, row.revision, row.text, row.run_id, row.revision - 1)
        with self._connection() as connection:
            kept = connection.execute(_APPEND, values).rowcount
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
            with self._connection() as connection:
                found = connection.execute(_NEXT_RUN, (run_id,)).fetchone()
            if found is None or found[0] is None:
                return
            run_id = found[0]
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
        with self._connection() as connection:
            found = connection.execute("select count(*) from gonogo_checkpoints").fetchone()
        return int(found[0]) if found else 0

    def close(self) -> None:
        """Close the connection; a later call makes it anew."""
        with self._lock:
            self._drop()

    def _fetch(self, query: str, values: Sequence[Any]) -> list[Row]:
        with self._connection() as connection:
            return [Row(*found) for found in connection.execute(query.encode(), values).fetchall()]

    @contextmanager
    def _connection(self) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
        with self._lock:
            try:
                if self._held is None or self._held.closed:
                    self._held = self._connected()
                yield self._held
            except psycopg.Error as error:
                kind = next((ours for theirs, ours in _KINDS if isinstance(error, theirs)), StoreError)
                if kind is StoreLost:
                    self._drop()
                raise kind("the database answered with an error") from error

    def _connected(self) -> psycopg.Connection[tuple[Any, ...]]:
        connection = psycopg.connect(self._address, autocommit=True, connect_timeout=max(1, int(self._wait)))
        try:
            connection.execute(
                "select set_config('statement_timeout', %s, false)", (str(int(self._wait * 1000)),)
            )
            with connection.transaction():
                connection.execute("select pg_advisory_xact_lock(%s)", (_TABLE_LOCK,))
                connection.execute(_TABLE)
        except psycopg.Error:
            connection.close()
            raise
        return connection

    def _drop(self) -> None:
        if self._held is not None:
            with suppress(psycopg.Error):
                self._held.close()
            self._held = None
