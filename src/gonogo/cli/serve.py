"""`gonogo serve`: a host as an MCP server."""

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer

from gonogo.cli import status
from gonogo.cli.apps import host_named
from gonogo.cli.usage import WrongUsage
from gonogo.mcp.server import McpServer
from gonogo.mcp.stdio import NoKey, serve_stdio
from gonogo.mcp.wire import claimed


def serve(
    *,
    app: Annotated[str, typer.Option("--app", help="The host to serve, as module:name.")],
    stdio: Annotated[bool, typer.Option("--stdio", help="Over standard input and output.")] = False,
    catalog: Annotated[
        str | None,
        typer.Option("--catalog", help="The repository that the host must be of, checked at the start."),
    ] = None,
) -> int:
    """Serve a host's tools over MCP until standard input ends.

    What is wrong with the catalog, or with how handlers and contracts fit, is told on standard error; the other
    tools are served.
    """
    if not stdio:
        raise WrongUsage("say how to serve: --stdio")
    with claimed() as wire:
        host = host_named(app)
        root = host.catalog.root
        if catalog is not None and (root is None or root.resolve() != Path(catalog).resolve()):
            raise WrongUsage(f"{app} serves the catalog at {root}, not the one at {catalog}")
        for finding in host.findings:
            sys.stderr.write(f"gonogo: {finding}\n")
        try:
            asyncio.run(serve_stdio(McpServer(host), wire))
        except NoKey as error:
            raise WrongUsage(str(error)) from None
    return status.GO
