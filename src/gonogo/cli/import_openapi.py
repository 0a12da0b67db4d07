"""`gonogo import openapi`: contracts and bindings from an OpenAPI document."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from gonogo.catalog.folder import Folder, write_files
from gonogo.check.document_drift import Policy, Rules
from gonogo.cli import status
from gonogo.cli.changes import LevelOption
from gonogo.cli.documents import document_at
from gonogo.cli.drifting import Target, check_drift
from gonogo.cli.formats import Format, FormatOption, console, print_json
from gonogo.cli.usage import WrongUsage
from gonogo.contracts import contract
from gonogo.diff.judgement import Level
from gonogo.gauge.gauge import Gauge
from gonogo.openapi.compilation import Compilation, Settings, compile_document
from gonogo.openapi.coverage import Coverage
from gonogo.openapi.fault import OpenApiFault
from gonogo.openapi.files import LOCK_FILE, files_of, frozen_groups, frozen_names, gone, states
from gonogo.openapi.selection import Selection
from gonogo.schema.types import Json

_KIB = 1024


class Grouping(StrEnum):
    """What makes namespaces: the rows of `groups.GROUPINGS`."""

    TAG = "tag"
    PATH = "path"


class Profile(StrEnum):
    """How a list inside `deepObject` is sent: the rows of `styles.PROFILES`."""

    BRACKETS = "brackets"
    REPEAT = "repeat"
    INDEXED = "indexed"


def import_openapi(  # noqa: PLR0913 - each is an option
    doc: Annotated[
        str, typer.Argument(help="The document: Swagger 2.0 or OpenAPI 3.x, JSON or YAML; a file or a URL.")
    ],
    *,
    out: Annotated[str | None, typer.Option("--out", help="The contract repository to write into.")] = None,
    tag: Annotated[list[str] | None, typer.Option("--tag", help="Only operations with this tag.")] = None,
    method: Annotated[list[str] | None, typer.Option("--method", help="Only this method.")] = None,
    path: Annotated[list[str] | None, typer.Option("--path", help="Only paths like this; * and ?.")] = None,
    read_only: Annotated[bool, typer.Option("--read-only", help="Only what changes nothing.")] = False,
    group: Annotated[
        Grouping | None, typer.Option("--group", help="Make namespaces of tags, or of paths' first parts.")
    ] = None,
    deep_arrays: Annotated[
        Profile, typer.Option("--deep-arrays", help="How lists inside deepObject are sent.")
    ] = Profile.BRACKETS,
    not_found: Annotated[
        bool,
        typer.Option(
            "--not-found", help="Of what only reads, a 404 that is told of is a state, and no error."
        ),
    ] = False,
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

    References lead to files in the document's folder; nothing but a DOC that is a URL is fetched. Exits with 1 where
    the document is none, or where fewer tools have an output contract than `--min-typed` wants; then nothing is
    written. With `--check` it exits with 1 where the document breaks those who use the catalog, and with 2 where that
    is neither proven nor shown.
    """
    files, entry = document_at(doc)
    lock = locked(Path(out)) if out else None
    pinned = states(lock)
    settings = Settings(
        input_bytes=max_input * _KIB,
        output_bytes=max_output * _KIB,
        frozen=frozen_names(lock),
        wanted=Selection(
            tags=tuple(tag or ()), methods=tuple(method or ()), paths=tuple(path or ()), read_only=read_only
        ),
        grouping=group or "",
        groups=frozen_groups(lock),
        arrays=deep_arrays,
        not_found=lambda operation: (not_found and operation.is_read_only) or operation.key in pinned,
    )
    try:
        made = compile_document(files, entry, settings)
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
