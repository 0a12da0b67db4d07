"""A host as an MCP server, on the SDK's low-level class: raw schemas, the right error codes, nothing leaked."""

import base64
import binascii
from collections.abc import Awaitable, Mapping
from functools import cached_property
from importlib.metadata import version
from typing import Any

import mcp_types as types
from mcp import MCPError
from mcp.server import ServerRequestContext
from mcp.server.caching import CacheHint
from mcp.server.lowlevel import Server
from opentelemetry.context import attach, detach
from opentelemetry.propagate import extract

from gonogo.host.host import Host
from gonogo.host.outcome import Outcome, Success, UnknownTool
from gonogo.mcp.content import block_of
from gonogo.projection.told import Era, Told, result_meta, told
from gonogo.schema.types import Json

PAGE = 250
"""Tools on one page of a list: thousands at once cost the SDK's clients seconds."""

_LIST_TTL_MS = 60_000

Context = ServerRequestContext[Any]


class McpServer:
    """Serves the tools of a host.

    Args:
        host: what executes them.
        name: the server's name; by default what the configuration says, else the repository's folder.
    """

    def __init__(self, host: Host, name: str | None = None) -> None:
        config = host.catalog.config.serve
        root = host.catalog.root
        self.host = host
        self.name = name or config.name or (root.resolve().name if root else "gonogo")
        self.native: Server[Any] = Server(
            self.name,
            version=version("gonogo"),
            instructions=config.instructions,
            on_list_tools=self._list,
            on_call_tool=self._call,
            get_tool_input_schema=self._input_schema,
            cache_hints={"tools/list": CacheHint(ttl_ms=_LIST_TTL_MS, scope="private")},
        )

    @cached_property
    def _told(self) -> Mapping[Era, Mapping[str, Told]]:
        return {era: {name: told(tool, era) for name, tool in self.host.tools.items()} for era in Era}

    @cached_property
    def _tools(self) -> Mapping[Era, list[types.Tool]]:
        return {
            era: [self._tool(name, each) for name, each in by_name.items()]
            for era, by_name in self._told.items()
        }

    def _tool(self, name: str, each: Told) -> types.Tool:
        tool = self.host.tools[name]
        return types.Tool(
            name=name,
            title=tool.title,
            description=tool.description,
            input_schema=dict(each.input),
            output_schema=None if each.output is None else dict(each.output),
            annotations=types.ToolAnnotations.model_validate(dict(tool.annotations))
            if tool.annotations
            else None,
            _meta=dict(each.meta),
        )

    async def _list(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        tools = self._tools[Era.of(context.protocol_version)]
        start = _start(params.cursor if params else None, len(tools))
        rest = start + PAGE < len(tools)
        return types.ListToolsResult(
            tools=tools[start : start + PAGE], next_cursor=_cursor(start + PAGE) if rest else None
        )

    async def _call(self, context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        outcome = await _traced(self.host.call(params.name, params.arguments, wire=_wire(context)), context)
        if isinstance(outcome, UnknownTool):
            hint = outcome.problem.issues[0].hint
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {hint}", outcome.problem.to_dict())
        each = self._told[Era.of(context.protocol_version)][params.name]
        return self._result(outcome, each, params.name)

    def _result(self, outcome: Outcome, each: Told, name: str) -> types.CallToolResult:
        """A result carries the very object that was gauged, and its mirror as text; a problem carries only text."""
        if not isinstance(outcome, Success):
            text = types.TextContent(type="text", text=outcome.problem.to_json())
            return types.CallToolResult(content=[text], is_error=True)
        mirror = f'{{"result":{outcome.text}}}' if each.wrapped else outcome.text
        blocks: list[types.ContentBlock] = [types.TextContent(type="text", text=mirror)]
        if outcome.contents and outcome.contract is None:
            blocks.clear()  # such a mirror would tell the same twice
        blocks += [block_of(content, name) for content in outcome.contents]
        return types.CallToolResult(
            content=blocks,
            structured_content=None if each.output is None else each.carry(outcome.value),
            _meta=result_meta(outcome.contract, wrapped=each.wrapped) or None,
        )

    def _input_schema(self, name: str) -> Mapping[str, Json] | None:
        """Without this the SDK runs the whole list for every call, to look for header annotations."""
        each = self._told[Era.MODERN].get(name)
        return None if each is None else each.input


def _wire(context: Context) -> dict[str, str]:
    """What a call's span says of the protocol, as OpenTelemetry's conventions for MCP have it."""
    return {
        "mcp.method.name": context.method,
        "mcp.protocol.version": context.protocol_version,
        "jsonrpc.request.id": str(context.request_id),
        "network.transport": "pipe" if context.request is None else "tcp",
    }


async def _traced(call: Awaitable[Outcome], context: Context) -> Outcome:
    """Await a call inside the trace that the client names in `_meta` (W3C trace context)."""
    carrier = {word: value for word, value in (context.meta or {}).items() if isinstance(value, str)}
    token = attach(extract(carrier))
    try:
        return await call
    finally:
        detach(token)


def _cursor(start: int) -> str:
    return base64.urlsafe_b64encode(f"tools:{start}".encode()).decode()


def _start(cursor: str | None, count: int) -> int:
    if cursor is None:
        return 0
    try:
        kind, _, number = base64.urlsafe_b64decode(cursor.encode()).decode().partition(":")
        start = int(number)
    except (binascii.Error, UnicodeError, ValueError):
        kind, start = "", 0
    if kind != "tools" or not 0 < start < count:
        raise MCPError(types.INVALID_PARAMS, "Invalid cursor: list again from the first page")
    return start
