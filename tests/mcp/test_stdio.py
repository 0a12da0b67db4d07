"""`gonogo serve --stdio` as a real process: what stands on the wire, and how it ends."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from gonogo.gauge.problem import Problem
from gonogo.gauge.verdict import Go
from gonogo.mcp.answer import ToolFailed
from gonogo.mcp.client import GaugedClient
from gonogo.mcp.wire import Wire

TESTS = Path(__file__).parents[1]
SERVE = [sys.executable, "-m", "gonogo", "serve", "--stdio", "--app"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join((str(TESTS), str(TESTS / "mcp" / "apps")))}
PATIENCE = 120
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}


class Served:
    """A server's process, spoken to line by line."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def send(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, method: str, request: Any = 1, **params: Any) -> dict[str, Any]:
        message = {"jsonrpc": "2.0", "id": request, "method": method, "params": {**params, "_meta": META}}
        self.send(json.dumps(message))
        return self.answer()

    def answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        return dict(json.loads(self.process.stdout.readline()))

    def end(self) -> tuple[str, str]:
        """What else came on standard output, and all of standard error."""
        return self.process.communicate(timeout=PATIENCE)


@contextmanager
def served(app: str = "edgy:host", **environment: str) -> Iterator[Served]:
    # A shell starts what it puts into the background with Ctrl-C ignored, and a child would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(  # noqa: S603 - our own program
        [*SERVE, app],
        env={**ENVIRONMENT, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    watchdog = threading.Timer(PATIENCE, process.kill)
    watchdog.start()
    try:
        yield Served(process)
    finally:
        watchdog.cancel()
        process.kill()
        process.communicate(timeout=PATIENCE)


@pytest.fixture(scope="module", name="server")
def fixture_server() -> Iterator[Served]:
    """One server for the tests that leave it as it was."""
    with served() as server:
        yield server


def edgy() -> StdioServerParameters:
    return StdioServerParameters(command=SERVE[0], args=[*SERVE[1:], "edgy:host"], env=ENVIRONMENT)


def test_what_handlers_print_never_reaches_the_wire() -> None:
    with served() as server:
        result = server.ask("tools/call", name="noisy", arguments={})["result"]
        assert result["structuredContent"] == {"input_is_at_its_end": True}
        rest, told = server.end()
    assert rest == ""
    for words in ("printed at import", "printed", "written without an end", "raw", "from a child"):
        assert words in told


def test_results_carry_their_type_and_the_mirror_is_utf8(server: Served) -> None:
    arguments = {"kůň": "漢字 😀", "n": 2**70}
    params = {"name": "echo", "arguments": arguments, "_meta": META}
    message = {"jsonrpc": "2.0", "id": "é", "method": "tools/call", "params": params}
    server.send(json.dumps(message, ensure_ascii=False))
    assert server.process.stdout is not None
    line = server.process.stdout.readline()
    assert "漢字 😀" in line
    answer = json.loads(line)
    assert answer["id"] == "é"
    result = answer["result"]
    assert result["resultType"] == "complete"
    assert result["content"] == [{"type": "text", "text": '{"kůň":"漢字 😀","n":1180591620717411303424}'}]
    assert result["structuredContent"] == arguments


def test_a_list_says_how_long_it_holds(server: Served) -> None:
    result = server.ask("tools/list")["result"]
    discovered = server.ask("server/discover")["result"]
    assert (result["resultType"], result["cacheScope"]) == ("complete", "private")
    assert result["ttlMs"] > 0
    assert "2026-07-28" in discovered["supportedVersions"]


@pytest.mark.parametrize(
    ("line", "request_id", "error", "code"),
    [
        ('{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"a":1,"a":2}}', 7, -32700, "duplicate_key"),
        ('{"jsonrpc":"2.0","id":7,"method":"x","params":{"a":"\\ud800"}}', 7, -32700, "lone_surrogate"),
        ('{"jsonrpc":"2.0","id":7,"method":"x","params":{"a":NaN}}', 7, -32700, "not_finite"),
        ('{"jsonrpc":"2.0","id":7,"method":"x","params":{"a":' + "[" * 300 + "]" * 300 + "}}", 7, -32700, "too_deep"),
        ('{"jsonrpc":"2.0","id":7,"method":"tools/ca', None, -32700, "not_json"),
        ("\ufeff{}", None, -32700, "byte_order_mark"),
        ('{"jsonrpc":"2.0","id":7,"method":5}', 7, -32600, None),
        ('{"jsonrpc":"2.0","id":1.5,"method":"x"}', None, -32600, None),
        ("[1]", None, -32600, None),
        ('{"jsonrpc":"2.0","id":null,"method":"tools/list"}', None, -32600, None),
        ("null", None, -32600, None),
    ],
)  # fmt: skip
def test_a_line_that_is_no_message_is_answered_at_once(
    line: str, request_id: int | None, error: int, code: str | None, server: Served
) -> None:
    server.send(line)
    answer = server.answer()
    assert answer["id"] == request_id
    assert answer["error"]["code"] == error
    assert answer["error"].get("data", {}).get("fault") == code
    assert "result" in server.ask("tools/list"), "the server goes on"


def test_an_error_that_a_client_sends_is_no_question(server: Served) -> None:
    server.send('{"jsonrpc":"2.0","id":9,"error":{"code":1,"message":"stray"}}')
    assert "result" in server.ask("tools/list")


@pytest.mark.parametrize("arguments", [[1], 3, "{}", '"{}"'])
def test_arguments_that_are_no_object_are_refused_before_any_handler(arguments: Any, server: Served) -> None:
    answer = server.ask("tools/call", name="echo", arguments=arguments)
    assert answer["error"]["code"] == -32602


def test_blank_lines_and_windows_line_ends_are_no_matter(server: Served) -> None:
    server.send("\r\n \n")
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": META}}
    server.send(json.dumps(message) + "\r")
    assert len(server.answer()["result"]["tools"]) == 4


def test_a_long_message_arrives_whole(server: Served) -> None:
    text = "x" * 700_000
    result = server.ask("tools/call", name="echo", arguments={"text": text})["result"]
    assert result["structuredContent"] == {"text": text}


def test_lines_are_found_whatever_the_chunks() -> None:
    async def lines(*chunks: bytes) -> list[bytes]:
        reading, writing = os.pipe()
        found: list[bytes] = []

        async def read() -> None:
            async for line in Wire(reading, writing).lines():
                found.append(line)  # noqa: PERF401 - what came before a failure is of interest

        task = asyncio.create_task(read())
        for chunk in chunks:
            os.write(writing, chunk)
            await asyncio.sleep(0)
        os.close(writing)
        await asyncio.wait_for(task, PATIENCE)
        os.close(reading)
        return found

    assert asyncio.run(lines(b"a", b"b\n\r\n  \nc", b"d\r\n", b"last")) == [b"ab", b"cd", b"last"]
    assert asyncio.run(lines()) == []


@pytest.mark.parametrize(("sent", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)])
def test_a_signal_ends_it_though_its_input_stays_open(sent: signal.Signals, status: int) -> None:
    with served() as server:
        server.ask("tools/list")
        server.process.send_signal(sent)
        assert server.process.wait(PATIENCE) == status


