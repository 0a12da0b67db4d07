"""`gonogo init`: a contract repository to start from."""

from pathlib import Path
from typing import Annotated

import typer

from gonogo.catalog.starting import repository, write_missing
from gonogo.cli import status
from gonogo.cli.formats import Format, FormatOption, console, print_json
from gonogo.cli.usage import WrongUsage
from gonogo.contracts import contracts


def init(
    folder: Annotated[str, typer.Argument(help="Where to make it.")] = ".",
    *,
    form: FormatOption = Format.TEXT,
) -> int:
    """Make a contract repository: a tool with fixtures, a CI workflow, a hook, and editors' associations.

    What stands there already is left as it is.
    """
    root = Path(folder)
    if root.exists() and not root.is_dir():
        raise WrongUsage(f"{folder} is no folder")
    report(*write_missing(root, repository(contracts())), form)
    return status.GO


def report(written: list[str], there: list[str], form: Format) -> None:
    """Say which files were written, and which were there."""
    if form is Format.JSON:
        print_json({"written": written, "there": there})
        return
    out = console()
    for word, files in (("wrote", written), ("kept ", there)):
        for file in files:
            out.print(f"{word} {file}", markup=False, soft_wrap=True)
