"""A client that gauges: arguments before they are sent, results when they arrive, whatever was listed before."""

from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import datetime
from types import TracebackType
from typing import Any, Self, TypeAlias

import anyio
import mcp_types as types
from mcp import Client, MCPError, StdioServerParameters
from mcp.server.lowlevel import Server

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.contract import Contract, Side
from gonogo.catalog.freshness import judge_freshness
from gonogo.contracts import contract
from gonogo.gauge.arguments import gauge_arguments
from gonogo.gauge.codes import CODES
from gonogo.gauge.compiled import Recipe
from gonogo.gauge.gauge import Gauge
from gonogo.gauge.hints import nearest
from gonogo.gauge.problem import Door, Issue, Problem, Subject
from gonogo.gauge.verdict import Go, NoGo, Verdict
from gonogo.host.journal import Journal, payload_digest
from gonogo.host.record import Record, Recorder
from gonogo.mcp.era import RESULT, WRAPPED
from gonogo.schema.errors import SchemaError
from gonogo.schema.limits import Limits
from gonogo.schema.types import Json

Upstream: TypeAlias = StdioServerParameters | str | Server[Any]
"""Where a server is: a command, a URL, or a server object in this process."""

CALL_TIMEOUT = 30.0
"""Seconds that a call may take by default."""

_MOST_PAGES = 1_000


@dataclass(frozen=True, slots=True)
class ToolFailed:
    """The server says that the tool failed, or did not answer.

    Attributes:
        problem: what a gonogo server said of it, or what the client itself found; None where a server of another
            make speaks in its own words.
        text: the server's words, for a model to read; empty where there were none.
    """

    problem: Problem | Mapping[str, Json] | None
    text: str = ""


Answer: TypeAlias = Go | NoGo | ToolFailed
"""What a call ends in: a gauged result, a refusal by this client's own doors, or a failure of the tool."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A tool that a server offers, with what this client judges it by.

    Attributes:
        tool: what the server told.
        input, output: contracts to judge by: the local ones where there are, else the server's; None where the
            server's does not compile, or it has no output schema.
        told: what the server promises of its results, where they are judged by a local contract; None elsewhere.
        wrapped: whether results stand under `result`.
    """

    tool: types.Tool
    input: Contract | None
    output: Contract | None
    told: Gauge | None = None
    wrapped: bool = False


