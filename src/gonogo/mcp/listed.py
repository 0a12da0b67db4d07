"""A tool as a server lists it, and what a client judges it by."""

from collections.abc import Mapping
from dataclasses import dataclass

import mcp_types as types

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.contract import Contract, Side
from gonogo.gauge.compiled import Recipe
from gonogo.gauge.gauge import Gauge
from gonogo.gauge.verdict import Go, NoGo, Verdict
from gonogo.mcp.era import RESULT, WRAPPED
from gonogo.schema.errors import SchemaError
from gonogo.schema.limits import Limits
from gonogo.schema.types import Json

_ANYTHING = Gauge(True, limits=Limits())


@dataclass(frozen=True, slots=True)
class Listed:
    """A tool that a server offers.

    Attributes:
        tool: what the server told.
        input: the contract of its arguments; None where the server's schema does not compile.
        output: the contract of its results; None where there is none.
        told: what the server promises of its results, where they are judged by a local contract; None elsewhere.
        wrapped: whether the server says that results stand under `result`.
    """

    tool: types.Tool
    input: Contract | None
    output: Contract | None
    told: Gauge | None = None
    wrapped: bool = False

    def judge(self, sent: Json, meta: Mapping[str, Json]) -> tuple[Verdict, bool]:
        """Judge a result by the output contract, which there is.

        Args:
            sent: the structured content.
            meta: the result's `_meta`.

        Returns:
            The verdict, with the value unwrapped, and whether it drifted: the server's promise holds, the local
            contract does not.
        """
        if self.output is None:
            return Go(sent), False
        wrapped = self.wrapped or bool(meta.get(WRAPPED))
        if self.told is None:
            verdict = self.output.gauge.check(sent)
            return (Go(_unwrapped(verdict.value)) if wrapped and isinstance(verdict, Go) else verdict), False
        verdict = self.output.gauge.check(_unwrapped(sent) if wrapped else sent)
        return verdict, isinstance(verdict, NoGo) and bool(self.told.check(sent))


def listed(tool: types.Tool, catalog: Catalog) -> Listed:
    """Return a tool with what to judge it by: the local contracts where there are, else what the server told."""
    wrapped = bool((tool.meta or {}).get(WRAPPED))
    promise = _contract(tool.name, Side.OUTPUT, tool.output_schema)
    own = catalog.tools.get(tool.name)
    if own is None:
        return Listed(tool, _contract(tool.name, Side.INPUT, tool.input_schema), promise, wrapped=wrapped)
    if own.output is None:
        return Listed(tool, own.input, promise, wrapped=wrapped)
    return Listed(tool, own.input, own.output, promise.gauge if promise else _ANYTHING, wrapped)


def _contract(name: str, side: Side, schema: Mapping[str, Json] | None) -> Contract | None:
    """A server's schema as a contract; None where there is none, or none that compiles."""
    if schema is None:
        return None
    try:
        return Contract.of(name, side, dict(schema), recipe=Recipe(imported=True), limits=Limits())
    except (SchemaError, ValueError, TypeError, KeyError):
        return None


def _unwrapped(value: Json) -> Json:
    return value.get(RESULT) if isinstance(value, dict) else value
