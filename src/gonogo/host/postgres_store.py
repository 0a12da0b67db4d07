"""Checkpoints in PostgreSQL: the only module that imports its driver (extra `durable`)."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
from psycopg import errors

from gonogo.host.sql_store import SqlStore
from gonogo.host.store import TABLE, StoreDamaged, StoreError, StoreFull, StoreLocked, StoreLost

_TABLE = """
create table if not exists gonogo_checkpoints (
    run_id text collate "C" not null, revision bigint not null, envelope text not null, primary key (run_id, revision)
)
"""
_TABLE_LOCK = 0x676F6E6F
"""Held while the table is made: two makers of one table would collide."""

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


class PostgresStore(SqlStore):
    """A store in a PostgreSQL database, for many machines.

    The connection is made when it is first needed, and made anew after it was lost.

    Args:
        address: where the database is: a URL, or words as libpq takes them.
        wait: seconds that a statement waits for others, and a connection for its server.
    """

    table = f"gonogo_{TABLE}"
    mark = "%s"
    ignoring = "on conflict do nothing"

    def __init__(self, address: str, *, wait: float = 30.0) -> None:
        self._address = address
        self._wait = wait
        self._lock = threading.Lock()
        self._held: psycopg.Connection[tuple[Any, ...]] | None = None

    def close(self) -> None:
        """Close the connection; a later call makes it anew."""
        with self._lock:
            self._drop()

    def _execute(self, query: str, values: Sequence[Any] = ()) -> tuple[int, list[tuple[Any, ...]]]:
        with self._connection() as connection:
            done = connection.execute(query.encode(), values)
            return done.rowcount, done.fetchall() if done.description is not None else []

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
