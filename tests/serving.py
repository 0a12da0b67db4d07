"""A real server in a thread, on a port of this machine."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import uvicorn

from gonogo.catalog.config import Config
from gonogo.catalog.serving import ListenConfig, ServeConfig
from gonogo.host.host import Host
from gonogo.mcp.auth import Auth
from gonogo.mcp.http import HttpApp
from gonogo.mcp.listen import Place, http_config
from gonogo.mcp.server import McpServer


def configured(**words: Any) -> Config:
    """A configuration with words of `[serve.http]`."""
    return replace(Config(), serve=ServeConfig(http=ListenConfig(**words)))


@contextmanager
def served(host: Host, auth: Auth | None = None) -> Iterator[int]:
    """Serve a host while the block runs; gives the port."""
    bound = Place("127.0.0.1", 0).bind()
    bound.listen(64)
    port: int = bound.getsockname()[1]
    config = http_config(lambda: HttpApp(McpServer(host), auth=auth), host.catalog.config.serve.http)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([bound],), daemon=True)
    thread.start()
    try:
        yield port
    finally:
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive()


def exchange(port: int, data: bytes, *, patience: float = 15) -> bytes:
    """Send bytes, and return all that comes back until the server closes the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=patience) as link:
        link.sendall(data)
        parts = []
        while part := link.recv(65536):
            parts.append(part)
        return b"".join(parts)
