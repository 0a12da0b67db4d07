"""Door 1 as a real client meets it, in both eras: a catalog of many behind four tools. CASES I1, I2 and I3."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import jsonschema
import mcp_types as types
import pytest
from mcp import Client, MCPError

from gonogo import Gauge
from gonogo.contracts import contract
from gonogo.host.caller import Caller
from gonogo.host.host import Host
from gonogo.host.journal import Journal
from gonogo.mcp.server import Forbidden, McpServer
from gonogo.mcp.telemetry import Asked
from gonogo.search.answer import estimated
from shops import ANSWERS, shop, tool

FOUR = ["find_tools", "describe_tool", "call_read_only", "call_tool"]
PROBLEM = Gauge(contract("problem"))
LINE = Gauge(contract("journal-line"))


@pytest.fixture(params=["legacy", "2026-07-28"], name="mode")
def fixture_mode(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def ask(host: Host, mode: str, question: Callable[[Client], Coroutine[Any, Any, Any]]) -> Any:
    async def run() -> Any:
        async with Client(McpServer(host).native, mode=mode) as client:
            return await question(client)

    return asyncio.run(run())


def listed(host: Host, mode: str) -> list[types.Tool]:
    return list(ask(host, mode, lambda client: client.list_tools()).tools)


def called(host: Host, mode: str, name: str, arguments: Any) -> types.CallToolResult:
    """The result of a call by a client that has listed the tools, and so holds results to what was told."""

    async def question(client: Client) -> types.CallToolResult:
        told = {tool.name: tool for tool in (await client.list_tools()).tools}
        result = await client.call_tool(name, arguments)
        if not result.is_error and told[name].output_schema is not None:
            jsonschema.validate(result.structured_content, told[name].output_schema or {})
            assert json.loads(text_of(result)) == result.structured_content
        return result

    result = ask(host, mode, question)
    assert isinstance(result, types.CallToolResult)
    return result


def text_of(result: types.CallToolResult) -> str:
    (block,) = result.content
    assert isinstance(block, types.TextContent)
    return block.text


def found(host: Host, mode: str, query: str, **words: Any) -> list[dict[str, Any]]:
    result = called(host, mode, "find_tools", {"query": query, **words})
    assert not result.is_error
    return list((result.structured_content or {})["tools"])


def problem(result: types.CallToolResult) -> dict[str, Any]:
    assert result.is_error
    assert result.structured_content is None
    assert PROBLEM.read(text_of(result))
    return dict(json.loads(text_of(result)))


def issue(result: types.CallToolResult) -> tuple[str, str]:
    (only,) = problem(result)["issues"]
    return only["code"], only["pointer"]


# I1: a search stands for the tools where there are more than clients take.


def test_a_catalog_of_many_is_four_tools(mode: str) -> None:
    assert [each.name for each in listed(shop(), mode)] == FOUR


@pytest.mark.parametrize(("words", "count"), [({"search": "never"}, 24), ({"search": "always"}, 4), ({}, 4)])
def test_what_is_listed_is_configured(words: dict[str, Any], count: int, mode: str) -> None:
    assert len(listed(shop(**words), mode)) == count


def test_what_is_pinned_stays_in_the_list(mode: str) -> None:
    host = shop(pinned=("get_parcel", "delete_shelf"))
    assert [each.name for each in listed(host, mode)] == [*FOUR, "get_parcel", "delete_shelf"]
    result = called(host, mode, "get_parcel", {"id": "P1"})
    assert result.structured_content == {"id": "P1", "state": "kept"}


def test_annotations_let_a_client_ask_before_what_changes_something(mode: str) -> None:
    hints = {each.name: each.annotations.read_only_hint for each in listed(shop(), mode) if each.annotations}
    assert hints == {"find_tools": True, "describe_tool": True, "call_read_only": True, "call_tool": False}


# What is found, and how much of it.


def test_a_query_gets_whole_definitions_that_a_call_keeps_to(mode: str) -> None:
    host = shop()
    best, *_ = found(host, mode, "remove a coupon")
    assert (best["name"], best["annotations"]) == ("delete_coupon", {"destructiveHint": True})
    jsonschema.validate({"id": "C1"}, best["inputSchema"])
    assert "$id" not in best["outputSchema"]
    result = called(host, mode, "call_tool", {"name": best["name"], "arguments": {"id": "C1"}})
    told = result.structured_content or {}
    assert told == {"tool": "delete_coupon", "result": {"id": "C1", "state": "kept"}}
    jsonschema.validate(told["result"], best["outputSchema"])


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ({"namespace": "desk"}, {"get_coupon"}),
        ({"namespace": "/back/office/"}, {"delete_coupon"}),
        ({"namespace": "back/offic"}, set()),
        ({"read_only": True}, {"get_coupon"}),
        ({"most": 1}, {"get_coupon"}),
    ],
)
def test_filters_hold(words: dict[str, Any], names: set[str], mode: str) -> None:
    assert {each["name"] for each in found(shop(), mode, "coupon", **words)} == names


@pytest.mark.parametrize("tokens", [200, 300, 450, 700, 6000])
def test_an_answer_never_exceeds_its_cap(tokens: int, mode: str) -> None:
    host = shop(
        *(tool(f"{'z' * 60}_coupon_{number}", "A coupon. " * 20) for number in range(12)),
        search_tokens=tokens,
    )
    result = called(host, mode, "find_tools", {"query": "coupon", "most": 20})
    rows = (result.structured_content or {})["tools"]
    assert rows
    assert estimated(text_of(result)) <= tokens
    assert all(("truncated" in row) != ("inputSchema" in row) for row in rows)


def test_what_the_cap_leaves_out_is_described_whole(mode: str) -> None:
    wide = {"type": "object", "properties": {f"field_{number}": {"type": "string"} for number in range(900)}}
    host = shop(tool("import_ledger", "Import a ledger.", given=wide))
    (row,) = found(host, mode, "import a ledger", most=1)
    assert row["truncated"] is True
    whole = called(host, mode, "describe_tool", {"name": "import_ledger"}).structured_content or {}
    assert (whole["name"], len(whole["inputSchema"]["properties"])) == ("import_ledger", 900)


# What is called by name passes the doors of its target.


@pytest.mark.parametrize("root", ["count", "names", "nothing", "free"])
def test_results_of_every_root_keep_the_output_schema(root: str, mode: str) -> None:
    result = called(shop(), mode, "call_read_only", {"name": f"tell_{root}", "arguments": {"id": "1"}})
    name = f"tell_{root}"
    assert result.structured_content == {"tool": name, "result": ANSWERS[name]}


@pytest.mark.parametrize("root", ["count", "names", "nothing"])
def test_a_described_output_schema_judges_what_comes(root: str, mode: str) -> None:
    host = shop()
    told = called(host, mode, "describe_tool", {"name": f"tell_{root}"}).structured_content or {}
    jsonschema.validate(ANSWERS[f"tell_{root}"], told["outputSchema"])


@pytest.mark.parametrize("sent", ['{"id": "C1"}', {"id": "C1"}])
def test_arguments_as_text_are_read_at_the_targets_door(sent: Any, mode: str) -> None:
    result = called(shop(), mode, "call_tool", {"name": "get_coupon", "arguments": sent})
    assert (result.structured_content or {})["result"]["id"] == "C1"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"id": 5}, ("type", "/id")),
        ({}, ("required", "/id")),
        ({"id": "1", "secret": 1}, ("additionalProperties", "/*")),
        (None, ("required", "/id")),
    ],
)
def test_arguments_are_held_to_the_targets_contract(
    arguments: Any, expected: tuple[str, str], mode: str
) -> None:
    result = called(shop(), mode, "call_tool", {"name": "get_coupon", "arguments": arguments})
    assert issue(result) == expected
    told = problem(result)
    assert (told["door"], told["tool"], told["executed"]) == ("input", "get_coupon", False)
    assert "secret" not in text_of(result)


def test_a_wrong_result_does_not_leave_by_another_way(mode: str) -> None:
    host = shop(answers={"get_coupon": {"id": "C1", "state": "lost"}})
    result = called(host, mode, "call_read_only", {"name": "get_coupon", "arguments": {"id": "C1"}})
    told = problem(result)
    assert (told["door"], told["tool"], told["executed"]) == ("output", "get_coupon", True)


def test_what_may_change_something_is_not_called_as_reading(mode: str) -> None:
    result = called(shop(), mode, "call_read_only", {"name": "delete_coupon", "arguments": {"id": "C1"}})
    assert issue(result) == ("not_read_only", "/name")
    told = problem(result)
    assert (told["door"], told["tool"], told["executed"]) == ("search", "call_read_only", False)
    assert "call_tool" in told["issues"][0]["hint"]


def test_what_says_nothing_of_itself_is_not_called_as_reading(mode: str) -> None:
    silent = tool("shake_tree", "Shake a tree.")
    host = shop(type(silent)(silent.name, silent.description, silent.input, silent.output))
    result = called(host, mode, "call_read_only", {"name": "shake_tree", "arguments": {"id": "1"}})
    assert issue(result) == ("not_read_only", "/name")


@pytest.mark.parametrize("by", ["describe_tool", "call_read_only", "call_tool"])
def test_an_unknown_name_is_told_the_nearest(by: str, mode: str) -> None:
    result = called(shop(), mode, by, {"name": "get_cupon"})
    assert issue(result) == ("unknown_tool", "/name")
    (only,) = problem(result)["issues"]
    assert "get_coupon" in only["expected"]
    assert "cupon" not in text_of(result)


def test_a_name_of_other_words_is_told_what_it_may_mean(mode: str) -> None:
    result = called(shop(), mode, "call_tool", {"name": "coupon.remove-one"})
    assert "delete_coupon" in problem(result)["issues"][0]["expected"]


def test_the_four_are_not_called_by_name(mode: str) -> None:
    arguments = {"name": "call_tool", "arguments": {"name": "get_coupon", "arguments": {"id": "1"}}}
    assert issue(called(shop(), mode, "call_tool", arguments)) == ("unknown_tool", "/name")


# I3: whoever kept an older list is told what to do.


def test_a_hidden_tool_is_still_called_by_whoever_knows_it(mode: str) -> None:
    async def question(client: Client) -> types.CallToolResult:
        return await client.call_tool("get_coupon", {"id": "C1"})

    result = ask(shop(), mode, question)
    assert result.structured_content == {"id": "C1", "state": "kept"}


def test_a_stale_search_tool_is_told_that_the_tools_are_listed(mode: str) -> None:
    async def question(client: Client) -> types.ErrorData:
        with pytest.raises(MCPError) as caught:
            await client.call_tool("find_tools", {"query": "coupon"})
        return caught.value.error

    error = ask(shop(search="never"), mode, question)
    assert error.code == types.INVALID_PARAMS
    assert "ask for the list" in error.message


def test_an_unknown_name_in_a_hidden_catalog_leads_to_the_search(mode: str) -> None:
    async def question(client: Client) -> types.ErrorData:
        with pytest.raises(MCPError) as caught:
            await client.call_tool("qqqq", {})
        return caught.value.error

    assert "find_tools" in ask(shop(), mode, question).message


# Names, callers, journal.


def test_a_tool_of_the_catalog_keeps_its_name(mode: str) -> None:
    host = shop(tool("find_tools", "Find spanners and hammers."))
    names = [each.name for each in listed(host, mode)]
    assert names == [f"gonogo_{name}" for name in FOUR]
    (first, *_) = listed(host, mode)
    assert "gonogo_call_read_only" in (first.description or "")
    result = called(host, mode, "gonogo_call_tool", {"name": "find_tools", "arguments": {"id": "hammer"}})
    assert (result.structured_content or {})["result"] == {"id": "hammer", "state": "kept"}
    assert [each.code for each in host.findings if each.code == "search_tool_name"] == ["search_tool_name"]


def by_caller(host: Host, scopes: set[str], name: str, arguments: Any) -> Any:
    server = McpServer(host)
    asked = Asked("tools/call", "2026-07-28", 1, caller=Caller("somebody", frozenset(scopes)))
    return asyncio.run(server.call(name, arguments, asked))


def test_a_caller_finds_and_calls_what_its_scopes_let_it() -> None:
    host = shop()
    told = by_caller(host, {"desk:read"}, "find_tools", {"query": "coupon", "most": 20}).value
    assert {each["name"] for each in told["tools"]} == {"get_coupon"}
    arguments = {"name": "get_coupon", "arguments": {"id": "1"}}
    assert by_caller(host, {"desk:read"}, "call_tool", arguments).value["result"]["id"] == "1"
    for by in ("call_tool", "describe_tool"):
        with pytest.raises(Forbidden):
            by_caller(host, {"desk:read"}, by, {"name": "delete_coupon"})
    unknown = by_caller(host, {"desk:read"}, "call_tool", {"name": "delete_cupon"})
    assert "delete" not in unknown.problem.to_json()


def test_the_journal_names_the_target_and_how_it_was_reached(tmp_path: Path, mode: str) -> None:
    host = shop(journal=Journal(tmp_path / "journal.jsonl"))
    called(host, mode, "find_tools", {"query": "a needle in the journal"})
    called(host, mode, "call_tool", {"name": "delete_coupon", "arguments": {"id": "C1"}})
    called(host, mode, "call_tool", {"name": "delete_coupon", "arguments": {"id": 1}})
    called(host, mode, "call_read_only", {"name": "needle"})
    text = (tmp_path / "journal.jsonl").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    assert all(LINE.check(line) for line in lines)
    assert [(each["gonogo.tool"], each["gonogo.door"], each.get("gonogo.via")) for each in lines] == [
        ("find_tools", "search", None),
        ("delete_coupon", "output", "call_tool"),
        ("delete_coupon", "input", "call_tool"),
        ("call_read_only", "search", None),
    ]
    assert "needle" not in text


# Whatever is asked: an answer, or a clear problem.


@pytest.mark.parametrize(
    "query",
    [
        " ",
        "the of and to",
        "\x00\x01\x1b[31m",
        "🙂🙃",
        "\u3002\u3001\uff01\uff1f",
        "ᚠᚢᚦ",
        "优惠券",
        "a" * 1_000_000,
        "coupon " * 140_000,
        '"; DROP TABLE tools; --',
    ],
    ids=["blank", "stop-words", "controls", "signs", "marks", "runes", "chinese", "one-word", "1MB", "sql"],
)
def test_any_query_gets_an_answer(query: str, mode: str) -> None:
    result = called(shop(), mode, "find_tools", {"query": query})
    assert not result.is_error
    told = result.structured_content or {}
    assert told["tools"] or told["hint"]
    assert len(text_of(result)) < 30_000


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"query": ""}, ("minLength", "/query")),
        ({}, ("required", "/query")),
        (None, ("required", "/query")),
        ({"query": 5}, ("type", "/query")),
        ({"query": None}, ("type", "/query")),
        ({"query": "a", "most": 0}, ("minimum", "/most")),
        ({"query": "a", "most": 21}, ("maximum", "/most")),
        ({"query": "a", "depth": 1}, ("additionalProperties", "/*")),
        ({"query": "x" * 2_000_000}, ("too_large", "")),
    ],
)
def test_a_wrong_question_is_a_problem_of_the_search_door(
    arguments: Any, expected: tuple[str, str], mode: str
) -> None:
    result = called(shop(), mode, "find_tools", arguments)
    assert issue(result) == expected
    told = problem(result)
    assert (told["door"], told["tool"], told["executed"]) == ("search", "find_tools", False)


def test_half_a_surrogate_pair_is_a_problem() -> None:
    server = McpServer(shop())
    asked = Asked("tools/call", "2026-07-28", 1)
    outcome = asyncio.run(server.call("find_tools", {"query": "\ud800"}, asked))
    assert [each.code for each in outcome.problem.issues] == ["lone_surrogate"]  # type: ignore[union-attr]


def test_a_tool_without_description_is_found_by_its_parameters(mode: str) -> None:
    given = {"type": "object", "properties": {"barometer": {"type": "number"}}}
    host = shop(tool("op_17", "", given=given))
    assert found(host, mode, "barometer")[0]["name"] == "op_17"
