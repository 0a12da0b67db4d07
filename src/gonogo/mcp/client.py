"""A client that gauges: arguments before they are sent, results when they arrive, whatever was listed before."""

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from types import TracebackType
from typing import Any, Self, TypeAlias

import anyio
import mcp_types as types
from mcp import Client, MCPError, StdioServerParameters
from mcp.server.lowlevel import Server

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.freshness import judge_freshness
from gonogo.gauge.arguments import gauge_arguments
from gonogo.gauge.problem import Door, Subject
from gonogo.gauge.verdict import Go, NoGo
from gonogo.host.journal import Journal, payload_digest
from gonogo.host.record import Record, Recorder
from gonogo.mcp.answer import Answer, failed, problem_of, refusal, unanswered, unknown
from gonogo.mcp.connection import Connection, NoServer
from gonogo.mcp.listed import Listed, listed
from gonogo.schema.types import Json

Upstream: TypeAlias = StdioServerParameters | str | Server[Any]
"""Where a server is: a command, a URL, or a server object in this process."""

CALL_TIMEOUT = 30.0
"""Seconds that a call may take by default."""

_MOST_PAGES = 1_000

_BROKEN = (TimeoutError, MCPError, OSError, anyio.BrokenResourceError, anyio.ClosedResourceError)
"""What the SDK raises where a server does not answer."""


def command(words: Sequence[str]) -> StdioServerParameters:
    """Return the server that a command starts, with this process's environment.

    Args:
        words: the program and its arguments; not empty.
    """
    return StdioServerParameters(command=words[0], args=list(words[1:]), env=dict(os.environ))


class GaugedClient:
    """Calls the tools of an MCP server and gauges both ways; the call behind a broken connection makes a new one.

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
        self._make = partial(Client, upstream, mode=mode, read_timeout_seconds=timeout, cache=None)
        self._connection: Connection | None = None
        self._listed: dict[str, Listed] | None = None
        self._opening = asyncio.Lock()

    async def __aenter__(self) -> Self:
        await self._connected()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._disconnect()

    async def revision(self) -> str:
        """Return the revision that client and server speak.

        Raises:
            NoServer: there is no connection, and none can be made.
        """
        return (await self._connected()).protocol_version

    async def list(self) -> Mapping[str, Listed]:
        """Return the tools of every page, by name; a server is asked once in a connection.

        Raises:
            MCPError: the server does not answer the question.
            NoServer: there is no connection, and none can be made.
        """
        session = (await self._connected()).session
        if self._listed is None:
            found: dict[str, Listed] = {}
            cursor: str | None = None
            for _ in range(_MOST_PAGES):
                request = types.ListToolsRequest(params=types.PaginatedRequestParams(cursor=cursor))
                page = await session.send_request(request, types.ListToolsResult, self._timeout)
                found |= {tool.name: listed(tool, self._catalog) for tool in page.tools}
                cursor = page.next_cursor
                if cursor is None:
                    break
            self._listed = found
        return self._listed

    async def call(self, name: str, arguments: Json = None) -> Answer:
        """Call a tool: gauge the arguments, send them, gauge what comes back.

        Args:
            name: the tool's name.
            arguments: JSON text, or an object as Python holds it, or None.
        """
        known = name if name in (self._listed or self._catalog.tools) else "*"
        with self.recorder.call(known, "call_tool") as record:
            try:
                with anyio.fail_after(self._timeout):
                    answer = await self._call(name, arguments, record)
            except _BROKEN as error:
                answer = unanswered(known, error)
                if not isinstance(error, MCPError) or error.error.code == types.CONNECTION_CLOSED:
                    await self._disconnect()
            record.problem = problem_of(answer)
            return answer

    async def _call(self, name: str, arguments: Json, record: Record) -> Answer:
        tools = await self.list()
        tool = tools.get(name)
        if tool is None:
            return NoGo(unknown(name, tools))
        record.tool = name
        if tool.input is None:
            return NoGo(refusal(Subject(Door.INPUT, name), "no_contract"))
        record.subject = tool.input.gauge.subject
        verdict = gauge_arguments(tool.input.gauge, arguments)
        if isinstance(verdict, NoGo):
            return verdict
        request = types.CallToolRequest(
            params=types.CallToolRequestParams(name=name, arguments=verdict.value)
        )
        session = (await self._connected()).session
        result = await session.send_request(request, types.CallToolResult, self._timeout)
        return self._arrived(tool, result, record)

    def _arrived(self, tool: Listed, result: types.CallToolResult, record: Record) -> Answer:
        """Judge what came back; `isError` comes first, since an error is not held to the contract of a success."""
        text = "\n".join(block.text for block in result.content if isinstance(block, types.TextContent))
        if result.is_error:
            return failed(text)
        if tool.output is None:
            return Go(text if result.structured_content is None else result.structured_content)
        record.subject = tool.output.gauge.subject
        if result.structured_content is None:
            return NoGo(refusal(record.subject, "no_structured_content"))
        verdict, drifted = tool.judge(result.structured_content, result.meta or {})
        if drifted:
            record.extra["gonogo.drift"] = True
        if isinstance(verdict, NoGo):
            return verdict
        record.digest = payload_digest(verdict.value)
        stale = judge_freshness(tool.output, verdict.value, self.recorder.clock())
        return verdict if stale is None else NoGo(stale)

    async def _connected(self) -> Client:
        """The SDK's client, connected; anew where an earlier connection broke."""
        async with self._opening:
            if self._connection is None:
                self._connection = Connection(self._make)
            try:
                with anyio.fail_after(self._timeout):
                    return await self._connection.open()
            except (NoServer, TimeoutError) as error:
                await self._disconnect()
                raise NoServer(str(error) or "the server did not answer in time") from None

    async def _disconnect(self) -> None:
        connection, self._connection, self._listed = self._connection, None, None
        if connection is not None:
            await connection.close()
