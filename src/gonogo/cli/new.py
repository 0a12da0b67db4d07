"""`gonogo new`: a contract to begin with."""

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from gonogo.catalog.contract import Side
from gonogo.catalog.starting import BadName, contract_files, write_missing
from gonogo.cli import status
from gonogo.cli.formats import Format, FormatOption
from gonogo.cli.init import report
from gonogo.cli.usage import WrongUsage


class Kind(str, Enum):
    """What can be begun."""

    TOOL = "tool"
    HANDOFF = "handoff"
    STATE = "state"


_SIDES = {Kind.TOOL: Side.INPUT, Kind.HANDOFF: Side.HANDOFF, Kind.STATE: Side.STATE}


def new(
    kind: Annotated[Kind, typer.Argument(help="What to begin.")],
    name: Annotated[str, typer.Argument(help="Its name.")],
    *,
    catalog: Annotated[str, typer.Option("--catalog", help="The contract repository.")] = ".",
    form: FormatOption = Format.TEXT,
) -> int:
    """Begin a contract: closed, with enums, what is required, room for metadata, and two fixtures; a tool with its output.

    What stands there already is left as it is; then it exits with 64 where nothing is new.
    """
    try:
        files = contract_files(_SIDES[kind], name)
    except BadName as error:
        raise WrongUsage(str(error)) from None
    written, there = write_missing(Path(catalog), files)
    if not written:
        raise WrongUsage(f"{there[0]} is there already")
    report(written, there, form)
    return status.GO
