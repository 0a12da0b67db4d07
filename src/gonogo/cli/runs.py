"""`gonogo runs`: the checkpoints of a store, judged by the contracts of today."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, TypeAlias

import typer
from rich.console import Console
from rich.progress import track

from gonogo.cli import status
from gonogo.cli.catalogs import catalog_at
from gonogo.cli.formats import Format, FormatOption, console, print_json
from gonogo.cli.places import tree_of
from gonogo.cli.usage import WrongUsage
from gonogo.host.checkpoint import Restored, Resumed, Saved, Written
from gonogo.host.host import Host
from gonogo.host.runs import Runs
from gonogo.host.store import Row, StoreError
from gonogo.host.stores import configured_store, open_store
from gonogo.schema.text import write
from gonogo.schema.types import Json


class Action(str, Enum):
    """What is done with the runs."""

    LIST = "list"
    SHOW = "show"
    RESUME = "resume"
    VERIFY = "verify"
    MIGRATE = "migrate"


Answer: TypeAlias = Restored | Written
"""What the door says of a checkpoint."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One checkpoint with what became of it.

    Attributes:
        row: where it stands.
        answer: the answer of the door.
        whole: whether its state is shown.
    """

    row: Row
    answer: Answer
    whole: bool = False

    @property
    def passed(self) -> bool:
        """Whether it is one to go on from."""
        return isinstance(self.answer, Resumed | Saved)

    def to_dict(self) -> dict[str, Json]:
        """Return the JSON form."""
        answer = self.answer
        checkpoint = answer.checkpoint if isinstance(answer, Resumed | Saved) else None
        migrated = answer.migrated_from if isinstance(answer, Resumed) else None
        form: dict[str, Json] = {
            "run_id": self.row.run_id,
            "revision": checkpoint.revision if checkpoint else self.row.revision,
            "step": checkpoint.step if checkpoint else None,
            "schema": checkpoint.schema if checkpoint else None,
            "version": checkpoint.schema_version if checkpoint else None,
            "migrated_from": str(migrated) if migrated else None,
            "written_at": checkpoint.written_at if checkpoint else None,
            "remarks": list(answer.remarks) if isinstance(answer, Resumed) else [],
            "verdict": "go" if checkpoint else "no-go",
            "problem": None if isinstance(answer, Resumed | Saved) else answer.problem.to_dict(),
        }
        if self.whole and checkpoint is not None:
            form["state"] = checkpoint.state
        return form


def runs(
    action: Annotated[
        Action,
        typer.Argument(
            help="list: where each run stands. show RUN: its checkpoints. resume RUN: the state that it goes on "
            "from. verify: judge every checkpoint. migrate [RUN]: write old ones anew in the current version."
        ),
    ],
    run_id: Annotated[str | None, typer.Argument(metavar="[RUN]", help="The run.")] = None,
    *,
    catalog: Annotated[str, typer.Option("--catalog", help="The contract repository.")] = ".",
    store: Annotated[
        str | None,
        typer.Option(
            "--store", help="sqlite:PATH, folder:PATH or postgresql://…, where it is another than configured."
        ),
    ] = None,
    form: FormatOption = Format.TEXT,
) -> int:
    """Look at the checkpoints of a store, by the contracts of today; a checkpoint that breaks its contract is told.

    Only `resume` shows what a run remembers, and only `migrate` writes.
    """
    if run_id is None and action in (Action.SHOW, Action.RESUME):
        raise WrongUsage(f"say which run: gonogo runs {action.value} RUN")
    if run_id is not None and action in (Action.LIST, Action.VERIFY):
        raise WrongUsage(f"gonogo runs {action.value} takes no run")
    try:
        report, door = Report(), _door(catalog, store)
        with closing(door.store):
            for row, answer in _act(door, action, run_id, aloud=form is Format.TEXT):
                judged = Judged(row, answer, whole=action is Action.RESUME)
                report.count(judged, listed=action is not Action.VERIFY or not judged.passed)
    except StoreError as error:
        raise WrongUsage(f"{error} ({error.code})") from None
    if run_id is not None and not report.go + report.no_go:
        raise WrongUsage(f"the store has no run {run_id}")
    if form is Format.JSON:
        print_json({"action": action.value, **report.to_dict()})
    else:
        for judged in report.listed:
            _print(judged)
        console().print(f"{report.go} go, {report.no_go} no-go")
    return status.NO_GO if report.no_go else status.GO


@dataclass
class Report:
    """What the checkpoints came to; those that pass a `verify` are counted and not kept, since a store may be large.

    Attributes:
        listed: the checkpoints that are told one by one.
        go: how many passed.
        no_go: how many did not.
    """

    listed: list[Judged] = field(default_factory=list)
    go: int = 0
    no_go: int = 0

    def count(self, judged: Judged, *, listed: bool) -> None:
        """Add a checkpoint."""
        self.go += judged.passed
        self.no_go += not judged.passed
        if listed:
            self.listed.append(judged)

    def to_dict(self) -> dict[str, Json]:
        """Return the JSON form."""
        return {"checkpoints": [each.to_dict() for each in self.listed], "go": self.go, "no_go": self.no_go}


def _door(catalog: str, address: str | None) -> Runs:
    loaded = catalog_at(catalog)
    opened = open_store(address) if address else configured_store(loaded)
    return Host(loaded, store=opened).runs


def _act(door: Runs, action: Action, run_id: str | None, *, aloud: bool) -> Iterator[tuple[Row, Answer]]:
    store = door.store
    if action is Action.VERIFY:
        rows = store.rows()
        console_ = Console(stderr=True)
        if aloud and console_.is_terminal:
            rows = iter(track(rows, "verify", total=store.count(), console=console_))
    elif action is Action.SHOW:
        rows = store.history(run_id or "")
    elif run_id is None:
        rows = store.heads()
    else:
        last = store.last(run_id)
        rows = iter(() if last is None else (last,))
    judge: Callable[[Row], Answer] = door.migrate if action is Action.MIGRATE else door.open
    return ((row, judge(row)) for row in rows)


def _print(judged: Judged) -> None:
    out = console()
    told = judged.to_dict()
    name = f"{told['run_id']} {told['revision']}"
    answer = judged.answer
    if not isinstance(answer, Resumed | Saved):
        out.print(tree_of(name, answer.problem))
        return
    migrated = f", from {told['migrated_from']}" if told["migrated_from"] else ""
    remarks = "".join(f", {remark}" for remark in told["remarks"])
    out.print(f"[green]go[/] {name} ", end="")
    line = (
        f"{told['step']} ({told['schema']} {told['version']}{migrated}{remarks}) {told['written_at'] or ''}"
    )
    out.print(line.rstrip(), markup=False, soft_wrap=True)
    if "state" in told:
        out.print_json(write(told["state"]))
