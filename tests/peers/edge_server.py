"""A server of the results that clients and revisions disagree about: lists, big integers, any script, many tools."""

import asyncio
from collections.abc import Callable
from typing import Any

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.contract import Contract, Side, Tool
from gonogo.host.host import Host
from gonogo.mcp.server import McpServer
from gonogo.mcp.stdio import serve_stdio
from gonogo.mcp.wire import claimed

BIG = 1915883588174806058
HUGE = 2**70

RESULTS: dict[str, tuple[dict[str, Any], Any]] = {
    "list_taxonomies": (
        {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"slug": {"type": "string"}, "total": {"type": "integer"}},
                "required": ["slug", "total"],
                "additionalProperties": False,
            },
        },
        [{"slug": "simple", "total": 0}],
    ),
    "list_numbers": ({"type": "array", "items": {"type": "integer"}}, [1, 2, 3]),
    "find_big": (
        {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]},
        {"id": BIG},
    ),
    "find_huge": (
        {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]},
        {"id": HUGE},
    ),
    "greet": (
        {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
        {"text": "žluťoučký 漢字 😀 </script>"},
    ),
}
"""A tool's output contract and its result."""


def catalog() -> Catalog:
    """Return the contracts of the tools."""
    nothing = {"type": "object", "additionalProperties": False}
    return Catalog.of(
        Tool(
            name,
            f"The tool {name}.",
            Contract.of(name, Side.INPUT, nothing),
            Contract.of(name, Side.OUTPUT, schema),
        )
        for name, (schema, _) in RESULTS.items()
    )


def answering(result: Any) -> Callable[[dict[str, Any]], Any]:
    """Return a handler that always answers the same."""

    def answer(_arguments: dict[str, Any]) -> Any:
        return result

    return answer


def host() -> Host:
    """Return a host that executes them."""
    made = Host(catalog())
    for name, (_, result) in RESULTS.items():
        made.register(name, answering(result))
    return made


if __name__ == "__main__":
    with claimed() as wire:
        asyncio.run(serve_stdio(McpServer(host()), wire))
