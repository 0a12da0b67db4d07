"""A host with more tools than anybody wants to be told of at once."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.config import Config
from gonogo.catalog.contract import Contract, Side, Tool
from gonogo.catalog.serving import ServeConfig
from gonogo.host.host import Host
from gonogo.host.journal import Journal

THINGS = (
    "invoice", "customer", "parcel", "supplier", "warehouse", "coupon", "review", "ticket", "shelf", "driver",
)  # fmt: skip
ID = {
    "type": "object",
    "properties": {"id": {"type": "string"}},
    "required": ["id"],
    "additionalProperties": False,
}
STATE = {
    "$id": "https://example.com/state.json",
    "type": "object",
    "properties": {"id": {"type": "string"}, "state": {"enum": ["kept", "gone"]}},
    "required": ["id", "state"],
    "additionalProperties": False,
}


def tool(name: str, description: str, output: Any = STATE, *, reads: bool = True, **words: Any) -> Tool:
    result = None if output is None else Contract.of(name, Side.OUTPUT, output)
    annotations = {"readOnlyHint": True} if reads else {"destructiveHint": True}
    given = words.pop("given", ID)
    return Tool(
        name, description, Contract.of(name, Side.INPUT, given), result, annotations=annotations, **words
    )


def tools() -> list[Tool]:
    """Twenty-four tools: two for each thing, and four whose results are of other roots."""
    reading = [tool(f"get_{each}", f"Look up one {each}.", namespace=("desk",)) for each in THINGS]
    writing = [
        tool(f"delete_{each}", f"Remove one {each} for ever.", namespace=("back", "office"), reads=False)
        for each in THINGS
    ]
    others = {
        "count": {"type": "integer"},
        "names": {"type": "array"},
        "nothing": {"type": "null"},
        "free": None,
    }
    return [
        *reading,
        *writing,
        *(tool(f"tell_{root}", f"Tell {root}.", each) for root, each in others.items()),
    ]


ANSWERS: dict[str, Any] = {
    "tell_count": 7,
    "tell_names": ["a", "b"],
    "tell_nothing": None,
    "tell_free": "any",
}


def shop(
    *more: Tool, journal: Journal | None = None, answers: dict[str, Any] | None = None, **serve: Any
) -> Host:
    """A host of the tools; words of `[serve]` by keyword."""
    config = replace(Config(), serve=ServeConfig(**serve))
    host = Host(Catalog.of([*tools(), *more], config), journal=journal)
    known = {**ANSWERS, **(answers or {})}
    for name in host.catalog.tools:
        host.register(name, _handler(known.get(name, _STATE)))
    return host


_STATE = object()


def _handler(answer: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda given: {"id": given.get("id", ""), "state": "kept"} if answer is _STATE else answer
