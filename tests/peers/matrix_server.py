"""The server behind the matrix: a tool for each situation, on our host.

python matrix_server.py MATRIX.json
"""

import asyncio
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.config import Config
from gonogo.catalog.contract import Contract, Side, Tool
from gonogo.catalog.serving import ServeConfig
from gonogo.host.host import Host
from gonogo.host.outcome import SourceUnavailable
from gonogo.mcp.server import McpServer
from gonogo.mcp.stdio import serve_stdio
from gonogo.mcp.wire import claimed

NOTHING = "__none__"

LISTED = Config(serve=ServeConfig(search="never"))


def handler(situation: dict[str, Any]) -> Callable[[dict[str, Any]], Any]:
    """Return what does as the server of the matrix did; an error is raised here, where that server marked one."""

    def answer(_arguments: dict[str, Any]) -> Any:
        if situation["isError"]:
            raise SourceUnavailable
        value = situation["structuredContent"]
        return None if value == NOTHING else value

    return answer


def host(situations: dict[str, dict[str, Any]]) -> Host:
    """Return a host with a tool for each situation."""
    tools = [
        Tool(
            name,
            f"The situation {name}.",
            Contract.of(name, Side.INPUT, {"type": "object", "additionalProperties": False}),
            Contract.of(name, Side.OUTPUT, situation["outputSchema"]),
        )
        for name, situation in situations.items()
    ]
    made = Host(Catalog.of(tools, LISTED))
    for name, situation in situations.items():
        made.register(name, handler(situation))
    return made


if __name__ == "__main__":
    matrix = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    with claimed() as wire:
        asyncio.run(serve_stdio(McpServer(host(matrix["situations"])), wire))
