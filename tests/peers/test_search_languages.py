"""Russian and Ukrainian queries: each names tools that are there, and what the core finds of them is told."""

import json
from pathlib import Path

import pytest

from gonogo import Catalog
from gonogo.search.described import Described
from gonogo.search.index import Index
from peers.conftest import ABSENT, shared

CASES = Path(__file__).parents[1] / "cases" / "search"
ORDERS = Path(__file__).parents[2] / "examples" / "orders"
LIST = shared("data/tools/github.json")


@pytest.mark.skipif(LIST is None, reason=ABSENT)
@pytest.mark.parametrize(("name", "least"), [("russian", 200), ("ukrainian", 60)])
def test_each_query_names_tools_that_are_there(name: str, least: int) -> None:
    assert LIST is not None
    rows = [json.loads(line) for line in (CASES / f"{name}.jsonl").read_text("utf-8").splitlines()]
    tools = [
        Described(tool["name"], tool["description"], tool["inputSchema"])
        for tool in json.loads(LIST.read_text("utf-8"))["tools"]
    ]
    tools += Index.of(Catalog.load(ORDERS)).tools
    assert len({row["query"] for row in rows}) == len(rows) >= least
    assert {each for row in rows for each in row["tools"]} <= {tool.name for tool in tools}
    index = Index(tools)
    found = [{hit.tool.name for hit in index.scored(row["query"], 5)} & set(row["tools"]) for row in rows]
    print(f"{name}: the core alone finds {sum(map(bool, found)) / len(rows):.1%}")  # noqa: T201 - the figures are asked for with -s
