"""`gonogo serve`: a host as an MCP server."""

import asyncio
import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from gonogo.cli import status
from gonogo.cli.apps import host_named
from gonogo.cli.usage import WrongUsage
from gonogo.host.host import Host


def serve(
    *,
    app: Annotated[str, typer.Option("--app", help="The host to serve, as module:name.")],
    stdio: Annotated[bool, typer.Option("--stdio", help="Over standard input and output.")] = False,
    http: Annotated[str | None, typer.Option("--http", help="Over HTTP, at HOST:PORT.")] = None,
    workers: Annotated[
        int, typer.Option("--workers", help="Processes that serve over HTTP.", min=1, max=256)
    ] = 1,
    unprotected: Annotated[
        bool,
        typer.Option("--unprotected", help="Let everybody in, though other machines can reach the address."),
    ] = False,
    catalog: Annotated[
        str | None,
        typer.Option("--catalog", help="The repository that the host must be of, checked at the start."),
    ] = None,
) -> int:
    """Serve a host's tools over MCP: until standard input ends, or over HTTP until a signal says to end.

    What is wrong with the catalog, or with how handlers and contracts fit, is told on standard error; the other
    tools are served.
    """
    if stdio == (http is not None):
        raise WrongUsage("say how to serve: --stdio, or --http HOST:PORT")
    if stdio:
        _over_stdio(app, catalog)
    else:
        _over_http(app, catalog, http or "", workers, unprotected=unprotected)
    return status.GO


def _over_stdio(app: str, catalog: str | None) -> None:
    from gonogo.mcp.server import McpServer  # noqa: PLC0415 - the extra `serve`, and what serves in another way
    from gonogo.mcp.stdio import NoKey, serve_stdio  # noqa: PLC0415
    from gonogo.mcp.wire import claimed  # noqa: PLC0415

    with claimed() as wire:
        host = _checked(app, catalog)
        try:
            asyncio.run(serve_stdio(McpServer(host), wire))
        except NoKey as error:
            raise WrongUsage(str(error)) from None


def _over_http(app: str, catalog: str | None, address: str, workers: int, *, unprotected: bool) -> None:
    from gonogo.mcp.listen import CannotServe, Place, serve_http  # noqa: PLC0415 - see above

    name, _, port = address.rpartition(":")
    if not name or not port.isdecimal() or int(port) > 65535:  # noqa: PLR2004 - the last port
        raise WrongUsage(f"{address}: write --http HOST:PORT")
    _checked(app, catalog)
    try:
        serve_http(
            partial(host_named, app),
            Place(name.strip("[]"), int(port)),
            workers=workers,
            unprotected=unprotected,
            ready=_tell,
        )
    except CannotServe as error:
        raise WrongUsage(str(error)) from None


def _tell(address: str) -> None:
    sys.stderr.write(f"gonogo: serving {address}\n")
    sys.stderr.flush()


def _checked(app: str, catalog: str | None) -> Host:
    """The host that is named, of the repository that it must be of; what is wrong with it is told."""
    host = host_named(app)
    root = host.catalog.root
    if catalog is not None and (root is None or root.resolve() != Path(catalog).resolve()):
        raise WrongUsage(f"{app} serves the catalog at {root}, not the one at {catalog}")
    for finding in host.findings:
        sys.stderr.write(f"gonogo: {finding}\n")
    sys.stderr.write(f"gonogo: {host.discovery.counts}\n")
    return host
