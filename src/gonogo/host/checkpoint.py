"""A checkpoint, and what becomes of writing one and of resuming from one: each end a type of its own."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from gonogo.catalog.version import Version
from gonogo.gauge.problem import Problem
from gonogo.schema.types import Json

Remark: TypeAlias = Literal["unversioned", "other_digest"]
"""What is noted of a checkpoint that passed: it names no version; or the contract of its version was another then."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Where a run stands. Its JSON form is the envelope: `contracts/checkpoint.json`.

    Attributes:
        run_id: the run.
        step: the last step that is done.
        state: what the run remembers; left out of the repr.
        schema: the contract of the state: its identifier, or its name where it has none.
        schema_version, schema_digest: the contract's when it was written; None in one that others wrote.
        written_at: a date-time; None in one that others wrote.
        revision: which checkpoint of its run it is, from 1.
    """

    run_id: str
    step: str
    state: Json = field(repr=False)
    schema: str
    schema_version: str | None
    schema_digest: str | None
    written_at: str | None
    revision: int

    def to_dict(self) -> dict[str, Json]:
        """Return the envelope."""
        form: dict[str, Json] = {
            "run_id": self.run_id,
            "step": self.step,
            "state": self.state,
            "schema": self.schema,
            "schema_version": self.schema_version,
            "schema_digest": self.schema_digest,
            "written_at": self.written_at,
            "revision": self.revision,
        }
        return {name: value for name, value in form.items() if value is not None or name == "state"}


@dataclass(frozen=True, slots=True)
class Saved:
    """The state passed its contract, and the checkpoint is on the disk."""

    checkpoint: Checkpoint

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True, slots=True)
class Resumed:
    """The last checkpoint of the run passed the contract of today, migrated where it was older.

    Attributes:
        checkpoint: its state is the very object that was gauged.
        migrated_from: the version that it was written in, where it was migrated. The row itself is as it was.
        remarks: what is noted of it.
    """

    checkpoint: Checkpoint
    migrated_from: Version | None = None
    remarks: tuple[Remark, ...] = ()

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True, slots=True)
class _Stopped:
    """An end with a problem.

    Attributes:
        run_id: the run, as the caller named it.
        problem: why.
    """

    run_id: str
    problem: Problem

    def __bool__(self) -> Literal[False]:
        return False


@dataclass(frozen=True, slots=True)
class StateRefused(_Stopped):
    """The state breaks its contract: nothing was written, and the checkpoint before it stands."""


@dataclass(frozen=True, slots=True)
class Conflicted(_Stopped):
    """Another writer has written a checkpoint of the run since; nothing was written.

    Attributes:
        after: the revision that the writer took for the last.
        found: the one that is.
    """

    after: int
    found: int


@dataclass(frozen=True, slots=True)
class StoreFailed(_Stopped):
    """The store could not do it; what was written before is intact."""


@dataclass(frozen=True, slots=True)
class NoRun(_Stopped):
    """The run has no checkpoint."""


@dataclass(frozen=True, slots=True)
class CheckpointRefused(_Stopped):
    """What is stored is no checkpoint to go on from; the row is as it was, and other runs are not affected."""


Written: TypeAlias = Saved | StateRefused | Conflicted | StoreFailed
"""What `Host.checkpoint` answers."""

Opened: TypeAlias = Resumed | CheckpointRefused
"""What becomes of a stored row."""

Restored: TypeAlias = Resumed | CheckpointRefused | NoRun | StoreFailed
"""What `Host.resume` answers."""
