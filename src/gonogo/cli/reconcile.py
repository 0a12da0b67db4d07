"""`gonogo reconcile`: the smallest relaxations that evidence asks for, as overlays."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from gonogo.catalog.folder import Folder, write_files
from gonogo.catalog.overlays import read_overlays
from gonogo.cli import status
from gonogo.cli.catalogs import catalog_at, read_evidence
from gonogo.cli.documents import document_at
from gonogo.cli.formats import Format, FormatOption, console, print_json
from gonogo.cli.import_openapi import locked
from gonogo.openapi.compilation import Settings, compile_document
from gonogo.openapi.fault import OpenApiFault
from gonogo.openapi.files import files_of as contracts_of
from gonogo.openapi.files import frozen_groups, frozen_names, states
from gonogo.openapi.source import Source
from gonogo.reconcile.files import files_of, fixtures_file
from gonogo.reconcile.gathering import Gathered, of_catalog, of_document
from gonogo.reconcile.outcome import Outcome
from gonogo.reconcile.outcome import reconcile as judge
from gonogo.reconcile.report import to_dict, to_text
from gonogo.schema.limits import Limits
from gonogo.schema.text import TextFault, parse
from gonogo.schema.types import Json
from gonogo.schema.value import ValueFault


def reconcile(
    source: Annotated[
        str, typer.Argument(metavar="DOC|DIR", help="An OpenAPI document, or a contract repository.")
    ],
    *,
    evidence: Annotated[
        list[str] | None, typer.Option("--evidence", help="Recorded responses: HAR, JSON Lines or fixtures.")
    ] = None,
    out: Annotated[str | None, typer.Option("--out", help="The contract repository to write into.")] = None,
    mutants: Annotated[
        bool, typer.Option("--mutants/--no-mutants", help="Count the mutants that are still refused.")
    ] = True,
    form: FormatOption = Format.TEXT,
) -> int:
    """Propose the smallest relaxation of each output contract that evidence asks for; with --out, write overlays.

    Evidence is the document's own examples, the repository's fixtures, and the files that are named. What is written
    holds no recorded value. Exits with 1 where something is proposed and not written, or a tool cannot be judged.
    """
    files = [(name, read_evidence(name)) for name in evidence or ()]
    target = None if out is None else Path(out)
    contracts: dict[str, str] = {}
    if Path(source).is_dir():
        gathered = of_catalog(catalog_at(source), files)
    else:
        try:
            gathered, contracts = _of_document(source, target, files)
        except OpenApiFault as fault:
            typer.echo(f"gonogo: {fault}", err=True)
            return status.NO_GO
    outcome = judge(gathered.subjects, gathered.sorted.seen, gathered.sorted.left, mutated=mutants)
    written = () if target is None else _written(target, outcome, contracts)
    report = to_dict(outcome, written)
    if form is Format.JSON:
        print_json(report)
    else:
        _print(report)
    done = not outcome.failed and (target is not None or not outcome.proposed)
    return status.GO if done else status.NO_GO


def _of_document(
    doc: str, target: Path | None, evidence: list[tuple[str, bytes]]
) -> tuple[Gathered, dict[str, str]]:
    """The tools of a document; its contracts too, where the target does not hold them yet."""
    files, entry = document_at(doc)
    lock = None if target is None else locked(target)
    pinned = states(lock)
    settings = Settings(
        frozen=frozen_names(lock),
        groups=frozen_groups(lock),
        not_found=lambda operation: operation.key in pinned,
    )
    made = compile_document(files, entry, settings)
    overlays = {} if target is None else read_overlays(target)[0]
    gathered = of_document(made, Source(files, entry), overlays, evidence)
    return gathered, contracts_of(made) if lock is None else {}


def _written(target: Path, outcome: Outcome, contracts: dict[str, str]) -> tuple[str, ...]:
    folder = Folder(target)
    names = [fixtures_file(row.proposal.subject.stem) for row in outcome.proposed]
    earlier = {name: _value(folder.get(name)) for name in names}
    now = datetime.now(UTC).replace(microsecond=0).isoformat().replace("+00:00", "Z")
    return write_files(target, {**contracts, **files_of(outcome, now, earlier)})


def _value(data: bytes | None) -> Json:
    try:
        return None if data is None else parse(data, Limits())
    except (TextFault, ValueFault):
        return None


def _print(report: Json) -> None:
    out = console()
    for line in to_text(report):
        out.print(line, markup=False, soft_wrap=True)
