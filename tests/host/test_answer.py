"""The tool-call loop: five forms of messages, in which models send calls well and badly."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from gonogo.contracts import contract
from gonogo.gauge.gauge import Gauge
from gonogo.host.host import Host
from gonogo.host.messages import NoToolCalls
from gonogo.host.repairs import Repairs
from hosts import Made, host_of

GIVEN = {
    "type": "object",
    "properties": {"n": {"type": "integer"}, "note": {"type": "string"}},
    "required": ["n"],
    "additionalProperties": False,
}
OUT = {"type": "object", "properties": {"twice": {"type": "integer"}}, "required": ["twice"]}
PROBLEM = Gauge(contract("problem"))


def doubling(seen: list[Any] | None = None, name: str = "double", given: Any = None) -> Host:
    def work(arguments: dict[str, Any]) -> Any:
        if seen is not None:
            seen.append(arguments)
        return {"twice": 2 * arguments["n"]}

    return host_of({name: Made(output=OUT, given=given or GIVEN, does=work), "idle": Made(answer={})})


def chat(*calls: tuple[str, Any]) -> Any:
    rows = [
        {"id": f"call_{i}", "type": "function", "function": {"name": name, "arguments": arguments}}
        for i, (name, arguments) in enumerate(calls)
    ]
    return {"role": "assistant", "content": None, "tool_calls": rows}


def responses(*calls: tuple[str, Any]) -> Any:
    rows = [
        {"type": "function_call", "call_id": f"call_{i}", "name": name, "arguments": arguments}
        for i, (name, arguments) in enumerate(calls)
    ]
    return {"output": [{"type": "reasoning", "summary": []}, *rows]}


def anthropic(*calls: tuple[str, Any]) -> Any:
    rows = [
        {"type": "tool_use", "id": f"call_{i}", "name": name, "input": arguments}
        for i, (name, arguments) in enumerate(calls)
    ]
    return {"role": "assistant", "content": [{"type": "text", "text": "now"}, *rows]}


def gemini(*calls: tuple[str, Any]) -> Any:
    rows = [
        {"functionCall": {"id": f"call_{i}", "name": name, "args": arguments}}
        for i, (name, arguments) in enumerate(calls)
    ]
    return {"role": "model", "parts": [{"text": "now"}, *rows]}


def bedrock(*calls: tuple[str, Any]) -> Any:
    rows = [
        {"toolUse": {"toolUseId": f"call_{i}", "name": name, "input": arguments}}
        for i, (name, arguments) in enumerate(calls)
    ]
    return {"role": "assistant", "content": [{"text": "now"}, *rows]}


Write = Callable[..., Any]
FORMS: dict[str, tuple[Write, str]] = {
    "openai-chat": (chat, "openai-chat"),
    "openai-responses": (responses, "openai-responses"),
    "anthropic": (anthropic, "anthropic"),
    "gemini": (gemini, "gemini"),
    "bedrock": (bedrock, "bedrock"),
}


def answered(host: Host, message: Any, via: str, **more: Any) -> list[tuple[str | None, bool, Any]]:
    """What was answered to each call: what it refers to, whether it is an error, and the value."""
    return list(rows_of(asyncio.run(host.answer(message, via, **more))))


def rows_of(messages: list[Any]) -> Any:
    for message in messages:
        if message.get("role") == "tool":
            yield message["tool_call_id"], *told(message["content"])
        elif message.get("type") == "function_call_output":
            yield message["call_id"], *told(message["output"])
        else:
            for block in message.get("content", message.get("parts", ())):
                yield read(block)


def read(block: Any) -> tuple[str | None, bool, Any]:
    if "functionResponse" in block:
        inner = block["functionResponse"]
        return inner.get("id"), "error" in inner["response"], next(iter(inner["response"].values()))
    if "toolResult" in block:
        inner = block["toolResult"]
        return inner["toolUseId"], inner["status"] == "error", inner["content"][0]["json"]
    return block["tool_use_id"], block.get("is_error", False), json.loads(block["content"])


def told(text: str) -> tuple[bool, Any]:
    value = json.loads(text)
    return "issues" in value, value


def codes(value: Any) -> list[str]:
    return [issue["code"] for issue in value["issues"]]


@pytest.mark.parametrize("form", FORMS)
def test_a_good_call_is_executed_once(form: str) -> None:
    seen: list[Any] = []
    write, via = FORMS[form]
    assert answered(doubling(seen), write(("double", {"n": 4})), via) == [("call_0", False, {"twice": 8})]
    assert seen == [{"n": 4}]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("arguments", ['{"n": 4}', '"{\\"n\\": 4}"'])
def test_arguments_as_text_and_as_text_in_text_are_read(form: str, arguments: str) -> None:
    write, via = FORMS[form]
    assert answered(doubling(), write(("double", arguments)), via) == [("call_0", False, {"twice": 8})]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("arguments", ["", None, "null"])
def test_no_arguments_are_an_empty_object(form: str, arguments: Any) -> None:
    write, via = FORMS[form]
    assert answered(doubling(), write(("idle", arguments)), via) == [("call_0", False, {})]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("arguments", ['{"n": 4', "[1]", 3, {"n": "4"}])
def test_malformed_arguments_are_answered_with_a_problem_and_nothing_runs(form: str, arguments: Any) -> None:
    seen: list[Any] = []
    write, via = FORMS[form]
    ((call, is_error, value),) = answered(doubling(seen), write(("double", arguments)), via)
    assert (call, is_error, seen) == ("call_0", True, [])
    assert PROBLEM.check(value)
    assert value["executed"] is False


@pytest.mark.parametrize("form", FORMS)
def test_an_unknown_tool_is_answered_with_the_nearest(form: str) -> None:
    write, via = FORMS[form]
    ((_, is_error, value),) = answered(doubling(), write(("doubel", {"n": 1})), via)
    assert is_error
    assert (codes(value), value["issues"][0]["expected"]) == (["unknown_tool"], "double")


@pytest.mark.parametrize("form", FORMS)
def test_several_calls_are_answered_in_order_and_one_bad_takes_none_with_it(form: str) -> None:
    write, via = FORMS[form]
    rows = answered(
        doubling(), write(("double", {"n": 1}), ("double", "{"), ("idle", {}), ("nobody", {})), via
    )
    assert [(call, is_error) for call, is_error, _ in rows] == [
        ("call_0", False),
        ("call_1", True),
        ("call_2", False),
        ("call_3", True),
    ]


@pytest.mark.parametrize("form", FORMS)
def test_calls_run_at_the_same_time(form: str) -> None:
    write, via = FORMS[form]

    async def told_twice() -> list[Any]:
        both = asyncio.Event()
        waiting: list[int] = []

        async def work(arguments: dict[str, Any]) -> Any:
            waiting.append(1)
            if len(waiting) == 2:
                both.set()
            await asyncio.wait_for(both.wait(), 10)
            return {"twice": 2 * arguments["n"]}

        host = host_of({"double": Made(output=OUT, given=GIVEN, does=work)})
        return await host.answer(write(("double", {"n": 1}), ("double", {"n": 2})), via)

    rows = list(rows_of(asyncio.run(told_twice())))
    assert [value for _, _, value in rows] == [{"twice": 2}, {"twice": 4}]


@pytest.mark.parametrize("form", FORMS)
def test_a_message_without_calls_is_answered_with_nothing(form: str) -> None:
    write, via = FORMS[form]
    assert answered(doubling(), write(), via) == []


@pytest.mark.parametrize("message", [None, 3, "text", {"tool_calls": 3}])
def test_what_is_no_message_is_refused(message: Any) -> None:
    with pytest.raises(NoToolCalls):
        answered(doubling(), message, "openai-chat")


def test_a_call_without_name_or_id_takes_no_other_with_it() -> None:
    message = {"tool_calls": [{}, {"function": None}, *chat(("double", {"n": 1}))["tool_calls"]]}
    rows = answered(doubling(), message, "openai-chat")
    assert [is_error for _, is_error, _ in rows] == [True, True, False]


def test_nulls_that_stand_for_absent_are_dropped_and_no_others() -> None:
    given = {
        "type": "object",
        "properties": {
            "n": {"type": "integer"},
            "note": {"type": "string"},
            "kept": {"type": ["string", "null"]},
        },
        "required": ["n", "kept"],
        "additionalProperties": False,
    }
    seen: list[Any] = []
    message = chat(("double", '{"n": 1, "note": null, "kept": null}'))
    assert answered(doubling(seen, given=given), message, "openai-chat-strict") == [
        ("call_0", False, {"twice": 2})
    ]
    assert seen == [{"n": 1, "kept": None}]


def test_a_name_that_travels_as_another_comes_back() -> None:
    seen: list[Any] = []
    host = doubling(seen, name="math.double")
    rows = answered(host, chat(("math_double", '{"n": 2, "note": null}')), "openai-chat-strict")
    assert (rows, seen) == ([("call_0", False, {"twice": 4})], [{"n": 2}])


def test_what_travels_in_another_form_is_brought_back() -> None:
    given = {
        "type": "object",
        "properties": {
            "n": {"type": "integer"},
            "labels": {"type": "object", "additionalProperties": {"type": "string"}},
            "extra": {},
        },
        "required": ["n", "labels", "extra"],
        "additionalProperties": False,
    }
    seen: list[Any] = []
    sent = {"n": 1, "labels": [{"name": "a", "value": "b"}], "extra": '{"deep": [1]}'}
    rows = answered(doubling(seen, given=given), chat(("double", json.dumps(sent))), "openai-chat-strict")
    assert rows == [("call_0", False, {"twice": 2})]
    assert seen == [{"n": 1, "labels": {"a": "b"}, "extra": {"deep": [1]}}]


@pytest.mark.parametrize(
    ("sent", "code", "pointer"),
    [
        ({"n": 1, "labels": [], "extra": "{"}, "not_json", "/extra"),
        (
            {"n": 1, "labels": [{"name": "a", "value": "b"}] * 2, "extra": "1"},
            "duplicate_key",
            "/labels/1/name",
        ),
    ],
)
def test_what_cannot_be_brought_back_is_a_problem_with_its_place(sent: Any, code: str, pointer: str) -> None:
    given = {
        "type": "object",
        "properties": {
            "n": {"type": "integer"},
            "labels": {"type": "object", "additionalProperties": {"type": "string"}},
            "extra": {},
        },
        "required": ["n", "labels", "extra"],
        "additionalProperties": False,
    }
    ((_, is_error, value),) = answered(doubling(given=given), chat(("double", sent)), "openai-chat-strict")
    assert is_error
    assert [(issue["code"], issue["pointer"]) for issue in value["issues"]] == [(code, pointer)]


def test_the_same_fault_again_and_again_is_not_to_be_tried_again() -> None:
    host, repairs = doubling(), Repairs(limit=2)
    bad = chat(("double", {"n": "4"}))
    told_so = [answered(host, bad, "openai-chat", repairs=repairs)[0][2]["retryable"] for _ in range(3)]
    assert told_so == [True, True, False]


def test_another_fault_or_a_good_call_has_a_budget_of_its_own() -> None:
    host, repairs = doubling(), Repairs(limit=1)
    bad, other, good = ({"n": "4"}, {"m": 1}, {"n": 4})
    retryable = []
    for arguments in (bad, other, bad, good, bad):
        ((_, is_error, value),) = answered(host, chat(("double", arguments)), "openai-chat", repairs=repairs)
        retryable.append(value["retryable"] if is_error else None)
    assert retryable == [True, True, False, None, True]


def test_the_repeated_fault_keeps_the_problems_contract() -> None:
    host, repairs = doubling(), Repairs(limit=0)
    ((_, _, value),) = answered(host, chat(("double", {})), "openai-chat", repairs=repairs)
    assert codes(value) == ["repeated_fault", "required"]
    assert PROBLEM.check(value)


def test_a_vendors_model_is_read_as_it_dumps_itself() -> None:
    class Message:
        def model_dump(self, **_: Any) -> Any:
            return chat(("double", {"n": 1}))

    assert answered(doubling(), Message(), "openai-chat") == [("call_0", False, {"twice": 2})]


def test_a_target_without_messages_is_refused() -> None:
    with pytest.raises(ValueError, match="no messages are known"):
        answered(doubling(), {}, "a2a")
