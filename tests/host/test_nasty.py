"""Calls of seldom seen tools, in the five forms of messages, through every target: what the model sends is undone."""

import asyncio
from typing import Any

import pytest

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.contract import Contract, Side, Tool
from gonogo.gauge.compiled import Recipe
from gonogo.host.host import Host
from gonogo.host.messages import PROTOCOLS
from gonogo.projection.cut import as_json_schema
from gonogo.projection.project import Projection, project
from gonogo.schema.engine import Options, Patterns, compile_schema
from host.test_answer import FORMS, answered
from nasty import SOUND


def form_of(target: str) -> str:
    for form in ("openai-responses", "anthropic", "gemini", "bedrock"):
        if target.startswith(form):
            return form
    return "openai-chat"


def host_and_seen() -> tuple[Host, list[Any]]:
    seen: list[Any] = []
    tools = [
        Tool(name, "d", Contract.of(name, Side.INPUT, schema, recipe=Recipe(imported=True)))
        for name, (schema, _, _) in SOUND.items()
    ]
    host = Host(Catalog.of(tools))
    for tool in tools:

        def work(arguments: dict[str, Any]) -> dict[str, Any]:
            seen.append(arguments)
            return {}

        host.register(tool.name, work)
    return host, seen


def sendable(projection: Projection, name: str, wire: Any) -> bool:
    schema = as_json_schema(projection.schemas[name, "input"])
    return compile_schema(schema, Options(patterns=Patterns.BACKTRACKING)).is_valid(wire)


@pytest.mark.parametrize("target", PROTOCOLS)
def test_good_calls_are_executed_and_bad_ones_are_not(target: str) -> None:
    host, seen = host_and_seen()
    projection = project(host.catalog, target)
    write, _ = FORMS[form_of(target)]
    executed = 0
    for name, (_, good, bad) in SOUND.items():
        inverse = projection.inverses[name]
        for payload in good:
            wire = inverse.apply(payload)
            if sendable(projection, name, wire):
                ((_, is_error, value),) = answered(host, write((projection.names[name], wire)), target)
                assert (is_error, seen.pop()) == (False, payload), (name, value)
                executed += 1
        for payload in bad:
            wire = inverse.apply(payload)
            ((_, is_error, _),) = answered(host, write((projection.names[name], wire)), target)
            if sendable(projection, name, wire) and inverse.undo(wire) == payload:
                assert is_error, (name, payload)
                assert seen == [], (name, payload)
            seen.clear()
    assert executed > 2 * len(SOUND) - 6


def test_all_of_them_can_be_called_at_once() -> None:
    host, seen = host_and_seen()
    projection = project(host.catalog, "openai-chat-strict")
    write, via = FORMS["openai-chat"][0], "openai-chat-strict"
    calls = [
        (projection.names[name], projection.inverses[name].apply(good[0]))
        for name, (_, good, _) in SOUND.items()
    ]
    assert len(asyncio.run(host.answer(write(*calls), via))) == len(SOUND)
    assert len(seen) == len(SOUND)
