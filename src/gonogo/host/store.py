"""Where checkpoints are kept: what every store promises, and how it says that it cannot.

A store keeps texts. It knows runs and revisions, and nothing of what the texts mean: the door judges them before they
come and after they leave.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

TABLE = "checkpoints"


@dataclass(frozen=True, slots=True)
class Row:
    """One checkpoint as it is kept.

    Attributes:
        run_id: the run whose it is.
        revision: which checkpoint of the run, from 1.
        text: the envelope as JSON text; what a hand has put there instead comes as it is.
    """

    run_id: str
    revision: int
    text: str | bytes = field(repr=False)


class Conflict(Exception):
    """Raised when another writer has written since.

    Attributes:
        found: the last revision of the run; 0 where it has none.
    """

    def __init__(self, found: int) -> None:
        super().__init__(f"the run stands at revision {found}")
        self.found = found


class StoreError(Exception):
    """Raised when a store could not do what it was asked; what was written before is intact.

    Its text stays inside the host: an address may hold a password.
    """

    code: ClassVar[str] = "store_failed"


class StoreFull(StoreError):
    """Raised when there is no room for another checkpoint."""

    code = "store_full"


class StoreLocked(StoreError):
    """Raised when somebody else held the store for longer than it waits."""

    code = "store_locked"


class StoreLost(StoreError):
    """Raised when the connection to the store broke, or there was none."""

    code = "store_lost"


class StoreDamaged(StoreError):
    """Raised when the store itself cannot be read: its file is no such store, or is damaged."""

    code = "store_damaged"


class Store(Protocol):
    """Keeps the checkpoints of runs, each whole or not at all, and survives the death of any process.

    Every method may raise a `StoreError`.
    """

    def append(self, row: Row) -> None:
        """Keep the next checkpoint of a run.

        Raises:
            Conflict: the run's last revision is not the one before the row's.
        """

    def last(self, run_id: str) -> Row | None:
        """Return the last checkpoint of a run."""

    def history(self, run_id: str) -> Iterator[Row]:
        """Yield the checkpoints of a run, from the first."""

    def heads(self) -> Iterator[Row]:
        """Yield the last checkpoint of each run, by run."""

    def rows(self) -> Iterator[Row]:
        """Yield every checkpoint, by run and revision."""

    def count(self) -> int:
        """Return how many checkpoints are kept."""

    def close(self) -> None:
        """Let go of what the store holds open."""
