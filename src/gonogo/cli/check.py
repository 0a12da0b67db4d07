"""`gonogo check`: everything that CI needs of a contract repository, in one report."""

import sys
from dataclasses import replace
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from gonogo.catalog.catalog import NoCatalog
from gonogo.catalog.edition import NoEdition
from gonogo.catalog.finding import Severity
from gonogo.catalog.gather import written
from gonogo.catalog.revision import NoRevision
from gonogo.check.check import Checked, Request
from gonogo.check.check import check as judge
from gonogo.check.forms import junit, markdown, to_dict, verdict_of, why
from gonogo.check.versions import fixed
from gonogo.cli import status
from gonogo.cli.catalogs import catalog_at, read_evidence
from gonogo.cli.changes import LevelOption, print_report
from gonogo.cli.findings import print_finding
from gonogo.cli.fit import print_fit
from gonogo.cli.formats import console, print_json
from gonogo.cli.progress import counted
from gonogo.cli.usage import WrongUsage
from gonogo.diff.judgement import Level, Verdict

_STATUS = {"go": status.GO, "no-go": status.NO_GO, "unknown": status.UNKNOWN}


class CheckFormat(str, Enum):
    """How a check is written."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"
    JUNIT = "junit"


def check(
    path: Annotated[str, typer.Argument(help="The contract repository.")] = ".",
    *,
    base: Annotated[
        str | None, typer.Option("--base", help="What to compare with: a revision such as main, or a path.")
    ] = None,
    fix_versions: Annotated[
        bool, typer.Option("--fix-versions", help="Write the versions that the changes ask for.")
    ] = False,
    evidence: Annotated[
        list[str] | None,
        typer.Option("--evidence", help="Recorded responses that overlays are held against."),
    ] = None,
    level: LevelOption = Level.DECLARED,
    weight: Annotated[
        Severity, typer.Option("--severity", help="The least severity of a finding that makes it a no-go.")
    ] = Severity.ERROR,
    form: Annotated[
        CheckFormat, typer.Option("--format", help="Text, JSON, Markdown for a pull request, or JUnit.")
    ] = CheckFormat.TEXT,
) -> int:
    """Check a contract repository: lint, changes since a base, versions, releases, wiring and fixtures.

    Exits with 0 where all is well, 1 where something is not, 2 where something is neither proven nor shown, 64
    where the repository or the base cannot be read.
    """
    recorded = tuple((name, read_evidence(name)) for name in evidence or ())
    against = base if base is None or ":" in base or Path(base).exists() else f"git:{base}"
    try:
        request = Request(
            path=Path(path),
            base=against,
            level=level,
            weight=weight,
            evidence=recorded,
            now=datetime.now(UTC),
        )
        found = _checked(request, shown=form is CheckFormat.TEXT)
        if fix_versions and found.diff is not None:
            catalog = catalog_at(path)
            for file, text in fixed(catalog, found.diff).items():
                written(catalog.root or Path(path), file, text)
            found = _checked(request, shown=False)
    except (NoCatalog, NoEdition, NoRevision) as error:
        raise WrongUsage(str(error)) from None
    if form is CheckFormat.JSON:
        print_json(to_dict(found))
    elif form is CheckFormat.TEXT:
        _print(found)
    else:
        sys.stdout.write(markdown(found) if form is CheckFormat.MARKDOWN else junit(found))
    return _STATUS[verdict_of(found)]


def _checked(request: Request, *, shown: bool) -> Checked:
    with counted("checking", shown=shown) as progress:
        return judge(replace(request, progress=progress))


def _print(found: Checked) -> None:
    out = console()
    for each in found.failing:
        out.print(f"[bold red]fixture[/] {escape(each.outcome.fixture.id)}", soft_wrap=True)
        if each.change is not None:
            out.print(f"  [bold]{escape(why(each))}[/]", soft_wrap=True)
        for finding in each.outcome.findings:
            print_finding(finding, "  ")
    if found.diff is not None:
        print_report(found.diff)
    for wired in found.wired:
        if wired.fault is not None:
            print_finding(wired.fault)
        elif wired.fit is not None and wired.fit.verdict is not Verdict.COMPATIBLE:
            print_fit(wired.fit)
    for finding in found.findings:
        print_finding(finding)
    counts = [f"{len(found.failing)} of {found.fixtures} fixtures fail", f"{len(found.findings)} findings"]
    counts += [f"{found.suppressed} ignored"] if found.suppressed else []
    out.print(f"[bold]{verdict_of(found)}[/]: {', '.join(counts)}")
