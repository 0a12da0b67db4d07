"""What is written down of a request: its method, its template, its status; never a value."""

import json
from pathlib import Path

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from gonogo.contracts import contract
from gonogo.gauge.gauge import Gauge
from gonogo.host.journal import Journal
from services import Answer, Connected, Service, connected, document, in_turn, json_body, service

LINE = Gauge(contract("journal-line"))
VALUE = "xyzzy"
DOC = document(
    {
        "/x/{id}": {
            "get": {
                "operationId": "op",
                "parameters": [
                    {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}},
                    {"name": "q", "in": "query", "schema": {"type": "string"}},
                ],
                "responses": {"200": json_body({"type": "object", "properties": {"a": {"type": "string"}}})},
            }
        }
    }
)


def lines(each: Connected, path: Path, times: int) -> list[dict[str, object]]:
    for _ in range(times):
        each.run({"id": VALUE, "q": VALUE})
    rows = path.read_text(encoding="utf-8").splitlines()
    assert all(LINE.read(row) for row in rows)
    assert VALUE not in "".join(rows)
    return [json.loads(row) for row in rows]


def test_the_journal_tells_of_the_request(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    busy = Answer(503, headers={"retry-after": "0"})
    with service(
        in_turn(busy, Answer.of({"a": VALUE}), Answer.of({"a": VALUE}, 404), Answer.of({"a": 1}))
    ) as held:
        each = connected(DOC, held.url, journal=Journal(path))
        good, gone, wrong = lines(each, path, 3)
        words = {
            "http.request.method": "GET",
            "url.template": "/x/{id}",
            "server.address": "127.0.0.1",
            "server.port": held.port,
            "http.response.status_code": 200,
        }
    assert {word: good[word] for word in words} == words
    assert good["http.request.resend_count"] == 1
    assert good["gonogo.verdict"] == "go"
    assert (gone["http.response.status_code"], gone["gonogo.codes"]) == (404, ["upstream_status"])
    assert (wrong["http.response.status_code"], wrong["gonogo.codes"]) == (200, ["type"])


def test_a_request_that_was_never_sent(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    with service() as held:
        doc = {**DOC, "security": [{"k": []}]}
        (line,) = lines(connected(doc, held.url, journal=Journal(path)), path, 1)
        assert not held.asked
    assert "http.response.status_code" not in line
    assert (line["gonogo.codes"], line["gonogo.executed"]) == (["no_credentials"], False)


def test_a_service_that_says_more_than_its_document_drifts(tmp_path: Path) -> None:
    """CASES A4: what a mode hides from loose clients is seen in the journal."""
    path = tmp_path / "journal.jsonl"
    closed = json_body(
        {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": False}
    )
    responses = {"200": closed}
    doc = document({"/x/{id}": {"get": {**DOC["paths"]["/x/{id}"]["get"], "responses": responses}}})
    with service(
        in_turn(Answer.of({"a": "x"}), Answer.of({"a": "x", "new": 1}), Answer.of({"a": "x"}, 203))
    ) as held:
        first, second, third = lines(connected(doc, held.url, journal=Journal(path)), path, 3)
    assert "gonogo.drift" not in first
    assert second["gonogo.drift"] is True
    assert third["gonogo.drift"] is True


@pytest.fixture(name="spans")
def fixture_spans(monkeypatch: pytest.MonkeyPatch) -> InMemorySpanExporter:
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(trace, "get_tracer", lambda name: provider.get_tracer(name))
    return exporter


def asked(held: Service, status: int) -> None:
    held.answer = in_turn(Answer.of({}, status))
    connected(DOC, held.url).run({"id": VALUE, "q": VALUE})


def test_a_request_has_a_span_below_its_call(spans: InMemorySpanExporter) -> None:
    with service() as held:
        asked(held, 200)
        asked(held, 409)
        port = held.port
    request, call, failed, _ = spans.get_finished_spans()
    assert (request.name, request.kind) == ("GET /x/{id}", SpanKind.CLIENT)
    assert call.name == "execute_tool op"
    assert request.parent is not None
    assert call.context is not None
    assert request.parent.span_id == call.context.span_id
    assert dict(request.attributes or {}) == {
        "http.request.method": "GET",
        "url.template": "/x/{id}",
        "server.address": "127.0.0.1",
        "server.port": port,
        "http.response.status_code": 200,
    }
    assert failed.status.status_code is StatusCode.ERROR
    assert (failed.attributes or {})["error.type"] == "upstream_status"
    assert VALUE not in "".join(span.to_json() for span in spans.get_finished_spans())
