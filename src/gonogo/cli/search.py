"""`gonogo search`: door 1 from the shell."""

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from gonogo.cli import status
from gonogo.cli.catalogs import catalog_at
from gonogo.cli.formats import Format, FormatOption, console, print_json
from gonogo.cli.indexes import index_of
from gonogo.cli.usage import WrongUsage
from gonogo.search.answer import Answer, Asked, find
from gonogo.search.encoders import ExtraAbsent, semantic
from gonogo.search.fused import Fused
from gonogo.search.index import Index


def search(
    query: Annotated[str, typer.Argument(help="What the tool is to do, in words.")],
    *,
    catalog: Annotated[str, typer.Option("--catalog", help="The contract repository.")] = ".",
    most: Annotated[int, typer.Option("--most", min=1, help="How many tools to answer with.")] = 5,
    tokens: Annotated[int, typer.Option("--tokens", min=1, help="What the answer may measure.")] = 6_000,
    namespace: Annotated[str, typer.Option("--namespace", help="Tools below this folder only.")] = "",
    read_only: Annotated[bool, typer.Option("--read-only", help="Tools that change nothing only.")] = False,
    meaning: Annotated[
        bool, typer.Option("--semantic", help="Ask for meaning too; needs the extra `semantic`.")
    ] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Show scores and matched fields.")] = False,
    form: FormatOption = Format.TEXT,
) -> int:
    """Find the tools that answer a query; status 1 where there is none."""
    loaded = catalog_at(catalog)
    folders = tuple(namespace.strip("/").split("/")) if namespace.strip("/") else None
    asked = Asked(query, most, tokens, namespace=folders, read_only=read_only)
    index = index_of(loaded, Path(catalog))
    answer = find(_with_meaning(index) if meaning else index, asked)
    if form is Format.JSON:
        print_json(answer.to_dict())
    else:
        _print(answer, explain=explain)
    return status.GO if answer.hits else status.NO_GO


def _with_meaning(index: Index) -> Fused:
    try:
        return semantic(index)
    except ExtraAbsent as error:
        raise WrongUsage(str(error)) from None


def _print(answer: Answer, *, explain: bool) -> None:
    out = console()
    for hit in answer.hits:
        tool = hit.scored.tool
        out.print(f"[bold]{escape(tool.name)}[/] {escape(tool.description)}", soft_wrap=True)
        if explain:
            out.print(f"  score {hit.scored.score:.2f} by {', '.join(hit.scored.fields)}", soft_wrap=True)
        if explain and hit.alike is not None:
            out.print(f"  nearly the same as {escape(hit.alike)}", soft_wrap=True)
        if explain and hit.truncated:
            out.print("  its definition exceeds what is left of --tokens")
    if not answer.hits:
        near = f"; the nearest names: {', '.join(answer.near)}" if answer.near else ""
        out.print(f"no tool shares a word with the query{near}", markup=False, soft_wrap=True)
