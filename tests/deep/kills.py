"""A refund that is killed at a random instant goes on and ends, and the money is given back exactly once.

    python -m deep.kills [--count N] [--seed N] [--postgres [URL]]

Each trial runs `examples/refunds/flow.py` in a process of its own, kills it with SIGKILL, and runs it again. Instants are
uniform over a run that nobody kills; every fourth trial is killed between the booking of the refund and its record, where
doing it again could refund twice. Every other trial kills the refund tool's process too. What happened is counted at
the tool's own store. With `--postgres`, runs and checkpoints are in PostgreSQL, else in SQLite.
"""

import argparse
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from gonogo import Catalog, Host
from gonogo.host.checkpoint import Resumed
from gonogo.host.stores import open_store
from postgres import cluster

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "refunds"
STEPS = ["handed_over", "refunded", "acknowledged"]
SLOW = 1.0
"""Seconds that the bank takes between booking and answering."""

_PATIENCE = 120.0
_WINDOW = "between the refund and its record"
_OVER = "after the end"


@dataclass
class Ended:
    """What became of the trials.

    Attributes:
        trials: how many there were.
        killed: where they were killed, by the last step that was recorded.
        faults: what went wrong, one line each; none where all is well.
    """

    trials: int = 0
    killed: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Matrix:
    """Where the runs of a matrix are.

    Attributes:
        folder: the bank's store, and the others where they are SQLite.
        postgres: the URL of the database; None for SQLite.
    """

    folder: Path
    postgres: str | None = None

    @property
    def environment(self) -> dict[str, str]:
        """What the example is told of its stores."""
        url = self.postgres
        own = {
            "REFUNDS_DURABLE": url or f"sqlite:///{self.folder / 'durable.sqlite'}",
            "REFUNDS_RUNS": url or f"sqlite:{self.folder / 'runs.sqlite'}",
            "REFUNDS_BANK": str(self.bank),
            "REFUNDS_SLOW": str(SLOW),
        }
        return {**os.environ, **own}

    @property
    def bank(self) -> Path:
        """The refund tool's own store."""
        return self.folder / "bank.sqlite"

    def refunds(self, run_id: str) -> int:
        """How often the bank has refunded in a run."""
        if not self.bank.exists():
            return 0
        with (
            closing(sqlite3.connect(self.bank, timeout=10)) as connection,
            suppress(sqlite3.OperationalError),
        ):
            query = "select count(*) from refunds where key like ?"
            return int(connection.execute(query, (f"{run_id}-%",)).fetchone()[0])
        return 0

    def recorded(self, run_id: str) -> list[str]:
        """The steps of a run that are recorded, in order."""
        query = "select function_name from {} where workflow_uuid = {} order by function_id"
        if self.postgres is not None:
            with psycopg.connect(self.postgres) as connection:
                rows = connection.execute(
                    query.format("dbos.operation_outputs", "%s").encode(), (run_id,)
                ).fetchall()
        else:
            with closing(sqlite3.connect(self.folder / "durable.sqlite", timeout=10)) as local:
                rows = local.execute(query.format("operation_outputs", "?"), (run_id,)).fetchall()
        return [row[0] for row in rows]


