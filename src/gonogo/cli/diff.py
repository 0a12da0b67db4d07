"""`gonogo diff`: what breaks between two versions of a contract, or of a whole catalog."""

import sys
from enum import Enum
from typing import Annotated

import typer

from gonogo.catalog.contract import Side
from gonogo.catalog.edition import NoEdition, read_edition
from gonogo.catalog.revision import NoRevision
from gonogo.cli import status
from gonogo.cli.changes import LevelOption, print_report
from gonogo.cli.formats import print_json
from gonogo.cli.progress import counted
from gonogo.cli.usage import WrongUsage
from gonogo.diff.judgement import Level
from gonogo.diff.markdown import markdown
from gonogo.diff.report import How, Report, compare_editions


class DiffFormat(str, Enum):
    """How a comparison is written."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


class Formats(str, Enum):
    """Whether `format` decides."""

    ASSERTED = "asserted"
    ANNOTATION = "annotation"


def diff(
    old: Annotated[
        str, typer.Argument(help="A file, a folder, git:REV[:PATH], or an MCP tool list as JSON.")
    ],
    new: Annotated[str, typer.Argument(help="The same, for what is to replace it.")],
    *,
    side: Annotated[
        Side | None, typer.Option("--side", help="What single schemas are contracts of; an input by default.")
    ] = None,
    level: LevelOption = Level.DECLARED,
    formats: Annotated[
        Formats, typer.Option("--formats", help="Whether `format` decides; it does at gonogo's doors.")
    ] = Formats.ASSERTED,
    across: Annotated[
        bool, typer.Option("--across-drafts", help="Compare schemas of different drafts too.")
    ] = False,
    form: Annotated[
        DiffFormat,
        typer.Option("--format", help="Text for people, JSON for programs, Markdown for a pull request."),
    ] = DiffFormat.TEXT,
) -> int:
    """Say with a proof or a payload what breaks between two versions.

    Exits with 0 where nothing breaks, 1 where something does or cannot be read as a schema, 2 where something is
    neither proven nor shown, 64 where a path or a revision cannot be read.
    """
    try:
        before = read_edition(old, side=side, beside=new)
        after = read_edition(new, side=side, beside=old)
    except (NoEdition, NoRevision) as error:
        raise WrongUsage(str(error)) from None
    with counted("comparing", shown=form is DiffFormat.TEXT) as progress:
        how = How(
            level=level, formats=formats is Formats.ASSERTED, across=across, side=side, progress=progress
        )
        report = compare_editions(before, after, how)
    if form is DiffFormat.JSON:
        print_json(report.to_dict())
    elif form is DiffFormat.MARKDOWN:
        sys.stdout.write(markdown(report))
    else:
        print_report(report)
    return outcome(report)


def outcome(report: Report) -> int:
    """Return the exit status of a report."""
    if report.broken or any(finding.severity.value == "error" for finding in report.findings):
        return status.NO_GO
    return status.UNKNOWN if report.undecided else status.GO
