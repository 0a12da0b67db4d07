"""What a newer OpenAPI document does to a catalog, told: `gonogo import openapi --check`."""

from dataclasses import dataclass, replace

from gonogo.check.document_drift import Drift, Rules, drift
from gonogo.cli import status
from gonogo.cli.catalogs import catalog_at
from gonogo.cli.changes import print_report
from gonogo.cli.formats import Format, console, print_json
from gonogo.cli.progress import counted
from gonogo.cli.usage import WrongUsage
from gonogo.openapi.compilation import Compilation
from gonogo.openapi.files import LOCK_FILE
from gonogo.schema.types import Json


@dataclass(frozen=True, slots=True)
class Target:
    """What a document is compared with.

    Attributes:
        out: the contract repository; None where none is named.
        lock: its `openapi.lock.json`; None where it has none.
        doc: the document, as the user named it.
    """

    out: str | None
    lock: Json
    doc: str


def check_drift(target: Target, made: Compilation, rules: Rules, form: Format) -> int:
    """Say what a document does to a catalog; return the exit status.

    Raises:
        WrongUsage: there is no catalog to compare with.
    """
    if target.out is None or target.lock is None:
        raise WrongUsage(f"--check compares with a catalog: name one that holds {LOCK_FILE} with --out")
    with counted("comparing", shown=form is Format.TEXT) as progress:
        found = drift(
            catalog_at(target.out), target.lock, made, target.doc, replace(rules, progress=progress)
        )
    if form is Format.JSON:
        print_json(found.to_dict())
    else:
        _print_drift(found)
    if found.broken:
        return status.NO_GO
    return status.UNKNOWN if found.diff.undecided else status.GO


def _print_drift(found: Drift) -> None:
    out = console()
    print_report(found.diff)
    lines = [
        f"executed otherwise {each.tool}: {', '.join(each.members)}; {each.before} -> {each.after}"
        for each in found.bound
    ]
    lines += [
        f"{name} seems to be {to} now: name it in [renames] of gonogo.toml"
        for name, to in found.removed.items()
        if to is not None
    ]
    before, after = found.before, found.after
    lines += [
        f"typed before: {before.typed} of {before.tools} ({before.share:.1%})",
        f"typed now: {after.typed} of {after.tools} ({after.share:.1%})",
        found.verdict,
    ]
    for line in lines:
        out.print(line, markup=False, soft_wrap=True)
