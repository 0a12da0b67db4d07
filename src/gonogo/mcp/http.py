"""The MCP endpoint over HTTP, as an ASGI application: every request passes the same gates, whatever its revision.

Requests of revision 2026-07-28 are answered by our own wire; handshakes, streams and progress by the SDK behind it,
with the body that was read. Which one answers is decided by what is asked for; what is judged is the same.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, nullcontext, suppress
from typing import Any, Final, TypeAlias

from mcp import MCPError
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from mcp_types import INVALID_PARAMS, METHOD_NOT_FOUND
from mcp_types.methods import validate_client_request
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from pydantic import ValidationError

from gonogo.catalog.serving import ListenConfig
from gonogo.host.caller import Caller
from gonogo.mcp.auth import WELL_KNOWN, Auth, NotLetIn
from gonogo.mcp.guard import Guard
from gonogo.mcp.head import Head, judge_head
from gonogo.mcp.message import Foreign, Message, message_of
from gonogo.mcp.permission import scopes_of
from gonogo.mcp.rates import Rates
from gonogo.mcp.reply import Reply, error_reply, in_json, plain
from gonogo.mcp.server import CALLER_IN_SCOPE, Forbidden, McpServer
from gonogo.mcp.stateless import Stateless
from gonogo.mcp.telemetry import Asked

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]

CLOSE_IN_STATE: Final = "gonogo.close"
"""Under this word of the lifespan's state stands what ends the streams that would keep a server from ending."""

_OWN_STREAMS: Final = frozenset({"subscriptions/listen", "tools/call"})
"""What the SDK answers of revision 2026-07-28: streams, and calls whose progress is to be told."""


