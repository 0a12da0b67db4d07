"""`gonogo import`: contracts out of what exists."""

import json
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.document import read_document
from gonogo.catalog.finding import Finding
from gonogo.check.linting import linting
from gonogo.cli import status
from gonogo.cli.apps import module_named
from gonogo.cli.formats import Format, FormatOption, console, print_json
from gonogo.cli.usage import WrongUsage
from gonogo.schema.types import Json
from gonogo.sources.functions import functions_in, read_functions
from gonogo.sources.lists import Imported, NoToolList, read_list


class Kind(str, Enum):
    """What can be imported."""

    TOOLS = "tools"
    PYTHON = "python"


def imports(
    kind: Annotated[Kind, typer.Argument(help="What it is: a list of tools, or a Python module.")],
    source: Annotated[
        str,
        typer.Argument(
            help="A JSON file in OpenAI's, Anthropic's, Gemini's, Bedrock's or MCP's form; or a module."
        ),
    ],
    *,
    out: Annotated[
        str, typer.Option("--out", help="The contract repository; files that are there stay.")
    ] = ".",
    form: FormatOption = Format.TEXT,
) -> int:
    """Make contracts of a list of tools or of a module's functions, and lint them; exit 1 where a tool is left out.

    An OpenAPI document is imported by `gonogo import openapi`, which has options of its own.
    """
    tools = _listed(source) if kind is Kind.TOOLS else read_functions(functions_in(module_named(source)))
    written, there = _write(tools, Path(out))
    findings = linting(Path(out), Catalog.load(out))().findings if written else ()
    if form is Format.JSON:
        print_json(_report(kind, tools, written, there, findings))
    else:
        _print(tools, written, there, findings)
    return status.NO_GO if any(tool.fault for tool in tools) else status.GO


def _listed(source: str) -> tuple[Imported, ...]:
    path = Path(source)
    document = read_document(path.parent, path.name)
    if isinstance(document, Finding):
        raise WrongUsage(f"{source}: {document.message}")
    try:
        return read_list(document.value)
    except NoToolList as error:
        raise WrongUsage(f"{source}: {error}") from None


def _write(tools: tuple[Imported, ...], root: Path) -> tuple[list[str], list[str]]:
    """Write the files that are not there yet; returns those that were written and those that were there."""
    written: list[str] = []
    there: list[str] = []
    for tool in tools:
        for file, value in tool.files.items():
            path = root / file
            if path.exists():
                there.append(file)
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(value, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
            written.append(file)
    return written, there


def _report(
    kind: Kind,
    tools: tuple[Imported, ...],
    written: list[str],
    there: list[str],
    findings: tuple[Finding, ...],
) -> dict[str, Json]:
    return {
        "kind": kind.value,
        "tools": [
            {
                "tool": tool.name,
                "form": tool.form,
                "changes": [{"pointer": each.pointer, "what": each.what} for each in tool.changes],
                "fault": tool.fault,
            }
            for tool in tools
        ],
        "written": written,
        "there": there,
        "findings": [finding.to_dict() for finding in findings],
    }


def _print(
    tools: tuple[Imported, ...], written: list[str], there: list[str], findings: tuple[Finding, ...]
) -> None:
    out = console()
    for tool in tools:
        for change in tool.changes:
            out.print(f"{tool.name} {change.pointer}: {change.what}", markup=False, soft_wrap=True)
        if tool.fault is not None:
            out.print(f"{tool.name}: left out: {tool.fault}", markup=False, soft_wrap=True)
    for file in there:
        out.print(f"{file}: is there already, and stays", markup=False, soft_wrap=True)
    for finding in findings:
        out.print(str(finding), markup=False, soft_wrap=True)
    out.print(f"{len(written)} files written, {len(findings)} findings", markup=False, soft_wrap=True)
