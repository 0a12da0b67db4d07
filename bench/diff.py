"""Who tells contained schemas from others, and what it costs: gonogo beside its peers, in one run.

Usage: python bench/diff.py
The pairs are those of `../shared/data/diff/pairs.json`, or of bench/data where that is absent. Peers that are not
installed are left out: GONOGO_JSONSUBSCHEMA names a Python with jsonsubschema 0.0.8, GONOGO_NODE_MODULES a
`node_modules` with json-schema-diff 1.0.0. See docs/performance.md.
"""

import copy
import json
import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import jsonschema_rs as rs

from gonogo.catalog.contract import Side
from gonogo.diff.comparison import Prepared, compare
from gonogo.diff.containment import Found, Judged, Proof, contained
from gonogo.schema.portable import document
from gonogo.schema.refs import Bundle

_HERE = Path(__file__).parent
_SHARED = Path(os.environ.get("GONOGO_SHARED") or _HERE.parents[1] / "shared") / "data"
_ROUNDS = 5

Judge = Callable[[Any, Any], object]
"""Answers whether one schema lies within another: a boolean, None where it cannot tell, or the name of an exception."""


def main() -> None:
    """Measure and print."""
    directions = list(_directions())
    print(f"{len(directions)} directions; tool: right, wrong, undecided, raised; milliseconds: median, p95")
    for name, judge in _contenders():
        counts, times = _asked(judge, directions)
        words = ", ".join(str(counts[each]) for each in ("right", "wrong", "undecided", "raised"))
        print(f"  {name:<26} {words:<16} {_milliseconds(times)}")
    found = [taken for inner, outer, truth in directions if not truth for taken in _searches(inner, outer)]
    print(f"payload found and made small, milliseconds: {_milliseconds(found)}; aims: median 5, p95 50")
    tools = _tools()
    for count, changed, aim in ((len(tools), 30, 2), (600, 60, 10)):
        print(
            f"{count} tools, {changed} of them changed: {_catalog(tools, count, changed):.2f} s; aim: {aim}"
        )


def _directions() -> Iterator[tuple[Any, Any, bool]]:
    file = _SHARED / "diff" / "pairs.json"
    for pair in json.loads((file if file.exists() else _HERE / "data" / "pairs.json").read_text()):
        yield pair["old"], pair["new"], pair["old_within_new"]
        yield pair["new"], pair["old"], pair["new_within_old"]


def _contenders() -> Iterator[tuple[str, Judge]]:
    yield "gonogo", _gonogo
    yield "jsonschema-rs covers", _engine
    python = os.environ.get("GONOGO_JSONSUBSCHEMA")
    if python:
        yield "jsonsubschema 0.0.8", _process([python, str(_HERE / "peers" / "subschemas.py")])
    modules = Path(os.environ.get("GONOGO_NODE_MODULES", _HERE / "peers" / "node_modules"))
    node = shutil.which("node")
    if node and (modules / "json-schema-diff").is_dir():
        script = _HERE / "peers" / "json-schema-diff.mjs"
        yield "npm json-schema-diff 1.0.0", _process([node, str(script), str(modules.parent)])


def _gonogo(inner: Any, outer: Any) -> object:
    one, other = (
        Judged(document(Bundle(each)), name, formats=False)
        for each, name in ((inner, "inner"), (outer, "outer"))
    )
    answer = contained(one, other)
    return None if not isinstance(answer, Proof | Found) else isinstance(answer, Proof)


def _engine(inner: Any, outer: Any) -> object:
    try:
        one, other = (rs.canonicalize(each, draft=rs.Draft202012) for each in (outer, inner))
        word = str(one.covers(other)).lower()
    except (ValueError, rs.ReferencingError) as error:
        return type(error).__name__
    return None if "unknown" in word else "yes" in word


def _process(command: list[str]) -> Judge:
    running = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    asks, answers = running.stdin, running.stdout
    assert asks is not None
    assert answers is not None

    def judge(inner: Any, outer: Any) -> object:
        print(json.dumps([inner, outer]), file=asks, flush=True)
        verdict: object = json.loads(answers.readline() or '"ended"')
        return verdict

    return judge


def _asked(judge: Judge, directions: list[tuple[Any, Any, bool]]) -> tuple[Counter[str], list[float]]:
    counts: Counter[str] = Counter()
    times = []
    judge(True, True)  # what is loaded on first use is loaded
    for inner, outer, truth in directions:
        start = perf_counter()
        answer = judge(inner, outer)
        times.append(perf_counter() - start)
        if isinstance(answer, bool):
            counts["right" if answer is truth else "wrong"] += 1
        else:
            counts["undecided" if answer is None else "raised"] += 1
    return counts, times


def _searches(inner: Any, outer: Any) -> Iterator[float]:
    """The best of some rounds: what one search costs when the machine does nothing else."""
    times = []
    for _ in range(_ROUNDS):
        start = perf_counter()
        _gonogo(inner, outer)
        times.append(perf_counter() - start)
    yield min(times)


def _milliseconds(times: list[float]) -> str:
    ordered = sorted(times)
    return f"{median(ordered) * 1e3:.2f}, {ordered[len(ordered) * 95 // 100] * 1e3:.2f}"


def _tools() -> list[tuple[str, Any]]:
    file = _SHARED / "tools" / "github.json"
    if file.exists():
        return [(tool["name"], tool["inputSchema"]) for tool in json.loads(file.read_text())["tools"]]
    order = json.loads((_HERE / "data" / "order" / "schema.json").read_text())
    return [(f"order-{number}", order) for number in range(117)]


def _catalog(tools: list[tuple[str, Any]], count: int, changed: int) -> float:
    """Seconds for a catalog of so many tools, some of them changed."""
    start = perf_counter()
    for number in range(count):
        name, old = tools[number % len(tools)]
        is_changed = number * changed % count < changed
        compare(
            name, Side.INPUT, Prepared(Bundle(old)), Prepared(Bundle(_mutated(old) if is_changed else old))
        )
    return perf_counter() - start


def _mutated(schema: Any) -> Any:
    """A member is asked for that was not, and the first one is of another type."""
    new = copy.deepcopy(schema)
    members = new["properties"] = {**new.get("properties", {}), "added": {}}
    new["required"] = sorted({*new.get("required", ()), list(members)[-1]})
    members[next(iter(members))] = {"type": "boolean"}
    return new


if __name__ == "__main__":
    main()
