"""What clients of each revision of MCP are told of a tool, and how its result travels.

Source: MCP 2026-07-28, `Tool.outputSchema` (any root) and SEP-2106; 2025-11-25 and older want an object at the root.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from gonogo.catalog.contract import Contract, Tool
from gonogo.gauge.gauge import Gauge
from gonogo.schema.portable import document, portable
from gonogo.schema.types import Json

MODERN_REVISION = "2026-07-28"
"""The first revision without a handshake."""

WRAPPED = "gonogo/wrapped"
"""The `_meta` word that says that a result stands under `result`, since its own root is no object."""

RESULT = "result"
"""The property under which a wrapped result stands."""

_OWN_WORDS = ("x-version", "x-tool")
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


@dataclass(frozen=True, slots=True)
class Told:
    """What a client is told of a tool.

    Attributes:
        input: the schema of its arguments.
        output: the schema of its results; None where it has none.
        wrapped: whether results stand under `result`.
        meta: the identifiers, versions and digests of its contracts.
    """

    input: Mapping[str, Json]
    output: Mapping[str, Json] | None
    wrapped: bool
    meta: Mapping[str, Json]

    def carry(self, value: Json) -> Json:
        """Return a gauged result as it travels."""
        return {RESULT: value} if self.wrapped else value


def told(tool: Tool, era: Era) -> Told:
    """Return what clients of an era are told of a tool: in 2020-12, without identifiers, in need of nothing."""
    meta: dict[str, Json] = {"gonogo/input": _identity(tool.input)}
    wrapped = False
    output = None
    if tool.output is not None:
        meta["gonogo/output"] = _identity(tool.output)
        wrapped = _needs_wrapping(tool.output.gauge, era)
        output = _without_own_words(_wrapped(tool.output) if wrapped else document(tool.output.gauge.bundle))
    if wrapped:
        meta[WRAPPED] = True
    # Arguments are an object whatever the contract says, and every revision wants to read that at the root.
    given = {**_without_own_words(document(tool.input.gauge.bundle)), "type": "object"}
    return Told(MappingProxyType(given), output and MappingProxyType(output), wrapped, MappingProxyType(meta))


def result_meta(contract: Contract | None, *, wrapped: bool) -> dict[str, Json]:
    """Return the `_meta` of a result: what it was gauged against, and whether it is wrapped."""
    meta: dict[str, Json] = {} if contract is None else {"gonogo/output": _identity(contract)}
    return {**meta, WRAPPED: True} if wrapped else meta


def _identity(contract: Contract) -> dict[str, Json]:
    return {"schema": contract.id, "version": str(contract.version), "digest": contract.digest}


def _needs_wrapping(gauge: Gauge, era: Era) -> bool:
    """Older revisions carry objects only; a bare `null` cannot be told from an absent result in any."""
    schema = document(gauge.bundle)
    if era is Era.HANDSHAKE and schema.get("type") != "object":
        return True
    return bool(gauge.check(None))


def _wrapped(contract: Contract) -> dict[str, Json]:
    schema, definitions = portable(contract.gauge.bundle, f"#/properties/{RESULT}")
    inner = _without_own_words(schema)
    lifted = {word: _lifted(inner.pop(word)) for word in _POINTING_WORDS if word in inner}
    whole: dict[str, Json] = {
        "type": "object",
        "properties": {RESULT: inner},
        "required": [RESULT],
        "additionalProperties": False,
        **lifted,
    }
    return {**whole, "$defs": definitions} if definitions else whole


def _lifted(words: Mapping[str, Json]) -> dict[str, Json]:
    """A word that points into a result points one step deeper, from one step higher."""
    return {key: f"/{RESULT}{value}" if key in _POINTERS else value for key, value in words.items()}


def _without_own_words(schema: dict[str, Json]) -> dict[str, Json]:
    """What stands in a tool's `_meta` is not told twice."""
    return {keyword: value for keyword, value in schema.items() if keyword not in _OWN_WORDS}
