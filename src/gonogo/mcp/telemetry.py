"""Spans and durations of what an MCP server is asked, in OpenTelemetry's words.

Source: OpenTelemetry's GenAI conventions, `mcp` spans and `mcp.server.operation.duration`. No name that a client made
up stands in any of them.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final, Literal, Protocol

from mcp.server.context import CallNext, HandlerResult, ServerMiddleware, ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import METHOD_NOT_FOUND, CallToolResult
from opentelemetry import metrics, trace
from opentelemetry.context import Context, attach, detach
from opentelemetry.propagate import extract
from opentelemetry.trace import SpanKind, StatusCode, set_span_in_context
from pydantic import ValidationError

from gonogo.host.caller import Caller

METHODS: Final = frozenset(
    {
        "initialize",
        "ping",
        "server/discover",
        "tools/list",
        "tools/call",
        "subscriptions/listen",
        "prompts/list",
        "prompts/get",
        "resources/list",
        "resources/read",
        "resources/templates/list",
        "completion/complete",
        "logging/setLevel",
        "notifications/initialized",
        "notifications/cancelled",
    }
)
"""The methods that are told by name; any other is told as `_OTHER`, as HTTP's conventions do."""

_NO_FAULT: Final = frozenset({-32602, -32700, -32600, -32601, -32002, -32020, -32021, -32022})
"""Codes by which a client is told what it did wrong: no error of a server."""

_BOUNDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300)


@dataclass(slots=True)
class Asked:
    """A request as it came.

    Attributes:
        method: what is asked for.
        revision: the protocol's revision.
        id: the request's identifier.
        meta: the request's `_meta`.
        transport: `pipe` or `tcp`.
        caller: who asks; None where nobody is told apart.
        tool: the tool that is called, where the server has it.
        error: why it ended badly, in the conventions' words; None while nothing did.
        code: the protocol's error code; None where it has none.
    """

    method: str
    revision: str
    id: int | str | None
    meta: Mapping[str, Any] = field(default_factory=dict)
    transport: Literal["pipe", "tcp"] = "tcp"
    caller: Caller | None = None
    tool: str | None = None
    error: str | None = None
    code: int | None = None

    def words(self) -> dict[str, str]:
        """Return what a span says of the request, without what is known only when it has ended."""
        told: dict[str, str] = {
            "mcp.method.name": self.method if self.method in METHODS else "_OTHER",
            "mcp.protocol.version": self.revision,
            "network.transport": self.transport,
        }
        if type(self.id) is int:  # an identifier that is text may hold anything
            told["jsonrpc.request.id"] = str(self.id)
        if self.transport == "tcp":
            told["network.protocol.name"] = "http"
        if self.tool is not None:
            told["gen_ai.tool.name"] = self.tool
            told["gen_ai.operation.name"] = "execute_tool"
        return told


class Telemetry:
    """Tells of what a server is asked."""

    def __init__(self) -> None:
        self._tracer = trace.get_tracer("gonogo.mcp")
        self._duration = metrics.get_meter("gonogo.mcp").create_histogram(
            "mcp.server.operation.duration",
            unit="s",
            description="How long requests took, as the server saw them.",
            explicit_bucket_boundaries_advisory=_BOUNDS,
        )

    @contextmanager
    def of(self, asked: Asked) -> Iterator[None]:
        """Tell of a request, inside the trace that its `_meta` names; whatever happens inside."""
        began = perf_counter()
        words = asked.words()
        name = words["mcp.method.name"] if asked.tool is None else f"{words['mcp.method.name']} {asked.tool}"
        context = _named_trace(asked.meta)
        span = self._tracer.start_span(name, context, kind=SpanKind.SERVER, attributes=words)
        # Without a tracer there is neither a span nor a trace to stand in, and nothing to attach.
        current = set_span_in_context(span, context) if span.get_span_context().is_valid else context
        token = None if current is None else attach(current)
        try:
            yield
        except BaseException as error:
            asked.error = asked.error or type(error).__qualname__
            raise
        finally:
            if token is not None:
                detach(token)
            if span.is_recording():
                if asked.code is not None:
                    span.set_attribute("rpc.response.status_code", str(asked.code))
                if asked.error is not None:
                    span.set_attribute("error.type", asked.error)
                    span.set_status(StatusCode.ERROR)
            span.end()
            self._count(asked, words, perf_counter() - began)

    def _count(self, asked: Asked, words: Mapping[str, str], seconds: float) -> None:
        attributes = {word: value for word, value in words.items() if word != "jsonrpc.request.id"}
        if asked.error is not None:
            attributes["error.type"] = asked.error
        self._duration.record(seconds, attributes)


def failed(asked: Asked, code: int) -> None:
    """Note that a request ended in an error of the protocol; it is a fault only where it is not the client's."""
    asked.code = code
    if code not in _NO_FAULT:
        asked.error = str(code)


class Observed(ServerMiddleware[Any]):
    """Tells of what the SDK answers; the SDK's own middleware writes names into spans that clients made up.

    Args:
        telemetry: what tells.
        names: whether the server has a tool of a name.
    """

    def __init__(self, telemetry: Telemetry, names: "Names") -> None:
        self._telemetry = telemetry
        self._names = names

    async def __call__(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """Pass a request on, and tell of it."""
        name = (ctx.params or {}).get("name") if ctx.method == "tools/call" else None
        tool = None if name is None else name if isinstance(name, str) and name in self._names() else "*"
        transport: Literal["pipe", "tcp"] = "pipe" if ctx.request is None else "tcp"
        asked = Asked(ctx.method, ctx.protocol_version, ctx.request_id, ctx.meta or {}, transport, tool=tool)
        with self._telemetry.of(asked):
            try:
                result = await call_next(ctx)
            except MCPError as error:
                failed(asked, error.error.code)
                if error.error.code == METHOD_NOT_FOUND:  # the SDK repeats the name, and a client made it up
                    raise MCPError(METHOD_NOT_FOUND, "Method not found") from None
                raise
            except ValidationError:
                failed(asked, -32602)
                raise
            if isinstance(result, CallToolResult):
                is_error: Any = result.is_error
            else:
                is_error = result.get("isError") if isinstance(result, dict) else False
            if is_error:
                asked.error = "tool_error"
            return result


class Names(Protocol):
    """Knows the tools of a server."""

    def __call__(self) -> Mapping[str, object]:
        """Return them by name."""


def _named_trace(meta: Mapping[str, Any]) -> Context | None:
    """The trace that a client names in `_meta` (W3C trace context); None where it names none."""
    if "traceparent" not in meta:
        return None
    return extract({word: value for word, value in meta.items() if isinstance(value, str)})
