"""`gonogo keys`: the Bearer keys that a server over HTTP takes."""

import fcntl
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from gonogo.cli import status
from gonogo.cli.catalogs import catalog_at
from gonogo.cli.formats import Format, FormatOption, console, print_json
from gonogo.cli.usage import WrongUsage
from gonogo.mcp.keys import BadKeys, Key, new_key, read_keys, write_keys
from gonogo.schema.types import Json

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_SCOPE = re.compile(r"([^\s:\"\\]+:)?(read|write)")


class Action(str, Enum):
    """What is done with the keys."""

    NEW = "new"
    LIST = "list"
    REVOKE = "revoke"


def keys(
    action: Annotated[Action, typer.Argument(help="`new NAME`, `list` or `revoke NAME`.")],
    name: Annotated[str | None, typer.Argument(help="What the key is called.")] = None,
    *,
    scope: Annotated[
        list[str] | None,
        typer.Option(
            "--scope",
            help="`read`, `write`, or either below a namespace, as `orders:read`; may stand several times. `read` by"
            " default.",
        ),
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--file", help="The file of keys; by default what gonogo.toml says.")
    ] = None,
    catalog: Annotated[str, typer.Option("--catalog", help="The repository whose gonogo.toml says.")] = ".",
    form: FormatOption = Format.TEXT,
) -> int:
    """Make, list and revoke keys. A new key is told once, on standard output; the file holds a salted hash of it.

    A server that runs takes a change with its next request.
    """
    if (name is None) != (action is Action.LIST):
        raise WrongUsage("write: gonogo keys new NAME, gonogo keys list, or gonogo keys revoke NAME")
    path = file or _configured(catalog)
    if action is Action.LIST:
        _tell(_read(path), None, form)
        return status.GO
    with _locked(path):
        if action is Action.NEW:
            changed, secret = _made(_read(path), name or "", scope or ["read"])
        else:
            changed, secret = _revoked(_read(path), name or ""), None
        write_keys(path, changed)
    _tell([each for each in changed if each.name == name], secret, form)
    return status.GO


def _made(held: list[Key], name: str, scopes: list[str]) -> tuple[list[Key], str]:
    if not _NAME.fullmatch(name):
        raise WrongUsage("a key's name has up to 64 letters, digits and ._-")
    if any(each.name == name for each in held):
        raise WrongUsage(f"there is a key {name}: choose another name, revoked keys keep theirs")
    for scope in scopes:
        if not _SCOPE.fullmatch(scope):
            raise WrongUsage(f"{scope} is no scope: write read, write, or NAMESPACE:read")
    key, secret = new_key(name, scopes, datetime.now(UTC))
    return [*held, key], secret


def _revoked(held: list[Key], name: str) -> list[Key]:
    if all(each.name != name for each in held):
        raise WrongUsage(f"there is no key {name}")
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return [
        replace(each, revoked=now) if each.name == name and each.revoked is None else each for each in held
    ]


def _configured(catalog: str) -> Path:
    loaded = catalog_at(catalog)
    path = loaded.config.serve.http.keys
    if path is None:
        raise WrongUsage("say --file, or [serve.http] keys in gonogo.toml")
    return (loaded.root or Path()) / path


def _read(path: Path) -> list[Key]:
    try:
        return read_keys(path.read_bytes())
    except FileNotFoundError:
        return []
    except (OSError, BadKeys) as error:
        raise WrongUsage(f"{path}: {error}") from None


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Keep others from changing the file meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_name(f"{path.name}.lock").open("a", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _tell(told: list[Key], secret: str | None, form: Format) -> None:
    if form is Format.JSON:
        report: dict[str, Json] = {"keys": [_row(key) for key in told]}
        print_json(report if secret is None else {**report, "key": secret})
    elif secret is not None:
        sys.stdout.write(f"{secret}\n")
        sys.stderr.write("gonogo: keep it now: it is not told again\n")
    else:
        for key in told:
            state = f"revoked {key.revoked}" if key.revoked else f"made {key.created}"
            console().print(f"{key.name}: {', '.join(key.scopes)}; {state}", markup=False, soft_wrap=True)


def _row(key: Key) -> dict[str, Json]:
    return {
        "name": key.name,
        "id": key.id,
        "scopes": list(key.scopes),
        "created": key.created,
        "revoked": key.revoked,
    }
