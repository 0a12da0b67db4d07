"""The tool-call loop: an assistant's message in, the messages that answer its calls out."""

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gonogo.gauge.problem import Problem
from gonogo.host.messages import PROTOCOLS, Reply, ToolCall, plain
from gonogo.host.outcome import Success
from gonogo.host.repairs import Repairs
from gonogo.projection.deferring import SEARCH_NAME
from gonogo.projection.project import Projection
from gonogo.schema.types import Json

if TYPE_CHECKING:
    from gonogo.host.host import Host


async def answer(host: "Host", message: Any, projection: Projection, repairs: Repairs | None) -> list[Json]:
    """Answer every call of a message, all at once; one that fails takes no other with it.

    Args:
        host: what executes the tools.
        message: an assistant's message in the protocol's form.
        projection: the catalog as the model was told of it.
        repairs: the faults of the conversation so far; None where they are not counted.

    Raises:
        KeyError: the target has no messages of its own.
        NoToolCalls: the message is not of the protocol's form.
    """
    protocol = PROTOCOLS[projection.target]
    calls = protocol.read(plain(message))
    replies = await asyncio.gather(*(_reply(host, call, projection, repairs) for call in calls))
    return protocol.write(list(zip(calls, replies, strict=True)))


async def _reply(host: "Host", call: ToolCall, projection: Projection, repairs: Repairs | None) -> Reply:
    name = projection.tool_named(call.name) or call.name
    if call.searches or (_refers(projection) and name == SEARCH_NAME and name not in host.tools):
        return await _found(host, call, projection)
    inverse = projection.inverses.get(name)
    undo = inverse.undo if inverse else None
    outcome = await host.call(name, call.arguments, undo=undo, wire={"gonogo.target": projection.target})
    if isinstance(outcome, Success):
        if repairs is not None:
            repairs.passed(name)
        return Reply(outcome.value, outcome.text, is_error=False)
    return _failed(outcome.problem if repairs is None else repairs.judged(name, outcome.problem))


def _refers(projection: Projection) -> bool:
    """Whether a model can load a tool by its name in the answer of a search (Anthropic's `tool_reference`)."""
    return projection.target.startswith("anthropic")


async def _found(host: "Host", call: ToolCall, projection: Projection) -> Reply:
    """Answer a search with the tools that it found, as the target has them.

    Definitions that the cap has no room for are left out where whole tools are sent; the best tool never is, since
    the protocol has no other way to load it.
    """
    outcome = await host.discovery.find(call.arguments, wire={"gonogo.target": projection.target})
    if not isinstance(outcome, Success):
        return replace(_failed(outcome.problem), found=())
    rows = outcome.value["tools"]
    if not _refers(projection):
        rows = [row for row in rows if "truncated" not in row] or rows[:1]
    told = {tool.get("name"): tool for tool in projection.document["tools"]}
    names = [projection.names.get(row["name"], row["name"]) for row in rows]
    found = tuple({**told[name], "defer_loading": True} for name in names if name in told)
    return Reply(outcome.value, outcome.text, is_error=False, found=found)


def _failed(problem: Problem) -> Reply:
    return Reply(problem.to_dict(), problem.to_json(), is_error=True)
