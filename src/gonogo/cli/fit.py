"""`gonogo fit`: does what one contract lets out fit another that takes it in."""

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from gonogo.catalog.config import Wiring
from gonogo.catalog.contract import Contract, Side
from gonogo.catalog.edition import NoEdition, read_edition
from gonogo.check.wiring import CONSUMERS, PRODUCERS, NoContract, find
from gonogo.cli import status
from gonogo.cli.catalogs import catalog_at
from gonogo.cli.changes import STYLES, LevelOption
from gonogo.cli.formats import Format, FormatOption, console, print_json
from gonogo.cli.usage import WrongUsage
from gonogo.diff.fit import Fit, NoField
from gonogo.diff.fit import fit as fit_contracts
from gonogo.diff.judgement import Level, Verdict
from gonogo.schema.pointer import PointerError
from gonogo.schema.text import write


def fit(
    producer: Annotated[
        str | None,
        typer.Argument(help="A tool, whose output is taken; a handoff, a state, or a schema file."),
    ] = None,
    consumer: Annotated[
        str | None, typer.Argument(help="A tool, whose input takes it; a handoff, a state, or a schema file.")
    ] = None,
    *,
    fields: Annotated[
        list[str] | None,
        typer.Option(
            "--field", help="PROPERTY=POINTER: where a property is taken from; by name without any."
        ),
    ] = None,
    catalog: Annotated[str, typer.Option("--catalog", help="The contract repository.")] = ".",
    level: LevelOption = Level.DECLARED,
    form: FormatOption = Format.TEXT,
) -> int:
    """Say whether every value of one contract fits another; without names, for every `[[wiring]]` of the catalog.

    Exits with 0 where all fits, 1 where a value does not, 2 where it is neither proven nor shown.
    """
    found = [_judge(each, catalog) for each in _asked(producer, consumer, fields, catalog)]
    if form is Format.JSON:
        print_json({"level": level.value, "fits": [each.to_dict() for each in found]})
    else:
        for each in found:
            print_fit(each)
    return status.worst(_status(each, level) for each in found)


def _asked(
    producer: str | None, consumer: str | None, fields: list[str] | None, catalog: str
) -> list[Wiring]:
    if producer is None:
        wiring = list(catalog_at(catalog).config.wiring)
        if not wiring:
            raise WrongUsage(f"{catalog} names no [[wiring]]: say which two contracts")
        return wiring
    if consumer is None:
        raise WrongUsage("say what takes it: gonogo fit PRODUCER CONSUMER")
    if fields:
        return [Wiring(producer, consumer, dict(map(_field, fields)))]
    known = catalog_at(catalog).config.wiring if Path(catalog, "gonogo.toml").exists() else ()
    same = [each for each in known if (each.producer, each.consumer) == (producer, consumer)]
    return same or [Wiring(producer, consumer)]


def _field(text: str) -> tuple[str, str]:
    name, sign, pointer = text.partition("=")
    if not sign or not name:
        raise WrongUsage(f"--field {text}: write PROPERTY=POINTER")
    return name, pointer


def _judge(wiring: Wiring, catalog: str) -> Fit:
    producer, consumer = (
        _contract(wiring.producer, catalog, PRODUCERS),
        _contract(wiring.consumer, catalog, CONSUMERS),
    )
    try:
        return fit_contracts(producer, consumer, wiring.fields or None)
    except (NoField, PointerError) as error:
        raise WrongUsage(str(error)) from None


def _contract(name: str, catalog: str, sides: tuple[Side, ...]) -> Contract:
    if Path(name).is_file():
        return _of_file(name, sides[0])
    try:
        return find(catalog_at(catalog), name, sides)
    except NoContract as error:
        raise WrongUsage(f"{catalog}: {error}") from None


def _of_file(path: str, side: Side) -> Contract:
    try:
        edition = read_edition(path, side=side)
    except NoEdition as error:
        raise WrongUsage(str(error)) from None
    for fault in edition.faults.values():
        raise WrongUsage(str(fault))
    return next(iter(edition.contracts.values()))


def _status(found: Fit, level: Level) -> int:
    if level.breaks(found.verdict):
        return status.NO_GO
    return status.UNKNOWN if found.verdict is Verdict.UNKNOWN else status.GO


def print_fit(found: Fit) -> None:
    """Write whether a pair fits, and the payload that shows where it does not."""
    out = console()
    style = STYLES[found.verdict]
    proof = f" ({found.proof} proof)" if found.proof else ""
    out.print(f"[{style}]{found.verdict.value}[/] {escape(found.producer)} → {escape(found.consumer)}{proof}")
    for name, pointer in found.fields.items():
        out.print(f"  {escape(name)} ← {escape(pointer or '/')}", soft_wrap=True)
    for sent, got in zip(found.sent, found.taken, strict=True):
        out.print(f"  sent     {escape(write(sent))}", soft_wrap=True)
        out.print(f"  taken    {escape(write(got))}", soft_wrap=True)
    for issue in found.issues[:3]:
        where = f"at {escape(issue.pointer or '/')} by {escape(str(issue.schema_pointer))} ({issue.code})"
        out.print(f"  refused  {where}", soft_wrap=True)
    if found.blocked:
        out.print(f"  neither proven nor shown: {escape(', '.join(found.blocked))}")
