"""A server of another make, which gauges nothing: it says that it does not know, and that there are zero pieces."""

import asyncio
from typing import Any

import mcp_types as types
from mcp.server import Server
from mcp.server.stdio import stdio_server

ANSWER = {"status": "unknown", "quantity": 0, "checked_at": "2026-11-30T20:00:00+00:00"}


async def list_tools(_context: Any, _params: Any) -> types.ListToolsResult:
    """Offer one tool, and promise nothing of its results."""
    schema = {"type": "object", "properties": {"sku": {"type": "string"}}, "required": ["sku"]}
    return types.ListToolsResult(tools=[types.Tool(name="get_stock", input_schema=schema)])


async def call_tool(_context: Any, _params: Any) -> types.CallToolResult:
    """Answer with a contradiction."""
    text = types.TextContent(type="text", text="no idea, zero pieces")
    return types.CallToolResult(content=[text], structured_content=ANSWER)


async def main() -> None:
    """Serve over standard input and output."""
    server: Server[Any] = Server("loose", version="1", on_list_tools=list_tools, on_call_tool=call_tool)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


asyncio.run(main())
