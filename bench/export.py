"""How long it takes to cut a catalog to every target.

    python bench/export.py [--tools N] [--rounds N] [--witnesses] [--format text|json]

The tools are the example's four, written under so many names. Medians with the lowest and the highest round; nothing is
asserted. Wall time tells how long one waits; the processor's time, what it costs on a machine that does other things
too (see `timing`). Looking for a payload that shows each loss takes longer than the cut, and is timed with `--witnesses`.
"""

import argparse
import json
import statistics
import time
from pathlib import Path

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.contract import Contract, Side, Tool
from gonogo.gauge.compiled import Recipe
from gonogo.projection.project import project_all
from gonogo.projection.targets import TARGETS

ORDERS = Path(__file__).parent.parent / "examples" / "orders" / "schemas"


def catalog_of(count: int) -> Catalog:
    """Return a catalog of so many tools, each with contracts of its own."""
    files = sorted((ORDERS / "tools").iterdir())
    tools = []
    for number in range(count):
        file = files[number % len(files)]
        name = f"{file.stem}_{number}"
        given, told = (
            json.loads((ORDERS / folder / file.name).read_text()) for folder in ("tools", "outputs")
        )
        for schema in (given, told):
            del schema["$id"]
        recipe = Recipe()
        tools.append(
            Tool(
                name,
                given["description"],
                Contract.of(name, Side.INPUT, given, recipe=recipe),
                Contract.of(name, Side.OUTPUT, told, recipe=recipe),
            )
        )
    return Catalog.of(tools)


def main() -> None:
    """Time the cuts and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tools", type=int, default=600)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--witnesses", action="store_true")
    parser.add_argument("--format", choices=["text", "json"], default="text")
    asked = parser.parse_args()
    catalog = catalog_of(asked.tools)
    seconds: list[float] = []
    worked: list[float] = []
    for _ in range(asked.rounds):
        began, busy = time.perf_counter(), time.process_time()
        projections = project_all(catalog, list(TARGETS), witnesses=asked.witnesses)
        json.dumps([projection.document for projection in projections])
        seconds.append(time.perf_counter() - began)
        worked.append(time.process_time() - busy)
    figures = {
        "tools": asked.tools,
        "targets": len(TARGETS),
        "median": round(statistics.median(seconds), 3),
        "lowest": round(min(seconds), 3),
        "highest": round(max(seconds), 3),
        "processor": round(statistics.median(worked), 3),
        "processor_lowest": round(min(worked), 3),
        "processor_highest": round(max(worked), 3),
    }
    if asked.format == "json":
        print(json.dumps(figures))
    else:
        print(
            f"{asked.tools} tools to {len(TARGETS)} targets: {figures['median']} s "
            f"({figures['lowest']} to {figures['highest']}), of the processor {figures['processor']} s "
            f"({figures['processor_lowest']} to {figures['processor_highest']})"
        )


if __name__ == "__main__":
    main()
