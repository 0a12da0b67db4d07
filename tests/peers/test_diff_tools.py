"""Published tool lists, version against version: every contract of every tool gets a verdict."""

import json
from typing import Any

import pytest

from gonogo.catalog.contract import Side
from gonogo.diff.comparison import Prepared, compare
from gonogo.diff.judgement import Verdict
from gonogo.schema.refs import Bundle
from peers.conftest import rows_or_skip, shared

VERSIONS = (
    ("fs2507", "fs2511"),
    ("fs2511", "fs2601"),
    ("fs2601", "mcp-filesystem"),
    ("fs2507", "mcp-filesystem"),
    ("me2504", "me2511"),
    ("me2511", "mcp-memory"),
    ("ev2507", "ev2601"),
    ("ev2601", "mcp-everything"),
)
SIDES = {Side.INPUT: "inputSchema", Side.OUTPUT: "outputSchema"}


def tools(name: str) -> dict[str, Any]:
    file = shared(f"data/tools/{name}.json")
    listed = json.loads(file.read_text(encoding="utf-8"))["tools"] if file else []
    return {tool["name"]: tool for tool in listed}


@pytest.mark.parametrize(
    ("versions"),
    rows_or_skip([pytest.param(pair, id="-to-".join(pair)) for pair in VERSIONS if tools(pair[0])]),
)
def test_every_contract_gets_a_verdict(versions: tuple[str, str]) -> None:
    old, new = map(tools, versions)
    judged = {
        (name, side): compare(
            name, side, Prepared(Bundle(old[name][word])), Prepared(Bundle(new[name][word])), across=True
        )
        for name in old.keys() & new.keys()
        for side, word in SIDES.items()
        if word in old[name] and word in new[name]
    }
    assert judged
    assert not [key for key, each in judged.items() if each.verdict is Verdict.UNKNOWN]
