"""An answer to an HTTP request, whole."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from mcp.shared.inbound import ERROR_CODE_HTTP_STATUS
from mcp_types import ErrorData

from gonogo.schema.text import write

_JSON: Final = (b"content-type", b"application/json")

Headers = tuple[tuple[bytes, bytes], ...]


@dataclass(frozen=True, slots=True)
class Reply:
    """What is sent back.

    Attributes:
        status: HTTP's status.
        body: the body.
        headers: headers beside the body's length.
    """

    status: int
    body: bytes = b""
    headers: Headers = (_JSON,)

    async def send(self, send: Any) -> None:
        """Send it; where the client has gone meanwhile, to nobody."""
        headers = [*self.headers, (b"content-length", b"%d" % len(self.body))]
        with suppress(
            OSError, RuntimeError
        ):  # uvloop raises the latter where a connection has just been closed
            await send({"type": "http.response.start", "status": self.status, "headers": headers})
            await send({"type": "http.response.body", "body": self.body})


def plain(status: int, error: str, description: str, headers: Headers = ()) -> Reply:
    """Return a refusal by HTTP, before there is any message of the protocol; its words are OAuth's.

    Args:
        status: HTTP's status.
        error: a short name.
        description: what to do.
        headers: further headers.
    """
    body = write({"error": error, "error_description": description}).encode()
    return Reply(status, body, (_JSON, *headers))


def error_reply(request: int | str | None, error: ErrorData) -> Reply:
    """Return an error of the protocol, with the status that the revision 2026-07-28 has for its code."""
    told: dict[str, Any] = {"code": error.code, "message": error.message}
    if error.data is not None:
        told["data"] = error.data
    body = b'{"jsonrpc":"2.0","id":' + id_text(request) + b',"error":' + write(told).encode() + b"}"
    return Reply(ERROR_CODE_HTTP_STATUS.get(error.code, 200), body)


def id_text(request: int | str | None) -> bytes:
    """Return a request's identifier as JSON text; an integer keeps every digit."""
    return b"%d" % request if type(request) is int else write(request).encode()


def in_json(value: Mapping[str, Any]) -> bytes:
    """Return an object as JSON text."""
    return write(dict(value)).encode()
