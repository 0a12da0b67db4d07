"""The host: it gauges the arguments, executes, gauges the result, and only then answers."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.contract import Contract, Tool
from gonogo.catalog.finding import Finding, Severity, in_order
from gonogo.catalog.freshness import judge_freshness
from gonogo.gauge.hints import nearest
from gonogo.gauge.problem import Door, Problem
from gonogo.host.answer import answer
from gonogo.host.calls import Bound, Calls
from gonogo.host.checkpoint import Restored, Written
from gonogo.host.checkpoints import Checkpoints
from gonogo.host.discovery import Discovery
from gonogo.host.handler import Function, Handler, Remote, Send, handler_of
from gonogo.host.handoff import Handed, Handoffs, Refused
from gonogo.host.journal import Journal
from gonogo.host.messages import PROTOCOLS
from gonogo.host.outcome import (
    Outcome,
    Success,
    UnknownTool,
)
from gonogo.host.record import Recorder
from gonogo.host.repairs import Repairs
from gonogo.host.runs import Runs
from gonogo.host.store import Store
from gonogo.host.stores import configured_store
from gonogo.host.upgrade import Step
from gonogo.projection.project import Projection, project
from gonogo.projection.told import told_gauge
from gonogo.schema.errors import SchemaError
from gonogo.schema.pointer import PointerError
from gonogo.schema.types import Json
from gonogo.search.answer import Answer, Asked

_F = TypeVar("_F", bound=Function)


class Host:
    """Executes the tools of a catalog, with a door before and a door behind each.

    Args:
        catalog: the contracts.
        journal: where calls are written down; None for nowhere. `Host.at` takes it from the configuration.
        clock: what time it is, with a time zone; for freshness, for the journal and for checkpoints.
        store: where checkpoints are kept; by default what the repository's configuration says, opened when it is
            first needed.

    Attributes:
        discovery: how the tools are found.
        generation: how often the offered tools have changed; what was told of an older one is out of date.
    """

    def __init__(
        self,
        catalog: Catalog,
        *,
        journal: Journal | None = None,
        clock: Callable[[], datetime] | None = None,
        store: Store | None = None,
    ) -> None:
        self.catalog = catalog
        self.recorder = Recorder(journal, clock)
        self._handoffs = Handoffs(catalog)
        opened = (lambda: configured_store(catalog)) if store is None else (lambda: store)
        self._checkpoints = Checkpoints(catalog, self.recorder, opened)
        self._bound: dict[str, Bound] = {}
        self._findings: list[Finding] = []
        self._projections: dict[str, Projection] = {}
        self._calls = Calls(catalog.config.output_limits)
        self._watchers: list[Callable[[], None]] = []
        self.generation = 0
        self.discovery = Discovery(self)

    @classmethod
    def at(cls, path: str | Path, *, clock: Callable[[], datetime] | None = None) -> "Host":
        """Make a host of a contract repository, with its journal.

        Raises:
            NoCatalog: there is no repository at the path.
        """
        catalog = Catalog.load(path)
        config, root = catalog.config.journal, catalog.root or Path(path)
        journal = Journal(root / config.path, max_bytes=config.max_bytes, keep=config.keep)
        return cls(catalog, journal=journal, clock=clock)

    def tool(self, name: str, *, timeout: float | None = None) -> Callable[[_F], _F]:
        """Make a function the handler of a tool; see `register`."""

        def decorate(function: _F) -> _F:
            self.register(name, function, timeout=timeout)
            return function

        return decorate

    def register(self, name: str, function: Function, *, timeout: float | None = None) -> None:
        """Make a function the handler of a tool.

        A function that fits no tool, or not its tool's contract, is a finding and is not called.

        Args:
            name: the tool's name.
            function: sync or async; it takes the arguments by name, or all of them as one dict where its only
                parameter is no argument of the tool. It raises `SourceUnavailable` where its source is down.
            timeout: seconds that a call may take; by default what the configuration says.
        """
        tool = self._free(name)
        if tool is None:
            return
        try:
            handler = handler_of(function, tool)
        except (TypeError, ValueError) as error:
            self.find("handler_signature", f"the handler of {name!r}: {error}", file=tool.input.file)
            return
        self._bind(tool, handler, timeout)

    def connect(self, name: str, send: Send) -> None:
        """Have a tool executed elsewhere, by what its binding says; one that has a handler keeps it.

        Args:
            name: the tool's name.
            send: executes it; see `gonogo.host.http`.
        """
        tool = None if name in self._bound else self._free(name)
        if tool is not None:
            self._bind(tool, Remote(send), None)

    def timeout_of(self, name: str) -> float:
        """Return the seconds that a call of a tool may take, by the configuration."""
        config = self.catalog.config.host
        return config.timeouts.get(name, config.timeout)

    def find(self, code: str, message: str, hint: str = "", *, file: str | None = None) -> None:
        """Add to the findings what is wrong with how a tool is to be executed.

        Args:
            code: what kind of finding it is.
            message: what is wrong, in half a sentence.
            hint: what to do about it.
            file: the file that it is about; None for the contracts as a whole.
        """
        self._findings.append(_finding(code, message, hint, file=file))

    def _free(self, name: str) -> Tool | None:
        """The tool that waits for a handler; None, and a finding, where there is none."""
        tool = self.catalog.tools.get(name)
        if tool is None:
            near = nearest(name, self.catalog.tools)
            hint = f"did you mean {near!r}?" if near else "add its contract under schemas/tools/"
            self.find("handler_without_contract", f"a handler is registered for {name!r}", hint)
        elif name in self._bound:
            self.find("handler_twice", f"{name!r} has two handlers; the first is kept", file=tool.input.file)
            return None
        return tool

    def _bind(self, tool: Tool, handler: Handler | Remote, timeout: float | None) -> None:
        try:
            told = told_gauge(tool, self.catalog.config.output_limits)
        except (SchemaError, PointerError) as error:
            message = f"the overlay of {tool.name!r} does not fit: {error}"
            self.find("overlay_pointer", message, file=tool.input.file)
            told = None
        self._bound[tool.name] = Bound(tool, handler, timeout or self.timeout_of(tool.name), told)
        self.generation += 1
        for watcher in tuple(self._watchers):
            watcher()

    def watch(self, watcher: Callable[[], None]) -> Callable[[], None]:
        """Have a function called, in the thread that makes the change, whenever the offered tools change.

        Returns:
            What ends it.
        """
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher)

    @property
    def tools(self) -> dict[str, Tool]:
        """The tools that have a handler, by name, in the catalog's order."""
        return {name: tool for name, tool in self.catalog.tools.items() if name in self._bound}

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with the catalog, and with how handlers and contracts fit together."""
        found = [*self.catalog.findings, *self._findings, *self._handoffs.findings]
        for name, tool in self.catalog.tools.items():
            if name not in self._bound:
                message = f"nothing executes {name!r}: it is not offered"
                found.append(_finding("contract_without_handler", message, file=tool.input.file))
            if tool.output is None:
                message = f"the results of {name!r} have no contract"
                found.append(_finding("no_output_contract", message, file=tool.input.file))
        return in_order([*found, *self.discovery.findings])

    def search(self, query: str, most: int = 5, **filters: Any) -> Answer:
        """Return the tools that answer a query best, of those that have a handler.

        Args:
            query: what the tool is to do, in words.
            most: how many tools to answer with.
            filters: further attributes of `gonogo.search.answer.Asked`.
        """
        return self.discovery.search(Asked(query, most, **filters))

    async def answer(self, message: Any, via: str, *, repairs: Repairs | None = None) -> list[Json]:
        """Answer the tool calls of a model's message: undo the projection, gauge, execute, gauge.

        Args:
            message: the assistant's message, in the form of the target's protocol.
            via: the target by which the model was told of the tools, such as `openai-chat-strict`.
            repairs: counts the faults of one conversation; None where they are not counted.

        Returns:
            The messages to send back, in the protocol's form; none where the message calls no tool.

        Raises:
            ValueError: there is no such target, it has no messages of its own, or the message is not of its form.
        """
        if via not in PROTOCOLS:
            raise ValueError(f"no messages are known of {via!r}; one of {', '.join(PROTOCOLS)}")
        if via not in self._projections:
            self._projections[via] = project(self.catalog, via)
        return await answer(self, message, self._projections[via], repairs)

    async def call(
        self,
        name: str,
        arguments: Json = None,
        *,
        wire: Mapping[str, str] | None = None,
        undo: Callable[[Json], Json] | None = None,
        via: str | None = None,
    ) -> Outcome:
        """Call a tool: gauge, execute, gauge.

        Args:
            name: the tool's name.
            arguments: JSON text, or an object as Python holds it, or None; as a model sent them.
            wire: what the call's span says of the protocol that it came by, in OpenTelemetry's words.
            undo: brings arguments in a projection's form into the contract's.
            via: the tool by which this one was called by its name; None where it was called itself.

        Raises:
            asyncio.CancelledError: the caller was cancelled; the call is written down.
        """
        with self.recorder.call(name if name in self._bound else "*", wire=wire) as record:
            if via is not None:
                record.extra["gonogo.via"] = via
            bound = self._bound.get(name)
            if bound is None:
                outcome: Outcome = UnknownTool(await asyncio.to_thread(self.discovery.unknown, name))
            else:
                outcome = await self._calls.run(bound, arguments, record, undo)
            if not isinstance(outcome, Success):
                record.problem = outcome.problem
                record.subject = outcome.problem.subject
            return outcome

    def handoff(self, name: str, value: Json) -> Handed:
        """Hand over to another agent: gauge, then decide who receives it. The target starts only on `Routed`.

        Args:
            name: the handoff's name.
            value: the payload as Python holds it, or as JSON text.
        """
        known = name if name in self.catalog.handoffs else "*"
        with self.recorder.call(known, "handoff", Door.HANDOFF) as record:
            handed = self._handoffs.hand_over(name, value, record)
            if isinstance(handed, Refused):
                record.problem = handed.problem
                record.subject = handed.problem.subject
            return handed

    def checkpoint(
        self, run_id: str, step: str, state: Json, schema: str, *, after: int | None = None
    ) -> Written:
        """Gauge what a run remembers and keep it: what does not pass is not written, and the last good one stands.

        Args:
            run_id: the run: up to 128 letters, digits and `._:@+=~-`.
            step: the last step that is done.
            state: what the run remembers; JSON only.
            schema: the contract of the state: its name, or its identifier.
            after: the revision that this one follows; by default the last that this host wrote or resumed, 0 for a
                run that it has not met. Where another writer has written since, the answer is `Conflicted`.
        """
        return self._checkpoints.write(run_id, step, state, schema, after)

    def resume(self, run_id: str) -> Restored:
        """Return where a run stands: its last checkpoint, gauged, and migrated where it is of an older version."""
        return self._checkpoints.restore(run_id)

    def migration(self, name: str, source: str, target: str) -> Callable[[Step], Step]:
        """Make a function the way of a state from one version to another, instead of a patch.

        It is given a state of the old version, which it may change, and returns one of the new version.

        Args:
            name: the state's name.
            source: the older version.
            target: the newer one.
        """

        def decorate(step: Step) -> Step:
            self._checkpoints.register(name, source, target, step)
            return step

        return decorate

    @property
    def runs(self) -> Runs:
        """The checkpoints behind their door.

        Raises:
            StoreError: there is no store, or it cannot be opened.
        """
        return self._checkpoints.runs

    def judge_freshness(self, contract: Contract, value: Json) -> Problem | None:
        """Return why a payload is too old to act on now, by the host's clock; None where it is fresh."""
        return judge_freshness(contract, value, self.recorder.clock())


def _finding(code: str, message: str, hint: str = "", *, file: str | None = None) -> Finding:
    return Finding(code, Severity.WARNING, file or "schemas", 1, 1, "", message, hint)
