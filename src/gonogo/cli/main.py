"""`gonogo`: the command line's entry point."""

import sys
import traceback
from typing import NoReturn

import typer

from gonogo.cli import status, validate
from gonogo.cli.usage import WrongUsage

app = typer.Typer(
    name="gonogo",
    help="Contracts for the JSON that AI agents exchange: checked in CI and at every door at run time.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
VERBS = {"validate": validate.validate}
"""What each verb does."""

for _verb, _command in VERBS.items():
    app.command(_verb)(_command)


@app.callback()
def root() -> None:
    """Keep `gonogo VERB` a verb, however many there are."""


def run(arguments: list[str] | None = None) -> NoReturn:
    """Run a command line and exit with its status.

    Args:
        arguments: the words behind `gonogo`; those of the process where None.
    """
    sys.exit(status_of(sys.argv[1:] if arguments is None else arguments))


def status_of(arguments: list[str]) -> int:
    """Run a command line and return its exit status; usage errors are 64, and only a fault of ours is 3."""
    try:
        outcome = app(arguments, prog_name="gonogo", standalone_mode=False)
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
    except (typer.Abort, KeyboardInterrupt):
        return status.INTERRUPTED
    except BrokenPipeError:
        return status.GO
    except Exception:  # noqa: BLE001 - the last border: whatever it is, it is ours
        traceback.print_exc()
        return status.INTERNAL
    return outcome if isinstance(outcome, int) else status.GO
