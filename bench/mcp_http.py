"""What a call over HTTP costs a server, and a list of tools: gonogo, the bare SDK, and FastMCP with a typed tool.

    python bench/mcp_http.py [--rounds N] [--seconds S] [--tools N …] [--format text|json]

Each server is one process of uvicorn with uvloop and httptools. gonogo gauges both ways and writes its journal; the
SDK (`json_response`, stateless) gauges nothing and writes nothing; FastMCP judges the arguments by its types. What is
counted is the server's own processor time, by the kernel's count in nanoseconds, so that whatever else the machine
does counts for nothing. Rounds are interleaved; medians with the interval of `timing.Figure`. It needs `wrk`.
Nothing is asserted.
"""

import argparse
import http.client
import json
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from timing import Figure

INPUT = {
    "type": "object",
    "properties": {"order_id": {"type": "string"}, "amount": {"type": "number"}},
    "required": ["order_id", "amount"],
    "additionalProperties": False,
}
OUTPUT = {
    "type": "object",
    "properties": {
        "status": {"enum": ["done", "refused"]},
        "amount": {"type": "number"},
        "reason": {"type": "string"},
    },
    "required": ["status", "amount"],
    "if": {"properties": {"status": {"const": "refused"}}},
    "then": {"required": ["reason"]},
    "additionalProperties": False,
}
RESULT = {"status": "done", "amount": 99.5}
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
}
HEADERS = {
    "accept": "application/json, text/event-stream",
    "content-type": "application/json",
    "mcp-protocol-version": "2026-07-28",
}
CONNECTIONS = (1, 16)


def names(count: int) -> list[str]:
    """The tools' names."""
    return [f"tool_{number}" for number in range(count)]


def gonogo_app(count: int, journal: Path) -> Any:
    """Both doors gauged, each call written down."""
    from gonogo.catalog.catalog import Catalog  # noqa: PLC0415 - a server loads what it is, and no more
    from gonogo.catalog.contract import Contract, Side, Tool  # noqa: PLC0415
    from gonogo.host.host import Host  # noqa: PLC0415
    from gonogo.host.journal import Journal  # noqa: PLC0415
    from gonogo.mcp.http import HttpApp  # noqa: PLC0415
    from gonogo.mcp.server import McpServer  # noqa: PLC0415

    async def work(order_id: str, amount: float) -> Any:  # noqa: ARG001
        return RESULT

    tools = [
        Tool(name, "Do it.", Contract.of(name, Side.INPUT, INPUT), Contract.of(name, Side.OUTPUT, OUTPUT))
        for name in names(count)
    ]
    host = Host(Catalog.of(tools), journal=Journal(journal))
    for name in names(count):
        host.register(name, work)
    return HttpApp(McpServer(host))


def sdk_app(count: int, _journal: Path) -> Any:
    """The SDK's low-level server: nothing gauged, nothing written down."""
    import mcp_types as types  # noqa: PLC0415
    from mcp.server.lowlevel import Server  # noqa: PLC0415

    tools = [
        types.Tool(name=name, description="Do it.", input_schema=INPUT, output_schema=OUTPUT)
        for name in names(count)
    ]

    async def list_tools(_context: Any, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def call_tool(_context: Any, _params: Any) -> types.CallToolResult:
        text = types.TextContent(type="text", text=json.dumps(RESULT))
        return types.CallToolResult(content=[text], structured_content=RESULT)

    server: Server[Any] = Server(
        "sdk",
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        get_tool_input_schema=lambda _name: INPUT,
    )
    return server.streamable_http_app(json_response=True, stateless_http=True)


def fastmcp_app(count: int, _journal: Path) -> Any:
    """FastMCP with typed functions."""
    from fastmcp import FastMCP  # noqa: PLC0415
    from pydantic import BaseModel  # noqa: PLC0415

    class Result(BaseModel):
        status: str
        amount: float

    server = FastMCP("fastmcp")
    for name in names(count):

        async def work(order_id: str, amount: float) -> Result:  # noqa: ARG001
            return Result(status="done", amount=99.5)

        server.tool(work, name=name)
    return server.http_app(json_response=True, stateless_http=True)


APPS: dict[str, Callable[[int, Path], Any]] = {"gonogo": gonogo_app, "sdk": sdk_app, "fastmcp": fastmcp_app}


def serve(name: str, count: int, port: int, journal: Path) -> None:
    """Be one of the servers."""
    import uvicorn  # noqa: PLC0415

    app = APPS[name](count, journal)
    if name == "gonogo":
        from gonogo.catalog.serving import ListenConfig  # noqa: PLC0415
        from gonogo.mcp.listen import http_config  # noqa: PLC0415

        config = http_config(lambda: app, ListenConfig())
        config.port = port
    else:
        config = uvicorn.Config(
            app, port=port, loop="uvloop", http="httptools", log_level="error", access_log=False, ws="none"
        )
    uvicorn.Server(config).run()


class Running:
    """A server that runs, and what it has cost so far."""

    def __init__(self, port: int, process: "subprocess.Popen[bytes]") -> None:
        self.port = port
        self._tasks = Path(f"/proc/{process.pid}/task")

    def spent(self) -> int:
        """Nanoseconds of processor time, of all its threads."""
        return sum(
            int((task / "schedstat").read_text(encoding="ascii").split()[0]) for task in self._tasks.iterdir()
        )


@contextmanager
def running(name: str, count: int, folder: Path) -> Iterator[Running]:
    """Run a server while the block runs."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    words = [
        "--serve",
        name,
        "--count",
        str(count),
        "--port",
        str(port),
        "--journal",
        str(folder / f"{name}.jsonl"),
    ]
    process = subprocess.Popen([sys.executable, __file__, *words])
    try:
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=5).close()
                break
            except OSError:
                assert process.poll() is None
                time.sleep(0.1)
        yield Running(port, process)
    finally:
        process.terminate()
        process.wait()


def script(folder: Path) -> Path:
    """Write what wrk sends."""
    body = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "tool_0", "arguments": {"order_id": "A-1", "amount": 99.5}, "_meta": META},
    }
    headers = {**HEADERS, "mcp-method": "tools/call", "mcp-name": "tool_0"}
    path = folder / "call.lua"
    told = "".join(f'wrk.headers["{name}"] = "{value}"\n' for name, value in headers.items())
    path.write_text(f'wrk.method = "POST"\nwrk.body = [[{json.dumps(body)}]]\n{told}', encoding="utf-8")
    return path


def call_cost(server: Running, connections: int, seconds: float, lua: Path) -> float:
    """Milliseconds of processor time that a call costs."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{max(1, round(seconds))}s", "-s", str(lua)]
    before = server.spent()
    done = subprocess.run(
        [*command, f"http://127.0.0.1:{server.port}/mcp"], capture_output=True, text=True, check=True
    )
    spent = server.spent() - before
    assert "Non-2xx" not in done.stdout, done.stdout
    count = next(int(line.split()[0]) for line in done.stdout.splitlines() if "requests in" in line)
    return spent / count / 1e6


