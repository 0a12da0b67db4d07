"""`gonogo serve`: a host, a contract repository or an OpenAPI document as an MCP server."""

import asyncio
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.config import Config, HttpConfig
from gonogo.catalog.serving import ServeConfig
from gonogo.cli import status
from gonogo.cli.apps import host_named
from gonogo.cli.catalogs import catalog_at
from gonogo.cli.documents import document_at
from gonogo.cli.usage import WrongUsage
from gonogo.host.host import Host
from gonogo.host.http.connecting import HttpTools
from gonogo.host.http.target import BadUrl, Target
from gonogo.mcp.server import McpServer
from gonogo.mcp.stdio import NoKey, serve_stdio
from gonogo.mcp.wire import Wire, claimed
from gonogo.openapi.compilation import Settings, compile_document
from gonogo.openapi.fault import OpenApiFault
from gonogo.openapi.selection import Selection
from gonogo.openapi.tools import catalog_of


def serve(  # noqa: PLR0913 - each is an option
    directory: Annotated[
        str | None, typer.Argument(help="A contract repository whose tools have bindings.")
    ] = None,
    *,
    app: Annotated[str | None, typer.Option("--app", help="The host to serve, as module:name.")] = None,
    openapi: Annotated[
        str | None,
        typer.Option("--openapi", help="An OpenAPI document, a file or a URL, to serve without files."),
    ] = None,
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
    base_url: Annotated[
        list[str] | None,
        typer.Option("--base-url", help="Where requests may go; by default what gonogo.toml says."),
    ] = None,
    allow_private: Annotated[
        bool,
        typer.Option("--allow-private", help="Base URLs may have names that lead to private addresses."),
    ] = False,
    tag: Annotated[list[str] | None, typer.Option("--tag", help="Of --openapi, only this tag.")] = None,
    method: Annotated[
        list[str] | None, typer.Option("--method", help="Of --openapi, only this method.")
    ] = None,
    path: Annotated[
        list[str] | None, typer.Option("--path", help="Of --openapi, only paths like this.")
    ] = None,
    read_only: Annotated[
        bool, typer.Option("--read-only", help="Of --openapi, only what changes nothing.")
    ] = False,
    not_found: Annotated[
        bool,
        typer.Option("--not-found", help="Of --openapi, a 404 of what only reads is a state, and no error."),
    ] = False,
) -> int:
    """Serve tools over MCP: until standard input ends, or over HTTP until a signal says to end.

    Tools that have a binding and no handler are executed over HTTP. What is wrong with the catalog, or with how
    handlers and contracts fit, is told on standard error; the other tools are served.
    """
    if stdio == (http is not None):
        raise WrongUsage("say how to serve: --stdio, or --http HOST:PORT")
    if sum(each is not None for each in (directory, app, openapi)) != 1:
        raise WrongUsage("say what to serve: a contract repository, --app module:name, or --openapi DOC")
    wanted = Selection(
        tags=tuple(tag or ()), methods=tuple(method or ()), paths=tuple(path or ()), read_only=read_only
    )
    what = _What(
        directory, app, openapi, catalog, tuple(base_url or ()), allow_private, wanted, not_found=not_found
    )
    if http is None:
        with claimed() as wire:
            _over_stdio(*what.made(), wire)
    else:
        _over_http(what, http, workers, unprotected=unprotected)
    return status.GO


@dataclass(frozen=True, slots=True)
class _What:
    """What is served, as the command line says it; it can be sent to another process."""

    directory: str | None
    app: str | None
    openapi: str | None
    catalog: str | None
    base_urls: tuple[str, ...]
    allow_private: bool
    wanted: Selection
    not_found: bool

    def made(self) -> tuple[Host, HttpTools]:
        """Make the host, with what executes the tools that have bindings; what is wrong with it is told.

        Raises:
            WrongUsage: it cannot be made.
        """
        if self.app is not None:
            host = _of_app(self.app, self.catalog)
        elif self.openapi is not None:
            taken = self.not_found
            settings = Settings(
                wanted=self.wanted, not_found=lambda operation: taken and operation.is_read_only
            )
            host = _of_document(self.openapi, settings)
        else:
            catalog_at(self.directory or "")
            host = Host.at(self.directory or "")
        tools = HttpTools(host, _http(host.catalog, [*self.base_urls], allow_private=self.allow_private))
        for finding in host.findings:
            sys.stderr.write(f"gonogo: {finding}\n")
        sys.stderr.write(f"gonogo: {host.discovery.counts}\n")
        return host, tools


def _over_http(what: _What, address: str, workers: int, *, unprotected: bool) -> None:
    from gonogo.mcp.listen import CannotServe, Place, serve_http  # noqa: PLC0415 - over stdio no server is loaded

    name, _, port = address.rpartition(":")
    if not name or not port.isdecimal() or int(port) > 65535:  # noqa: PLR2004 - the last port
        raise WrongUsage(f"{address}: write --http HOST:PORT")
    place = Place(name.strip("[]"), int(port))
    try:
        serve_http(what.made, place, workers=workers, unprotected=unprotected, ready=_tell)
    except CannotServe as error:
        raise WrongUsage(str(error)) from None


def _tell(address: str) -> None:
    sys.stderr.write(f"gonogo: serving {address}\n")
    sys.stderr.flush()


def _of_app(app: str, catalog: str | None) -> Host:
    host = host_named(app)
    root = host.catalog.root
    if catalog is not None and (root is None or root.resolve() != Path(catalog).resolve()):
        raise WrongUsage(f"{app} serves the catalog at {root}, not the one at {catalog}")
    return host


def _of_document(doc: str, settings: Settings) -> Host:
    files, entry = document_at(doc)
    try:
        made = compile_document(files, entry, settings)
    except OpenApiFault as fault:
        raise WrongUsage(f"{doc} cannot be served: {fault}") from None
    return Host(catalog_of(made, Config(serve=ServeConfig(name=made.title or None)), entry))


def _http(catalog: Catalog, base_urls: list[str], *, allow_private: bool) -> HttpConfig:
    """The repository's configuration, with what the command line says instead.

    Raises:
        WrongUsage: a base URL of the command line cannot be used.
    """
    own = catalog.config.http
    for url in base_urls:
        try:
            Target.of(url)
        except BadUrl as error:
            raise WrongUsage(f"--base-url {url}: {error}") from None
    return replace(
        own, base_urls=tuple(base_urls) or own.base_urls, allow_private=allow_private or own.allow_private
    )


def _over_stdio(host: Host, tools: HttpTools, wire: Wire) -> None:
    try:
        asyncio.run(_until_the_end(host, tools, wire))
    except NoKey as error:
        raise WrongUsage(str(error)) from None


async def _until_the_end(host: Host, tools: HttpTools, wire: Wire) -> None:
    async with tools:
        await serve_stdio(McpServer(host), wire)
