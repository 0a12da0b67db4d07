"""The envelopes: how each protocol writes a tool, as rows of one table.

Sources: openai 3.57.0 (types/responses/function_tool_param.py, types/shared_params), anthropic 2.14.0
(types/tool_param.py), google-genai 3.6.1 (types.FunctionDeclaration), botocore 1.44.8 (Converse), MCP 2026-07-28.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gonogo.catalog.contract import Contract, Tool
from gonogo.schema.types import Json

_DESCRIBED: Final = "A tool without a description."


@dataclass(frozen=True, slots=True)
class Row:
    """A tool ready to be written.

    Attributes:
        tool: the tool.
        name: its name in the target.
        input: its arguments' schema in the target's form.
        output: its results' schema, where the target is told one.
        strict: whether the target is asked to hold to the schema.
        meta: what else MCP clients are told.
    """

    tool: Tool
    name: str
    input: dict[str, Json]
    output: dict[str, Json] | None = None
    strict: bool = False
    meta: Mapping[str, Json] | None = None


@dataclass(frozen=True, slots=True)
class Shape:
    """A contract of a structured answer, ready to be written.

    Attributes:
        contract: the contract.
        name: its name in the target.
        schema: in the target's form.
    """

    contract: Contract
    name: str
    schema: dict[str, Json]


def _description(text: str) -> dict[str, Json]:
    return {"description": text} if text else {}


def _chat(row: Row) -> dict[str, Json]:
    function = {"name": row.name, **_description(row.tool.description), "parameters": row.input}
    return {"type": "function", "function": {**function, "strict": row.strict}}


def _plain_chat(row: Row) -> dict[str, Json]:
    """Hosts that hold to the schema in their own way, and stumble over `strict`."""
    function = {"name": row.name, **_description(row.tool.description), "parameters": row.input}
    return {"type": "function", "function": function}


def _responses(row: Row) -> dict[str, Json]:
    output = {"output_schema": row.output} if row.output is not None else {}
    told = {"name": row.name, **_description(row.tool.description), "parameters": row.input}
    return {"type": "function", **told, "strict": row.strict, **output}


def _anthropic(row: Row) -> dict[str, Json]:
    strict = {"strict": True} if row.strict else {}
    return {"name": row.name, **_description(row.tool.description), "input_schema": row.input, **strict}


def _gemini(row: Row) -> dict[str, Json]:
    told = {"name": row.name, "description": row.tool.description or _DESCRIBED}
    return {**told, "parametersJsonSchema": row.input}


def _gemini_legacy(row: Row) -> dict[str, Json]:
    told = {"name": row.name, "description": row.tool.description or _DESCRIBED}
    return {**told, "parameters": _in_capitals(row.input)}


def _in_capitals(schema: Json) -> Json:
    """Types are the names of a protobuf enumeration there."""
    out = {}
    for word, value in schema.items():
        if word == "type":
            out[word] = value.upper()
        elif word == "properties":
            out[word] = {name: _in_capitals(inner) for name, inner in value.items()}
        elif word == "anyOf":
            out[word] = [_in_capitals(inner) for inner in value]
        else:
            out[word] = _in_capitals(value) if word == "items" else value
    return out


def _bedrock(row: Row) -> dict[str, Json]:
    told = {"name": row.name, "description": row.tool.description or _DESCRIBED}
    strict = {"strict": True} if row.strict else {}
    return {"toolSpec": {**told, "inputSchema": {"json": row.input}, **strict}}


def _mcp(row: Row) -> dict[str, Json]:
    tool = row.tool
    told: dict[str, Json] = {"name": row.name, **({"title": tool.title} if tool.title else {})}
    told |= {**_description(tool.description), "inputSchema": row.input}
    if row.output is not None:
        told["outputSchema"] = row.output
    if tool.annotations:
        told["annotations"] = dict(tool.annotations)
    return {**told, "_meta": dict(row.meta)} if row.meta else told


def _listed(write: Callable[[Row], dict[str, Json]]) -> Callable[[Sequence[Row]], Json]:
    return lambda rows: {"tools": [write(row) for row in rows]}


def _declared(write: Callable[[Row], dict[str, Json]]) -> Callable[[Sequence[Row]], Json]:
    return lambda rows: {"tools": [{"functionDeclarations": [write(row) for row in rows]}]}


def _configured(rows: Sequence[Row]) -> Json:
    return {"toolConfig": {"tools": [_bedrock(row) for row in rows]}}


def response_format(shape: Shape) -> dict[str, Json]:
    """Return a structured answer's contract as a chat request's `response_format`."""
    told = {"name": shape.name, **_description(shape.contract.description)}
    return {"type": "json_schema", "json_schema": {**told, "schema": shape.schema, "strict": True}}


ENVELOPES: Final[Mapping[str, Callable[[Sequence[Row]], Json]]] = {
    "openai-chat": _listed(_chat),
    "openai-chat-strict": _listed(_chat),
    "openai-responses": _listed(_responses),
    "openai-responses-strict": _listed(_responses),
    "azure-openai-strict": _listed(_chat),
    "anthropic": _listed(_anthropic),
    "anthropic-strict": _listed(_anthropic),
    "gemini": _declared(_gemini),
    "gemini-legacy": _declared(_gemini_legacy),
    "bedrock": _configured,
    "mistral": _listed(_plain_chat),
    "deepseek-strict": _listed(_chat),
    "xai": _listed(_plain_chat),
    "mcp": _listed(_mcp),
    "mcp-2025-11-25": _listed(_mcp),
    "mcp-portable": _listed(_mcp),
}
"""How the tools of a target's document are written."""
