"""`gonogo`: the command line's entry point."""

import importlib
import sys
import traceback
from collections.abc import Callable
from typing import NoReturn

import typer

from gonogo.cli import status
from gonogo.cli.usage import WrongUsage

VERBS = (
    "demo",
    "init",
    "new",
    "check",
    "release",
    "show",
    "search",
    "validate",
    "lint",
    "diff",
    "fit",
    "export",
    "import",
    "import openapi",
    "serve",
    "call",
    "keys",
    "runs",
)
"""Each verb is a module of this room, with a function of the same name; two words are joined by `_`."""


def run(arguments: list[str] | None = None) -> NoReturn:
    """Run a command line and exit with its status.

    Args:
        arguments: the words behind `gonogo`; those of the process where None.
    """
    sys.exit(status_of(sys.argv[1:] if arguments is None else arguments))


def status_of(arguments: list[str]) -> int:
    """Run a command line and return its exit status; usage errors are 64, and only a fault of ours is 3."""
    try:
        outcome = _app(arguments)(arguments, prog_name="gonogo", standalone_mode=False)
    except WrongUsage as error:
        typer.echo(f"gonogo: {error}", err=True)
        return status.USAGE
    except typer.TyperException as error:
        # Typer keeps the class of its usage errors to itself; all of them can show themselves.
        show = getattr(error, "show", None)
        if show is None:
            typer.echo(f"gonogo: {error}", err=True)
        else:
            show()
        return status.USAGE
    except ModuleNotFoundError as error:
        if not _is_extra(error):
            raise
        typer.echo(f"gonogo: this needs {error.name}: pip install 'gonogo[serve]'", err=True)
        return status.USAGE
    except (typer.Abort, KeyboardInterrupt):
        return status.INTERRUPTED
    except BrokenPipeError:
        return status.GO
    except Exception:  # noqa: BLE001 - the last border: whatever it is, it is ours
        traceback.print_exc()
        return status.INTERNAL
    return outcome if isinstance(outcome, int) else status.GO


def _app(arguments: list[str]) -> typer.Typer:
    """The verbs that a command line can mean; the one that it names is loaded alone, since some are slow to load."""
    app = typer.Typer(
        name="gonogo",
        help="Contracts for the JSON that AI agents exchange: checked in CI and at every door at run time.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(_root)
    fitting = [verb for verb in VERBS if arguments[: len(verb.split())] == verb.split()]
    named = max(fitting, key=len, default=None)
    for verb in (named,) if named else [verb for verb in VERBS if " " not in verb]:
        try:
            _place(app, verb).command(verb.split()[-1])(_load(verb))
        except ModuleNotFoundError as error:
            if named or not _is_extra(error):
                raise
    return app


def _root() -> None:
    """Keep `gonogo VERB` a verb, however many there are."""


def _place(app: typer.Typer, verb: str) -> typer.Typer:
    """Where a verb is put: one of two words below its first."""
    first, _, second = verb.partition(" ")
    if not second:
        return app
    group = typer.Typer(rich_markup_mode=None)
    app.add_typer(group, name=first)
    return group


_NAMES = {"import": "imports"}
"""Verbs that are words of Python, with the name of their module and function."""


def _load(verb: str) -> Callable[..., int]:
    name = _NAMES.get(verb, verb.replace(" ", "_"))
    function: Callable[..., int] = getattr(importlib.import_module(f"gonogo.cli.{name}"), name)
    return function


def _is_extra(error: ModuleNotFoundError) -> bool:
    """Whether what is missing comes with one of gonogo's extras."""
    return error.name is not None and error.name.split(".")[0] != "gonogo"
