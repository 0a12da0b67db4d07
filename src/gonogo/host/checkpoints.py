"""What a host does at door 4: the store opened when it is first needed, and each decision written down."""

from collections.abc import Callable
from typing import TypeVar

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.version import Version
from gonogo.gauge.problem import Door
from gonogo.host.checkpoint import Restored, Resumed, Saved, StoreFailed, Written
from gonogo.host.record import Recorder
from gonogo.host.runs import Runs, problem_of
from gonogo.host.store import Store, StoreError
from gonogo.host.upgrade import Step, Upgrades
from gonogo.schema.types import Json

_A = TypeVar("_A", Written, Restored)


class Checkpoints:
    """The checkpoints of one host.

    Args:
        catalog: the contracts.
        recorder: what writes decisions down.
        opened: opens the store; called once, when it is first needed.
    """

    def __init__(self, catalog: Catalog, recorder: Recorder, opened: Callable[[], Store]) -> None:
        self._catalog = catalog
        self._recorder = recorder
        self._opened = opened
        self._upgrades = Upgrades(catalog)
        self._runs: Runs | None = None

    @property
    def runs(self) -> Runs:
        """The runs of the store.

        Raises:
            StoreError: there is no store, or it cannot be opened.
        """
        if self._runs is None:
            self._runs = Runs(self._catalog, self._opened(), self._recorder.clock, self._upgrades)
        return self._runs

    def register(self, name: str, source: str, target: str, step: Step) -> None:
        """Make a function the way of a state from one version to another; see `Host.migration`."""
        self._upgrades.register(name, Version.parse(source), Version.parse(target), step)

    def write(self, run_id: str, step: str, state: Json, schema: str, after: int | None) -> Written:
        """Keep a checkpoint; see `Host.checkpoint`."""
        return self._recorded(
            run_id, "checkpoint", lambda: self.runs.save(run_id, step, state, schema, after)
        )

    def restore(self, run_id: str) -> Restored:
        """Return where a run stands; see `Host.resume`."""
        return self._recorded(run_id, "resume", lambda: self.runs.load(run_id))

    def _recorded(self, run_id: str, operation: str, work: Callable[[], _A]) -> _A | StoreFailed:
        with self._recorder.call("*", operation, Door.CHECKPOINT) as record:
            try:
                answer: _A | StoreFailed = work()
            except StoreError as error:
                answer = StoreFailed(run_id, problem_of(error.code))
            if isinstance(answer, Saved | Resumed):
                checkpoint = answer.checkpoint
                contract = self.runs.contract_of(checkpoint.schema)
                if contract is not None:
                    record.tool, record.subject = contract.name, contract.gauge.subject
                record.extra |= {"gonogo.run_id": checkpoint.run_id, "gonogo.revision": checkpoint.revision}
            else:
                record.problem, record.subject = answer.problem, answer.problem.subject
                record.tool = record.subject.tool or "*"
            return answer