@contextmanager
def running(matrix: Matrix, run_id: str) -> Iterator[subprocess.Popen[str]]:
    """Run the example until it has launched; it is killed at the end, if it still runs."""
    process = subprocess.Popen(  # noqa: S603 - our own example
        [sys.executable, "flow.py", run_id, "--acknowledge"],
        cwd=EXAMPLE,
        env=matrix.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        if process.stdout is None or process.stdout.readline() != "launched\n":
            raise RuntimeError(process.communicate()[1])
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def unkilled(matrix: Matrix, run_id: str) -> tuple[float, str]:
    """Let a run end; return the seconds that it took from its launch, and what it said."""
    with running(matrix, run_id) as process:
        began = time.perf_counter()
        out, err = process.communicate(timeout=_PATIENCE)
        if process.returncode:
            raise RuntimeError(err)
        return time.perf_counter() - began, out


def kill(matrix: Matrix, run_id: str, instant: float, *, directed: bool, whole: bool) -> str:
    """Run until an instant and kill; return where that was.

    Args:
        matrix: where the run is.
        run_id: the run.
        instant: seconds from the launch; from the booking of the refund where `directed`.
        directed: whether to wait for the booking.
        whole: whether the refund tool's process is killed too.
    """
    with running(matrix, run_id) as process:
        deadline = time.monotonic() + _PATIENCE
        while (
            directed and not matrix.refunds(run_id) and process.poll() is None and time.monotonic() < deadline
        ):
            time.sleep(0.01)
        time.sleep(instant)
        if process.poll() is not None:
            return _OVER
        if whole:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
        process.wait()
        steps = matrix.recorded(run_id)
        if matrix.refunds(run_id) and "refund" not in steps:
            return _WINDOW
        return f"behind {steps[-1]} ({len(steps)})" if steps else "before the first step"


def trial(matrix: Matrix, run_id: str, where: str) -> list[str]:
    """Run again what was killed, and return what is wrong with what came of it."""
    faults = []
    try:
        out = unkilled(matrix, run_id)[1]
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        return [f"{run_id}, killed {where}: it did not end: {error}"]
    if json.loads(out).get("acknowledged") is not True:
        faults.append(f"{run_id}, killed {where}: it ended otherwise: {out}")
    if matrix.refunds(run_id) != 1:
        faults.append(f"{run_id}, killed {where}: {matrix.refunds(run_id)} refunds")
    host = Host(Catalog.load(EXAMPLE), store=open_store(matrix.environment["REFUNDS_RUNS"]))
    with closing(host.runs.store) as store:
        opened = [host.runs.open(row) for row in store.history(run_id)]
    steps = [each.checkpoint.step if isinstance(each, Resumed) else "refused" for each in opened]
    if steps != STEPS:
        faults.append(f"{run_id}, killed {where}: the checkpoints are {steps}")
    return faults


def matrix_of(matrix: Matrix, *, count: int, seed: int, aloud: bool = False) -> Ended:
    """Run so many trials, one after another."""
    chance = random.Random(seed)
    unkilled(matrix, f"s{seed}-first")  # makes the databases
    whole_run = unkilled(matrix, f"s{seed}-unkilled")[0]
    ended = Ended()
    drawn = 0
    while ended.trials < count:
        drawn += 1
        run_id = f"s{seed}-{drawn}"
        directed = ended.trials % 4 == 0
        instant = chance.uniform(0, SLOW * 0.9 if directed else whole_run)
        where = kill(matrix, run_id, instant, directed=directed, whole=ended.trials % 2 == 0)
        ended.faults += trial(matrix, run_id, where)
        if where == _OVER:  # it was faster than the one that was measured: nothing was killed
            continue
        ended.trials += 1
        ended.killed[where] += 1
        if aloud:
            print(f"{run_id} killed {where}, {len(ended.faults)} faults so far", file=sys.stderr, flush=True)
    return ended


def main() -> None:
    """Run the trials and print the figures; the exit status says whether all is well."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--count", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument(
        "--postgres", nargs="?", const="", help="a database's URL; a server of our own without one"
    )
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="gonogo-kills-") as folder, ExitStack() as stack:
        url = stack.enter_context(cluster()).make("kills") if chosen.postgres == "" else chosen.postgres
        ended = matrix_of(Matrix(Path(folder), url), count=chosen.count, seed=chosen.seed, aloud=True)
    kind = "SQLite" if chosen.postgres is None else "PostgreSQL"
    print(f"{kind}: {ended.trials} kills, seed {chosen.seed}, {len(ended.faults)} faults")
    for where, times in ended.killed.most_common():
        print(f"  {times:4} {where}")
    for fault in ended.faults:
        print(f"  {fault}")
    sys.exit(1 if ended.faults else 0)


if __name__ == "__main__":
    main()
