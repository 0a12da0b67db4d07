"""What a gauged checkpoint costs, beside langgraph's SQLite saver at the same `synchronous` level; and a resume.

    python bench/checkpoint.py [--rounds N] [--writes N] [--runs N] [--level full|normal] [--format text|json]

The peer runs in an environment of its own, whose Python the variable GONOGO_LANGGRAPH names (`pip install --group bench`
there); without it its row is left out. Rounds are interleaved; medians with the second-lowest and second-highest round,
by the clock on the wall, since a write waits for the disk. Nothing is asserted.
"""

import argparse
import json
import os
import random
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

from gonogo import Catalog, Host
from gonogo.host.checkpoint import Resumed, Saved
from gonogo.host.folder_store import FolderStore
from gonogo.host.sqlite_store import SqliteStore
from gonogo.host.store import Row, Store
from timing import Figure

ORDERS = Path(__file__).parent.parent / "examples" / "orders"
PEER = Path(__file__).parent / "peers" / "langgraph_saver.py"
STATE = {
    "order_id": "A-10234",
    "intent": "refund",
    "confidence": 0.93,
    "step": "refunded",
    "amount": 99.5,
    "refund_id": "R-1000",
}


def gauged(store: Store) -> Callable[[int], float]:
    """Return what writes so many gauged checkpoints, and the microseconds that one took."""
    host = Host(Catalog.load(ORDERS), store=store)

    def run(writes: int) -> float:
        began = perf_counter()
        for _ in range(writes):
            saved = host.checkpoint("run", "refunded", STATE, "refund_flow")
            assert isinstance(saved, Saved)
        return (perf_counter() - began) / writes * 1e6

    return run


def bare(store: Store) -> Callable[[int], float]:
    """Return what writes the same texts without looking at them."""
    text = json.dumps({"run_id": "run", "step": "refunded", "state": STATE, "schema": "refund_flow"})
    revision = 0

    def run(writes: int) -> float:
        nonlocal revision
        began = perf_counter()
        for _ in range(writes):
            revision += 1
            store.append(Row("run", revision, text))
        return (perf_counter() - began) / writes * 1e6

    return run


@contextmanager
def langgraph(path: Path, level: str) -> Iterator[tuple[str, Callable[[int], float]] | None]:
    """Run the peer for a while; None where nothing says where it is installed."""
    python = os.environ.get("GONOGO_LANGGRAPH")
    if python is None:
        yield None
        return
    words = [python, str(PEER), str(path), level, json.dumps(STATE)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        version = process.stdout.readline().strip()

        def run(writes: int) -> float:
            print(writes, file=process.stdin, flush=True)
            return float(process.stdout.readline()) if process.stdout else 0.0

        yield version, run
        process.stdin.close()


def resumes(folder: Path, runs: int) -> list[float]:
    """Return the microseconds of a resume, in rounds of runs by chance, out of so many."""
    store = SqliteStore(folder / "many.sqlite")
    host = Host(Catalog.load(ORDERS), store=store)
    assert host.checkpoint("run-0", "refunded", STATE, "refund_flow")
    first = store.last("run-0")
    assert first is not None
    assert isinstance(first.text, str)
    with closing(sqlite3.connect(folder / "many.sqlite")) as connection, connection:
        rows = ((f"run-{n}", 1, first.text.replace('"run-0"', f'"run-{n}"')) for n in range(1, runs))
        connection.executemany("insert into checkpoints values (?, ?, ?)", rows)
    chance = random.Random(1)  # noqa: S311 - the same runs each time
    times = []
    for _ in range(11):
        chosen = [f"run-{chance.randrange(runs)}" for _ in range(200)]
        began = perf_counter()
        found = [host.resume(run_id) for run_id in chosen]
        times.append((perf_counter() - began) / len(chosen) * 1e6)
        assert all(isinstance(each, Resumed) for each in found)
    store.close()
    return times


def measured(folder: Path, rounds: int, writes: int, level: str) -> tuple[str | None, dict[str, list[float]]]:
    """Run the rounds, interleaved; every other one goes backwards."""
    ways: dict[str, Callable[[int], float]] = {
        "bare insert": bare(SqliteStore(folder / "bare.sqlite", synchronous=level)),
        "gauged, SQLite": gauged(SqliteStore(folder / "gauged.sqlite", synchronous=level)),
        "gauged, folder": gauged(FolderStore(folder / "runs")),
    }
    with langgraph(folder / "langgraph.sqlite", level) as peer:
        if peer is not None:
            ways["langgraph, SQLite"] = peer[1]
        times: dict[str, list[float]] = {name: [] for name in ways}
        order = list(ways)
        for run in ways.values():
            run(writes)
        for _ in range(rounds):
            for name in order:
                times[name].append(ways[name](writes))
            order.reverse()
        return (peer[0] if peer else None), times


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--rounds", type=int, default=11)
    options.add_argument("--writes", type=int, default=200)
    options.add_argument("--runs", type=int, default=100_000)
    options.add_argument("--level", choices=["full", "normal"], default="full")
    options.add_argument("--format", choices=["text", "json"], default="text")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        version, times = measured(Path(name), chosen.rounds, chosen.writes, chosen.level)
        resumed = resumes(Path(name), chosen.runs)
    figures = {name: Figure.of(rounds) for name, rounds in times.items()}
    peer = times.get("langgraph, SQLite")
    ratio = None
    if peer is not None:
        ratio = Figure.of([ours / theirs for ours, theirs in zip(times["gauged, SQLite"], peer, strict=True)])
    report: dict[str, Any] = {
        "level": chosen.level,
        "langgraph": version,
        "writes": {name: vars_of(figure) for name, figure in figures.items()},
        "ratio": None if ratio is None else vars_of(ratio),
        "resume": {"runs": chosen.runs, **vars_of(Figure.of(resumed))},
    }
    if chosen.format == "json":
        print(json.dumps(report))
        return
    print(f"one write, microseconds, synchronous={chosen.level}, {chosen.rounds} rounds of {chosen.writes}")
    for name, figure in figures.items():
        print(f"{name:20} {figure.median:8.1f} [{figure.low:.1f} .. {figure.high:.1f}]")
    if ratio is not None:
        told = f"{ratio.median:.2f} [{ratio.low:.2f} .. {ratio.high:.2f}]"
        print(f"gauged beside langgraph-checkpoint-sqlite {version}: {told}")
    resume = Figure.of(resumed)
    print(
        f"one resume of {chosen.runs} runs, microseconds: {resume.median:.1f} [{resume.low:.1f} .. {resume.high:.1f}]"
    )


def vars_of(figure: Figure) -> dict[str, float]:
    """Return a figure's numbers by name."""
    return {"median": figure.median, "low": figure.low, "high": figure.high}


if __name__ == "__main__":
    main()
