"""The endpoint over HTTP, in this process: what is answered, by whom, and what is refused before."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from asking import META, App, Got, ask, call, pairs, request, run
from gonogo.catalog.catalog import Catalog
from gonogo.host.host import Host
from gonogo.host.journal import Journal
from gonogo.mcp.http import HttpApp
from gonogo.mcp.server import McpServer
from hosts import Made, host_of
from serving import configured

OPEN = {"type": "object"}
TOOLS = {
    "echo": Made(given=OPEN, output=OPEN, does=lambda given: given),
    "list": Made(output={"type": "array"}, answer=[1]),
    "null": Made(output={"type": ["integer", "null"]}, answer=None),
    "bare": Made(answer={"a": 1}),
    "wrong": Made(output={"type": "object", "required": ["a"]}, answer={}),
    "raises": Made(output=OPEN, does=lambda _: 1 / 0),
}


def app_of(host: Host | None = None) -> HttpApp:
    return HttpApp(McpServer(host or host_of(TOOLS)))


def one(question: Callable[[App], Any], host: Host | None = None) -> Got:
    got = run(app_of(host), question)
    assert isinstance(got, Got)
    return got


def result(got: Got) -> dict[str, Any]:
    assert got.status == 200
    return dict(got.json["result"])


def test_a_call_is_answered_with_what_was_gauged() -> None:
    told = result(one(lambda app: call(app, "echo", {"b": "žluťoučký 漢字", "a": 2**70})))
    assert told["structuredContent"] == {"b": "žluťoučký 漢字", "a": 2**70}
    assert json.loads(told["content"][0]["text"]) == told["structuredContent"]
    assert (told["isError"], told["resultType"]) == (False, "complete")
    assert told["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "gonogo"


@pytest.mark.parametrize(
    ("name", "structured"), [("list", [1]), ("null", {"result": None}), ("bare", "absent")]
)
def test_results_of_every_root_arrive(name: str, structured: Any) -> None:
    assert result(one(lambda app: call(app, name))).get("structuredContent", "absent") == structured


@pytest.mark.parametrize("name", ["wrong", "raises"])
def test_what_the_door_stops_is_an_error_without_structure(name: str) -> None:
    told = result(one(lambda app: call(app, name)))
    assert told["isError"] is True
    assert "structuredContent" not in told
    assert json.loads(told["content"][0]["text"])["executed"] is True


def by_sdk(got: Got) -> dict[str, Any]:
    """The result in an answer of the SDK's, which may be a stream of one event."""
    text = got.body.decode()
    if text.startswith("{"):
        return dict(json.loads(text)["result"])
    (data,) = [line for line in text.splitlines() if line.startswith("data: {")]
    return dict(json.loads(data.removeprefix("data: "))["result"])


@pytest.mark.parametrize("name", list(TOOLS))
def test_both_wires_answer_alike(name: str) -> None:
    async def both(app: App) -> tuple[Got, Got]:
        params = {"name": name, "_meta": {**META, "progressToken": 1}}
        return await call(app, name), await ask(app, pairs("tools/call", name), request("tools/call", params))

    ours, theirs = run(app_of(), both)
    assert result(ours) == by_sdk(theirs)


@pytest.mark.parametrize("method", ["tools/list", "server/discover"])
def test_lists_are_the_sdks_own(method: str) -> None:
    server = McpServer(host_of(TOOLS))

    async def main() -> tuple[Got, Got]:
        from mcp.server.streamable_http_manager import StreamableHTTPSessionManager  # noqa: PLC0415

        manager = StreamableHTTPSessionManager(app=server.native, stateless=True)
        async with manager.run():
            theirs = await ask(manager.handle_request, pairs(method), request(method))
        return theirs, await ask(HttpApp(server), pairs(method), request(method))

    theirs, ours = asyncio.run(main())
    assert result(ours) == by_sdk(theirs)


def test_a_list_is_the_same_bytes_until_the_tools_change() -> None:
    host = host_of(TOOLS)

    async def ask_thrice(app: App) -> list[bytes]:
        bodies = [(await ask(app, pairs("tools/list"), request("tools/list"))).body for _ in range(2)]
        host.register("late", lambda _arguments: 1)
        return [*bodies, (await ask(app, pairs("tools/list"), request("tools/list"))).body]

    catalog = Host(
        Catalog.of([*host.catalog.tools.values(), *host_of({"late": Made()}).catalog.tools.values()])
    )
    for name, each in TOOLS.items():
        catalog.register(name, each.handler())
    host = catalog
    first, second, third = run(app_of(host), ask_thrice)
    assert first == second
    assert b'"late"' not in first
    assert b'"late"' in third


