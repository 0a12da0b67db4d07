"""A client that gauges: arguments before they are sent, results when they arrive, whatever was listed before."""

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from types import TracebackType
from typing import Any, Self, TypeAlias

import anyio
import mcp_types as types
from mcp import Client, MCPError, StdioServerParameters
from mcp.server.lowlevel import Server
from pydantic import ValidationError

from gonogo.catalog.catalog import Catalog
from gonogo.gauge.arguments import gauge_arguments
from gonogo.gauge.problem import Door, Subject
from gonogo.gauge.verdict import Go, NoGo
from gonogo.host.journal import Journal, payload_digest
from gonogo.host.record import Record, Recorder
from gonogo.mcp.answer import Answer, failed, is_late, problem_of, refusal, unanswered, unknown
from gonogo.mcp.connection import Connection, NoServer
from gonogo.mcp.listed import Listed, listed
from gonogo.schema.types import Json

Upstream: TypeAlias = StdioServerParameters | str | Server[Any]
"""Where a server is: a command, a URL, or a server object in this process."""

CALL_TIMEOUT = 30.0
"""Seconds that a call may take by default."""

_MOST_PAGES = 1_000

_TRIAL = 0.25
"""The part of a call's time in which a server that was slow before has to show that it is alive."""

_BROKEN = (
    TimeoutError,
    MCPError,
    ValidationError,
    OSError,
    anyio.BrokenResourceError,
    anyio.ClosedResourceError,
)
"""What the SDK raises where a server does not answer with a result."""


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

    Raises:
        ValueError: there is no such mode.
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
        self._make()  # what is wrong with the arguments is the caller's fault, and no server's
        self._connection: Connection | None = None
        self._leaving: set[Connection] = set()
        self._opening = asyncio.Lock()

    async def __aenter__(self) -> Self:
        try:
            await self._connected()
        except NoServer:
            await self._close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._close()

    async def revision(self) -> str:
        """Return the revision that client and server speak.

        Raises:
            NoServer: there is no connection, and none can be made.
        """
        return (await (await self._connected()).open()).protocol_version

    async def list(self) -> Mapping[str, Listed]:
        """Return the tools of every page, by name; a server is asked once in a connection.

        Raises:
            MCPError: the server does not answer the question.
            NoServer: there is no connection, and none can be made.
        """
        return await self._tools(await self._connected())

    async def call(self, name: str, arguments: Json = None) -> Answer:
        """Call a tool: gauge the arguments, send them, gauge what comes back.

        Args:
            name: the tool's name.
            arguments: JSON text, or an object as Python holds it, or None.
        """
        known = name if name in self._catalog.tools else "*"
        with self.recorder.call(known, "call_tool") as record:
            answer = await self._tried(name, arguments, record)
            record.problem = problem_of(answer)
            return answer

    async def _tried(self, name: str, arguments: Json, record: Record) -> Answer:
        connection = None
        try:
            with anyio.fail_after(self._timeout):
                connection = await self._connected()
                with connection.in_use():
                    return await self._call(connection, name, arguments, record)
        except _BROKEN as error:
            self._doubt(connection or self._connection, error)
            return unanswered(record.tool, error)

    async def _call(self, connection: Connection, name: str, arguments: Json, record: Record) -> Answer:
        tools = await self._tools(connection)
        tool = tools.get(name)
        if tool is None:
            return NoGo(unknown(name, tools))
        record.tool = name
        if tool.input is None or not tool.judgeable:
            door = Door.INPUT if tool.input is None else Door.OUTPUT
            return NoGo(refusal(Subject(door, name), "no_contract", executed=False))
        record.subject = tool.input.gauge.subject
        verdict = gauge_arguments(tool.input.gauge, arguments)
        if isinstance(verdict, NoGo):
            return verdict
        request = types.CallToolRequest(
            params=types.CallToolRequestParams(name=name, arguments=verdict.value)
        )
        session = (await connection.open()).session
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
        verdict, drifted = tool.judge(result.structured_content, result.meta or {}, self.recorder.clock())
        if drifted:
            record.extra["gonogo.drift"] = True
        if isinstance(verdict, Go):
            record.digest = payload_digest(verdict.value)
        return verdict

    async def _tools(self, connection: Connection) -> Mapping[str, Listed]:
        if connection.tools is None:
            found: dict[str, Listed] = {}
            cursor: str | None = None
            for _ in range(_MOST_PAGES):
                page = await self._page(connection, cursor)
                found |= {tool.name: listed(tool, self._catalog) for tool in page.tools}
                cursor = page.next_cursor
                if cursor is None:
                    break
            connection.tools = found
        return connection.tools

    async def _page(self, connection: Connection, cursor: str | None) -> types.ListToolsResult:
        request = types.ListToolsRequest(params=types.PaginatedRequestParams(cursor=cursor))
        session = (await connection.open()).session
        return await session.send_request(request, types.ListToolsResult, self._timeout)

    async def _connected(self) -> Connection:
        """A connection that is open, as far as is known; a new one where an earlier one broke."""
        async with self._opening:
            held = self._connection
            if held is not None and held.suspect and not await self._is_alive(held):
                self._drop(held)
            connection = self._connection = self._connection or Connection(self._make)
            try:
                with anyio.fail_after(self._timeout):
                    await connection.open()
            except (NoServer, TimeoutError) as error:
                self._drop(connection)
                raise NoServer(str(error) or "the server did not answer in time") from None
            return connection

    async def _is_alive(self, connection: Connection) -> bool:
        """Try a connection over which something took too long: a slow tool is no reason to lose a server's state."""
        if not connection.is_open:
            return False
        with anyio.move_on_after(self._timeout * _TRIAL), suppress(*_BROKEN), connection.in_use():
            await self._page(connection, None)
            connection.suspect = False
        return not connection.suspect

    def _doubt(self, connection: Connection | None, error: Exception) -> None:
        """Draw the conclusion from a call that failed; calls that are under way over the same connection go on."""
        if connection is None:
            return
        if is_late(error):
            connection.suspect = True
        elif not isinstance(error, MCPError | ValidationError) or _is_closed(error):
            self._drop(connection)

    def _drop(self, connection: Connection) -> None:
        """Use a connection no more, without waiting for its end."""
        if self._connection is connection:
            self._connection = None
        connection.retire()
        self._leaving.add(connection)

    async def _close(self) -> None:
        if self._connection is not None:
            self._drop(self._connection)
        leaving, self._leaving = self._leaving, set()
        for connection in leaving:
            await connection.close()


def _is_closed(error: Exception) -> bool:
    return isinstance(error, MCPError) and error.error.code == types.CONNECTION_CLOSED
