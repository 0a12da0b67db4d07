"""What the stores in SQL databases share: the statements, and how they are paged through."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final

from gonogo.host.store import Conflict, Row

_ROWS_AT_ONCE: Final = 256

_COLUMNS: Final = "select run_id, revision, envelope from {table}"
_APPEND: Final = """
insert into {table} (run_id, revision, envelope) select ?, ?, ?
where coalesce((select max(revision) from {table} where run_id = ?), 0) = ?
"""
_LAST: Final = f"{_COLUMNS} where run_id = ? order by revision desc limit 1"
_PAGE: Final = f"{_COLUMNS} where (run_id, revision) > (?, ?) order by run_id, revision limit ?"
_HISTORY: Final = f"{_COLUMNS} where run_id = ? and revision > ? order by revision limit ?"
_HEADS: Final = f"""{_COLUMNS} where (run_id, revision) in (
    select run_id, max(revision) from {{table}} where run_id > ? group by run_id order by run_id limit ?
) order by run_id"""  # noqa: S608 - a table's name, never a value
_COUNT: Final = "select count(*) from {table}"


class SqlStore(ABC):
    """A store in a table of checkpoints; see `Store`."""

    table: ClassVar[str]
    """The table's name."""

    mark: ClassVar[str]
    """What stands for a value in a statement."""

    ignoring: ClassVar[str] = ""
    """What an insertion ends with that another writer may have come before."""

    @abstractmethod
    def _execute(self, query: str, values: Sequence[Any] = ()) -> tuple[int, list[tuple[Any, ...]]]:
        """Run a statement; returns how many rows it wrote, and those that it read."""

    def append(self, row: Row) -> None:
        """Keep the next checkpoint of a run; see `Store`."""
        values = (row.run_id, row.revision, row.text, row.run_id, row.revision - 1)
        kept, _ = self._execute(self._said(_APPEND) + self.ignoring, values)
        if not kept:
            last = self.last(row.run_id)
            raise Conflict(last.revision if last else 0)

    def last(self, run_id: str) -> Row | None:
        """Return the last checkpoint of a run."""
        return next(iter(self._rows(_LAST, run_id)), None)

    def history(self, run_id: str) -> Iterator[Row]:
        """Yield the checkpoints of a run, from the first."""
        revision = 0
        while rows := self._rows(_HISTORY, run_id, revision, _ROWS_AT_ONCE):
            yield from rows
            revision = rows[-1].revision

    def heads(self) -> Iterator[Row]:
        """Yield the last checkpoint of each run, by run."""
        run_id = ""
        while rows := self._rows(_HEADS, run_id, _ROWS_AT_ONCE):
            yield from rows
            run_id = rows[-1].run_id

    def rows(self) -> Iterator[Row]:
        """Yield every checkpoint, by run and revision; what is written meanwhile may be among them."""
        run_id, revision = "", 0
        while rows := self._rows(_PAGE, run_id, revision, _ROWS_AT_ONCE):
            yield from rows
            run_id, revision = rows[-1].run_id, rows[-1].revision

    def count(self) -> int:
        """Return how many checkpoints are kept."""
        _, rows = self._execute(self._said(_COUNT))
        return int(rows[0][0])

    def _rows(self, query: str, *values: Any) -> list[Row]:
        _, found = self._execute(self._said(query), values)
        return [Row(run_id, revision, _text(envelope)) for run_id, revision, envelope in found]

    def _said(self, query: str) -> str:
        return query.format(table=self.table).replace("?", self.mark)


def _text(envelope: Any) -> str | bytes:
    """What stands in a row: text, or what a hand has put there, as bytes that are no JSON object."""
    return envelope if isinstance(envelope, (str, bytes)) else str(envelope).encode()
