"""The server as the SDK's client sees it, in this process, in both eras. CASES A7, A8, A9 and N1 on the wire."""

import asyncio
import json
import shutil
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import mcp_types as types
import pytest
from mcp import Client, MCPError

from gonogo import Gauge
from gonogo.catalog.catalog import Catalog
from gonogo.contracts import contract
from gonogo.host.host import Host
from gonogo.host.outcome import SourceUnavailable
from gonogo.mcp.server import PAGE, McpServer
from hosts import Made, host_of

ORDERS = Path(__file__).parents[2] / "examples" / "orders"
PROBLEM = Gauge(contract("problem"))
BIG = 1915883588174806058
MODES = {"legacy": "2025-11-25", "2026-07-28": "2026-07-28"}


@pytest.fixture(params=MODES, name="mode")
def fixture_mode(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def ask(host: Host, mode: str, question: Callable[[Client], Coroutine[Any, Any, Any]]) -> Any:
    async def run() -> Any:
        async with Client(McpServer(host).native, mode=mode) as client:
            assert client.protocol_version == MODES[mode]
            return await question(client)

    return asyncio.run(run())


def refused(host: Host, mode: str, question: Callable[[Client], Coroutine[Any, Any, Any]]) -> types.ErrorData:
    async def run(client: Client) -> types.ErrorData:
        with pytest.raises(MCPError) as caught:
            await question(client)
        return caught.value.error

    error = ask(host, mode, run)
    assert isinstance(error, types.ErrorData)
    return error


def listed(host: Host, mode: str) -> dict[str, types.Tool]:
    page = ask(host, mode, lambda client: client.list_tools())
    return {tool.name: tool for tool in page.tools}


def called(host: Host, mode: str, name: str = "work", arguments: Any = None) -> types.CallToolResult:
    result = ask(host, mode, lambda client: client.call_tool(name, arguments))
    assert isinstance(result, types.CallToolResult)
    return result


def text_of(result: types.CallToolResult) -> str:
    (block,) = result.content
    assert isinstance(block, types.TextContent)
    return block.text


def work(**words: Any) -> Host:
    return host_of({"work": Made(**words)})


def test_the_example_is_listed_with_its_contracts_in_meta(mode: str) -> None:
    host = Host(Catalog.load(ORDERS))
    host.register("get_stock", lambda sku: {"status": "unknown", "quantity": None, "checked_at": sku})
    tool = listed(host, mode)["get_stock"]
    assert tool.title == "Look up stock"
    assert tool.annotations is not None
    assert tool.annotations.read_only_hint is True
    assert tool.meta is not None
    for side in ("input", "output"):
        folder = "tools" if side == "input" else "outputs"
        told = tool.meta[f"gonogo/{side}"]
        assert told["schema"] == f"https://example.com/schemas/{folder}/get_stock.json"
        assert told["version"] == "1.0.0"
        assert told["digest"].startswith("sha256:")
    for schema in (tool.input_schema, tool.output_schema or {}):
        assert not {"$id", "$schema", "x-version", "x-tool"} & set(schema)


def test_a_success_is_the_gauged_object_and_its_mirror(mode: str) -> None:
    value = {"b": "žluťoučký 漢字", "a": [1, 2.5, None, True]}
    result = called(work(output={"type": "object"}, answer=value), mode)
    assert result.structured_content == value
    assert text_of(result) == '{"b":"žluťoučký 漢字","a":[1,2.5,null,true]}'
    assert not result.is_error
    assert (result.meta or {})["gonogo/output"]["version"] == "0.0.0"


def test_a_number_travels_as_it_was_gauged(mode: str) -> None:
    result = called(work(output={"type": "object"}, answer={"n": 5.0}), mode)
    assert text_of(result) == '{"n":5}'
    assert repr(result.structured_content) == "{'n': 5}"


def test_null_arguments_reach_the_handler_as_they_are(mode: str) -> None:
    host = work(given={"type": "object"}, output={"type": "object"}, does=lambda given: {"given": given})
    sent = {"a": None, "b": {"c": None}, "d": [None]}
    assert called(host, mode, arguments=sent).structured_content == {"given": sent}


@pytest.mark.parametrize("number", [BIG, 2**63, 2**64, 2**70, -(2**70)])
def test_a_big_integer_survives_there_and_back(number: int, mode: str) -> None:
    host = work(given={"type": "object"}, output={"type": "object"}, does=lambda given: given)
    result = called(host, mode, arguments={"id": number})
    assert result.structured_content == {"id": number}
    assert text_of(result) == f'{{"id":{number}}}'


def test_refused_arguments_are_a_problem_as_text(mode: str) -> None:
    result = called(work(output={"type": "object"}, answer={}), mode, arguments={"s3cret": "s3cret"})
    assert result.is_error
    assert result.structured_content is None
    problem = json.loads(text_of(result))
    assert PROBLEM.check(problem)
    assert (problem["door"], problem["executed"]) == ("input", False)
    assert "s3cret" not in text_of(result)


@pytest.mark.parametrize(
    ("made", "code"),
    [
        (Made({"type": "object", "required": ["a"]}, {}), "required"),
        (Made({"type": "object"}, None), "type"),
        (Made({"type": "object"}, does=lambda _: 1 / 0), "handler_failed"),
    ],
)
def test_what_the_output_door_stops_is_an_error(made: Made, code: str, mode: str) -> None:
    result = called(host_of({"work": made}), mode)
    assert result.is_error
    assert result.structured_content is None
    problem = json.loads(text_of(result))
    assert (problem["issues"][0]["code"], problem["executed"]) == (code, True)
    assert "division" not in text_of(result)


def test_a_source_that_is_down_is_an_error(mode: str) -> None:
    def down(_arguments: Any) -> Any:
        raise SourceUnavailable("secret host name")

    result = called(work(output={"type": "object"}, does=down), mode)
    assert result.is_error
    assert json.loads(text_of(result))["issues"][0]["code"] == "source_unavailable"
    assert "secret" not in text_of(result)


def test_an_unknown_tool_names_the_nearest(mode: str) -> None:
    host = host_of({"get_stock": Made(answer=1)})
    error = refused(host, mode, lambda client: client.call_tool("get_stok", {}))
    assert error.code == -32602
    assert "did you mean 'get_stock'?" in error.message
    assert "get_stok'" not in error.message
    assert PROBLEM.check(error.data)


def test_a_list_is_bare_for_the_modern_and_wrapped_for_the_older(mode: str) -> None:
    schema = {"type": "array", "items": {"type": "object", "required": ["slug"]}}
    value = [{"slug": "simple", "total": 0}]
    host = work(output=schema, answer=value)
    tool, result = listed(host, mode)["work"], called(host, mode)
    meta, result_meta = tool.meta or {}, result.meta or {}
    if mode == "legacy":
        assert tool.output_schema == {
            "type": "object",
            "properties": {"result": schema},
            "required": ["result"],
            "additionalProperties": False,
        }
        assert result.structured_content == {"result": value}
        assert (meta["gonogo/wrapped"], result_meta["gonogo/wrapped"]) == (True, True)
    else:
        assert tool.output_schema == schema
        assert result.structured_content == value
        assert "gonogo/wrapped" not in {**meta, **result_meta}
    assert json.loads(text_of(result)) == result.structured_content


@pytest.mark.parametrize("value", [3, "text", True, 0, "", False, []])
def test_any_root_arrives(value: Any, mode: str) -> None:
    result = called(work(output={"not": {"type": "null"}}, answer=value), mode)
    assert result.structured_content == ({"result": value} if mode == "legacy" else value)


def test_a_bare_null_is_wrapped_in_every_era(mode: str) -> None:
    result = called(work(output={"type": ["integer", "null"]}, answer=None), mode)
    assert result.structured_content == {"result": None}
    assert text_of(result) == '{"result":null}'


def test_a_recursive_list_is_wrapped_with_its_definitions() -> None:
    schema = {"type": "array", "items": {"$ref": "#"}, "x-fresh": {"pointer": "/0/at", "max_age": 5}}
    host = work(output=schema, answer=[[], [[]]])
    told = listed(host, "legacy")["work"].output_schema or {}
    assert told["properties"]["result"]["items"] == {"$ref": "#/$defs/root"}
    assert told["x-fresh"] == {"pointer": "/result/0/at", "max_age": 5}
    assert called(host, "legacy").structured_content == {"result": [[], [[]]]}


@pytest.mark.parametrize("given", [True, {}, {"properties": {"a": True}}, {"type": ["object", "null"]}])
def test_an_input_without_a_plain_type_spoils_no_list(given: Any, mode: str) -> None:
    tools = listed(host_of({"loose": Made(given=given, answer=1), "other": Made(answer=1)}), mode)
    assert set(tools) == {"loose", "other"}
    assert tools["loose"].input_schema["type"] == "object"


def test_a_broken_output_schema_costs_one_tool_its_schema(tmp_path: Path, mode: str) -> None:
    shutil.copytree(ORDERS / "schemas", tmp_path / "schemas")
    broken = {"type": "object", "properties": {"type": "string"}}
    (tmp_path / "schemas" / "outputs" / "get_stock.json").write_text(json.dumps(broken))
    host = Host(Catalog.load(tmp_path))
    for name in ("create_refund", "get_stock", "lookup_order", "place_order"):
        host.register(name, lambda arguments: arguments)
    tools = listed(host, mode)
    assert len(tools) == 4
    assert [name for name, tool in tools.items() if tool.output_schema is None] == ["get_stock"]
    assert "gonogo/output" not in (tools["get_stock"].meta or {})
    told = [finding for finding in host.findings if finding.file == "schemas/outputs/get_stock.json"]
    assert [finding.code for finding in told] == ["malformed_schema"]


def test_a_long_list_comes_in_pages(mode: str) -> None:
    host = host_of({f"tool_{number:04}": Made(answer=1) for number in range(PAGE * 2 + 1)})

    async def walk(client: Client) -> list[list[str]]:
        pages: list[list[str]] = []
        cursor: str | None = None
        while not pages or cursor is not None:
            page = await client.list_tools(cursor=cursor)
            pages.append([tool.name for tool in page.tools])
            cursor = page.next_cursor
        return pages

    pages = ask(host, mode, walk)
    assert [len(page) for page in pages] == [PAGE, PAGE, 1]
    assert [name for page in pages for name in page] == list(host.tools)


@pytest.mark.parametrize(
    "cursor", ["", "x", "dG9vbHM6", "dG9vbHM6LTE=", "dG9vbHM6OTk5OQ==", "é", "=", "0" * 999]
)
def test_an_invalid_cursor_is_an_error(cursor: str, mode: str) -> None:
    assert refused(work(answer=1), mode, lambda client: client.list_tools(cursor=cursor)).code == -32602


def test_the_sdk_never_lists_to_call() -> None:
    server = McpServer(work(given={"type": "object", "title": "T"}, answer=1))
    assert server.native.get_tool_input_schema is not None
    assert server.native.get_tool_input_schema("work") == {"type": "object", "title": "T"}
    assert server.native.get_tool_input_schema("nothing") is None
