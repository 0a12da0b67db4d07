"""HTTP services on this machine that tests ask: real servers on loopback that remember what they were asked."""

import asyncio
import json
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from mcp import Client
from mcp_types import CallToolResult, Tool

from gonogo.catalog.config import Config, HttpConfig
from gonogo.contracts import contract
from gonogo.gauge.gauge import Gauge
from gonogo.gauge.problem import Problem
from gonogo.host.host import Host
from gonogo.host.http.connecting import HttpTools
from gonogo.host.journal import Journal
from gonogo.host.outcome import Outcome, Success
from gonogo.mcp.server import McpServer
from gonogo.openapi.compilation import Settings, compile_document
from gonogo.openapi.tools import catalog_of

PATIENCE = 30.0
PROBLEM = Gauge(contract("problem"))


@dataclass(frozen=True)
class Asked:
    """A request as it arrived."""

    method: str
    path: str
    query: str
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def goal(self) -> str:
        return f"{self.path}?{self.query}" if self.query else self.path

    def header(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key == name.lower()), None)


@dataclass(frozen=True)
class Answer:
    """What a service answers."""

    status: int = 200
    body: bytes = b""
    media_type: str | None = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, value: Any, status: int = 200, **headers: str) -> "Answer":
        return cls(status, json.dumps(value).encode(), headers=headers)


def always(answer: Answer) -> Callable[[Asked], Answer]:
    """The same answer for everything."""
    return lambda _asked: answer


def in_turn(*answers: Answer) -> Callable[[Asked], Answer]:
    """One answer after the other, and the last for ever."""
    left = list(answers)
    return lambda _asked: left.pop(0) if len(left) > 1 else left[0]


@dataclass
class Service:
    """A service; `answer` may be exchanged at any time."""

    url: str
    answer: Callable[[Asked], Answer]
    asked: list[Asked] = field(default_factory=list)

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])


@contextmanager
def service(answer: Callable[[Asked], Answer] = lambda _asked: Answer.of({})) -> Iterator[Service]:
    """A service as long as the block runs."""
    held = Service("", answer)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        body = b""
        while True:
            event = await receive()
            body += event.get("body", b"")
            if not event.get("more_body"):
                break
        headers = tuple((name.decode(), value.decode("latin-1")) for name, value in scope["headers"])
        path, query = scope["raw_path"].decode(), scope["query_string"].decode()
        one = Asked(scope["method"], path, query, headers, body)
        held.asked.append(one)
        made = held.answer(one)
        rows = [(name.lower().encode(), value.encode()) for name, value in made.headers.items()]
        if made.media_type is not None and made.body:
            rows.append((b"content-type", made.media_type.encode()))
        await send({"type": "http.response.start", "status": made.status, "headers": rows})
        await send({"type": "http.response.body", "body": made.body})

    with running(app) as url:
        held.url = url
        yield held


@contextmanager
def running(app: Any) -> Iterator[str]:
    """An ASGI application behind a real server; its URL."""
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app, log_level="error", lifespan="off", ws="none", http="h11")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listening])), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listening.close()


@contextmanager
def raw_service(answer: bytes) -> Iterator[Service]:
    """A server that sends the same bytes to whoever comes, and hangs up."""
    listening = socket.create_server(("127.0.0.1", 0))
    held = Service(f"http://127.0.0.1:{listening.getsockname()[1]}", lambda _asked: Answer())

    def serve() -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            with connection:
                head = connection.recv(65536).decode("latin-1")
                if not head:
                    return
                method, goal, _ = head.split(" ", 2)
                held.asked.append(Asked(method, goal, "", (), b""))
                with suppress(OSError):  # whoever asked has heard enough
                    connection.sendall(answer)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield held
    finally:
        with socket.create_connection(listening.getsockname()):
            pass
        thread.join(PATIENCE)
        listening.close()


def document(paths: Any, version: str = "3.1.0", **more: Any) -> dict[str, Any]:
    return {"openapi": version, "info": {"title": "t", "version": "1"}, "paths": paths, **more}


def getting(responses: Any, **more: Any) -> dict[str, Any]:
    """A document of one operation `op`, GET /x."""
    return document({"/x": {"get": {"operationId": "op", "responses": responses, **more}}})


def json_body(schema: Any, media_type: str = "application/json") -> dict[str, Any]:
    return {"description": "d", "content": {media_type: {"schema": schema}}}


@dataclass
class Connected:
    """A document's tools, executed over HTTP."""

    host: Host
    tools: HttpTools

    def run(self, arguments: Any = None, name: str = "op") -> Outcome:
        """What the host answers."""
        return asyncio.run(self.host.call(name, arguments))

    def problem(self, arguments: Any = None, name: str = "op") -> Problem:
        """Why the host does not answer with a result."""
        outcome = self.run(arguments, name)
        assert not isinstance(outcome, Success), outcome
        assert PROBLEM.check(outcome.problem.to_dict())
        return outcome.problem

    def code(self, arguments: Any = None, name: str = "op") -> str:
        return self.problem(arguments, name).issues[0].code


def connected(
    doc: Any,
    base: str,
    *,
    environment: Mapping[str, str] | None = None,
    settings: Settings | None = None,
    config: Config | None = None,
    journal: Journal | None = None,
    resolver: Any = None,
    entry: str = "openapi.json",
    **http: Any,
) -> Connected:
    """Compile a document and connect its tools to a base URL."""
    text = doc if isinstance(doc, bytes) else json.dumps(doc).encode()
    made = compile_document({entry: text}, entry, settings)
    host = Host(catalog_of(made, config or Config(), entry), journal=journal)
    extra = {} if resolver is None else {"resolver": resolver}
    own = HttpConfig(**{"base_urls": (base,), **http})
    return Connected(host, HttpTools(host, own, environment=environment or {}, **extra))


@dataclass(frozen=True)
class Spoken:
    """What an MCP client saw."""

    tools: dict[str, Tool]
    results: list[CallToolResult]


def spoken(each: Connected, calls: list[tuple[str, Any]]) -> Spoken:
    """List the tools and call some of them through the SDK's own client."""

    async def speak() -> Spoken:
        async with each.tools, Client(McpServer(each.host).native) as client:
            listed = (await client.list_tools()).tools
            results = [await client.call_tool(name, arguments) for name, arguments in calls]
            return Spoken({tool.name: tool for tool in listed}, results)

    return asyncio.run(speak())


def keeps(tool: Tool, result: CallToolResult) -> bool:
    """Whether a result keeps the schema that the tool was listed with."""
    assert tool.output_schema is not None
    return bool(Gauge(tool.output_schema).check(result.structured_content))
