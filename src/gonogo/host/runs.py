"""Door 4: a checkpoint is gauged before it is written and after it is read; what does not pass is never gone on from."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from functools import cache

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.contract import Contract
from gonogo.catalog.version import Version
from gonogo.contracts import contract as own_contract
from gonogo.gauge.codes import CODES
from gonogo.gauge.gauge import Gauge
from gonogo.gauge.hints import nearest
from gonogo.gauge.problem import Door, Issue, Problem, Subject
from gonogo.gauge.verdict import NoGo
from gonogo.host.checkpoint import (
    Checkpoint,
    CheckpointRefused,
    Conflicted,
    NoRun,
    Opened,
    Remark,
    Restored,
    Resumed,
    Saved,
    StateRefused,
    StoreFailed,
    Written,
)
from gonogo.host.store import Conflict, Row, Store, StoreError
from gonogo.host.upgrade import Upgraded, Upgrades, version_problem
from gonogo.schema.limits import Limits
from gonogo.schema.text import write
from gonogo.schema.types import Json

_AROUND = 16 * 1024
"""Bytes that an envelope may have beside its state."""


class Runs:
    """The checkpoints of a catalog's states, behind their door.

    Args:
        catalog: the contracts.
        store: where the checkpoints are kept.
        clock: what time it is, with a time zone.
        upgrades: the ways between versions; by default those of the catalog.
    """

    def __init__(
        self, catalog: Catalog, store: Store, clock: Callable[[], datetime], upgrades: Upgrades | None = None
    ) -> None:
        self.store = store
        self._catalog = catalog
        self._clock = clock
        self._upgrades = upgrades or Upgrades(catalog)
        self._revisions: dict[str, int] = {}
        limits = catalog.config.output_limits
        self._most = limits.size + _AROUND
        self._envelope = _gauge(self._most, min(limits.depth + 1, Limits.MAX_DEPTH), limits.nodes + 16)

    def save(self, run_id: str, step: str, state: Json, schema: str, after: int | None = None) -> Written:
        """Gauge a state and keep it as the next checkpoint of a run; see `Host.checkpoint`."""
        contract = self.contract_of(schema)
        if contract is None:
            return StateRefused(run_id, self._unknown_state(schema))
        verdict = contract.gauge.check(state)
        if isinstance(verdict, NoGo):
            return StateRefused(run_id, verdict.problem)
        known = self._revisions.get(run_id, 0) if after is None else after
        # What the caller and the contract name is judged; the rest of the envelope is ours.
        checkpoint = self._checkpoint(run_id, step, verdict.value, contract, known + 1)
        named = {"run_id": run_id, "step": step, "state": None, "schema": checkpoint.schema}
        around = self._envelope.check(named)
        if isinstance(around, NoGo):
            return StateRefused(run_id, _at(contract, around.problem))
        text = write(checkpoint.to_dict())
        if len(text.encode()) > self._most:
            return StateRefused(run_id, contract.gauge.refuse("too_large").problem)
        return self._append(checkpoint, contract, text)

    def load(self, run_id: str) -> Restored:
        """Return where a run stands, by its last checkpoint; see `Host.resume`."""
        if not self._envelope.check({"run_id": run_id, "step": "-", "state": None, "schema": "-"}):
            return NoRun(
                run_id, problem_of("no_run", "/run_id")
            )  # no store is asked for what no run is called
        try:
            row = self.store.last(run_id)
        except StoreError as error:
            return StoreFailed(run_id, problem_of(error.code))
        if row is None:
            return NoRun(run_id, problem_of("no_run"))
        opened = self.open(row)
        if isinstance(opened, Resumed):
            self._revisions[run_id] = row.revision
        return opened

    def open(self, row: Row) -> Opened:
        """Judge a stored row, and bring its state to the current version."""
        judged = self._envelope.read(row.text)
        if isinstance(judged, NoGo):
            return CheckpointRefused(row.run_id, judged.problem)
        value = judged.value
        for name, kept in (("run_id", row.run_id), ("revision", row.revision)):
            if value.get(name, kept) != kept:
                return CheckpointRefused(row.run_id, problem_of("other_run", f"/{name}"))
        contract = self.contract_of(value["schema"])
        if contract is None:
            return CheckpointRefused(row.run_id, self._unknown_state())
        return self._open(row, contract, value)

    def verify(self) -> Iterator[tuple[Row, Opened]]:
        """Judge every checkpoint of the store, by run and revision.

        Raises:
            StoreError: the store cannot be read on.
        """
        return ((row, self.open(row)) for row in self.store.rows())

    def migrate(self, row: Row) -> Restored | Written:
        """Write a run's last checkpoint anew where it is of an older version; the old one is kept before it."""
        opened = self.open(row)
        if not isinstance(opened, Resumed) or opened.migrated_from is None:
            return opened
        was = opened.checkpoint
        return self.save(row.run_id, was.step, was.state, was.schema, after=row.revision)

    def contract_of(self, schema: str) -> Contract | None:
        """Return the contract of a state by its name or identifier."""
        named = self._catalog.states.get(schema)
        return named or next((each for each in self._catalog.states.values() if each.id == schema), None)

    def _open(self, row: Row, contract: Contract, value: dict[str, Json]) -> Opened:
        found = value.get("schema_version")
        version = contract.version if found is None else Version.parse(found)
        if version != contract.version:
            if not version < contract.version:
                return CheckpointRefused(row.run_id, version_problem(contract, version, "unknown_version"))
            answer = self._upgrades.lead(contract, version, value["state"])
            if not isinstance(answer, Upgraded):
                return CheckpointRefused(row.run_id, _inside(answer))
            now = {"schema_version": str(contract.version), "schema_digest": contract.digest}
            return Resumed(_checkpoint_of(row, {**value, **now}, answer.state), migrated_from=version)
        verdict = contract.gauge.check(value["state"])
        if isinstance(verdict, NoGo):
            return CheckpointRefused(row.run_id, _inside(verdict.problem))
        remarks: list[Remark] = ["unversioned"] if found is None else []
        if value.get("schema_digest", contract.digest) != contract.digest:
            remarks.append("other_digest")
        return Resumed(_checkpoint_of(row, value, verdict.value), remarks=tuple(remarks))

    def _append(self, checkpoint: Checkpoint, contract: Contract, text: str) -> Written:
        run_id, revision = checkpoint.run_id, checkpoint.revision
        try:
            self.store.append(Row(run_id, revision, text))
        except Conflict as conflict:
            problem = _at(contract, problem_of("conflict"))
            return Conflicted(run_id, problem, revision - 1, conflict.found)
        except StoreError as error:
            return StoreFailed(run_id, _at(contract, problem_of(error.code)))
        self._revisions[run_id] = revision
        return Saved(checkpoint)

    def _checkpoint(
        self, run_id: str, step: str, state: Json, contract: Contract, revision: int
    ) -> Checkpoint:
        name = contract.id or contract.name
        now = self._clock().isoformat()
        return Checkpoint(run_id, step, state, name, str(contract.version), contract.digest, now, revision)

    def _unknown_state(self, asked: str | None = None) -> Problem:
        near = nearest(asked, self._catalog.states) if asked else None
        hint = f"did you mean {near!r}?" if near else CODES["unknown_state"].hint
        issue = Issue(
            "unknown_state", "/schema", None, None, near or sorted(self._catalog.states), None, None, hint
        )
        return Problem(Subject(Door.CHECKPOINT), (issue,), retryable=False)


