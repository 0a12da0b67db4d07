"""`gonogo call`: call a tool of any MCP server, gauged both ways."""

import asyncio
from typing import Annotated

import typer

from gonogo.cli import status
from gonogo.cli.catalogs import catalog_at
from gonogo.cli.formats import Format, FormatOption, console, print_json
from gonogo.cli.places import tree_of
from gonogo.cli.usage import WrongUsage
from gonogo.gauge.problem import Problem
from gonogo.gauge.verdict import Go, NoGo
from gonogo.mcp.answer import Answer, ToolFailed
from gonogo.mcp.client import GaugedClient, Upstream, command
from gonogo.mcp.connection import NoServer
from gonogo.schema.text import write
from gonogo.schema.types import Json


def call(
    tool: Annotated[str, typer.Argument(help="The tool's name.")],
    upstream: Annotated[
        list[str] | None, typer.Argument(help="The server: a URL, or a command behind `--`.")
    ] = None,
    *,
    arguments: Annotated[str, typer.Option("--json", help="The arguments, as one JSON object.")] = "",
    catalog: Annotated[
        str | None,
        typer.Option("--catalog", help="A contract repository to judge by, instead of the server's word."),
    ] = None,
    mode: Annotated[str, typer.Option("--mode", help="auto, legacy, or a revision by its date.")] = "auto",
    timeout: Annotated[float, typer.Option("--timeout", help="Seconds that the call may take.")] = 30.0,
    form: FormatOption = Format.TEXT,
) -> int:
    """Call a tool and gauge the arguments before they are sent, and the result when it arrives.

    Exits with 0 where the result passed; 1 where a door refused or the tool failed; 64 where there is no server.
    """
    if not upstream:
        raise WrongUsage("say which server: a URL, or a command behind `--`")
    where: Upstream = upstream[0] if "://" in upstream[0] else command(upstream)
    judge = None if catalog is None else catalog_at(catalog)
    try:
        client = GaugedClient(where, judge, mode=mode, timeout=timeout)
    except ValueError as error:
        raise WrongUsage(str(error)) from None
    answer = asyncio.run(_asked(client, tool, arguments))
    return _report_json(answer) if form is Format.JSON else _report_text(tool, answer)


async def _asked(client: GaugedClient, tool: str, arguments: str) -> Answer:
    try:
        async with client:
            return await client.call(tool, arguments)
    except NoServer as error:
        raise WrongUsage(f"the server cannot be reached: {error}") from None


def _report_json(answer: Answer) -> int:
    report: dict[str, Json] = {"verdict": "go", "value": None, "problem": None, "text": ""}
    if isinstance(answer, Go):
        report["value"] = answer.value
    else:
        report["verdict"] = "no-go" if isinstance(answer, NoGo) else "failed"
        report["text"] = "" if isinstance(answer, NoGo) else answer.text
        report["problem"] = (
            answer.problem.to_dict() if isinstance(answer.problem, Problem) else answer.problem
        )
    print_json(report)
    return status.GO if isinstance(answer, Go) else status.NO_GO


def _report_text(tool: str, answer: Answer) -> int:
    out = console()
    if isinstance(answer, Go):
        out.print(write(answer.value), markup=False, soft_wrap=True)
        return status.GO
    if isinstance(answer, ToolFailed) and answer.text:
        out.print(f"failed {tool}: {answer.text}", markup=False, soft_wrap=True)
    elif isinstance(answer.problem, Problem):
        out.print(tree_of(tool, answer.problem))
    return status.NO_GO
