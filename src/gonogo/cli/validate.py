"""`gonogo validate`: gauge files, lines or standard input against one contract."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from gonogo.catalog.pick import PickError, pick_contract
from gonogo.cli import status
from gonogo.cli.formats import Format, FormatOption, console, print_json
from gonogo.cli.places import tree_of
from gonogo.cli.usage import WrongUsage
from gonogo.gauge.gauge import Gauge
from gonogo.gauge.verdict import NoGo, Verdict
from gonogo.schema.types import Json

_LINES = frozenset({".jsonl", ".ndjson"})


@dataclass(frozen=True, slots=True)
class Judged:
    """One payload with its verdict.

    Attributes:
        source: the file that it came from, `-` for standard input.
        line: its line, from 1, where the file holds one payload a line; else None.
        verdict: what the gauge answered.
    """

    source: str
    line: int | None
    verdict: Verdict

    def to_dict(self) -> dict[str, Json]:
        """Return the JSON form."""
        refused = isinstance(self.verdict, NoGo)
        problem = self.verdict.problem.to_dict() if isinstance(self.verdict, NoGo) else None
        return {
            "source": self.source,
            "line": self.line,
            "verdict": "no-go" if refused else "go",
            "problem": problem,
        }


def validate(
    payloads: Annotated[
        list[str] | None, typer.Argument(help="Files to gauge; `-`, or none, for standard input.")
    ] = None,
    *,
    schema: Annotated[str, typer.Option("--schema", help="A schema file, or a folder of them with --id.")],
    identifier: Annotated[
        str | None, typer.Option("--id", help="Which contract of the folder: its `$id`.")
    ] = None,
    lines: Annotated[
        bool, typer.Option("--lines", help="One payload a line, as in .jsonl and .ndjson files.")
    ] = False,
    form: FormatOption = Format.TEXT,
) -> int:
    """Gauge payloads against one contract.

    Exits with 0 where every payload passes, 1 where one does not or the schema is wrong, 64 where a file cannot
    be read.
    """
    try:
        gauge = pick_contract(Path(schema), identifier)
    except PickError as error:
        if error.findings:
            return _report_schema(error, form)
        raise WrongUsage(str(error)) from None
    judged = (each for source in payloads or ["-"] for each in _judge(gauge, source, lines=lines))
    return _report_json(gauge, judged) if form is Format.JSON else _report_text(judged)


def _judge(gauge: Gauge, source: str, *, lines: bool) -> Iterator[Judged]:
    if not lines and Path(source).suffix not in _LINES:
        yield Judged(source, None, gauge.read(_read(source)))
        return
    for number, line in enumerate(_read(source).split(b"\n"), start=1):
        if line.strip():
            yield Judged(source, number, gauge.read(line.removesuffix(b"\r")))


def _read(source: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except OSError as error:
        raise WrongUsage(f"{source}: {error.strerror}") from None


def _report_json(gauge: Gauge, judged: Iterator[Judged]) -> int:
    rows = [each.to_dict() for each in judged]
    refused = sum(row["verdict"] == "no-go" for row in rows)
    subject = gauge.subject
    contract = {"schema": subject.schema, "version": subject.version, "digest": subject.digest}
    print_json(
        {
            "contract": contract,
            "findings": [],
            "payloads": rows,
            "go": len(rows) - refused,
            "no_go": refused,
        }
    )
    return status.NO_GO if refused else status.GO


def _report_text(judged: Iterator[Judged]) -> int:
    out = console()
    counts = {True: 0, False: 0}
    for each in judged:
        name = each.source if each.line is None else f"{each.source}:{each.line}"
        counts[bool(each.verdict)] += 1
        if isinstance(each.verdict, NoGo):
            out.print(tree_of(name, each.verdict.problem))
        else:
            out.print("[green]go[/]    ", end="")
            out.print(name, markup=False, soft_wrap=True)
    out.print(f"{counts[True]} go, {counts[False]} no-go")
    return status.NO_GO if counts[False] else status.GO


def _report_schema(error: PickError, form: Format) -> int:
    if form is Format.JSON:
        findings = [finding.to_dict() for finding in error.findings]
        print_json({"contract": None, "findings": findings, "payloads": [], "go": 0, "no_go": 0})
    else:
        for finding in error.findings:
            console().print(str(finding), markup=False, soft_wrap=True)
    return status.NO_GO