def test_pages_go_on_where_they_ended_though_tools_come_between() -> None:
    names = [f"tool_{number:04}" for number in range(600)]
    catalog = host_of({name: Made(answer=1) for name in names}).catalog
    host = Host(catalog)
    for name in names[::2]:
        host.register(name, lambda _arguments: 1)

    async def walk(app: App) -> list[str]:
        seen: list[str] = []
        cursor: str | None = None
        while True:
            told = result(
                await ask(
                    app, pairs("tools/list"), request("tools/list", {"cursor": cursor} if cursor else {})
                )
            )
            seen += [tool["name"] for tool in told["tools"]]
            cursor = told.get("nextCursor")
            if cursor is None:
                return seen
            host.register(names[1], lambda _arguments: 1)  # on the page that was just told

    seen = run(app_of(host), walk)
    assert len(seen) == len(set(seen)) == 300
    assert set(seen) == set(names[::2])


@pytest.mark.parametrize("cursor", ["", "x", "dG9vbHM6", "dG9vbHM6ZWNobw", 5, ["a"], "0" * 9999])
def test_a_bad_cursor_is_refused(cursor: Any) -> None:
    got = one(lambda app: ask(app, pairs("tools/list"), request("tools/list", {"cursor": cursor})))
    assert (got.status, got.code) == (400, -32602)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ([("host", "evil.example")], 421),
        ([("host", "127.0.0.1.evil.example")], 421),
        ([("host", "")], 421),
        ([("origin", "https://evil.example")], 403),
        ([("origin", "null")], 403),
        ([("origin", "http://localhost.evil.example")], 403),
        ([("origin", "http://[")], 403),
        ([("content-type", "text/plain")], 400),
        ([("accept", "application/json")], 406),
    ],
)
def test_what_is_not_meant_for_us_is_refused(headers: list[tuple[str, str]], status: int) -> None:
    names = {name for name, _ in headers}
    given = [*(pair for pair in pairs("tools/list") if pair[0] not in names), *headers]
    assert one(lambda app: ask(app, given, request("tools/list"))).status == status


@pytest.mark.parametrize(
    "header", [("host", "localhost"), ("host", "[::1]:80"), ("origin", "http://localhost:5173")]
)
def test_this_machine_is_let_in(header: tuple[str, str]) -> None:
    given = [*(pair for pair in pairs("tools/list") if pair[0] != header[0]), header]
    assert one(lambda app: ask(app, given, request("tools/list"))).status == 200


def test_configured_hosts_and_origins_are_let_in() -> None:
    host = host_of(TOOLS, configured(hosts=("api.example.com",), origins=("https://app.example.com",)))
    given = [pair for pair in pairs("tools/list") if pair[0] != "host"]
    given += [("host", "api.example.com:443"), ("origin", "https://app.example.com")]
    assert one(lambda app: ask(app, given, request("tools/list")), host).status == 200


@pytest.mark.parametrize("name", ["host", "authorization", "content-type", "origin"])
def test_a_header_that_stands_once_stands_once(name: str) -> None:
    given = [
        *pairs("tools/list", authorization="Bearer a", origin="http://localhost"),
        (name, "http://localhost"),
    ]
    assert one(lambda app: ask(app, given, request("tools/list"))).status == 400


@pytest.mark.parametrize(
    "query", [b"access_token=s3cret", b"x=1&API_KEY=s3cret", b"key=s3cret", b"%74oken=s3cret", b"token"]
)
def test_a_key_in_a_query_is_refused_and_not_repeated(query: bytes) -> None:
    got = one(lambda app: ask(app, pairs("tools/list"), request("tools/list"), query=query))
    assert got.status == 400
    assert b"s3cret" not in got.body


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "HEAD"])
def test_only_posts_are_taken(method: str) -> None:
    got = one(lambda app: ask(app, pairs("tools/list"), b"", method=method))
    assert (got.status, got.headers["allow"]) == (405, "POST")


def test_a_body_may_not_be_longer_than_it_may() -> None:
    host = host_of(TOOLS, configured(body_bytes=1000))
    body = request("tools/call", {"name": "echo", "arguments": {"a": "x" * 1000}})
    assert one(lambda app: ask(app, pairs("tools/call", "echo"), body), host).status == 413
    given = pairs("tools/call", "echo", content_length="99999999999999999999")
    assert one(lambda app: ask(app, given, body), host).status == 413


def test_headers_may_not_be_longer_than_they_may() -> None:
    given = pairs("tools/list", x_long="x" * 40_000)
    assert one(lambda app: ask(app, given, request("tools/list"))).status == 431


