"""What every verb's `--format` can be, and where each form is written."""

import sys
from enum import Enum
from typing import Annotated

import typer
from rich.console import Console

from gonogo.schema.text import write
from gonogo.schema.types import Json


class Format(str, Enum):
    """How a report is written."""

    TEXT = "text"
    JSON = "json"


FormatOption = Annotated[Format, typer.Option("--format", help="Text for people, or JSON for programs.")]


def console() -> Console:
    """Return where text for people goes; colours only on a terminal."""
    return Console(highlight=False)


def print_json(report: Json) -> None:
    """Write a report as one line of JSON."""
    sys.stdout.write(write(report) + "\n")
