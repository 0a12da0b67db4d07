"""The wire of revision 2026-07-28: three methods, each answered from what was written once.

Everything that takes time stands outside of a call: lists are bytes, and so is the `_meta` of a tool's results.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import mcp_types as types
from mcp import MCPError
from mcp.shared.inbound import X_MCP_HEADER_KEY, validate_mcp_param_headers
from mcp_types import methods
from pydantic import ValidationError
from starlette.datastructures import Headers

from gonogo.host.outcome import Outcome, Success, UnknownTool
from gonogo.mcp.head import Head
from gonogo.mcp.listing import BadCursor, Page
from gonogo.mcp.message import Message
from gonogo.mcp.reply import Reply, error_reply, id_text, in_json
from gonogo.mcp.server import Forbidden, McpServer, bad_cursor, call_result, unknown_tool
from gonogo.mcp.telemetry import Asked, failed
from gonogo.projection.told import MODERN_REVISION, Era, Told, result_meta
from gonogo.schema.text import write
from gonogo.schema.types import Json

_MOST_KEPT: Final = 1024
"""So many pages, and forms of `_meta`, are kept at once."""

_ENVELOPE: Final = frozenset(
    {types.PROTOCOL_VERSION_META_KEY, types.CLIENT_CAPABILITIES_META_KEY, types.CLIENT_INFO_META_KEY}
)
_PLAIN: Final = frozenset({"traceparent", "tracestate", "baggage"})

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Written:
    """What was written of the tools of one generation.

    Attributes:
        generation: which one.
        told: what clients are told, by the tool's name.
        metas: the `_meta` of a tool's results, as JSON text.
        pages: results of lists, as JSON text.
        mirrored: whether headers repeat parameters of a tool, by its name, as far as somebody asked.
    """

    generation: int
    told: Mapping[str, Told]
    mirrored: dict[str, bool] = field(default_factory=dict)
    metas: dict[str, bytes] = field(default_factory=dict)
    pages: dict[Any, bytes] = field(default_factory=dict)


class Stateless:
    """Answers requests of revision 2026-07-28.

    Args:
        server: whose tools are told of and called.
    """

    def __init__(self, server: McpServer) -> None:
        self._server = server
        self._written: _Written | None = None
        self._stamp = {types.SERVER_INFO_META_KEY: server.native.server_info_stamp}
        self._known: set[bytes] = set()
        self._answers: dict[str, Callable[[Message, Head, Asked], Awaitable[bytes]]] = {
            "tools/call": self._call,
            "tools/list": self._list,
            "server/discover": self._discover,
        }

    def answers(self, message: Message) -> bool:
        """Whether a request is answered here: one whose progress is to be told needs a stream."""
        if message.method not in self._answers:
            return False
        return message.method != "tools/call" or "progressToken" not in (message.params or {}).get(
            "_meta", ()
        )

    async def answer(self, message: Message, head: Head, asked: Asked) -> Reply:
        """Answer a request whose headers were judged.

        Raises:
            Forbidden: whoever asks may not call this tool.
        """
        if asked.method == "tools/call":
            name = (message.params or {}).get("name")
            asked.tool = name if isinstance(name, str) and name in self._server.listing.tools else "*"
        with self._server.telemetry.of(asked):
            try:
                result = await self._answers[message.method](message, head, asked)
            except MCPError as error:
                failed(asked, error.error.code)
                return error_reply(message.id, error.error)
            except Forbidden:
                asked.error = "forbidden"
                raise
            except Exception:  # noqa: BLE001
                _log.exception("a request failed in the server itself")
                failed(asked, types.INTERNAL_ERROR)
                return error_reply(
                    message.id, types.ErrorData(code=types.INTERNAL_ERROR, message="Internal error")
                )
        return Reply(200, b'{"jsonrpc":"2.0","id":%b,"result":%b}' % (id_text(message.id), result))

    async def _call(self, message: Message, head: Head, asked: Asked) -> bytes:
        params = message.params or {}
        name, arguments = params.get("name"), params.get("arguments")
        written = self._current()
        if (
            type(name) is str
            and _is_mirrored(name, written)
            and (arguments is None or type(arguments) is dict)
        ):
            refused = validate_mcp_param_headers(
                dict(written.told[name].input), arguments or {}, Headers(raw=list(head.raw))
            )
            if refused is not None:
                raise MCPError(refused.code, refused.message, refused.data)
        self._judge_params("tools/call", params, {"name", "arguments"}, {"name": "x"})
        if type(name) is not str or not (arguments is None or type(arguments) is dict):
            raise _bad_params()
        outcome = await self._server.call(name, arguments, asked)
        if isinstance(outcome, UnknownTool):
            raise unknown_tool(outcome)
        if not isinstance(outcome, Success):
            asked.error = "tool_error"
        return self._result(name, outcome, written)

    def _result(self, name: str, outcome: Outcome, written: _Written) -> bytes:
        """A result carries the very text that was gauged, and its mirror; a problem carries only text."""
        if not isinstance(outcome, Success):
            text = write(outcome.problem.to_json()).encode()
            return (
                b'{"content":[{"type":"text","text":%b}],"isError":true,"resultType":"complete","_meta":%b}'
                % (
                    text,
                    in_json(self._stamp),
                )
            )
        each = written.told[name]
        if outcome.contents:
            return self._serialised("tools/call", call_result(outcome, each, name))
        meta = written.metas.get(name)
        if meta is None:
            whole = {**result_meta(outcome.contract, wrapped=each.wrapped), **self._stamp}
            meta = written.metas[name] = in_json(whole)
        mirror = f'{{"result":{outcome.text}}}' if each.wrapped else outcome.text
        structured = b"" if each.output is None else b'"structuredContent":%b,' % mirror.encode()
        return (
            b'{"content":[{"type":"text","text":%b}],%b"isError":false,"resultType":"complete","_meta":%b}'
            % (
                write(mirror).encode(),
                structured,
                meta,
            )
        )

    async def _list(self, message: Message, _head: Head, asked: Asked) -> bytes:
        params = message.params or {}
        self._judge_params("tools/list", params, {"cursor"}, {})
        cursor = params.get("cursor")
        if cursor is not None and type(cursor) is not str:
            raise _bad_params()
        written = self._current()
        key = (asked.caller and asked.caller.scopes, cursor)
        if key not in written.pages:
            try:
                page = self._server.listing.page(Era.MODERN, asked.caller, cursor)
            except BadCursor:
                raise bad_cursor() from None
            if len(written.pages) >= _MOST_KEPT:
                written.pages.clear()
            written.pages[key] = self._page(page)
        return written.pages[key]

    def _page(self, page: Page) -> bytes:
        told = types.ListToolsResult(
            tools=list(page.tools),
            next_cursor=page.cursor,
            ttl_ms=self._server.ttl_ms,
            cache_scope="private",
        )
        return self._serialised("tools/list", told)

    async def _discover(self, message: Message, _head: Head, asked: Asked) -> bytes:
        self._judge_params("server/discover", message.params or {}, set(), {})
        native = self._server.native
        told = types.DiscoverResult(
            supported_versions=[MODERN_REVISION],
            capabilities=native.get_capabilities(protocol_version=asked.revision),
            instructions=native.instructions,
            ttl_ms=self._server.ttl_ms,
            cache_scope="private",
        )
        return self._serialised("server/discover", told)

    def _serialised(self, method: str, result: types.Result) -> bytes:
        """A result as the SDK writes it, by the same models."""
        dumped = result.model_dump(by_alias=True, mode="json", exclude_none=True)
        whole = methods.serialize_server_result(method, MODERN_REVISION, dumped)
        return in_json({**whole, "_meta": {**whole.get("_meta", {}), **self._stamp}})

    def _current(self) -> _Written:
        """What was written of the tools, begun anew when they have changed."""
        generation = self._server.listing.generation
        if self._written is None or self._written.generation != generation:
            told = self._server.listing.told(Era.MODERN)
            self._written = _Written(generation, told)
        return self._written

    def _judge_params(
        self, method: str, params: Mapping[str, Any], ours: set[str], smallest: Mapping[str, Any]
    ) -> None:
        """Judge parameters by the SDK's models, but those that are looked at here; a `_meta` that passed is known.

        Raises:
            MCPError: they are wrong.
        """
        meta = params["_meta"]
        rest = {word: value for word, value in params.items() if word not in ours and word != "_meta"}
        plain = not rest and all(word in _ENVELOPE or word in _PLAIN for word in meta)
        key = b""
        if plain:
            key = in_json({word: value for word, value in meta.items() if word in _ENVELOPE})
            if key in self._known and all(type(meta[word]) is str for word in meta if word in _PLAIN):
                return
        try:
            methods.validate_client_request(method, MODERN_REVISION, {**smallest, **rest, "_meta": meta})
        except ValidationError:
            raise _bad_params() from None
        if plain:
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            self._known.add(key)


def _bad_params() -> MCPError:
    return MCPError(types.INVALID_PARAMS, "Invalid request parameters")


def _is_mirrored(name: str, written: _Written) -> bool:
    """Whether headers repeat parameters of a tool; looked for once, in the tools that are called."""
    if name not in written.told:
        return False
    if name not in written.mirrored:
        written.mirrored[name] = _mentions_header(written.told[name].input)
    return written.mirrored[name]


def _mentions_header(schema: Json) -> bool:
    return X_MCP_HEADER_KEY in write(dict(schema))
