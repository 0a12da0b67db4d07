"""A server over standard input and output: one JSON-RPC message a line, read strictly.

The SDK's own transport reads a key that stands twice as if it stood once, leaves a message that it cannot read without
an answer, so that the client waits for its time-out, and keeps the process from ending at Ctrl-C.
"""

import json
import os
from contextlib import suppress
from typing import Any, TypeAlias

import anyio
import mcp_types as types
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from gonogo.gauge.codes import CODES
from gonogo.mcp.server import McpServer
from gonogo.mcp.wire import Wire
from gonogo.schema.limits import Limits
from gonogo.schema.text import TextFault, raw_reader

_UNBOUNDED = 1 << 62
_read = raw_reader(Limits(size=_UNBOUNDED, nodes=_UNBOUNDED))
"""The doors judge how large arguments are; here only the text is judged."""

_Incoming: TypeAlias = SessionMessage | Exception


class NoKey(ValueError):
    """Raised when the environment does not hold the key that the configuration asks for."""


class NotUnderstood(ValueError):
    """Raised when a line holds no message of the protocol.

    Attributes:
        answer: the error that whoever sent it gets.
    """

    def __init__(self, request: types.RequestId | None, error: types.ErrorData) -> None:
        super().__init__(error.message)
        self.answer = types.JSONRPCError(jsonrpc="2.0", id=request, error=error)


async def serve_stdio(server: McpServer, wire: Wire) -> None:
    """Serve until the wire's input ends.

    Args:
        server: what is served.
        wire: standard input and output; take them with `claimed` before the handlers' modules are imported, since
            these may print.

    Raises:
        NoKey: the configuration names a variable for a key, and the environment does not hold it.
    """
    variable = server.host.catalog.config.serve.key_env
    if variable and not os.environ.get(variable):
        raise NoKey(f"set {variable} to the key: gonogo.toml asks for it")
    arriving, incoming = anyio.create_memory_object_stream[_Incoming](0)
    outgoing, leaving = anyio.create_memory_object_stream[SessionMessage](0)
    native = server.native
    async with anyio.create_task_group() as writing:
        writing.start_soon(_write, wire, leaving)
        async with anyio.create_task_group() as reading:
            reading.start_soon(_read_all, wire, arriving, outgoing.clone())
            await native.run(incoming, outgoing, native.create_initialization_options())
            reading.cancel_scope.cancel()


async def _read_all(
    wire: Wire, arriving: MemoryObjectSendStream[_Incoming], outgoing: MemoryObjectSendStream[SessionMessage]
) -> None:
    """Hand on what can be understood, and answer the rest at once."""
    async with arriving, outgoing:
        async for line in wire.lines():
            target: MemoryObjectSendStream[Any] = arriving
            try:
                message = understood(line)
            except NotUnderstood as refusal:
                message, target = refusal.answer, outgoing
            with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):  # the server ended meanwhile
                await target.send(SessionMessage(message))


async def _write(wire: Wire, leaving: MemoryObjectReceiveStream[SessionMessage]) -> None:
    async with leaving:
        async for each in leaving:
            try:
                await wire.send(each.message.model_dump_json(by_alias=True, exclude_unset=True))
            except BrokenPipeError:
                return  # the client is gone, and its end of the input follows


def understood(line: bytes) -> types.JSONRPCMessage:
    """Return the message that a line holds.

    Raises:
        NotUnderstood: it holds none.
    """
    try:
        value = _read(line)
    except TextFault as fault:
        row = CODES[fault.code]
        data = {"fault": fault.code, "offset": fault.offset}
        told = types.ErrorData(
            code=types.PARSE_ERROR, message=f"Parse error: {row.meaning}; {row.hint}", data=data
        )
        raise NotUnderstood(_id_in(line), told) from None
    with suppress(ValidationError):
        message = types.jsonrpc_message_adapter.validate_python(value, by_name=False)
        # To the SDK, a request whose identifier is a fraction or null is a notification, which nobody answers.
        if not isinstance(message, types.JSONRPCNotification) or "id" not in value:
            return message
    told = types.ErrorData(code=types.INVALID_REQUEST, message="Invalid request: not a JSON-RPC 2.0 message")
    raise NotUnderstood(_id_of(value), told)


def _id_in(line: bytes) -> types.RequestId | None:
    """The identifier in a line that a lenient reader may understand: whoever waits for an answer is to get one."""
    try:
        return _id_of(json.loads(line.decode(errors="replace")))
    except (ValueError, RecursionError):
        return None


def _id_of(value: Any) -> types.RequestId | None:
    given = value.get("id") if isinstance(value, dict) else None
    return given if type(given) in (int, str) else None
