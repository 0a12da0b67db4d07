"""`gonogo export`: the catalog in each protocol's form, with every loss named."""

import sys
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from gonogo.catalog.aliases import read_aliases
from gonogo.catalog.catalog import EXPORTS
from gonogo.check.exports import drift, exports_of, write_exports, written_types
from gonogo.check.losses import is_go, lines_of, markdown_of, report_of
from gonogo.cli import status
from gonogo.cli.catalogs import catalog_at
from gonogo.cli.formats import console, print_json
from gonogo.cli.usage import WrongUsage
from gonogo.gauge.hints import nearest
from gonogo.projection.targets import TARGETS, TYPES


class ReportFormat(str, Enum):
    """How the loss report is written."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


def export(
    targets: Annotated[
        list[str] | None,
        typer.Argument(
            help="Targets, python-types, typescript-types; by default those of gonogo.toml, else all targets."
        ),
    ] = None,
    *,
    catalog: Annotated[str, typer.Option("--catalog", help="The contract repository.")] = ".",
    out: Annotated[
        str | None, typer.Option("--out", help="Where the files go; by default its exports/.")
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Write nothing: tell where files differ.")] = False,
    allow_narrowed: Annotated[
        bool, typer.Option("--allow-narrowed", help="Exit 0 though some payloads cannot be sent.")
    ] = False,
    form: Annotated[
        ReportFormat, typer.Option("--format", help="Text for people, Markdown, or JSON for programs.")
    ] = ReportFormat.TEXT,
) -> int:
    """Write the catalog in each target's form, and report what was lost.

    Exits with 1 on a narrowed loss, on drift, and where types that were asked for could not be generated.
    """
    loaded = catalog_at(catalog)
    folder = Path(out) if out is not None else Path(loaded.root or catalog) / EXPORTS
    kept = [*loaded.config.export.types, *(written_types(folder) if check else ())]
    chosen = _chosen(targets or [*(loaded.config.targets or TARGETS), *kept])
    exports = exports_of(loaded, chosen, read_aliases(folder))
    drifted = drift(exports, folder) if check else ()
    if not check:
        write_exports(exports, folder)
    allowed = frozenset(loaded.tools) | frozenset(loaded.handoffs) if allow_narrowed else frozenset(
        loaded.config.export.allow_narrowed
    )  # fmt: skip
    if form is ReportFormat.JSON:
        print_json(report_of(exports, drifted, allowed))
    elif form is ReportFormat.MARKDOWN:
        sys.stdout.write(markdown_of(exports, drifted))
    else:
        for line in lines_of(exports, drifted):
            console().print(line, markup=False, soft_wrap=True)
    missing = not check and any(each.missing is not None for each in exports.types)
    return status.GO if is_go(exports, drifted, allowed) and not missing else status.NO_GO


def _chosen(targets: list[str]) -> list[str]:
    for name in targets:
        if name not in TARGETS and name not in TYPES:
            near = nearest(name, (*TARGETS, *TYPES))
            raise WrongUsage(f"there is no target {name}" + (f"; did you mean {near}?" if near else ""))
    return list(dict.fromkeys(targets))
