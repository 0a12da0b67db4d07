"""Listening: a socket, the HTTP server on it in one process or in several, and what it does at its end."""

import asyncio
import logging
import os
import socket
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.supervisors import Multiprocess

from gonogo.catalog.serving import ListenConfig, ServeConfig
from gonogo.host.host import Host
from gonogo.mcp.auth import Auth
from gonogo.mcp.http import CLOSE_IN_STATE, HttpApp
from gonogo.mcp.keys import BadKeys, KeysInEnvironment, KeysInFile, KeySource
from gonogo.mcp.server import McpServer
from gonogo.mcp.tokens import Issuer

Served: TypeAlias = tuple[Host, AbstractAsyncContextManager[object]]
"""A host, and what has to be open while it is served."""


class CannotServe(ValueError):
    """Raised when a configuration cannot be served; its words say what to change."""


@dataclass(frozen=True)
class Place:
    """Where a server listens.

    Attributes:
        host: a name or address of this machine.
        port: 0 for any that is free.
    """

    host: str
    port: int

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        return self.host in ("127.0.0.1", "localhost", "::1")

    def bind(self) -> socket.socket:
        """Return a socket that is bound here.

        Raises:
            CannotServe: it cannot be.
        """
        try:
            family, *_, address = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)[0]
            bound = socket.socket(family, socket.SOCK_STREAM)
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            bound.bind(address)
        except OSError as error:
            raise CannotServe(f"{self.host}:{self.port}: {os.strerror(error.errno or 0)}") from None
        bound.set_inheritable(True)
        return bound


@dataclass(frozen=True)
class AppMaker:
    """Makes the application in whichever process serves it.

    Attributes:
        make_host: makes the host; it can be sent to another process.
        bound: the address that is bound.
    """

    make_host: Callable[[], Served]
    bound: str

    def __call__(self) -> HttpApp:
        """Make it."""
        host, around = self.make_host()
        return HttpApp(McpServer(host), bound=self.bound, auth=auth_of(host), around=around)


def auth_of(host: Host) -> Auth:
    """Return who is let in, as the configuration of a host says.

    Raises:
        CannotServe: the configuration asks for keys that are not there.
    """
    config: ServeConfig = host.catalog.config.serve
    sources: list[KeySource] = []
    if config.http.keys is not None:
        sources.append(KeysInFile((host.catalog.root or Path()) / config.http.keys))
    if config.http.keys_env is not None:
        text = os.environ.get(config.http.keys_env)
        if not text:
            raise CannotServe(
                f"set {config.http.keys_env} to the text of a file of keys: gonogo.toml asks for it"
            )
        try:
            sources.append(KeysInEnvironment(text))
        except BadKeys as error:
            raise CannotServe(f"{config.http.keys_env}: {error}") from None
    issuer = config.auth.issuer
    try:
        taken = issuer and Issuer(issuer, config.auth.resource or "", config.auth.jwks)
    except ValueError as error:
        raise CannotServe(str(error)) from None
    return Auth(sources, taken or None)


class LimitedProtocol(HttpToolsProtocol):
    """HTTP/1.1 whose heads may neither be endless nor take for ever.

    Args:
        limits: how long a head may be, and how long it may take.
        words: what uvicorn says of the server.
    """

    def __init__(self, *, limits: ListenConfig, **words: Any) -> None:
        super().__init__(**words)
        self._limits = limits
        self._taken = 0
        self._in_head = False
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._wait_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what arrives; a head that is not whole then is measured, and timed."""
        super().data_received(data)
        if self._in_head:
            self._taken += len(data)
            if self._taken > self._limits.header_bytes:
                self._refuse(b"431 Request Header Fields Too Large")
            elif self._late is None:
                self._wait()

    def on_message_begin(self) -> None:
        """A head begins."""
        self._in_head = True
        self._taken = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head is whole: what follows is the body."""
        self._in_head = False
        self._wait_no_more()
        super().on_headers_complete()

    def shutdown(self) -> None:
        """End when the request in flight has been answered; streams that never end are ended."""
        close = self.app_state.get(CLOSE_IN_STATE)
        if close is not None:
            close()
        super().shutdown()

    def _wait(self) -> None:
        self._late = self.loop.call_later(self._limits.header_seconds, self._refuse, b"408 Request Timeout")

    def _wait_no_more(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _refuse(self, status: bytes) -> None:
        self._wait_no_more()
        if not self.transport.is_closing():
            self.transport.write(b"HTTP/1.1 %b\r\ncontent-length: 0\r\nconnection: close\r\n\r\n" % status)
            self.transport.close()


def http_config(make_app: Callable[[], HttpApp], limits: ListenConfig, workers: int = 1) -> uvicorn.Config:
    """Return how uvicorn serves an application.

    Args:
        make_app: makes it, in each process that serves; with several workers it is sent to each.
        limits: what requests may measure, and how long they may take.
        workers: processes that serve.
    """
    return uvicorn.Config(
        make_app,
        factory=True,
        loop="uvloop",
        http=partial(LimitedProtocol, limits=limits),  # type: ignore[arg-type]  # a maker of protocols
        ws="none",
        lifespan="on",
        workers=workers,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(limits.proxies),
        forwarded_allow_ips=list(limits.proxies),
        timeout_keep_alive=75,
        # A worker that has not begun to answer yet may still be loading its handlers; a shorter patience than that
        # ends it, and begins it anew, for ever.
        timeout_worker_healthcheck=120,
        timeout_graceful_shutdown=max(1, int(limits.shutdown_seconds)),
    )


def serve_http(
    make_host: Callable[[], Served],
    place: Place,
    *,
    workers: int = 1,
    unprotected: bool = False,
    ready: Callable[[str], None] = lambda _address: None,
) -> None:
    """Serve a host over HTTP until a signal says to end; calls in flight are finished.

    Args:
        make_host: makes the host; with several workers it is sent to each.
        place: where to listen.
        workers: processes that serve.
        unprotected: whether everybody may be let in where other machines can reach it.
        ready: is told the endpoint's address when the socket is bound.

    Raises:
        CannotServe: the configuration cannot be served.
    """
    made = make_host()
    host, _ = made
    serve = host.catalog.config.serve
    if auth_of(host).is_open and not place.is_local and not unprotected:
        raise CannotServe(
            f"{place.host} can be reached by other machines, and everybody would be let in: make a key with"
            " `gonogo keys new`, or say --unprotected"
        )
    bound = place.bind()
    name, port = bound.getsockname()[:2]
    config = http_config(
        AppMaker(make_host if workers > 1 else lambda: made, place.host), serve.http, workers
    )
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    bound.listen(config.backlog)
    ready(f"http://{f'[{name}]' if ':' in name else name}:{port}{serve.http.path}")
    if workers > 1:
        Multiprocess(config, sockets=[bound]).run()
    else:
        uvicorn.Server(config).run(sockets=[bound])
