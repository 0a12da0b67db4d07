"""The nine client configurations of `client-matrix.json`, each asked to list and call, one report for all.

A server is the command that starts it, or, over HTTP, a list of one URL.
"""

import asyncio
import json
import os
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import fastmcp
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport
from fastmcp.exceptions import ToolError
from mcp import Client, MCPError, StdioServerParameters

NODE = Path(__file__).parent / "node"
PATIENCE = 180.0
"""Seconds after which a client is taken to hang."""

Call: TypeAlias = tuple[str, dict[str, Any]]


@dataclass(frozen=True)
class Answer:
    """What a client made of a call: the result as its user sees it, or what it threw."""

    result: dict[str, Any] | None
    code: int | None = None
    message: str = ""

    @property
    def is_error(self) -> bool:
        return self.result is None or bool(self.result.get("isError"))

    @property
    def structured(self) -> Any:
        return None if self.result is None else self.result.get("structuredContent")

    @property
    def text(self) -> str:
        """What the user, or the user's model, can read."""
        return self.message if self.result is None else str(self.result["content"][0]["text"])


@dataclass(frozen=True)
class Report:
    """What a client met: the revision that was agreed on, the tools by name where it listed, and its answers."""

    revision: str
    tools: dict[str, dict[str, Any]]
    answers: list[Answer]


Run: TypeAlias = Callable[[Sequence[str], Sequence[Call]], Report]
"""Runs a client against a server."""


@dataclass(frozen=True)
class ClientKind:
    """One configuration: how it is run, what it speaks, and whether it lists before it calls."""

    run: Run
    revision: str
    lists: bool = True
    needs_node: bool = False


def is_url(command: Sequence[str]) -> bool:
    """Whether a server is reached over HTTP."""
    return command[0].startswith(("http://", "https://"))


def _python(command: Sequence[str], calls: Sequence[Call], *, mode: str, lists: bool) -> Report:
    async def run() -> Report:
        server: StdioServerParameters | str = command[0]
        if not is_url(command):
            server = StdioServerParameters(command=command[0], args=list(command[1:]), env=dict(os.environ))
        async with Client(server, mode=mode, read_timeout_seconds=PATIENCE) as client:
            tools = (await client.list_tools()).tools if lists else []
            answers = [await _ask(client.call_tool, *call) for call in calls]
            return Report(client.protocol_version, _told(tools), answers)

    return asyncio.run(run())


def _fastmcp(command: Sequence[str], calls: Sequence[Call]) -> Report:
    async def run() -> Report:
        transport: StdioTransport | StreamableHttpTransport = (
            StreamableHttpTransport(command[0])
            if is_url(command)
            else StdioTransport(command[0], list(command[1:]), env=dict(os.environ), keep_alive=False)
        )
        async with fastmcp.Client[Any](transport, timeout=PATIENCE) as client:
            tools = await client.list_tools()
            answers = [await _ask(client.call_tool, *call) for call in calls]
            return Report(client.session.protocol_version or "", _told(tools), answers)

    return asyncio.run(run())


def _told(tools: Sequence[Any]) -> dict[str, dict[str, Any]]:
    return {tool.name: tool.model_dump(by_alias=True, exclude_none=True, mode="json") for tool in tools}


async def _ask(call_tool: Callable[..., Any], name: str, arguments: dict[str, Any]) -> Answer:
    try:
        result = await call_tool(name, arguments)
    except MCPError as error:
        return Answer(None, error.error.code, error.error.message)
    except (ToolError, RuntimeError) as error:
        return Answer(None, None, str(error))
    return Answer(
        {
            "isError": result.is_error,
            "structuredContent": result.structured_content,
            "content": [block.model_dump(by_alias=True, exclude_none=True) for block in result.content],
            "_meta": result.meta,
        }
    )


def _node(command: Sequence[str], calls: Sequence[Call], *, harness: Sequence[str], lists: bool) -> Report:
    script = {"list": lists, "calls": [{"name": name, "arguments": arguments} for name, arguments in calls]}
    done = subprocess.run(  # noqa: S603 - our own harness
        ["node", *harness, "--", *command],  # noqa: S607 - node is found where it is installed
        cwd=NODE,
        input=json.dumps(script),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    answers = [
        Answer(each["result"]) if "result" in each else Answer(None, **each["error"])
        for each in report["answers"]
    ]
    return Report(report["revision"], {tool["name"]: tool for tool in report["tools"] or []}, answers)


HANDSHAKE, MODERN = "2025-11-25", "2026-07-28"

CLIENTS = {
    "py-mcp-auto": ClientKind(partial(_python, mode="auto", lists=True), MODERN),
    "py-mcp-auto-nolist": ClientKind(partial(_python, mode="auto", lists=False), MODERN, lists=False),
    "py-mcp-legacy": ClientKind(partial(_python, mode="legacy", lists=True), HANDSHAKE),
    "py-fastmcp": ClientKind(_fastmcp, MODERN),
    "ts-v1": ClientKind(partial(_node, harness=["ts-v1.mjs"], lists=True), HANDSHAKE, needs_node=True),
    "ts-v1-nolist": ClientKind(
        partial(_node, harness=["ts-v1.mjs"], lists=False), HANDSHAKE, lists=False, needs_node=True
    ),
    "ts-v2-default": ClientKind(
        partial(_node, harness=["ts-v2.mjs", "legacy"], lists=True), HANDSHAKE, needs_node=True
    ),
    "ts-v2-auto": ClientKind(
        partial(_node, harness=["ts-v2.mjs", "auto"], lists=True), MODERN, needs_node=True
    ),
    "ts-v2-auto-nolist": ClientKind(
        partial(_node, harness=["ts-v2.mjs", "auto"], lists=False), MODERN, lists=False, needs_node=True
    ),
}
"""By the names that `client-matrix.json` gives them."""