class GaugedClient:
    """Calls the tools of an MCP server and gauges both ways.

    Args:
        upstream: where the server is.
        catalog: local contracts; a tool that stands in it is judged by it, not by what the server says.
        mode: the revision to speak: `auto`, `legacy`, or one by its date.
        timeout: seconds that a call may take.
        journal: where calls are written down; None for nowhere.
        clock: what time it is, with a time zone; freshness is judged by it.
    """

    def __init__(
        self,
        upstream: Upstream,
        catalog: Catalog | None = None,
        *,
        mode: str = "auto",
        timeout: float = CALL_TIMEOUT,
        journal: Journal | None = None,
        clock: Callable[[], datetime] | None = None,
    ) -> None:
        self.recorder = Recorder(journal, clock)
        self._catalog = catalog or Catalog()
        self._timeout = timeout
        self._client = Client(upstream, mode=mode, read_timeout_seconds=timeout, cache=None)
        self._stack = AsyncExitStack()
        self._listed: dict[str, Listed] | None = None

    async def __aenter__(self) -> Self:
        await self._stack.enter_async_context(self._client)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return await self._stack.__aexit__(kind, error, trace)

    @property
    def revision(self) -> str:
        """The revision that client and server speak."""
        return self._client.protocol_version

    async def list(self) -> Mapping[str, Listed]:
        """Return the tools of every page, by name; asked of the server once.

        Raises:
            MCPError: the server does not answer the question.
        """
        if self._listed is None:
            listed: dict[str, Listed] = {}
            cursor: str | None = None
            for _ in range(_MOST_PAGES):
                request = types.ListToolsRequest(params=types.PaginatedRequestParams(cursor=cursor))
                page = await self._client.session.send_request(request, types.ListToolsResult, self._timeout)
                listed |= {tool.name: self._judged(tool) for tool in page.tools}
                cursor = page.next_cursor
                if cursor is None:
                    break
            self._listed = listed
        return self._listed

    async def call(self, name: str, arguments: Json = None) -> Answer:
        """Call a tool: gauge the arguments, send them, gauge what comes back.

        Args:
            name: the tool's name.
            arguments: JSON text, or an object as Python holds it, or None.
        """
        with self.recorder.call(name, "call_tool") as record:
            try:
                with anyio.fail_after(self._timeout):
                    answer = await self._call(name, arguments, record)
            except (
                TimeoutError,
                MCPError,
                OSError,
                anyio.BrokenResourceError,
                anyio.ClosedResourceError,
            ) as error:
                answer = ToolFailed(_unanswered(name, error))
            record.problem = _problem_of(answer)
            return answer

    async def _call(self, name: str, arguments: Json, record: Record) -> Answer:
        listed = (await self.list()).get(name)
        if listed is None:
            return NoGo(_unknown(name, await self.list()))
        if listed.input is None:
            return NoGo(_one_issue(Subject(Door.INPUT, name), "no_contract"))
        record.subject = listed.input.gauge.subject
        verdict = gauge_arguments(listed.input.gauge, arguments)
        if isinstance(verdict, NoGo):
            return verdict
        params = types.CallToolRequestParams(name=name, arguments=verdict.value)
        request = types.CallToolRequest(params=params)
        result = await self._client.session.send_request(request, types.CallToolResult, self._timeout)
        return self._arrived(listed, result, record)

    def _arrived(self, listed: Listed, result: types.CallToolResult, record: Record) -> Answer:
        """Judge what came back; `isError` comes first, since an error is not held to the contract of a success."""
        text = "\n".join(block.text for block in result.content if isinstance(block, types.TextContent))
        if result.is_error:
            return ToolFailed(_told_problem(text), text)
        if listed.output is None:
            return Go(result.structured_content if result.structured_content is not None else text)
        record.subject = listed.output.gauge.subject
        sent = result.structured_content
        if sent is None:
            return NoGo(_one_issue(listed.output.gauge.subject, "no_structured_content"))
        wrapped = listed.wrapped or bool((result.meta or {}).get(WRAPPED))
        local = listed.told is not None
        verdict = listed.output.gauge.check(_unwrapped(sent) if wrapped and local else sent)
        if isinstance(verdict, NoGo):
            record.extra["gonogo.drift"] = listed.told is not None and bool(listed.told.check(sent))
            return verdict
        value = _unwrapped(verdict.value) if wrapped and not local else verdict.value
        record.digest = payload_digest(value)
        stale = judge_freshness(listed.output, value, self.recorder.clock())
        return Go(value) if stale is None else NoGo(stale)

    def _judged(self, tool: types.Tool) -> Listed:
        own = self._catalog.tools.get(tool.name)
        wrapped = bool((tool.meta or {}).get(WRAPPED))
        told = _contract(tool.name, Side.OUTPUT, tool.output_schema)
        if own is None:
            given = _contract(tool.name, Side.INPUT, tool.input_schema)
            return Listed(tool, given, told, wrapped=wrapped)
        if own.output is None:
            return Listed(tool, own.input, told, wrapped=wrapped)
        return Listed(tool, own.input, own.output, told.gauge if told else _ANYTHING, wrapped)


def _contract(name: str, side: Side, schema: Mapping[str, Json] | None) -> Contract | None:
    """A server's schema as a contract; None where there is none, or none that compiles."""
    if schema is None:
        return None
    try:
        return Contract.of(name, side, dict(schema), recipe=Recipe(imported=True), limits=Limits())
    except (SchemaError, ValueError, TypeError, KeyError):
        return None


def _unwrapped(value: Json) -> Json:
    return value.get(RESULT) if isinstance(value, dict) else value


def _told_problem(text: str) -> Mapping[str, Json] | None:
    verdict: Verdict = _PROBLEM.read(text)
    return verdict.value if isinstance(verdict, Go) else None


def _unanswered(name: str, error: Exception) -> Problem:
    code = "timed_out" if isinstance(error, TimeoutError) else "no_answer"
    if isinstance(error, MCPError) and error.error.code == types.INVALID_PARAMS:
        code = "unknown_tool"
    if isinstance(error, MCPError) and error.error.code == types.REQUEST_TIMEOUT:
        code = "timed_out"
    return _one_issue(Subject(Door.OUTPUT, name), code)


def _unknown(name: str, listed: Mapping[str, Listed]) -> Problem:
    near = nearest(name, listed)
    hint = f"did you mean {near!r}?" if near else CODES["unknown_tool"].hint
    issue = Issue("unknown_tool", "", None, None, near, "missing", None, hint)
    return Problem(Subject(Door.INPUT), (issue,), retryable=True)


def _one_issue(subject: Subject, code: str) -> Problem:
    issue = Issue(code, "", None, None, None, None, None, CODES[code].hint)
    return Problem(subject, (issue,), retryable=True, executed=subject.door is Door.OUTPUT)


def _problem_of(answer: Answer) -> Problem | None:
    if isinstance(answer, NoGo):
        return answer.problem
    if isinstance(answer, ToolFailed):
        own = answer.problem if isinstance(answer.problem, Problem) else None
        return own or _one_issue(Subject(Door.OUTPUT), "tool_failed")
    return None


_ANYTHING = Gauge(True, limits=Limits())
_PROBLEM = Gauge(contract("problem"), limits=Limits())
