"""The gauged client against servers of ours and of other makes. CASES A7, B9 and J3 on the client's side."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import mcp_types as types
import pytest
from mcp import MCPError
from mcp.server.lowlevel import Server

from gonogo.catalog.catalog import Catalog
from gonogo.gauge.problem import Door, Problem
from gonogo.gauge.verdict import Go, NoGo
from gonogo.host.host import Host
from gonogo.host.journal import Journal
from gonogo.mcp.answer import Answer, ToolFailed
from gonogo.mcp.client import GaugedClient
from gonogo.mcp.connection import NoServer
from gonogo.mcp.server import McpServer
from hosts import Made, catalog_of, host_of

OBJECT = {"type": "object"}
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture(params=["legacy", "2026-07-28"], name="mode")
def fixture_mode(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def foreign(tool: types.Tool, answer: Callable[[], Awaitable[Any]] | Any) -> Server[Any]:
    """A server of another make, which gauges nothing."""

    async def on_list(_context: Any, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[tool])

    async def on_call(_context: Any, _params: Any) -> Any:
        return await answer() if callable(answer) else answer

    return Server("foreign", version="1", on_list_tools=on_list, on_call_tool=on_call)


def tool(output: Any = None, given: Any = None, **words: Any) -> types.Tool:
    return types.Tool(name="work", input_schema=given or OBJECT, output_schema=output, **words)


def structured(
    value: Any, *, text: str = "text", is_error: bool = False, **words: Any
) -> types.CallToolResult:
    content: list[types.ContentBlock] = [types.TextContent(type="text", text=text)]
    return types.CallToolResult(content=content, structured_content=value, is_error=is_error, **words)


def ask(
    upstream: Server[Any] | Host, *arguments: Any, catalog: Catalog | None = None, **options: Any
) -> Answer:
    async def run() -> Answer:
        native = McpServer(upstream).native if isinstance(upstream, Host) else upstream
        async with GaugedClient(native, catalog, clock=lambda: NOON, **options) as client:
            return await client.call("work", *arguments)

    return asyncio.run(run())


def codes(answer: Answer) -> list[str]:
    assert not isinstance(answer, Go)
    problem = answer.problem
    assert problem is not None
    told = problem.to_dict() if isinstance(problem, Problem) else problem
    return [issue["code"] for issue in told["issues"]]


def test_an_error_result_is_never_a_success(mode: str) -> None:
    answer = ask(foreign(tool(OBJECT), structured({"ok": True}, text="boom", is_error=True)), mode=mode)
    assert isinstance(answer, ToolFailed)
    assert answer.text == "boom"
    assert answer.problem is None


def test_the_problem_of_a_gonogo_server_is_read(mode: str) -> None:
    answer = ask(host_of({"work": Made({"required": ["a"]}, {})}), mode=mode)
    assert isinstance(answer, ToolFailed)
    assert codes(answer) == ["required"]


@pytest.mark.parametrize("value", [[{"slug": "simple", "total": 0}], [], 3, None, {"a": 1}])
def test_whatever_the_root_the_value_comes_unwrapped(value: Any, mode: str) -> None:
    made = {"work": Made({"not": {"const": "no"}}, value)}
    assert ask(host_of(made), mode=mode) == Go(value)
    assert ask(host_of(made), mode=mode, catalog=catalog_of(made)) == Go(value)


def test_a_list_that_fastmcp_wrapped_comes_unwrapped(mode: str) -> None:
    schema = {"type": "object", "properties": {"result": {"type": "array"}}, "x-fastmcp-wrap-result": True}
    server = foreign(tool(schema), structured({"result": [1]}))
    local = catalog_of({"work": Made({"type": "array"}, given=OBJECT)})
    assert ask(server, mode=mode) == Go([1])
    assert ask(server, mode=mode, catalog=local) == Go([1])


@pytest.mark.parametrize(("age", "verdict"), [(5, Go), (3600, NoGo)])
def test_freshness_is_judged_behind_a_wrapping(age: int, verdict: type, mode: str) -> None:
    schema = {"type": "array", "x-fresh": {"pointer": "/0/at", "max_age": 60}}
    made = {"work": Made(schema, [{"at": (NOON - timedelta(seconds=age)).isoformat()}])}
    for catalog in (None, catalog_of(made)):
        answer = ask(host_of(made), mode=mode, catalog=catalog)
        assert isinstance(answer, verdict)
        assert isinstance(answer, Go) or codes(answer) == ["stale"]


def test_a_promise_that_was_broken_is_refused(mode: str) -> None:
    answer = ask(foreign(tool({**OBJECT, "required": ["a"]}), structured({})), mode=mode)
    assert codes(answer) == ["required"]
    assert codes(ask(foreign(tool(OBJECT), structured(None)), mode=mode)) == ["no_structured_content"]


def test_a_local_contract_is_judged_by_and_drift_is_written_down(tmp_path: Path) -> None:
    local = catalog_of({"work": Made({"required": ["new"]}, given=OBJECT)})
    journal = Journal(tmp_path / "journal.jsonl")
    answer = ask(foreign(tool(OBJECT), structured({"old": 1})), catalog=local, journal=journal)
    journal.close()
    assert codes(answer) == ["required"]
    (line,) = [json.loads(line) for line in (tmp_path / "journal.jsonl").read_text().splitlines()]
    assert (line["gonogo.drift"], line["gonogo.verdict"], line["gonogo.tool"]) == (True, "no-go", "work")


@pytest.mark.parametrize(
    "words", [{"x-version": "beta"}, {"x-version": 3}, {"x-fresh": True}, {"x-page": {}}]
)
def test_words_that_only_look_like_ours_are_no_matter(words: dict[str, Any]) -> None:
    server = foreign(tool({**OBJECT, **words}, {**OBJECT, **words}), structured({"a": 1}))
    assert ask(server, {"b": 2}) == Go({"a": 1})


@pytest.mark.parametrize(("output", "door"), [(OBJECT, Door.INPUT), ({"type": "objct"}, Door.OUTPUT)])
def test_a_tool_without_a_usable_schema_is_not_called(output: Any, door: Door) -> None:
    async def never() -> Any:
        raise AssertionError("it was called")

    given = OBJECT if door is Door.OUTPUT else {**OBJECT, "properties": {"a": {"type": "integr"}}}
    answer = ask(foreign(tool(output, given), never))
    assert isinstance(answer, NoGo)
    assert (answer.problem.subject.door, answer.problem.executed) == (door, False)
    assert codes(answer) == ["no_contract"]


def test_arguments_are_gauged_before_they_are_sent() -> None:
    async def never() -> Any:
        raise AssertionError("it was called")

    answer = ask(foreign(tool(given={**OBJECT, "required": ["a"]}), never), "{}")
    assert isinstance(answer, NoGo)
    assert codes(answer) == ["required"]


def test_an_error_of_the_server_keeps_its_words(mode: str) -> None:
    async def refuse() -> Any:
        raise MCPError(types.INVALID_PARAMS, "the moon is in the wrong quarter")

    answer = ask(foreign(tool(), refuse), mode=mode)
    assert isinstance(answer, ToolFailed)
    assert answer.text == "the moon is in the wrong quarter"
    assert codes(answer) == ["tool_failed"]


def test_a_tool_that_the_server_lost_is_unknown(mode: str) -> None:
    async def run() -> Answer:
        host = host_of({"work": Made(OBJECT, {}), "word": Made(OBJECT, {})})
        async with GaugedClient(McpServer(host).native, mode=mode) as client:
            await client.list()
            host._bound.pop("work")
            return await client.call("work")

    answer = asyncio.run(run())
    assert isinstance(answer, ToolFailed)
    assert codes(answer) == ["unknown_tool"]
    assert "did you mean 'word'?" in answer.text


def test_an_answer_of_another_form_is_a_failure() -> None:
    answer = ask(foreign(tool(), {"content": 5, "resultType": "complete"}), mode="2026-07-28")
    assert isinstance(answer, ToolFailed)


def test_an_unknown_name_is_refused_with_the_nearest() -> None:
    async def run() -> Answer:
        async with GaugedClient(McpServer(host_of({"get_stock": Made(OBJECT, {})})).native) as client:
            return await client.call("get_stok")

    answer = asyncio.run(run())
    assert isinstance(answer, NoGo)
    assert answer.problem.issues[0].hint == "did you mean 'get_stock'?"


def test_a_slow_call_fails_in_time_and_takes_no_other_with_it(mode: str) -> None:
    """One call outlasts its time, another over the same connection does not, and the connection is kept."""

    async def run() -> None:
        begun, release = asyncio.Event(), asyncio.Event()

        async def slow(_arguments: Any) -> Any:
            begun.set()
            await release.wait()
            return {"slow": True}

        host = host_of({"work": Made(OBJECT, does=slow), "quick": Made(OBJECT, {})})
        async with GaugedClient(McpServer(host).native, mode=mode, timeout=2) as client:
            await client.list()
            held = client._connection
            late = await client.call("work")
            assert codes(late) == ["timed_out"]
            assert await client.call("quick") == Go({})
            assert client._connection is held
            begun.clear()
            other = asyncio.create_task(client.call("work"))
            await begun.wait()
            client._drop(held) if held else None
            release.set()
            assert await other == Go({"slow": True})
            assert await client.call("quick") == Go({})
            assert client._connection is not held

    asyncio.run(run())


def test_there_is_no_server() -> None:
    async def run() -> None:
        async with GaugedClient("http://127.0.0.1:9/mcp", timeout=20):
            raise AssertionError("connected to nothing")

    with pytest.raises(NoServer):
        asyncio.run(run())


def test_a_mode_that_does_not_exist_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="mode must be"):
        GaugedClient("http://127.0.0.1:9/mcp", mode="2031-01-01")


def test_a_caller_that_is_cancelled_stays_cancelled() -> None:
    async def run() -> None:
        begun = asyncio.Event()

        async def hang(_arguments: Any) -> Any:
            begun.set()
            await asyncio.Event().wait()

        async def caller() -> None:
            async with GaugedClient(McpServer(host_of({"work": Made(OBJECT, does=hang)})).native) as client:
                await client.call("work")

        task = asyncio.create_task(caller())
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(run())