def test_a_client_that_asks_for_too_much_is_told_when_to_come_back() -> None:
    host = host_of(TOOLS, configured(rate=0.01, burst=2))

    async def thrice(app: App) -> list[Got]:
        return [await call(app, "bare") for _ in range(3)]

    first, second, third = run(app_of(host), thrice)
    assert (first.status, second.status, third.status) == (200, 200, 429)
    assert 0 < int(third.headers["retry-after"]) <= 100


def test_one_client_has_so_many_requests_at_once() -> None:
    gate: dict[str, asyncio.Event] = {}

    async def wait(_arguments: Any) -> int:
        await gate["open"].wait()
        return 1

    host = host_of({"wait": Made(answer=1)}, configured(concurrency=2))
    slow = Host(host.catalog)
    slow.register("wait", wait)

    async def three(app: App) -> list[int]:
        gate["open"] = asyncio.Event()
        running = [asyncio.ensure_future(call(app, "wait")) for _ in range(2)]
        while any(not task.done() for task in running) and len(gate) < 2:
            await asyncio.sleep(0)
            gate["begun"] = gate["open"]
        for _ in range(20):
            await asyncio.sleep(0)
        refused = await call(app, "wait")
        gate["open"].set()
        done = await asyncio.gather(*running)
        return [refused.status, *(got.status for got in done), (await call(app, "wait")).status]

    assert run(app_of(slow), three) == [429, 200, 200, 200]


@pytest.mark.parametrize(
    ("path", "status"), [("/health", 200), ("/ready", 200), ("/nowhere", 404), ("/mcp/", 404)]
)
def test_pages_beside_the_endpoint(path: str, status: int) -> None:
    assert one(lambda app: ask(app, [], method="GET", path=path)).status == status


def test_a_server_that_ends_is_not_ready() -> None:
    app = app_of()

    async def end(_app: App) -> Got:
        app.close()
        return await ask(app, [], method="GET", path="/ready")

    assert run(app, end).status == 503


def test_each_call_is_one_line_whichever_wire_answers(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    host = Host(host_of(TOOLS).catalog, journal=Journal(path))
    host.register("echo", lambda given: given)

    async def several(app: App) -> None:
        await call(app, "echo", {"s3cret": 1})
        await call(app, "nobody")
        await call(app, "echo", "s3cret")
        with_progress = request("tools/call", {"name": "echo", "_meta": {**META, "progressToken": 1}})
        await ask(app, pairs("tools/call", "echo"), with_progress)
        older = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": "echo", "arguments": {}},
        }
        got = await ask(app, pairs("tools/call", "echo", "2025-11-25"), older)
        assert by_sdk(got)["isError"] is False

    run(app_of(host), several)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [line["gonogo.tool"] for line in lines] == ["echo", "*", "echo", "echo"]
    assert "s3cret" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("revision", ["2026-07-28", "2025-11-25", "2025-03-26"])
@pytest.mark.parametrize(
    "arguments", [b'{"a":1,"a":2}', b'{"a":NaN}', b'{"a":"\\ud800"}', b'{"a":1}x', b"\xef\xbb\xbf{}"]
)
def test_no_header_chooses_a_weaker_reading(revision: str, arguments: bytes) -> None:
    meta = json.dumps(META).encode()
    body = (
        b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","_meta":%b,"arguments":%b}}'
        % (
            meta,
            arguments,
        )
    )
    got = one(lambda app: ask(app, pairs("tools/call", "echo", revision), body))
    assert (got.status, got.code) == (400, -32700)


def test_a_listener_is_told_of_a_change_and_of_the_end() -> None:
    catalog = host_of({"a": Made(answer=1), "b": Made(answer=1)}).catalog
    host = Host(catalog)
    host.register("a", lambda _arguments: 1)
    app = app_of(host)

    async def listen(_app: App) -> Got:
        body = request("subscriptions/listen", {"notifications": {"toolsListChanged": True}})
        listening = asyncio.ensure_future(ask(app, pairs("subscriptions/listen"), body))
        for _ in range(50):
            await asyncio.sleep(0)
        host.register("b", lambda _arguments: 1)
        for _ in range(50):
            await asyncio.sleep(0)
        app.close()
        return await listening

    text = run(app, listen).body.decode()
    events = [
        json.loads(line.removeprefix("data: ")) for line in text.splitlines() if line.startswith("data:")
    ]
    assert [event.get("method") for event in events] == [
        "notifications/subscriptions/acknowledged",
        "notifications/tools/list_changed",
        None,
    ]