class HttpApp:
    """Serves an MCP server over HTTP.

    Args:
        server: what is served.
        bound: the address that is bound, for which `Host` may stand.
        auth: who is let in; by default everybody.
        around: what is open while requests are answered; None for nothing.
    """

    def __init__(
        self,
        server: McpServer,
        *,
        bound: str = "127.0.0.1",
        auth: Auth | None = None,
        around: AbstractAsyncContextManager[object] | None = None,
    ) -> None:
        config = server.host.catalog.config.serve.http
        self._server = server
        self._config: ListenConfig = config
        self._auth = auth or Auth()
        self._around = around or nullcontext()
        self._guard = Guard(bound, config.hosts, config.origins)
        self._rates = Rates(config.concurrency, config.rate, config.burst)
        self._stateless = Stateless(server)
        self._sdk = StreamableHTTPSessionManager(
            app=server.native,
            stateless=True,
            # Host and Origin have been judged, for every revision alike.
            security_settings=TransportSecuritySettings(enable_dns_rebinding_protection=False),
            max_request_body_size=config.body_bytes,
        )
        self._ready = False
        self._pages: dict[str, Callable[[], Reply | None]] = {
            "/health": lambda: _status(True),
            "/ready": lambda: _status(self._ready),
            WELL_KNOWN: self._metadata,
            f"{WELL_KNOWN}{config.path}": self._metadata,
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or begin and end with the server."""
        if scope["type"] == "http":
            if scope["path"] == self._config.path:
                await self._endpoint(scope, receive, send)
            else:
                await self._page(scope).send(send)
        elif scope["type"] == "lifespan":
            await self._live(scope, receive, send)
        else:
            await send({"type": "websocket.close"})

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with AsyncExitStack() as stack:
            await receive()
            try:
                await stack.enter_async_context(self._around)
                await stack.enter_async_context(self._sdk.run())
            except Exception as error:
                await send({"type": "lifespan.startup.failed", "message": type(error).__name__})
                raise
            scope.get("state", {})[CLOSE_IN_STATE] = self.close
            self._ready = True
            await send({"type": "lifespan.startup.complete"})
            await receive()
            self.close()
        await send({"type": "lifespan.shutdown.complete"})

    def close(self) -> None:
        """Say that no more requests are wanted, and end the streams that would never end by themselves."""
        self._ready = False
        self._server.listening.close()

    def _page(self, scope: Scope) -> Reply:
        """One of the pages beside the endpoint. They are for proxies and probes, which send any `Host`."""
        page = self._pages.get(scope["path"])
        if page is None:
            return plain(404, "not_found", f"the endpoint is {self._config.path}")
        if scope["method"] not in ("GET", "HEAD"):
            return plain(405, "method_not_allowed", "GET", ((b"allow", b"GET, HEAD"),))
        return page() or plain(404, "not_found", "no issuer is configured")

    def _metadata(self) -> Reply | None:
        return self._auth.metadata(scopes_of(self._server.listing.tools.values()))

    async def _endpoint(self, scope: Scope, receive: Receive, send: Send) -> None:
        head = Head.of(scope["headers"])
        if head.size > self._config.header_bytes:
            await plain(
                431, "headers_too_large", "the headers are longer than [serve.http] header_bytes"
            ).send(send)
            return
        refusal = self._guard.judge(head, scope["query_string"])
        if refusal is not None:
            await refusal.send(send)
            return
        try:
            caller = await self._auth.caller_of(head)
        except NotLetIn as error:
            await error.reply.send(send)
            return
        if scope["method"] != "POST":
            await plain(405, "method_not_allowed", "POST", ((b"allow", b"POST"),)).send(send)
            return
        client = caller.name if caller else f"at {(scope.get('client') or ('?',))[0]}"
        wait = self._rates.enter(client)
        if wait:
            seconds = ((b"retry-after", b"%d" % wait),)
            await plain(429, "too_many_requests", "wait as long as Retry-After says", seconds).send(send)
            return
        try:
            await self._exchange(head, caller, scope, receive, send)
        finally:
            self._rates.leave(client)

    async def _exchange(
        self, head: Head, caller: Caller | None, scope: Scope, receive: Receive, send: Send
    ) -> None:
        try:
            reply = await self._answer(head, caller, scope, receive, send)
        except Forbidden as error:
            reply = self._auth.forbidden(error.scope)
        except NotLetIn as error:
            reply = error.reply
        if reply is not None:
            await reply.send(send)

    async def _answer(
        self, head: Head, caller: Caller | None, scope: Scope, receive: Receive, send: Send
    ) -> Reply | None:
        """Answer a request; None where the SDK has answered it."""
        has_json, has_stream = head.accepts()
        if not head.is_json():
            return plain(400, "invalid_request", "Content-Type must be application/json")
        if not (has_json and has_stream):
            return plain(406, "not_acceptable", "Accept must take application/json and text/event-stream")
        body = await self._body(head, receive)
        try:
            message = message_of(body)
        except MCPError as error:
            return error_reply(None, error.error)
        revision = head.revision
        older = revision is None or revision in HANDSHAKE_PROTOCOL_VERSIONS
        if isinstance(message, Foreign):
            return error_reply(
                None, message.error.error
            )  # the SDK would say all of what is wrong, values too
        self._permit(message, caller)
        if not older:
            reply = await self._modern(message, head, caller, revision or "")
            if reply is not None:
                return reply
        scope[CALLER_IN_SCOPE] = caller
        await self._sdk.handle_request(scope, _replayed(body, receive), send)
        return None

    def _permit(self, message: Message, caller: Caller | None) -> None:
        """Refuse a call that a caller may not make while HTTP's status can still say so.

        Raises:
            Forbidden: it may not.
        """
        if caller is None or message.method != "tools/call":
            return
        name = (message.params or {}).get("name")
        if isinstance(name, str):
            self._server.permit(name, caller)

    async def _modern(
        self, message: Message, head: Head, caller: Caller | None, revision: str
    ) -> Reply | None:
        """Answer a request of a revision without handshake; None where the SDK is to."""
        if message.notifies:
            return None
        try:
            meta = judge_head(head, message.method, message.params)
        except MCPError as error:
            return error_reply(message.id, error.error)
        asked = Asked(message.method, revision, message.id, meta, caller=caller)
        if self._stateless.answers(message):
            return await self._stateless.answer(message, head, asked)
        if message.method in _OWN_STREAMS:
            return None
        return _unserved(message, asked)

    async def _body(self, head: Head, receive: Receive) -> bytes:
        """Read a body, as long and for as long as it may be.

        Raises:
            NotLetIn: it is too long, or takes too long.
        """
        most = self._config.body_bytes
        declared = head.get(b"content-length")
        if declared is not None and declared.isdecimal() and int(declared[:20]) > most:
            raise NotLetIn(_too_long())
        try:
            async with asyncio.timeout(self._config.body_seconds):
                message = await receive()
                body: bytes = message.get("body", b"")
                parts = [body]
                size = len(body)
                while message.get("more_body"):
                    message = await receive()
                    parts.append(message.get("body", b""))
                    size += len(parts[-1])
                    if size > most:
                        raise NotLetIn(_too_long())
        except TimeoutError:
            late = plain(408, "request_timeout", "the body took too long", ((b"connection", b"close"),))
            raise NotLetIn(late) from None
        if size > most:
            raise NotLetIn(_too_long())
        return body if len(parts) == 1 else b"".join(parts)


def _unserved(message: Message, asked: Asked) -> Reply:
    """Answer a request for what is not served; what the protocol knows is judged before."""
    with suppress(KeyError):
        try:
            validate_client_request(message.method, asked.revision, message.params)
        except ValidationError:
            return error_reply(message.id, MCPError(INVALID_PARAMS, "Invalid request parameters").error)
    return error_reply(message.id, MCPError(METHOD_NOT_FOUND, "Method not found").error)


def _too_long() -> Reply:
    close = ((b"connection", b"close"),)
    return plain(413, "content_too_large", "the body is longer than [serve.http] body_bytes", close)


def _status(good: bool) -> Reply:
    return Reply(200 if good else 503, in_json({"status": "ok" if good else "ending"}))


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Give a body that was read to whoever reads next, and then what the connection says."""
    first: list[MutableMapping[str, Any]] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> MutableMapping[str, Any]:
        return first.pop() if first else await receive()

    return again
