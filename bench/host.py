"""What the host's two doors cost, beside the JSON work that a handler does anyway; and how long a catalog takes to load.

    python bench/host.py [--rounds N] [--tools N] [--format text|json]

The bare handler parses its arguments with `json.loads` and writes its result with `json.dumps`, as a handler without
gonogo would. Rounds are interleaved; medians with the second-lowest and second-highest round. Nothing is asserted.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from gonogo.catalog.catalog import Catalog
from gonogo.host.host import Host
from gonogo.host.journal import Journal

ORDERS = Path(__file__).parent.parent / "examples" / "orders"
ARGUMENTS = '{"order_id": "A-10234"}'
RESULT = {
    "result": "found",
    "order": {
        "order_id": "A-10234",
        "order_status": "delivered",
        "paid": 199.5,
        "lines": [{"sku": f"ARTICLE-{number}", "quantity": number} for number in range(1, 13)],
        "metadata": {"carrier": "north", "weight": 4.2},
    },
}
TEXT = json.dumps(RESULT)
CALLS = 500


async def answer(order_id: str) -> Any:  # noqa: ARG001 - a handler as one writes it
    """Do a handler's JSON work: its source answers text."""
    return json.loads(TEXT)


async def bare() -> None:
    """Call the handler as it would be called without gonogo."""
    result = await answer(**json.loads(ARGUMENTS))
    json.dumps(result)


def gauged(journal: Journal | None) -> Callable[[], Awaitable[Any]]:
    """Return a call of the same handler through both doors."""
    host = Host(Catalog.load(ORDERS), journal=journal)
    host.register("lookup_order", answer)
    return lambda: host.call("lookup_order", ARGUMENTS)


async def timed(work: Callable[[], Awaitable[Any]]) -> float:
    """Return the microseconds of one call."""
    began = time.perf_counter()
    for _ in range(CALLS):
        await work()
    return (time.perf_counter() - began) / CALLS * 1e6


def catalog_of(folder: Path, tools: int) -> None:
    """Write a repository of many tools, each with the contracts of one of the example's."""
    schemas = ORDERS / "schemas"
    names = [path.stem for path in sorted((schemas / "tools").glob("*.json"))]
    for side in ("tools", "outputs"):
        (folder / "schemas" / side).mkdir(parents=True)
        for number in range(tools):
            document = json.loads((schemas / side / f"{names[number % len(names)]}.json").read_text())
            document["$id"] = f"https://example.com/schemas/{side}/tool_{number}.json"
            (folder / "schemas" / side / f"tool_{number}.json").write_text(json.dumps(document))


def interval(rounds: list[float]) -> dict[str, float]:
    """Return the median of some rounds, and the second-lowest and second-highest of them."""
    ordered = sorted(rounds)
    return {"median": statistics.median(ordered), "low": ordered[1], "high": ordered[-2]}


async def measured(rounds: int, folder: Path) -> dict[str, list[float]]:
    """Run the rounds, interleaved."""
    ways: dict[str, Callable[[], Awaitable[Any]]] = {
        "bare handler": bare,
        "both doors": gauged(None),
        "both doors and journal": gauged(Journal(folder / "journal.jsonl")),
    }
    found: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, work in ways.items():
            found[name].append(await timed(work))
    return found


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--rounds", type=int, default=11)
    options.add_argument("--tools", type=int, default=600)
    options.add_argument("--format", choices=["text", "json"], default="text")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = asyncio.run(measured(chosen.rounds, folder))
        catalog_of(folder, chosen.tools)
        loads: list[float] = []
        for _ in range(5):
            began = time.perf_counter()
            loaded = Catalog.load(folder)
            loads.append(time.perf_counter() - began)
        assert len(loaded.tools) == chosen.tools
        assert not loaded.findings
    floor = statistics.median(rows["bare handler"])
    report: dict[str, Any] = {
        name: {
            **interval(each),
            "ratio": statistics.median(each) / floor,
            "over": statistics.median(each) - floor,
        }
        for name, each in rows.items()
    }
    report["catalog"] = {"tools": chosen.tools, **interval(loads)}
    if chosen.format == "json":
        print(json.dumps(report))
        return
    print(f"one call, {len(TEXT)} bytes of result, microseconds, {chosen.rounds} rounds")
    for name in rows:
        row = report[name]
        print(
            f"{name:24} {row['median']:8.1f} [{row['low']:.1f} .. {row['high']:.1f}]  {row['ratio']:.2f}x the bare handler"
        )
    load = report["catalog"]
    print(f"load {chosen.tools} tools: {load['median']:.2f} s [{load['low']:.2f} .. {load['high']:.2f}]")


if __name__ == "__main__":
    main()
