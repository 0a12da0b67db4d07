"""`gonogo pack`: an installable server of a catalog."""

from importlib.metadata import version as version_of
from pathlib import Path
from typing import Annotated

import typer

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.folder import Folder
from gonogo.catalog.wheel import NoPackage, Wheel
from gonogo.cli import status
from gonogo.cli.catalogs import catalog_at
from gonogo.cli.formats import Format, FormatOption, console, print_json
from gonogo.cli.usage import WrongUsage
from gonogo.host.http.credentials import variable_of
from gonogo.schema.text import write
from gonogo.schema.types import Json

_FOLDERS = ("schemas", "overlays", "bindings", "routes", "migrations")
_FILES = ("gonogo.toml", "gonogo.lock", "openapi.lock.json", "exports/names.json")


def pack(
    directory: Annotated[str, typer.Argument(help="A contract repository whose tools have bindings.")] = ".",
    *,
    out: Annotated[str, typer.Option("--out", help="Where to write the package.")] = "dist",
    name: Annotated[
        str | None, typer.Option("--name", help="The package and its command; the folder's name.")
    ] = None,
    version: Annotated[str, typer.Option("--version", help="The package's version.")] = "0.1.0",
    form: FormatOption = Format.TEXT,
) -> int:
    """Make a Python package that serves a catalog over stdio: `uvx NAME`, `pipx run NAME`.

    It holds contracts, bindings and overlays, and asks for this version of gonogo. Credentials come from the environment.
    Exits with 1 where a tool has no binding: nothing in the package would execute it.
    """
    catalog = catalog_at(directory)
    root = catalog.root or Path(directory)
    unbound = sorted(each for each, tool in catalog.tools.items() if tool.binding is None)
    if unbound or not catalog.tools:
        told = ", ".join(unbound) or "no tool at all"
        typer.echo(f"gonogo: nothing in the package would execute: {told}", err=True)
        return status.NO_GO
    try:
        wheel = Wheel(
            name=name or _plain(catalog.config.serve.name or root.resolve().name),
            version=version,
            gonogo=version_of("gonogo"),
            summary=catalog.config.serve.instructions or "",
            files=_packed(root),
        )
    except NoPackage as error:
        raise WrongUsage(str(error)) from None
    target = Path(out)
    target.mkdir(parents=True, exist_ok=True)
    (target / wheel.file).write_bytes(wheel.to_bytes())
    _report(wheel, target / wheel.file, variables(catalog), form)
    return status.GO


def variables(catalog: Catalog) -> tuple[str, ...]:
    """Return the environment variables that the server reads its credentials from."""
    bindings = [tool.binding for tool in catalog.tools.values() if tool.binding is not None]
    schemes = {name for binding in bindings for row in binding.security for name in row}
    own = [variable_of(catalog.config.http, name) for name in schemes]
    if catalog.config.serve.key_env:
        own.append(catalog.config.serve.key_env)
    return tuple(sorted(set(own)))


def snippets(name: str, names: tuple[str, ...]) -> dict[str, Json]:
    """Return how common clients are told of a package's server: by who reads it.

    Args:
        name: the package.
        names: the environment variables that it reads.
    """
    env = {each: f"<{each}>" for each in names}
    local: dict[str, Json] = {"command": "uvx", "args": [name], **({"env": env} if env else {})}
    hosted = {"url": "https://HOST/mcp", "headers": {"Authorization": "Bearer <KEY>"}}
    return {
        "mcpServers": {"mcpServers": {name: local}},
        "vscode": {"servers": {name: {"type": "stdio", **local}}},
        "hosted": {"mcpServers": {name: {"type": "http", **hosted}}},
    }


def _plain(name: str) -> str:
    letters = "".join(each if each.isascii() and each.isalnum() else "-" for each in name.lower())
    return "-".join(filter(None, letters.split("-"))) or "catalog"


def _packed(root: Path) -> dict[str, bytes]:
    """The files that a server needs; fixtures, journals and whatever else stands there stay at home."""
    folder = Folder(root)
    held = {file: folder.get(file) for file in _FILES}
    for name in _FOLDERS:
        for path in sorted((root / name).rglob("*.json")):
            file = path.relative_to(root).as_posix()
            held[file] = folder.get(file)
    return {file: data for file, data in held.items() if data is not None}


def _report(wheel: Wheel, file: Path, names: tuple[str, ...], form: Format) -> None:
    told = snippets(wheel.name, names)
    if form is Format.JSON:
        report = {"file": str(file), "name": wheel.name, "version": wheel.version, "gonogo": wheel.gonogo}
        print_json({**report, "variables": list(names), "snippets": told})
        return
    out = console()
    lines = [
        f"wrote {file}",
        f"try it: uvx --from {file} {wheel.name}",
        "Claude Desktop, Claude Code, Cursor and others:",
        write(told["mcpServers"]),
        "VS Code:",
        write(told["vscode"]),
        "hosted, with gonogo serve over HTTP:",
        write(told["hosted"]),
    ]
    for line in lines:
        out.print(line, markup=False, soft_wrap=True)
