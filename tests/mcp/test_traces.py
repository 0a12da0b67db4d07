"""A call over MCP stands in the client's trace, and its span says which protocol it came by."""

import asyncio
from pathlib import Path

import mcp_types as types
import pytest
from mcp import Client
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import NonRecordingSpan, SpanContext, TraceFlags

from gonogo.catalog.catalog import Catalog
from gonogo.host.host import Host
from gonogo.host.record import Recorder
from gonogo.mcp.server import McpServer

ORDERS = Path(__file__).parent.parent.parent / "examples" / "orders"
TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = "b7ad6b7169203331"


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_span_stands_in_the_clients_trace(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(trace, "get_tracer", lambda name: provider.get_tracer(name))
    host = Host(Catalog.load(ORDERS))
    host.recorder = Recorder()
    host.register(
        "get_stock",
        lambda sku: {"status": "not_found", "quantity": None, "checked_at": "2026-11-30T20:00:00Z"},
    )

    async def main() -> None:
        async with Client(McpServer(host).native, mode=mode) as client:
            params = types.CallToolRequestParams(
                name="get_stock",
                arguments={"sku": "LAMP"},
                _meta={"traceparent": f"00-{TRACE}-{PARENT}-01"},  # type: ignore[arg-type]  # any word may stand there
            )
            await client.session.send_request(types.CallToolRequest(params=params), types.CallToolResult)

    # The SDK's client names the trace that it stands in, where there is one, in place of what it is told to name.
    around = NonRecordingSpan(
        SpanContext(int(TRACE, 16), int(PARENT, 16), is_remote=True, trace_flags=TraceFlags(1))
    )
    with trace.use_span(around):
        asyncio.run(main())
    (span,) = [each for each in exporter.get_finished_spans() if each.name == "execute_tool get_stock"]
    assert span.context is not None
    assert format(span.context.trace_id, "032x") == TRACE
    attributes = dict(span.attributes or {})
    assert attributes["mcp.method.name"] == "tools/call"
    assert attributes["mcp.protocol.version"] == ("2026-07-28" if mode == "auto" else "2025-11-25")
    assert attributes["network.transport"] == "pipe"
