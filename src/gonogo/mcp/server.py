"""A host as an MCP server: one call function under every transport, and the SDK's low-level class for most of them."""

import logging
from functools import partial
from importlib.metadata import version
from typing import Any

import mcp_types as types
from mcp import MCPError
from mcp.server import ServerRequestContext
from mcp.server.caching import CacheHint
from mcp.server.lowlevel import Server
from mcp.server.subscriptions import ListenHandler
from mcp_types.methods import CacheableMethod

from gonogo.host.caller import Caller, called_by
from gonogo.host.discovery import NotPermitted
from gonogo.host.host import Host
from gonogo.host.outcome import Outcome, Success, UnknownTool
from gonogo.mcp.changes import Changes
from gonogo.mcp.content import block_of
from gonogo.mcp.listing import PAGE, BadCursor, Listing
from gonogo.mcp.permission import may_call, needed
from gonogo.mcp.telemetry import Asked, Observed, Telemetry
from gonogo.projection.told import Era, Told, result_meta
from gonogo.schema.types import Json

__all__ = ["PAGE", "Forbidden", "McpServer"]

CALLER_IN_SCOPE = "gonogo.caller"
"""Under this word of an HTTP request's scope the one who made it is found."""

_CACHED: tuple[CacheableMethod, ...] = ("tools/list", "server/discover")

Context = ServerRequestContext[Any]

_log = logging.getLogger(__name__)


class Forbidden(Exception):
    """Raised when a caller may not call a tool.

    Attributes:
        scope: the scope that would let it.
    """

    def __init__(self, scope: str) -> None:
        super().__init__(f"this needs the scope {scope}")
        self.scope = scope


class McpServer:
    """Serves the tools of a host.

    Args:
        host: what executes them.
        name: the server's name; by default what the configuration says, else the repository's folder.

    Attributes:
        native: the SDK's server, for standard input and output and for older revisions.
        listing: what is told of the tools.
        listening: the streams of clients that want to know of changes.
        ttl_ms: how long clients may keep what they were told; what it is depends on who asks, so that it is private.
    """

    def __init__(self, host: Host, name: str | None = None) -> None:
        config = host.catalog.config.serve
        root = host.catalog.root
        self.host = host
        self.name = name or config.name or (root.resolve().name if root else "gonogo")
        self.listing = Listing(host)
        self.telemetry = Telemetry()
        self.ttl_ms = int(config.http.ttl_seconds * 1000)
        changes = Changes()
        host.watch(changes.tools_changed)
        self.listening = ListenHandler(changes)
        self.native: Server[Any] = Server(
            self.name,
            version=version("gonogo"),
            instructions=config.instructions,
            on_list_tools=self._list,
            on_call_tool=self._call,
            on_subscriptions_listen=self.listening,
            get_tool_input_schema=self._input_schema,
            cache_hints={method: CacheHint(ttl_ms=self.ttl_ms, scope="private") for method in _CACHED},
        )
        self.native.middleware[:] = [Observed(self.telemetry, lambda: self.listing.tools)]

    async def call(self, name: str, arguments: Json, asked: Asked) -> Outcome:
        """Call a tool, whatever the transport and the revision: permission, gauging, limits and journal are here.

        Args:
            name: the tool's name.
            arguments: an object, or None.
            asked: the request, and who made it.

        Raises:
            Forbidden: whoever asks may not call this tool.
        """
        self.permit(name, asked.caller)
        may = partial(may_call, asked.caller)
        try:
            with called_by(asked.caller):
                return await self.host.discovery.call(name, arguments, wire=asked.words(), may=may)
        except NotPermitted as error:
            raise Forbidden(needed(error.tool)) from None

    def permit(self, name: str, caller: Caller | None) -> None:
        """Refuse the call of a tool that a caller may not call; what door 1 calls for it is judged when it is known.

        Raises:
            Forbidden: the caller may not.
        """
        tool = self.listing.tools.get(name)
        if tool is not None and not self.host.discovery.is_own(name) and not may_call(caller, tool):
            raise Forbidden(needed(tool))

    async def _list(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        era = Era.of(context.protocol_version)
        try:
            page = self.listing.page(era, _caller(context), params.cursor if params else None)
        except BadCursor:
            raise bad_cursor() from None
        return types.ListToolsResult(tools=list(page.tools), next_cursor=page.cursor)

    async def _call(self, context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        asked = Asked(
            context.method,
            context.protocol_version,
            context.request_id,
            transport="pipe" if context.request is None else "tcp",
            caller=_caller(context),
        )
        try:
            outcome = await self.call(params.name, params.arguments, asked)
        except Forbidden as error:
            raise MCPError(types.INVALID_PARAMS, str(error)) from None
        except Exception:  # noqa: BLE001
            # The SDK tells clients of older revisions what an exception says.
            _log.exception("a call failed in the host itself")
            raise MCPError(types.INTERNAL_ERROR, "Internal error") from None
        if isinstance(outcome, UnknownTool):
            raise unknown_tool(outcome)
        each = self.listing.told(Era.of(context.protocol_version))[params.name]
        return call_result(outcome, each, params.name)

    def _input_schema(self, name: str) -> Any:
        """Without this the SDK runs the whole list for every call, to look for header annotations."""
        each = self.listing.told(Era.MODERN).get(name)
        # The SDK's walk over a schema enters dicts alone, and would find no annotation in a read-only view.
        return None if each is None else dict(each.input)


def unknown_tool(outcome: UnknownTool) -> MCPError:
    """Return the error of a name that no tool has; it names the nearest."""
    hint = outcome.problem.issues[0].hint
    return MCPError(types.INVALID_PARAMS, f"Unknown tool: {hint}", outcome.problem.to_dict())


bad_cursor = partial(MCPError, types.INVALID_PARAMS, "Invalid cursor: list again from the first page")
"""Makes the error of a cursor that leads nowhere."""


def call_result(outcome: Outcome, each: Told, name: str) -> types.CallToolResult:
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


def _caller(context: Context) -> Caller | None:
    caller = None if context.request is None else context.request.scope.get(CALLER_IN_SCOPE)
    return caller if isinstance(caller, Caller) else None
