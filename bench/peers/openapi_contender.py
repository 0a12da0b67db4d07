"""Makes tools of one OpenAPI document, for the bench that started this process.

Usage: python openapi_contender.py CONTENDER FILE. CONTENDER is `gonogo`, `fastmcp` or `awslabs`; the packages stand in
the environment of the Python that runs this. Says in a line of JSON of each tool what came out, and in the last one what it took.
"""

# mypy: ignore-errors
# Some of the packages stand in another environment than the one in which types are checked.

import asyncio
import json
import resource
import sys
from collections.abc import Iterable
from pathlib import Path
from time import process_time
from typing import Any

BASE = "http://127.0.0.1:9"
Made = tuple[float, Iterable[dict[str, Any]]]
"""Seconds of processor time, and the tools."""


def gonogo(file: Path) -> Made:
    """Our own compiler."""
    from gonogo.openapi.compilation import compile_document  # noqa: PLC0415 - each contender is loaded when it is asked

    started = process_time()
    made = compile_document({file.name: file.read_bytes()}, file.name)
    taken = process_time() - started
    rows = []
    for tool in made.tools:
        told = {"name": tool.name, "description": tool.description, "inputSchema": tool.input}
        told |= {"outputSchema": tool.output} if tool.output else {}
        shape = tool.binding["response"]["shape"]
        rows.append(_row(tool.operation.key, told, shape))
    return taken, rows


def fastmcp(file: Path) -> Made:
    """FastMCP's `from_openapi`."""
    from fastmcp import FastMCP  # noqa: PLC0415

    try:
        from httpx2 import AsyncClient  # noqa: PLC0415
    except ImportError:
        from httpx import AsyncClient  # noqa: PLC0415

    started = process_time()
    server = FastMCP.from_openapi(json.loads(file.read_bytes()), client=AsyncClient(base_url=BASE))
    taken = process_time() - started
    return taken, (_of_fastmcp(tool) for tool in asyncio.run(server.list_tools()))


def awslabs(file: Path) -> Made:
    """Awslabs' openapi-mcp-server."""
    from awslabs.openapi_mcp_server.api.config import Config  # noqa: PLC0415
    from awslabs.openapi_mcp_server.server import create_mcp_server_async  # noqa: PLC0415
    from loguru import logger  # noqa: PLC0415

    logger.remove()
    config = Config(
        api_name="bench", api_base_url="https://example.com", api_spec_path=str(file), auth_type="none"
    )

    async def run() -> tuple[float, Any]:
        started = process_time()
        server = await create_mcp_server_async(config)
        return process_time() - started, await server.list_tools()

    taken, tools = asyncio.run(run())
    return taken, (_of_fastmcp(tool) for tool in tools)


def _of_fastmcp(tool: Any) -> dict[str, Any]:
    route = getattr(tool, "_route", None)
    told = tool.to_mcp_tool().model_dump(by_alias=True, exclude_none=True, mode="json")
    output = told.get("outputSchema")
    wrapped = bool(output and output.get("x-fastmcp-wrap-result"))
    key = f"{route.method.upper()} {route.path}" if route else ""
    return _row(key, told, "result" if wrapped else "bare")


def _row(key: str, told: dict[str, Any], shape: str) -> dict[str, Any]:
    return {
        "operation": key,
        "input": told["inputSchema"],
        "output": told.get("outputSchema"),
        "shape": shape,
        "bytes": len(json.dumps(told, separators=(",", ":")).encode()),
    }


def main() -> None:
    """Make the tools once."""
    contender, file = sys.argv[1], Path(sys.argv[2])
    taken, rows = {"gonogo": gonogo, "fastmcp": fastmcp, "awslabs": awslabs}[contender](file)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    for row in rows:
        sys.stdout.write(json.dumps(row) + "\n")
    sys.stdout.write(json.dumps({"seconds": taken, "mib": peak}) + "\n")


if __name__ == "__main__":
    main()