def problem_of(code: str, pointer: str = "") -> Problem:
    """Return the problem of one code at this door."""
    issue = Issue(code, pointer, None, None, None, None, None, CODES[code].hint)
    return Problem(Subject(Door.CHECKPOINT), (issue,), retryable=code in _MENDED_BY_WAITING)


_MENDED_BY_WAITING = frozenset({"conflict", "store_full", "store_locked", "store_lost"})


def _checkpoint_of(row: Row, value: dict[str, Json], state: Json) -> Checkpoint:
    return Checkpoint(
        row.run_id,
        value["step"],
        state,
        value["schema"],
        value.get("schema_version"),
        value.get("schema_digest"),
        value.get("written_at"),
        row.revision,
    )


def _inside(problem: Problem) -> Problem:
    """A problem of the state, as one of the envelope: what is stored is mended there."""
    issues = tuple(
        each if each.code in _OF_THE_ENVELOPE else replace(each, pointer=f"/state{each.pointer}")
        for each in problem.issues
    )
    return replace(problem, issues=issues)


_OF_THE_ENVELOPE = frozenset({"unknown_version", "no_migration"})


def _at(contract: Contract, problem: Problem) -> Problem:
    return replace(problem, subject=contract.gauge.subject)


@cache
def _gauge(size: int, depth: int, nodes: int) -> Gauge:
    limits = Limits(size, depth, nodes)
    return Gauge(own_contract("checkpoint"), subject=Subject(Door.CHECKPOINT), limits=limits)
