"""Durable runs on DBOS: a step's output is gauged before it is recorded, and again whenever a run reads it back.

A run that was killed goes on behind the last step that was recorded. A step that was under way is done again, so what
it does outside needs the idempotency key that it is given. Extra `durable`; the only module that imports `dbos`.
"""

import inspect
import logging
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

from dbos import DBOS, DBOSConfig, DBOSPortableJSONSerializer, SetWorkflowID, WorkflowHandle

from gonogo.catalog.contract import Contract
from gonogo.gauge.problem import Problem
from gonogo.gauge.verdict import NoGo
from gonogo.host.checkpoint import NoRun, Resumed, Saved
from gonogo.host.host import Host
from gonogo.host.journal import payload_digest
from gonogo.schema.types import Json

_P = ParamSpec("_P")
_R = TypeVar("_R")

KEY = "idempotency_key"
"""The parameter by which a step is given its key."""

_log = logging.getLogger(__name__)


class StepRefused(Exception):
    """Raised where a step's output, a message or a checkpoint does not pass its door; the run ends there.

    Its text is the problem as JSON, so that it is told wherever DBOS tells of errors.

    Attributes:
        problem: why.
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.to_json())
        self.problem = problem


class OtherContracts(Exception):
    """Raised where a run was begun with other contracts than those at hand: nobody here goes on with it."""


_OPEN = ("PENDING", "ENQUEUED", "DELAYED")


class Durable:
    """A host's durable runs.

    Args:
        host: its contracts, its checkpoints and its journal.
        name: the application's name: 3 to 256 lower-case letters, digits, `-` and `_`.
        database: where the runs are recorded: `sqlite:///PATH`, or `postgresql://…`.
        upgrade: whether runs of another contract set are taken over by this one. What they recorded is gauged by the
            contracts of today then; else they wait for a process that has the contracts that they were begun with.
    """

    def __init__(self, host: Host, *, name: str, database: str, upgrade: bool = False) -> None:
        self.host = host
        self.version = f"contracts-{host.catalog.digest.removeprefix('sha256:')[:32]}"
        self._config = DBOSConfig(
            name=name,
            system_database_url=database,
            # By default the version is one of the workflows' source: a new line of code would strand every run.
            application_version=self.version,
            # By default records are pickled: no JSON, and whoever can write a row can run code.
            serializer=DBOSPortableJSONSerializer(),
            auto_upgrade=upgrade,
            log_level="WARNING",
            notification_listener_polling_interval_sec=0.1,
        )

        def keep(step: str, state: Json, schema: str) -> int:
            return self._written(step, state, schema)

        self._keep = DBOS.step(name="gonogo.checkpoint")(keep)

    def launch(self) -> tuple[str, ...]:
        """Start, and go on with every run of this contract set that was interrupted.

        Returns:
            The runs that were interrupted under another contract set, and that nobody here goes on with.
        """
        DBOS(config=self._config)
        DBOS.launch()
        waiting = DBOS.list_workflows(status="PENDING", load_input=False, load_output=False)
        others = tuple(run.workflow_id for run in waiting if run.app_version != self.version)
        if others and not self._config.get("auto_upgrade"):
            _log.warning("%d runs were begun with other contracts, and wait for them", len(others))
        return others

    def close(self) -> None:
        """Stop; what is under way is interrupted, and goes on at the next launch."""
        DBOS.destroy()

    def workflow(self, function: Callable[_P, _R]) -> Callable[_P, _R]:
        """Make a function a durable run: between its steps it does nothing but decide, and always alike."""
        return DBOS.workflow(name=function.__name__)(function)

    def start(self, workflow: Callable[..., Any], run_id: str, *arguments: Json) -> None:
        """Begin a run, once: one that has begun already is left to itself.

        Raises:
            OtherContracts: it was begun with other contracts, and waits for a process that has them.
        """
        known = DBOS.get_workflow_status(run_id)
        if known is not None and known.status in _OPEN and known.app_version != self.version:
            raise OtherContracts(f"{run_id} was begun with {known.app_version}, and these are {self.version}")
        with SetWorkflowID(run_id):
            DBOS.start_workflow(workflow, *arguments)

    def send(self, run_id: str, message: Json, topic: str, *, key: str) -> None:
        """Send a message to a run, once for each key."""
        DBOS.send(run_id, message, topic, idempotency_key=key)

    def result(self, run_id: str) -> Json:
        """Wait for a run to end, and return what it returned.

        Raises:
            Exception: what ended the run.
        """
        handle: WorkflowHandle[Any] = DBOS.retrieve_workflow(run_id)
        return handle.get_result(polling_interval_sec=0.05)

    def step(
        self, contract: Contract, *, name: str | None = None
    ) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
        """Make a function a step of durable runs, sync or async.

        A function with a parameter `idempotency_key` is given one: the same whenever this step of this run is done
        again, and no other's.

        Args:
            contract: what its output is gauged against, before it is recorded and whenever it is read back.
            name: what it is recorded as; by default the function's name.
        """

        def decorate(function: Callable[_P, _R]) -> Callable[_P, _R]:
            label = name or function.__name__
            keyed = KEY in inspect.signature(function).parameters
            call = cast("Callable[..., Any]", function)
            if inspect.iscoroutinefunction(function):

                async def work(*args: Any, **named: Any) -> Any:
                    return self._passed(contract, await call(*args, **named, **_key(keyed)))

                recorded = DBOS.step(name=label)(work)

                async def gauged(*args: Any, **named: Any) -> Any:
                    return self._passed(contract, await recorded(*args, **named))

                return cast("Callable[_P, _R]", wraps(function)(gauged))

            def work_now(*args: Any, **named: Any) -> Any:
                return self._passed(contract, call(*args, **named, **_key(keyed)))

            recorded_now = DBOS.step(name=label)(work_now)

            def gauged_now(*args: Any, **named: Any) -> Any:
                return self._passed(contract, recorded_now(*args, **named))

            return cast("Callable[_P, _R]", wraps(function)(gauged_now))

        return decorate

    def checkpoint(self, step: str, state: Json, schema: str) -> int:
        """Keep a checkpoint of the run that this is called in, once, however often the step is done again.

        Args:
            step: the last step that is done.
            state: what the run remembers.
            schema: the contract of the state.

        Returns:
            The checkpoint's revision.

        Raises:
            StepRefused: the state breaks its contract, or the store could not keep it.
        """
        return self._keep(step, state, schema)

    def receive(self, contract: Contract, topic: str, timeout: float) -> Json:
        """Wait for a message to the run that this is called in, and gauge it.

        Args:
            contract: what the message is gauged against.
            topic: what it is about.
            timeout: seconds to wait; the waiting goes on where it stood after a restart.

        Returns:
            The message; None where none came.

        Raises:
            StepRefused: the message breaks its contract.
        """
        message = DBOS.recv(topic, timeout_seconds=timeout)
        return None if message is None else self._passed(contract, message)

    def _written(self, step: str, state: Json, schema: str) -> int:
        run_id = DBOS.workflow_id or ""
        last = self.host.resume(run_id)
        if isinstance(last, Resumed):
            before = last.checkpoint
            if before.step == step and before.state == state:  # killed between this checkpoint and its record
                return before.revision
        elif not isinstance(last, NoRun):
            raise StepRefused(last.problem)
        written = self.host.checkpoint(run_id, step, state, schema)
        if isinstance(written, Saved):
            return written.checkpoint.revision
        raise StepRefused(written.problem)

    def _passed(self, contract: Contract, value: Any) -> Any:
        with self.host.recorder.call(contract.name, "step", contract.side.door) as record:
            record.subject = contract.gauge.subject
            verdict = contract.gauge.check(value)
            if isinstance(verdict, NoGo):
                record.problem = verdict.problem
            else:
                record.digest = payload_digest(verdict.value)
        if isinstance(verdict, NoGo):
            raise StepRefused(verdict.problem)
        return verdict.value


def _key(keyed: bool) -> dict[str, str]:
    """The key of the step that is under way, for a function that takes one."""
    return {KEY: f"{DBOS.workflow_id}-{DBOS.step_id}"} if keyed else {}