def list_cost(server: Running, walks: int) -> float:
    """Milliseconds of processor time that the whole list costs, however many pages it has."""
    before = server.spent()
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
    for _ in range(walks):
        cursor = None
        while True:
            params = {"_meta": META} if cursor is None else {"cursor": cursor, "_meta": META}
            body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": params})
            link.request("POST", "/mcp", body, {**HEADERS, "mcp-method": "tools/list"})
            cursor = json.loads(link.getresponse().read())["result"].get("nextCursor")
            if cursor is None:
                break
    link.close()
    return (server.spent() - before) / walks / 1e6


def measure(counts: list[int], rounds: int, seconds: float) -> dict[str, Any]:
    """Return every figure, and the ratios within the rounds."""
    report: dict[str, Any] = {"rounds": rounds, "calls": {}, "lists": {}}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lua = script(folder)
        for count in counts:
            with ExitStack() as stack:
                servers = {each: stack.enter_context(running(each, count, folder)) for each in APPS}
                for server in servers.values():
                    call_cost(server, 1, 1, lua)
                    list_cost(server, 1)
                for connections in CONNECTIONS:
                    costs: dict[str, list[float]] = {each: [] for each in APPS}
                    for number in range(rounds):
                        for each in list(APPS)[:: 1 if number % 2 else -1]:
                            costs[each].append(call_cost(servers[each], connections, seconds, lua))
                    report["calls"][f"{count} tools, {connections} connections"] = _compared(costs)
                lists: dict[str, list[float]] = {each: [] for each in APPS}
                for number in range(rounds):
                    for each in list(APPS)[:: 1 if number % 2 else -1]:
                        lists[each].append(list_cost(servers[each], 20 if each == "gonogo" else 1))
                report["lists"][f"{count} tools"] = _compared(lists)
    return report


def _compared(costs: dict[str, list[float]]) -> dict[str, Any]:
    ours = costs["gonogo"]
    told = {f"{each} ms": _figure(values) for each, values in costs.items()}
    ratios = {
        f"gonogo / {each}": _figure([one / other for one, other in zip(ours, costs[each], strict=True)])
        for each in costs
        if each != "gonogo"
    }
    return {**told, **ratios}


def _figure(values: list[float]) -> list[float]:
    figure = Figure.of(values)
    return [round(each, 5) for each in (figure.median, figure.low, figure.high)]


def main() -> None:
    """Measure, or be one of the servers."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--tools", type=int, nargs="+", default=[1, 600, 5000])
    parser.add_argument("--format", choices=("text", "json"), default="text")
    hidden: dict[str, Callable[[str], Any]] = {"serve": str, "count": int, "port": int, "journal": Path}
    for word, kind in hidden.items():
        parser.add_argument(f"--{word}", type=kind, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        serve(asked.serve, asked.count, asked.port, asked.journal)
        return
    report = measure(asked.tools, asked.rounds, asked.seconds)
    if asked.format == "json":
        print(json.dumps(report))
        return
    for part in ("calls", "lists"):
        for case, figures in report[part].items():
            print(f"{part}, {case}")
            for name, (median, low, high) in figures.items():
                print(f"  {name:18} {median:9.4f}  ({low:.4f} to {high:.4f})")


if __name__ == "__main__":
    main()
