"""One call of a tool behind its doors: gauge the arguments, execute, gauge what comes out."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from gonogo.catalog.contract import Tool
from gonogo.gauge.arguments import gauge_arguments
from gonogo.gauge.codes import CODES
from gonogo.gauge.gauge import Gauge
from gonogo.gauge.problem import Door, Issue, Problem, Subject
from gonogo.gauge.verdict import Go, NoGo
from gonogo.host.handler import Handler
from gonogo.host.journal import payload_digest
from gonogo.host.outcome import (
    HandlerFailed,
    InputRefused,
    Outcome,
    OutputRefused,
    SourceUnavailable,
    Success,
    Unavailable,
)
from gonogo.host.record import Record
from gonogo.host.workers import Workers
from gonogo.schema.limits import Limits
from gonogo.schema.text import write
from gonogo.schema.types import Json


@dataclass(frozen=True, slots=True)
class Bound:
    """A tool with what executes it.

    Attributes:
        tool: the tool.
        handler: what executes it.
        timeout: seconds that a call may take.
        told: judges results by what clients are told of them; None where that is the output contract as it is written.
    """

    tool: Tool
    handler: Handler
    timeout: float
    told: Gauge | None = None


class Calls:
    """Executes the tools of a host.

    Args:
        limits: what a whole result may measure.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._workers = Workers()
        self._abandoned: set[asyncio.Task[Any]] = set()
        self._no_contract = Gauge(True, subject=Subject(Door.OUTPUT), limits=limits)

    async def run(
        self, bound: Bound, arguments: Json, record: Record, undo: Callable[[Json], Json] | None
    ) -> Outcome:
        """Call a tool: gauge, execute, gauge; see `Host.call`.

        Args:
            bound: the tool.
            arguments: JSON text, or an object as Python holds it, or None; as a model sent them.
            record: where the call is written down.
            undo: brings arguments in a projection's form into the contract's.
        """
        gauge = bound.tool.input.gauge
        record.subject = gauge.subject
        verdict = gauge_arguments(gauge, arguments, undo)
        if isinstance(verdict, NoGo):
            return InputRefused(verdict.problem)
        record.digest = payload_digest(verdict.value)
        try:
            value = await self._execute(bound, verdict.value)
        except asyncio.CancelledError:
            raise
        except SourceUnavailable:
            return Unavailable(_failure(bound.tool, "source_unavailable"))
        except _TimedOut:
            return HandlerFailed(_failure(bound.tool, "timed_out"))
        except BaseException as error:  # noqa: BLE001 - `SystemExit` too: a handler may not end the host
            record.extra["error.type"] = type(error).__qualname__
            return HandlerFailed(_failure(bound.tool, "handler_failed"))
        return self._judge(bound, value, verdict, record)

    async def _execute(self, bound: Bound, arguments: dict[str, Json]) -> Any:
        """Run a handler for as long as it may; one that does not stop when told to is left behind."""
        work = bound.handler.bind(arguments)
        running: Awaitable[Any] = self._workers.run(work) if bound.handler.blocking else work()
        task = asyncio.get_running_loop().create_task(_guarded(running))
        try:
            await asyncio.sleep(0)
            if not task.done():  # most handlers that wait for nothing are, and need no clock
                await asyncio.wait({task}, timeout=bound.timeout)
        except asyncio.CancelledError:
            self._abandon(task)
            raise
        if not task.done():
            self._abandon(task)
            raise _TimedOut
        if task.cancelled():
            raise _CancelledItself
        error, value = task.result()
        if error is not None:
            raise error
        return value

    def _abandon(self, task: asyncio.Task[Any]) -> None:
        self._abandoned.add(task)
        task.add_done_callback(self._abandoned.discard)
        task.cancel()

    def _judge(self, bound: Bound, value: Any, arguments: Go, record: Record) -> Outcome:
        """The output door: what leaves is what was gauged, and one budget holds for the whole of it.

        What clients are told decides whether a result may leave; that it breaks the contract is written down.
        """
        tool = bound.tool
        contract = tool.output
        gauge = contract.gauge if contract else self._no_contract
        record.subject = gauge.subject
        verdict = gauge.check(value)
        if isinstance(verdict, NoGo) and bound.told is not None:
            verdict = bound.told.check(value)
            if isinstance(verdict, Go):
                record.extra["gonogo.drift"] = True
        if isinstance(verdict, NoGo):
            return OutputRefused(_named(verdict.problem, tool))
        text = write(verdict.value)
        if len(text.encode()) > self._limits.size:
            refusal = gauge.refuse("too_large")
            return OutputRefused(_named(refusal.problem, tool))
        record.digest = payload_digest(verdict.value)
        return Success(verdict.value, text, contract, arguments.notes)


class _TimedOut(Exception):
    """Raised when a handler took longer than it may; a `TimeoutError` may be the handler's own."""


class _CancelledItself(Exception):
    """Raised when a handler ended as if it had been cancelled, though nobody cancelled it."""


async def _guarded(running: Awaitable[Any]) -> tuple[BaseException | None, Any]:
    """Await a handler; what it raises comes back as a value, since `SystemExit` in a task ends the event loop."""
    try:
        return None, await running
    except asyncio.CancelledError:
        raise
    except BaseException as error:  # noqa: BLE001
        return error, None


def _failure(tool: Tool, code: str) -> Problem:
    subject = (tool.output or tool.input).gauge.subject
    row = CODES[code]
    issue = Issue(code, "", None, None, None, None, None, row.hint)
    return Problem(_at_output(subject, tool), (issue,), retryable=code != "handler_failed", executed=True)


def _named(problem: Problem, tool: Tool) -> Problem:
    return Problem(
        _at_output(problem.subject, tool),
        problem.issues,
        problem.retryable,
        problem.executed,
        problem.truncated,
    )


def _at_output(subject: Subject, tool: Tool) -> Subject:
    return Subject(Door.OUTPUT, tool.name, subject.schema, subject.version, subject.digest)
