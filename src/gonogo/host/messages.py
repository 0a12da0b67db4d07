"""How five protocols write a model's tool calls and what is sent back, as one table.

Sources: OpenAI Chat Completions and Responses, Anthropic Messages, Gemini generateContent, Bedrock Converse.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from gonogo.schema.types import Json


class NoToolCalls(ValueError):
    """Raised when a message is not of its protocol's form, so that no call can be read from it."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call, as a model sent it.

    Attributes:
        id: what the answer refers to; None where the protocol gives none.
        name: the tool's name, as the target has it.
        arguments: JSON text or an object, or None.
        searches: whether tools are searched for, in the protocol's own words for that.
    """

    id: str | None
    name: str
    arguments: Json
    searches: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """What is sent back for one call.

    Attributes:
        value: the gauged result, or the problem in its JSON form.
        text: the same as JSON text.
        is_error: whether it is a problem.
        found: the tools that a search found, as the protocol has them; None where nothing was searched for.
    """

    value: Json
    text: str
    is_error: bool
    found: tuple[Json, ...] | None = None


@dataclass(frozen=True, slots=True)
class Protocol:
    """One form of messages.

    Attributes:
        read: from an assistant's message to its calls.
        write: from calls and replies, in the same order, to the messages that answer them.
    """

    read: Callable[[Json], list[ToolCall]]
    write: Callable[[Sequence[tuple[ToolCall, Reply]]], list[Json]]


def plain(message: Any) -> Json:
    """Return a message as JSON: a mapping or a list as it is, a vendor's model as it dumps itself.

    Raises:
        NoToolCalls: it is neither.
    """
    dump = getattr(message, "model_dump", None)
    if dump is not None:
        return dump(mode="json", by_alias=True, exclude_none=True)
    if isinstance(message, Mapping):
        return dict(message)
    if isinstance(message, list | tuple):
        return [plain(item) for item in message]
    raise NoToolCalls("a message is an object, a list of items, or a vendor's model of one")


def _items(value: Json, name: str) -> list[dict[str, Json]]:
    """The objects of a list under a name; none where the name is absent."""
    held = value.get(name) if isinstance(value, dict) else None
    if held is None:
        return []
    if not isinstance(held, list):
        raise NoToolCalls(f"`{name}` is a list")
    return [item for item in held if isinstance(item, dict)]


def _call(row: dict[str, Json], id_word: str, arguments: str, body: Json = None) -> ToolCall:
    held = row if body is None else body
    inner = held if isinstance(held, dict) else {}
    name, own = inner.get("name"), row.get(id_word)
    return ToolCall(
        own if isinstance(own, str) else None, name if isinstance(name, str) else "", inner.get(arguments)
    )


def _read_chat(message: Json) -> list[ToolCall]:
    return [_call(row, "id", "arguments", row.get("function", {})) for row in _items(message, "tool_calls")]


def _write_chat(rows: Sequence[tuple[ToolCall, Reply]]) -> list[Json]:
    return [{"role": "tool", "tool_call_id": call.id, "content": reply.text} for call, reply in rows]


def _read_responses(message: Json) -> list[ToolCall]:
    """Function calls, and searches that the client is to execute; a search of the vendor's own is no call."""
    held = message if isinstance(message, dict) else {"output": message}
    items = [held] if held.get("type") in _RESPONSES_CALLS else _items(held, "output")
    calls = []
    for item in items:
        if item.get("type") == "function_call":
            calls.append(_call(item, "call_id", "arguments"))
        elif item.get("type") == "tool_search_call" and item.get("execution") == "client":
            calls.append(replace(_call(item, "call_id", "arguments"), searches=True))
    return calls


_RESPONSES_CALLS: Final = ("function_call", "tool_search_call")


def _write_responses(rows: Sequence[tuple[ToolCall, Reply]]) -> list[Json]:
    return [_searched_output(call, reply) if call.searches else _output(call, reply) for call, reply in rows]


def _output(call: ToolCall, reply: Reply) -> Json:
    return {"type": "function_call_output", "call_id": call.id, "output": reply.text}


def _searched_output(call: ToolCall, reply: Reply) -> Json:
    """The protocol has no word for why a search was refused: it found nothing, and is not complete."""
    status = "incomplete" if reply.is_error else "completed"
    return {
        "type": "tool_search_output",
        "call_id": call.id,
        "execution": "client",
        "status": status,
        "tools": list(reply.found or ()),
    }


def _read_anthropic(message: Json) -> list[ToolCall]:
    if isinstance(message, dict) and isinstance(message.get("content"), str):
        return []
    return [
        _call(block, "id", "input") for block in _items(message, "content") if block.get("type") == "tool_use"
    ]


def _write_anthropic(rows: Sequence[tuple[ToolCall, Reply]]) -> list[Json]:
    results = []
    for call, reply in rows:
        block: dict[str, Json] = {"type": "tool_result", "tool_use_id": call.id, "content": reply.text}
        if reply.found:
            block["content"] = [{"type": "tool_reference", "tool_name": tool["name"]} for tool in reply.found]
        results.append({**block, "is_error": True} if reply.is_error else block)
    return [{"role": "user", "content": results}] if results else []


def _read_gemini(message: Json) -> list[ToolCall]:
    calls = []
    for part in _items(message, "parts"):
        body = part.get("functionCall", part.get("function_call"))
        if isinstance(body, dict):
            calls.append(_call(body, "id", "args"))
    return calls


def _write_gemini(rows: Sequence[tuple[ToolCall, Reply]]) -> list[Json]:
    parts = []
    for call, reply in rows:
        response = {"error": reply.value} if reply.is_error else {"output": reply.value}
        own = {"id": call.id} if call.id is not None else {}
        parts.append({"functionResponse": {**own, "name": call.name, "response": response}})
    return [{"role": "user", "parts": parts}] if parts else []


def _read_bedrock(message: Json) -> list[ToolCall]:
    blocks = (block.get("toolUse") for block in _items(message, "content"))
    return [_call(block, "toolUseId", "input") for block in blocks if isinstance(block, dict)]


def _write_bedrock(rows: Sequence[tuple[ToolCall, Reply]]) -> list[Json]:
    results = []
    for call, reply in rows:
        content = [{"json": reply.value}] if isinstance(reply.value, dict) else [{"text": reply.text}]
        status = "error" if reply.is_error else "success"
        results.append({"toolResult": {"toolUseId": call.id, "content": content, "status": status}})
    return [{"role": "user", "content": results}] if results else []


_CHAT: Final = Protocol(_read_chat, _write_chat)
_RESPONSES: Final = Protocol(_read_responses, _write_responses)
_ANTHROPIC: Final = Protocol(_read_anthropic, _write_anthropic)
_GEMINI: Final = Protocol(_read_gemini, _write_gemini)

PROTOCOLS: Final[Mapping[str, Protocol]] = {
    "openai-chat": _CHAT,
    "openai-chat-strict": _CHAT,
    "openai-responses": _RESPONSES,
    "openai-responses-strict": _RESPONSES,
    "azure-openai-strict": _CHAT,
    "anthropic": _ANTHROPIC,
    "anthropic-strict": _ANTHROPIC,
    "gemini": _GEMINI,
    "gemini-legacy": _GEMINI,
    "bedrock": Protocol(_read_bedrock, _write_bedrock),
    "mistral": _CHAT,
    "deepseek-strict": _CHAT,
    "xai": _CHAT,
}
"""The form of messages by target."""
