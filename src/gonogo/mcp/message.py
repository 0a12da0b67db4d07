"""The body of a request, read strictly: one JSON-RPC 2.0 message, or the error that says what it is instead."""

from dataclasses import dataclass
from typing import Any, Final

import mcp_types as types
from mcp import MCPError

from gonogo.gauge.codes import CODES
from gonogo.schema.limits import Limits
from gonogo.schema.text import TextFault, raw_reader

_UNBOUNDED: Final = 1 << 62
_read = raw_reader(Limits(size=_UNBOUNDED, nodes=_UNBOUNDED))
"""The doors judge how large arguments are, and the transport how large a body; here only the text is judged."""

_MOST_BITS: Final = 12_000
"""An integer of more bits is no identifier: Python writes no more than 4,300 digits."""


@dataclass(frozen=True, slots=True)
class Message:
    """A request, or a notification.

    Attributes:
        method: what is asked for, or told.
        params: the parameters; None where there are none.
        id: the request's identifier; None for a notification.
        notifies: whether it is a notification, which nobody answers.
    """

    method: str
    params: dict[str, Any] | None
    id: int | str | None
    notifies: bool = False


@dataclass(frozen=True, slots=True)
class Foreign:
    """A body that is strict JSON, and not one request or notification: a batch, or a response.

    Attributes:
        error: what is said of it.
    """

    error: MCPError


def message_of(body: bytes) -> Message | Foreign:
    """Read a body.

    Raises:
        MCPError: it is not strict JSON.
    """
    try:
        value = _read(body)
    except TextFault as fault:
        row = CODES[fault.code]
        data = {"fault": fault.code, "offset": fault.offset}
        raise MCPError(types.PARSE_ERROR, f"Parse error: {row.meaning}; {row.hint}", data) from None
    if type(value) is not dict or value.get("jsonrpc") != "2.0" or type(value.get("method")) is not str:
        return Foreign(_invalid("not one JSON-RPC 2.0 request or notification"))
    params = value.get("params")
    if params is not None and type(params) is not dict:
        return Foreign(_invalid("params must be an object"))
    if "id" not in value:
        return Message(value["method"], params, None, notifies=True)
    identifier = value["id"]
    if type(identifier) not in (int, str):
        return Foreign(_invalid("the id must be text or an integer"))
    if type(identifier) is int and identifier.bit_length() > _MOST_BITS:
        return Foreign(_invalid("the id has too many digits"))
    return Message(value["method"], params, identifier)


def _invalid(message: str) -> MCPError:
    return MCPError(types.INVALID_REQUEST, f"Invalid request: {message}")
