"""The headers of a request, looked through once, and what MCP 2026-07-28 asks of them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

import mcp_types as types
from mcp import MCPError
from mcp.shared.inbound import decode_header_value, unsupported_protocol_version_rejection

_VERSION: Final = b"mcp-protocol-version"
_METHOD: Final = b"mcp-method"
_NAME: Final = b"mcp-name"
_ROUTING: Final = (_VERSION, _METHOD, _NAME)
_LISTS: Final = frozenset({b"accept"})

VERSION_IN_META: Final = types.PROTOCOL_VERSION_META_KEY
_CAPABILITIES_IN_META: Final = types.CLIENT_CAPABILITIES_META_KEY

_NAMED_BY: Final = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
"""The methods that `Mcp-Name` goes with, and the parameter that it repeats."""


@dataclass(frozen=True, slots=True)
class Head:
    """The headers of a request.

    Attributes:
        values: by name in lower case, without white space around them; of several the last.
        repeated: the names that stand more than once.
        raw: as they came.
    """

    values: Mapping[bytes, bytes]
    repeated: frozenset[bytes]
    raw: Sequence[tuple[bytes, bytes]]

    @classmethod
    def of(cls, raw: Sequence[tuple[bytes, bytes]]) -> "Head":
        """Look through headers whose names are in lower case, as ASGI has them."""
        values = dict(raw)
        repeated: frozenset[bytes] = frozenset()
        if len(values) != len(raw):
            repeated = frozenset(
                name for name, count in Counter(name for name, _ in raw).items() if count > 1
            )
            for name in repeated & _LISTS:
                values[name] = b",".join(value for each, value in raw if each == name)
        return cls(values, repeated, raw)

    def get(self, name: bytes) -> str | None:
        """Return a header's value without white space around it; None where there is none."""
        value = self.values.get(name)
        return None if value is None else value.decode("latin-1").strip(" \t")

    @property
    def size(self) -> int:
        """Bytes of all names and values."""
        return sum(map(len, chain.from_iterable(self.raw)))

    @property
    def revision(self) -> str | None:
        """The revision that the request says to be of; None where it says none."""
        return self.get(_VERSION)

    def accepts(self) -> tuple[bool, bool]:
        """Return whether the client takes JSON, and whether it takes a stream of events."""
        value = (self.get(b"accept") or "").lower()
        if value == "application/json, text/event-stream":
            return True, True
        kinds = {kind.split(";")[0].strip() for kind in value.split(",")}
        anything = "*/*" in kinds
        return (
            anything or not kinds.isdisjoint(("application/json", "application/*")),
            anything or not kinds.isdisjoint(("text/event-stream", "text/*")),
        )

    def is_json(self) -> bool:
        """Whether the body is said to be JSON."""
        return (self.get(b"content-type") or "").lower().startswith("application/json")


def judge_head(head: Head, method: str, params: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Compare a request of a revision without handshake with its headers; returns its `_meta`.

    Source: MCP 2026-07-28, basic "Per-request protocol fields" and streamable-http "Standard headers".

    Raises:
        MCPError: they do not fit, or the revision is none that is served.
    """
    for name in _ROUTING:
        if name in head.repeated:
            raise _mismatch(f"{name.decode()} header appears more than once")
    meta = (params or {}).get("_meta")
    if not isinstance(meta, dict):
        raise _invalid(f"params._meta must be an object with {VERSION_IN_META} and {_CAPABILITIES_IN_META}")
    missing = [word for word in (VERSION_IN_META, _CAPABILITIES_IN_META) if word not in meta]
    if missing:
        raise _invalid(f"params._meta lacks {', '.join(missing)}")
    revision = head.revision
    if revision is None or revision != meta[VERSION_IN_META]:
        raise _mismatch("mcp-protocol-version header does not match params._meta")
    if head.get(_METHOD) != method:
        raise _mismatch("mcp-method header does not match the method")
    parameter = _NAMED_BY.get(method)
    named = (params or {}).get(parameter) if parameter else None
    if named is not None and decode_header_value(head.get(_NAME)) != named:
        raise _mismatch(f"mcp-name header does not match the parameter {parameter}")
    unsupported = unsupported_protocol_version_rejection(revision)
    if unsupported is not None:
        raise MCPError(unsupported.code, unsupported.message, unsupported.data)
    return meta


def _mismatch(message: str) -> MCPError:
    return MCPError(types.HEADER_MISMATCH, message)


def _invalid(message: str) -> MCPError:
    return MCPError(types.INVALID_PARAMS, message)
