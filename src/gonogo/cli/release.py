"""`gonogo release`: freeze the versions of contracts."""

from typing import Annotated

import typer

from gonogo.check.releases import release as freeze
from gonogo.cli import status
from gonogo.cli.catalogs import catalog_at
from gonogo.cli.formats import Format, FormatOption, console, print_json


def release(
    path: Annotated[str, typer.Argument(help="The contract repository.")] = ".",
    *,
    form: FormatOption = Format.TEXT,
) -> int:
    """Freeze every version that is not frozen yet, below `schemas/released`, and write down what is promised.

    Exits with 1, and writes nothing, where a contract is broken, or changed without a new version.
    """
    done = freeze(catalog_at(path))
    if form is Format.JSON:
        print_json({"written": list(done.written), "findings": [each.to_dict() for each in done.findings]})
    else:
        out = console()
        for finding in done.findings:
            out.print(
                f"{finding} ({finding.hint})" if finding.hint else str(finding), markup=False, soft_wrap=True
            )
        for file in done.written:
            out.print(f"wrote {file}", markup=False, soft_wrap=True)
        if not done.findings and not done.written:
            out.print("every version is frozen already")
    return status.NO_GO if done.findings else status.GO
