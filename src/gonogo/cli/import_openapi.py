"""`gonogo import openapi`: contracts and bindings from an OpenAPI document."""

from pathlib import Path
from typing import Annotated

import typer

from gonogo.catalog.folder import Folder, write_files
from gonogo.check.document_drift import Policy, Rules
from gonogo.cli import status
from gonogo.cli.changes import LevelOption
from gonogo.cli.drifting import Target, check_drift
from gonogo.cli.formats import Format, FormatOption, console, print_json
from gonogo.cli.usage import WrongUsage
from gonogo.contracts import contract
from gonogo.diff.judgement import Level
from gonogo.gauge.gauge import Gauge
from gonogo.openapi.compilation import Compilation, Settings, compile_document
from gonogo.openapi.coverage import Coverage
from gonogo.openapi.fault import OpenApiFault
from gonogo.openapi.files import LOCK_FILE, files_of, frozen_names, gone
from gonogo.openapi.selection import Selection
from gonogo.schema.types import Json

_KIB = 1024


def import_openapi(  # noqa: PLR0913 - each is an option
    doc: Annotated[str, typer.Argument(help="The document: Swagger 2.0 or OpenAPI 3.x, JSON or YAML.")],
    *,
    out: Annotated[str | None, typer.Option("--out", help="The contract repository to write into.")] = None,
    tag: Annotated[list[str] | None, typer.Option("--tag", help="Only operations with this tag.")] = None,
    method: Annotated[list[str] | None, typer.Option("--method", help="Only this method.")] = None,
    path: Annotated[list[str] | None, typer.Option("--path", help="Only paths like this; * and ?.")] = None,
    read_only: Annotated[bool, typer.Option("--read-only", help="Only what changes nothing.")] = False,
    min_typed: Annotated[
        float,
        typer.Option("--min-typed", min=0, max=1, help="The share of tools that need an output contract."),
    ] = 0.0,
    max_output: Annotated[int, typer.Option("--max-output", min=1, help="KiB of an output contract.")] = 32,
    max_input: Annotated[int, typer.Option("--max-input", min=1, help="KiB of an input contract.")] = 64,
    checked: Annotated[
        bool,
        typer.Option("--check", help="Write nothing: say what the document does to the catalog in --out."),
    ] = False,
    level: LevelOption = Level.DECLARED,
    policy: Annotated[
        Policy,
        typer.Option("--fail-on", help="What is a no-go with --check: what breaks, or any difference."),
    ] = Policy.BREAKING,
    form: FormatOption = Format.TEXT,
) -> int:
    """Make a tool of each operation: its contracts, its binding, a lock of names; and report what became of each.

    References lead to files in the document's folder; nothing is fetched. Exits with 1 where the document is none, or
    where fewer tools have an output contract than `--min-typed` wants; then nothing is written. With `--check` it exits
    with 1 where the document breaks those who use the catalog, and with 2 where that is neither proven nor shown.
    """
    file = Path(doc)
    if not file.is_file():
        raise WrongUsage(f"{doc} is no file")
    lock = locked(Path(out)) if out else None
    settings = Settings(
        input_bytes=max_input * _KIB,
        output_bytes=max_output * _KIB,
        frozen=frozen_names(lock),
        wanted=Selection(
            tags=tuple(tag or ()), methods=tuple(method or ()), paths=tuple(path or ()), read_only=read_only
        ),
    )
    try:
        made = compile_document(Folder(file.parent), file.name, settings)
    except OpenApiFault as fault:
        typer.echo(f"gonogo: {fault}", err=True)
        return status.NO_GO
    if checked:
        return check_drift(
            Target(out, lock, doc), made, Rules(level=level, policy=policy, least=min_typed), form
        )
    enough = Coverage(made).share >= min_typed
    written = write_files(Path(out), files_of(made)) if out and enough else ()
    _report(made, written, gone(lock, made), form)
    return status.GO if enough else status.NO_GO


def locked(out: Path) -> Json:
    """Return the lock of an earlier import; None where there is none.

    Raises:
        WrongUsage: there is one, and it is none of ours.
    """
    data = Folder(out).get(LOCK_FILE)
    if data is None:
        return None
    verdict = Gauge(contract("openapi-lock")).read(data)
    if not verdict:
        raise WrongUsage(
            f"{LOCK_FILE} in {out} is no lock of gonogo: mend it, or delete it to name the tools anew"
        )
    return verdict.value


def _report(made: Compilation, written: tuple[str, ...], lost: tuple[str, ...], form: Format) -> None:
    coverage = Coverage(made)
    report = {**coverage.to_dict(), "written": len(written), "gone": list(lost)}
    if form is Format.JSON:
        print_json(report)
        return
    out = console()
    lines = [
        f"{report['operations']} operations, {report['tools']} tools, {report['typed']} typed ({coverage.share:.1%})"
    ]
    lines += [f"{count} untyped: {reason}" for reason, count in report["untyped"].items()]
    lines += [f"failed {row['operation']}: {row['code']} at {row['place']}" for row in report["failed"]]
    lines += [f"cut {row['tool']}: {len(row['cuts'])} schemas" for row in report["rows"] if row["cuts"]]
    lines += [f"gone {name}: the document no longer makes it" for name in lost]
    lines += [f"wrote {len(written)} files"] if written else []
    for line in lines:
        out.print(line, markup=False, soft_wrap=True)
