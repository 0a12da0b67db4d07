"""A tool as a server lists it, and what a client judges it by."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache

import mcp_types as types

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.contract import Contract, Side
from gonogo.catalog.freshness import judge_freshness
from gonogo.contracts import contract
from gonogo.gauge.compiled import Recipe
from gonogo.gauge.gauge import Gauge
from gonogo.gauge.verdict import Go, NoGo, Verdict
from gonogo.projection.told import RESULT, WRAPPED
from gonogo.schema.errors import SchemaError
from gonogo.schema.limits import Limits
from gonogo.schema.types import Json

_ANYTHING = Gauge(True, limits=Limits())

_FASTMCP_WRAPPED = "x-fastmcp-wrap-result"
"""What FastMCP writes into an output schema whose results stand under `result`."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A tool that a server offers.

    Attributes:
        tool: what the server told.
        input: the contract of its arguments; None where the server's schema does not compile.
        output: the contract of its results; None where there is none.
        told: what the server promises of its results, where they are judged by a local contract; None elsewhere.
        wrapped: whether the server says that results stand under `result`.
        judgeable: whether there is a contract for whatever the server promises: not where a schema does not compile.
    """

    tool: types.Tool
    input: Contract | None
    output: Contract | None
    told: Gauge | None = None
    wrapped: bool = False
    judgeable: bool = True

    def judge(self, sent: Json, meta: Mapping[str, Json], now: datetime) -> tuple[Verdict, bool]:
        """Judge a result by the output contract.

        Args:
            sent: the structured content.
            meta: the result's `_meta`.
            now: the moment of consumption, with a time zone.

        Returns:
            The verdict, with the value unwrapped, and whether it drifted: the server's promise holds, the local
            contract does not.
        """
        if self.output is None:
            return Go(sent), False
        wrapped = self.wrapped or bool(meta.get(WRAPPED))
        # A server's own word describes what travels, a local contract what travels in it.
        value = _unwrapped(sent) if wrapped and self.told is not None else sent
        verdict = self.output.gauge.check(value)
        if isinstance(verdict, NoGo):
            return verdict, self.told is not None and bool(self.told.check(sent))
        stale = judge_freshness(self.output, verdict.value, now)
        if stale is not None:
            return NoGo(stale), False
        return (Go(_unwrapped(verdict.value)) if wrapped and self.told is None else verdict), False


def listed(tool: types.Tool, catalog: Catalog) -> Listed:
    """Return a tool with what to judge it by: the local contracts where there are, else what the server told."""
    promised = tool.output_schema
    wrapped = bool((tool.meta or {}).get(WRAPPED) or (promised or {}).get(_FASTMCP_WRAPPED))
    promise = _contract(tool.name, Side.OUTPUT, promised)
    own = catalog.tools.get(tool.name)
    given = own.input if own else _contract(tool.name, Side.INPUT, tool.input_schema)
    if own is not None and own.output is not None:
        return Listed(tool, given, own.output, promise.gauge if promise else _ANYTHING, wrapped)
    judgeable = given is not None and (promise is not None or promised is None)
    return Listed(tool, given, promise, wrapped=wrapped, judgeable=judgeable)


def _contract(name: str, side: Side, schema: Mapping[str, Json] | None) -> Contract | None:
    """A server's schema as a contract; None where there is none, or none that compiles."""
    if schema is None:
        return None
    try:
        return Contract.of(name, side, _ours(schema), recipe=Recipe(imported=True), limits=Limits())
    except SchemaError:
        return None


def _ours(schema: Mapping[str, Json]) -> dict[str, Json]:
    """A schema without the words that look like ours and are not: any server may write `x-version`."""
    held = {word: schema[word] for word in _WORDS if word in schema}
    kept = held if _words().check(held) else {}
    return {word: value for word, value in schema.items() if word not in held or word in kept}


_WORDS = ("x-version", "x-fresh", "x-page")


@cache
def _words() -> Gauge:
    return Gauge(contract("words"), limits=Limits())


def _unwrapped(value: Json) -> Json:
    return value.get(RESULT) if isinstance(value, dict) else value
