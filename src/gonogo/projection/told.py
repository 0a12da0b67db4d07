"""What clients of each revision of MCP are told of a tool, and how its result travels.

Source: MCP 2026-07-28, `Tool.outputSchema` (any root) and SEP-2106; 2025-11-25 and older want an object at the root.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Final

from gonogo.catalog.contract import Contract, Tool
from gonogo.catalog.overlay import Mode
from gonogo.gauge.compiled import Recipe
from gonogo.gauge.gauge import Gauge
from gonogo.projection.cut import travelling
from gonogo.projection.loss import Loss
from gonogo.projection.modes import in_mode
from gonogo.projection.targets import TARGETS
from gonogo.projection.walker import Walker
from gonogo.schema.engine import Options, Patterns, compile_schema
from gonogo.schema.limits import Limits
from gonogo.schema.pointer import PointerError
from gonogo.schema.types import Json

MODERN_REVISION = "2026-07-28"
"""The first revision without a handshake."""

WRAPPED = "gonogo/wrapped"
"""The `_meta` word that says that a result stands under `result`, since its own root is no object."""

RESULT = "result"
"""The property under which a wrapped result stands."""

OWN_WORDS: Final = ("x-version", "x-tool")
_POINTING_WORDS = ("x-fresh", "x-page")
_POINTERS = frozenset({"pointer", "items", "next"})


class Era(Enum):
    """Revisions that are told the same."""

    HANDSHAKE = "handshake"
    MODERN = "modern"

    @classmethod
    def of(cls, revision: str) -> "Era":
        """Return the era of a revision; revisions are dates, and later ones are taken for modern."""
        return cls.MODERN if revision >= MODERN_REVISION else cls.HANDSHAKE


_TARGET_OF: Final = {Era.MODERN: "mcp", Era.HANDSHAKE: "mcp-2025-11-25"}


@dataclass(frozen=True, slots=True)
class Told:
    """What a client is told of a tool.

    Attributes:
        input: the schema of its arguments.
        output: the schema of its results; None where it has none, or its mode tells none.
        wrapped: whether results stand under `result`.
        meta: the identifiers, versions and digests of its contracts.
        losses: what the projection changed.
    """

    input: Mapping[str, Json]
    output: Mapping[str, Json] | None
    wrapped: bool
    meta: Mapping[str, Json]
    losses: tuple[Loss, ...] = field(default=(), compare=False)

    def carry(self, value: Json) -> Json:
        """Return a gauged result as it travels."""
        return {RESULT: value} if self.wrapped else value


def told(
    tool: Tool,
    era: Era,
    document_of: Callable[[Contract], dict[str, Json]] = travelling,
    *,
    inner: bool = False,
) -> Told:
    """Return what clients of an era are told of a tool: in 2020-12, without identifiers, in need of nothing.

    Args:
        tool: the tool.
        era: what the clients speak.
        document_of: makes a contract's travelling form, or remembers it.
        inner: whether its results travel inside of another's, so that none has to be wrapped.
    """
    meta: dict[str, Json] = {"gonogo/input": _identity(tool.input)}
    target = TARGETS[_TARGET_OF[era]]
    walker = Walker(_without_own_words(document_of(tool.input)), target, tool.name, "input")
    given, _ = walker.cut("arguments")
    losses = [*walker.losses]
    wrapped = False
    output = None
    if tool.output is not None:
        meta["gonogo/output"] = _identity(tool.output)
        document = _told_output(tool, document_of)
        wrapped = document is not None and not inner and _needs_wrapping(document, era)
        if document is not None:
            plain = _without_own_words(document)
            walker = Walker(_wrapped(plain) if wrapped else plain, _AS_IT_IS, tool.name, "output")
            output, _ = walker.cut(RESULT)
            losses += walker.losses
    if wrapped:
        meta[WRAPPED] = True
    return Told(
        MappingProxyType(given),
        output and MappingProxyType(output),
        wrapped,
        MappingProxyType(meta),
        tuple(losses),
    )


def output_document(
    tool: Tool, document_of: Callable[[Contract], dict[str, Json]] = travelling
) -> dict[str, Json] | None:
    """Return a tool's output contract in its mode, in its travelling form; None where nothing is told of it.

    Args:
        tool: the tool.
        document_of: makes a contract's travelling form, or remembers it.

    Raises:
        PointerError: a pointer of its overlay leads nowhere.
    """
    if tool.output is None:
        return None
    pointers = tool.overlay.pointers if tool.overlay else ()
    return in_mode(document_of(tool.output), tool.mode, pointers)


def _told_output(tool: Tool, document_of: Callable[[Contract], dict[str, Json]]) -> dict[str, Json] | None:
    """What is told of a tool's output; the contract as it is written where its overlay does not fit."""
    try:
        return output_document(tool, document_of)
    except PointerError:
        return None if tool.output is None else document_of(tool.output)


def told_gauge(tool: Tool, limits: Limits) -> Gauge | None:
    """Return the gauge of what is told of a tool's results; None where that is the contract as it is written.

    Raises:
        PointerError: a pointer of its overlay leads nowhere.
    """
    if tool.output is None or tool.mode is Mode.DECLARED:
        return None
    document = output_document(tool)
    subject = tool.output.gauge.subject
    return Gauge(
        True if document is None else document, Recipe(imported=True), subject=subject, limits=limits
    )


def result_meta(contract: Contract | None, *, wrapped: bool) -> dict[str, Json]:
    """Return the `_meta` of a result: what it was gauged against, and whether it is wrapped."""
    meta: dict[str, Json] = {} if contract is None else {"gonogo/output": _identity(contract)}
    return {**meta, WRAPPED: True} if wrapped else meta


def _identity(contract: Contract) -> dict[str, Json]:
    return {"schema": contract.id, "version": str(contract.version), "digest": contract.digest}


def _needs_wrapping(document: dict[str, Json], era: Era) -> bool:
    """Older revisions carry objects only; a bare `null` cannot be told from an absent result in any."""
    if era is Era.HANDSHAKE and document.get("type") != "object":
        return True
    named = document.get("type", "null")
    if "null" not in ([named] if isinstance(named, str) else named):
        return False
    return compile_schema(document, Options(patterns=Patterns.BACKTRACKING)).is_valid(None)


def _wrapped(document: dict[str, Json]) -> dict[str, Json]:
    inner = {word: value for word, value in document.items() if word != "$defs"}
    lifted = {word: _lifted(inner.pop(word)) for word in _POINTING_WORDS if word in inner}
    whole: dict[str, Json] = {
        "type": "object",
        "properties": {RESULT: inner},
        "required": [RESULT],
        "additionalProperties": False,
        **lifted,
    }
    return {**whole, "$defs": document["$defs"]} if "$defs" in document else whole


def _lifted(words: Mapping[str, Json]) -> dict[str, Json]:
    """A word that points into a result points one step deeper, from one step higher."""
    return {key: f"/{RESULT}{value}" if key in _POINTERS else value for key, value in words.items()}


def _without_own_words(schema: dict[str, Json]) -> dict[str, Json]:
    """What stands in a tool's `_meta` is not told twice."""
    return {keyword: value for keyword, value in schema.items() if keyword not in OWN_WORDS}


_AS_IT_IS: Final = TARGETS["mcp"].with_root_kept()
