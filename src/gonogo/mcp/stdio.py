"""A server over standard input and output."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper

import anyio
from mcp.server.stdio import stdio_server

from gonogo.mcp.server import McpServer


class NoKey(ValueError):
    """Raised when the environment does not hold the key that the configuration asks for."""


async def serve_stdio(server: McpServer) -> None:
    """Serve until standard input ends.

    Raises:
        NoKey: the configuration names a variable for a key, and the environment does not hold it.
    """
    variable = server.host.catalog.config.serve.key_env
    if variable and not os.environ.get(variable):
        raise NoKey(f"set {variable} to the key: gonogo.toml asks for it")
    with _wire() as out:
        async with stdio_server(stdout=anyio.wrap_file(out)) as (read, write):
            native = server.native
            await native.run(read, write, native.create_initialization_options())


@contextmanager
def _wire() -> Iterator[TextIOWrapper]:
    """The real standard output, for the protocol alone: what handlers print goes to standard error."""
    real = os.dup(1)
    os.dup2(2, 1)
    try:
        with os.fdopen(real, "wb", closefd=False) as raw, TextIOWrapper(raw, encoding="utf-8") as out:
            yield out
    finally:
        os.dup2(real, 1)
        os.close(real)
