"""Asks an ASGI application in this process, with requests as raw as they may be."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

Pairs = Sequence[tuple[str, str]]
App = Callable[..., Awaitable[None]]
_T = TypeVar("_T")

REVISION = "2026-07-28"
META: dict[str, Any] = {
    "io.modelcontextprotocol/protocolVersion": REVISION,
    "io.modelcontextprotocol/clientCapabilities": {},
}


@dataclass(frozen=True)
class Got:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> int | None:
        """The protocol's error code; None where there is none."""
        try:
            value = self.json
        except ValueError:
            return None
        error = value.get("error") if isinstance(value, dict) else None
        code = error.get("code") if isinstance(error, dict) else None
        return code if isinstance(code, int) else None


def pairs(
    method: str, name: str | None = None, revision: str = REVISION, **more: str
) -> list[tuple[str, str]]:
    """The headers of a request as a client sends them."""
    told = [
        ("host", "127.0.0.1:8000"),
        ("accept", "application/json, text/event-stream"),
        ("content-type", "application/json"),
        ("mcp-protocol-version", revision),
        ("mcp-method", method),
    ]
    named = [("mcp-name", name)] if name is not None else []
    return [*told, *named, *((word.replace("_", "-"), value) for word, value in more.items())]


def request(method: str, params: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """A request of the revision without handshake."""
    whole = {"_meta": META, **(params or {})}
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": whole, **more}


async def ask(
    app: App,
    headers: Pairs,
    body: bytes | Any = b"",
    *,
    method: str = "POST",
    path: str = "/mcp",
    query: bytes = b"",
) -> Got:
    """Send one request, and wait for all of the answer."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    incoming = [{"type": "http.request", "body": content, "more_body": False}]
    sent: list[dict[str, Any]] = []

    async def receive() -> Any:
        if incoming:
            return incoming.pop()
        return await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query,
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in headers],
        "client": ("127.0.0.1", 5),
        "server": ("127.0.0.1", 8000),
        "state": {},
    }
    await asyncio.wait_for(app(scope, receive, send), 10)
    start, *rest = sent
    told = {name.decode(): value.decode("latin-1") for name, value in start["headers"]}
    return Got(start["status"], told, b"".join(each["body"] for each in rest))


async def call(app: App, name: str, arguments: Any = None, **headers: str) -> Got:
    """Call a tool as a client of the revision without handshake does."""
    params = {"name": name} if arguments is None else {"name": name, "arguments": arguments}
    return await ask(app, pairs("tools/call", name, **headers), request("tools/call", params))


@asynccontextmanager
async def living(app: App) -> AsyncIterator[App]:
    """Keep an application alive while the block runs."""
    incoming: asyncio.Queue[Any] = asyncio.Queue()
    outgoing: asyncio.Queue[Any] = asyncio.Queue()
    task = asyncio.ensure_future(
        app({"type": "lifespan", "asgi": {}, "state": {}}, incoming.get, outgoing.put)
    )
    await incoming.put({"type": "lifespan.startup"})
    assert (await outgoing.get())["type"] == "lifespan.startup.complete"
    try:
        yield app
    finally:
        await incoming.put({"type": "lifespan.shutdown"})
        await task


def run(app: App, question: Callable[[App], Coroutine[Any, Any, _T]]) -> _T:
    """Ask a living application something."""

    async def main() -> _T:
        async with living(app):
            return await question(app)

    return asyncio.run(main())
