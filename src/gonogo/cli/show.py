"""`gonogo show`: look at a contract."""

import json
from typing import Annotated

import typer

from gonogo.catalog.contract import Contract
from gonogo.cli import status
from gonogo.cli.catalogs import catalog_at
from gonogo.cli.formats import Format, FormatOption, console, print_json
from gonogo.cli.usage import WrongUsage
from gonogo.gauge.hints import nearest
from gonogo.schema.types import Json


def show(
    name: Annotated[str, typer.Argument(help="A tool, a handoff or a state.")],
    *,
    catalog: Annotated[str, typer.Option("--catalog", help="The contract repository.")] = ".",
    form: FormatOption = Format.TEXT,
) -> int:
    """Show the contracts of a tool, a handoff or a state: identifier, version, digest and schema."""
    loaded = catalog_at(catalog)
    contracts = [contract for contract in loaded.contracts if contract.name == name]
    if not contracts:
        near = nearest(name, [contract.name for contract in loaded.contracts])
        raise WrongUsage(f"{catalog} has no {name}" + (f"; did you mean {near}?" if near else ""))
    if form is Format.JSON:
        print_json({"name": name, "contracts": [_row(contract) for contract in contracts]})
    else:
        for contract in contracts:
            _print(contract)
    return status.GO


def _row(contract: Contract) -> dict[str, Json]:
    return {
        "side": contract.side.value,
        "schema": contract.id,
        "version": str(contract.version),
        "digest": contract.digest,
        "file": contract.file,
        "document": contract.schema,
    }


def _print(contract: Contract) -> None:
    out = console()
    out.print(f"[bold]{contract.side.value}[/] ", end="")
    out.print(
        f"{contract.id or '(no $id)'} {contract.version} {contract.digest}", markup=False, soft_wrap=True
    )
    out.print_json(json.dumps(contract.schema))
