"""Searches for tools in models' messages: answered with the tools that were found, in the protocol's own form."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from gonogo.catalog.catalog import Catalog
from gonogo.host.host import Host
from gonogo.host.journal import Journal
from shops import shop, tool

WIDE = {"type": "object", "properties": {f"field_{number}": {"type": "string"} for number in range(900)}}


def answered(host: Host, message: Any, via: str) -> list[Any]:
    return asyncio.run(host.answer(message, via))


def responses(arguments: Any, execution: str = "client") -> dict[str, Any]:
    item = {"type": "tool_search_call", "call_id": "s1", "execution": execution, "arguments": arguments}
    return {"output": [{"type": "reasoning", "summary": []}, item]}


def anthropic(name: str, arguments: Any) -> dict[str, Any]:
    return {
        "role": "assistant",
        "content": [{"type": "tool_use", "id": "t1", "name": name, "input": arguments}],
    }


@pytest.mark.parametrize("via", ["openai-responses", "openai-responses-strict"])
@pytest.mark.parametrize(
    "arguments", [{"query": "remove a coupon"}, json.dumps({"query": "remove a coupon"})]
)
def test_a_search_of_responses_loads_whole_tools(via: str, arguments: Any) -> None:
    (output,) = answered(shop(), responses(arguments), via)
    assert {word: output[word] for word in ("type", "call_id", "execution", "status")} == {
        "type": "tool_search_output",
        "call_id": "s1",
        "execution": "client",
        "status": "completed",
    }
    first = output["tools"][0]
    assert (first["type"], first["name"], first["defer_loading"]) == ("function", "delete_coupon", True)
    assert first["parameters"]["required"] == ["id"]
    assert first["strict"] is via.endswith("strict")


def test_a_search_that_the_vendor_executes_is_left_alone() -> None:
    assert answered(shop(), responses({"query": "coupon"}, "server"), "openai-responses") == []


@pytest.mark.parametrize("arguments", [{}, {"query": ""}, None, "nonsense", {"query": 1}])
def test_a_wrong_search_of_responses_finds_nothing(arguments: Any) -> None:
    (output,) = answered(shop(), responses(arguments), "openai-responses")
    assert (output["tools"], output["status"]) == ([], "incomplete")


def test_searches_and_calls_of_one_message_are_answered_in_order() -> None:
    message = responses({"query": "coupon"})
    message["output"].append(
        {"type": "function_call", "call_id": "c1", "name": "get_coupon", "arguments": '{"id":"1"}'}
    )
    first, second = answered(shop(), message, "openai-responses")
    assert (first["type"], second["type"]) == ("tool_search_output", "function_call_output")
    assert json.loads(second["output"])["id"] == "1"


def test_the_best_tool_is_loaded_though_it_exceeds_the_cap() -> None:
    host = shop(tool("import_ledger", "Import a ledger.", given=WIDE))
    (output,) = answered(host, responses({"query": "import ledger"}), "openai-responses")
    assert [each["name"] for each in output["tools"]] == ["import_ledger"]


@pytest.mark.parametrize("via", ["anthropic", "anthropic-strict"])
def test_a_search_of_anthropic_refers_to_tools(via: str) -> None:
    (message,) = answered(shop(), anthropic("find_tools", {"query": "coupon", "read_only": True}), via)
    (block,) = message["content"]
    assert (block["tool_use_id"], "is_error" in block) == ("t1", False)
    assert block["content"] == [{"type": "tool_reference", "tool_name": "get_coupon"}]


def test_a_search_of_anthropic_that_finds_nothing_says_what_to_do() -> None:
    (message,) = answered(shop(), anthropic("find_tools", {"query": "zeppelin"}), "anthropic")
    assert "hint" in json.loads(message["content"][0]["content"])


def test_a_wrong_search_of_anthropic_is_a_problem() -> None:
    (message,) = answered(shop(), anthropic("find_tools", {"qery": "coupon"}), "anthropic")
    (block,) = message["content"]
    assert block["is_error"] is True
    assert json.loads(block["content"])["door"] == "search"


def test_a_tool_of_the_catalog_with_that_name_is_called() -> None:
    host = shop(tool("find_tools", "Find spanners."))
    (message,) = answered(host, anthropic("find_tools", {"id": "hammer"}), "anthropic")
    assert json.loads(message["content"][0]["content"]) == {"id": "hammer", "state": "kept"}


def test_a_search_is_written_down_without_its_words(tmp_path: Path) -> None:
    host = shop(journal=Journal(tmp_path / "journal.jsonl"))
    answered(host, responses({"query": "needle"}), "openai-responses")
    text = (tmp_path / "journal.jsonl").read_text(encoding="utf-8")
    assert json.loads(text)["gonogo.door"] == "search"
    assert "needle" not in text


def test_a_catalog_is_searched_by_itself() -> None:
    catalog: Catalog = shop().catalog
    found = catalog.search("remove a coupon", 2)
    assert len(found) == 2
    assert found[0] is catalog.tools["delete_coupon"]
    assert catalog.search("the of and") == ()