def test_it_ends_while_a_handler_hangs(tmp_path: Path) -> None:
    with served() as server:
        params = {"name": "wait", "arguments": {"begun": str(tmp_path / "begun")}, "_meta": META}
        server.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}))
        wait_for(tmp_path / "begun")
        server.end()
        assert server.process.returncode == 0


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_killed_in_the_middle_of_a_call_the_client_says_so_and_the_next_call_works(
    tmp_path: Path, mode: str
) -> None:
    begun = tmp_path / "begun"

    async def run() -> None:
        async with GaugedClient(edgy(), mode=mode, timeout=PATIENCE) as client:
            first = await client.call("process")
            waiting = asyncio.create_task(client.call("wait", {"begun": str(begun)}))
            await asyncio.to_thread(wait_for, begun)
            os.kill(int(begun.read_text(encoding="utf-8")), signal.SIGKILL)
            lost = await waiting
            assert isinstance(lost, ToolFailed)
            assert isinstance(lost.problem, Problem)
            assert lost.problem.issues[0].code == "no_answer"
            again = await client.call("process")
            assert isinstance(first, Go)
            assert isinstance(again, Go)
            assert first.value["id"] == int(begun.read_text(encoding="utf-8")) != again.value["id"]

    asyncio.run(run())


@pytest.mark.parametrize(("mode", "revision"), [("auto", "2026-07-28"), ("legacy", "2025-11-25")])
def test_the_official_client_lists_and_calls(mode: str, revision: str) -> None:
    async def run() -> None:
        async with Client(edgy(), mode=mode, read_timeout_seconds=PATIENCE) as client:
            assert client.protocol_version == revision
            assert len((await client.list_tools()).tools) == 4
            result = await client.call_tool("echo", {"a": [None, 1]})
            assert result.structured_content == {"a": [None, 1]}
            refused = await client.call_tool("noisy", {"extra": 1})
            assert refused.is_error

    asyncio.run(run())


def wait_for(path: Path) -> None:
    """Wait until another process has written a file."""
    latest = time.monotonic() + PATIENCE
    while not (path.exists() and path.read_text(encoding="utf-8")):
        assert time.monotonic() < latest, f"nobody wrote {path.name}"
        os.sched_yield()
