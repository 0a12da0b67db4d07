"""One exchange: redirects, sizes, codings, and answers that are no HTTP."""

import asyncio
import gzip
import socket
import tracemalloc
import zlib
from collections.abc import Iterator
from typing import Any

import pytest

from gonogo.catalog.config import Config, HostConfig
from gonogo.gauge.problem import Upstream
from gonogo.host.http.client import HttpClient
from gonogo.host.http.message import Sent
from gonogo.host.http.target import Target
from gonogo.host.outcome import Success, ToolFault
from gonogo.schema.limits import Limits
from listeners import Listener
from services import Answer, always, connected, document, getting, in_turn, json_body, raw_service, service

OBJECT = json_body({"type": "object"})
DOC = getting({"200": OBJECT})
SMALL = Config(output_limits=Limits(size=1000))
MIB = 1024 * 1024


@pytest.fixture(name="listener")
def fixture_listener() -> Iterator[Listener]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield Listener(server)


def moved(to: str, status: int = 302) -> Answer:
    return Answer(status, headers={"location": to})


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_on_the_same_server_is_followed(status: int) -> None:
    with service(in_turn(moved("/v1/y?z=1", status), Answer.of({"a": 1}))) as held:
        outcome = connected(DOC, f"{held.url}/v1").run()
        assert isinstance(outcome, Success)
        assert outcome.value == {"a": 1}
        assert [asked.goal for asked in held.asked] == ["/v1/x", "/v1/y?z=1"]


def test_a_redirect_to_another_server_is_not_followed(listener: Listener) -> None:
    """With it, credentials would leave; without them, a private address would be asked."""
    with service(always(moved(listener.url))) as held:
        problem = connected(DOC, held.url).problem()
        assert problem.issues[0].code == "upstream_redirect"
        assert problem.upstream == Upstream(302)
        assert len(held.asked) == 1
    assert listener.visits() == 0


@pytest.mark.parametrize(
    "to", ["/admin", "//127.0.0.1:1/v1/x", "/v1/../admin", "/v1/%2e%2e/admin", "ftp://h/v1", "http://["]
)
def test_a_redirect_out_of_the_base_url_is_not_followed(to: str) -> None:
    with service(always(moved(to))) as held:
        assert connected(DOC, f"{held.url}/v1").code() == "upstream_redirect"
        assert len(held.asked) == 1


def test_redirects_end() -> None:
    with service(always(moved("/x"))) as held:
        assert connected(DOC, held.url).code() == "upstream_redirect"
        assert len(held.asked) == 6


def test_a_redirect_that_would_make_another_request_is_not_followed() -> None:
    doc = document({"/x": {"post": {"operationId": "op", "responses": {"200": OBJECT}}}})
    with service(in_turn(moved("/y"), Answer.of({}))) as held:
        assert connected(doc, held.url).code() == "upstream_redirect"
    with service(in_turn(moved("/y", 307), Answer.of({}))) as held:
        assert not connected(doc, held.url).run().is_error
        assert [asked.method for asked in held.asked] == ["POST", "POST"]


def test_a_redirect_without_a_place_is_told() -> None:
    with service(always(Answer(304))) as held:
        problem = connected(DOC, held.url).problem()
        assert problem.issues[0].code == "upstream_redirect"
        assert problem.upstream is not None
        assert problem.upstream.status == 304


def test_an_answer_that_is_too_large_is_not_read_to_its_end() -> None:
    with service(always(Answer.of({"a": "x" * 1000}))) as held:
        problem = connected(DOC, held.url, config=SMALL).problem()
        assert problem.issues[0].code == "upstream_too_large"
        assert problem.upstream == Upstream(200)
    chunk = b"3e8\r\n" + b"x" * 1000 + b"\r\n"
    endless = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk * 50
    with raw_service(endless) as held:
        assert connected(DOC, held.url, config=SMALL, retries=0).code() == "upstream_too_large"


def test_bytes_are_measured_as_they_travel() -> None:
    """800 bytes fit the limit, and their base64 does not."""
    doc = getting({"200": {"description": "d", "content": {"application/pdf": {}}}})
    with service(always(Answer(body=b"x" * 800, media_type="application/pdf"))) as held:
        assert connected(doc, held.url, config=SMALL).code() == "too_large"


@pytest.mark.parametrize(
    ("coding", "pack"), [("gzip", gzip.compress), ("deflate", zlib.compress), ("identity", bytes)]
)
def test_compressed_answers_are_read(coding: str, pack: Any) -> None:
    body = pack(b'{"a": "x"}')
    with service(always(Answer(body=body, headers={"content-encoding": coding}))) as held:
        outcome = connected(DOC, held.url).run()
        assert isinstance(outcome, Success)
        assert outcome.value == {"a": "x"}


def test_a_few_bytes_that_stand_for_gigabytes_cost_little() -> None:
    zeros = zlib.compressobj(wbits=31)
    packed = b"".join(zeros.compress(b"0" * MIB) for _ in range(300)) + zeros.flush()
    assert len(packed) < MIB
    with service(always(Answer(body=packed, headers={"content-encoding": "gzip"}))) as held:
        each = connected(DOC, held.url, config=Config(output_limits=Limits(size=2 * MIB)))
        tracemalloc.start()
        try:
            assert each.code() == "upstream_too_large"
            assert tracemalloc.get_traced_memory()[1] < 24 * MIB
        finally:
            tracemalloc.stop()


@pytest.mark.parametrize(
    ("coding", "body"),
    [
        ("br", b"{}"),
        ("gzip", b"{}"),
        ("gzip", gzip.compress(b"{}")[:-9]),
        ("gzip, gzip", gzip.compress(gzip.compress(b"{}"))),
        ("gzip", gzip.compress(b"{}") * 2),
    ],
)
def test_bodies_that_are_not_of_their_coding(coding: str, body: bytes) -> None:
    with service(always(Answer(body=body, headers={"content-encoding": coding}))) as held:
        assert connected(DOC, held.url).code() == "upstream_malformed"


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"", "upstream_malformed"),
        (b"hello\r\n\r\n", "upstream_malformed"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{}", "upstream_malformed"),
        (b"HTTP/1.1 200 OK\r\nX: " + b"y" * 200_000, "upstream_malformed"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n{}", "upstream_too_large"),
        (
            b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Type: application/json\r\n\r\n\xff\xfe",
            "upstream_not_json",
        ),
    ],
)
def test_answers_that_are_no_answers(sent: bytes, code: str) -> None:
    with raw_service(sent) as held:
        problem = connected(DOC, held.url, retries=0).problem()
        assert problem.issues[0].code == code
        assert problem.executed


def test_a_service_that_is_not_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    problem = connected(DOC, f"http://127.0.0.1:{port}", retries=0).problem()
    assert (problem.issues[0].code, problem.executed, problem.retryable) == (
        "upstream_unreachable",
        False,
        True,
    )


def test_a_service_that_does_not_answer(listener: Listener) -> None:
    config = Config(host=HostConfig(timeout=0.2))
    each = connected(DOC, f"http://127.0.0.1:{listener.server.getsockname()[1]}", config=config)
    assert each.code() == "timed_out"


def test_no_proxy_and_no_netrc_have_a_part(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any, listener: Listener
) -> None:
    proxy = f"http://127.0.0.1:{listener.server.getsockname()[1]}"
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, proxy)
    (tmp_path / ".netrc").write_text("machine 127.0.0.1 login me password s3cr3t\n", encoding="utf-8")
    monkeypatch.setenv("HOME", str(tmp_path))
    with service() as held:
        assert not connected(DOC, held.url).run().is_error
        assert held.asked[0].header("authorization") is None
    assert listener.visits() == 0


def test_a_context_keeps_connections_and_cookies_are_forgotten() -> None:
    with service(always(Answer.of({}, 200, **{"set-cookie": "a=b"}))) as held:
        each = connected(DOC, held.url)

        async def twice() -> None:
            async with each.tools:
                for _ in range(2):
                    assert not (await each.host.call("op")).is_error

        asyncio.run(twice())
        assert [asked.header("cookie") for asked in held.asked] == [None, None]


def test_a_text_that_no_header_can_hold() -> None:
    client = HttpClient(most=1000, named=frozenset({"127.0.0.1"}))
    with service() as held:
        sent = Sent(Target.of(held.url), "GET", "/x", "", {"X": "a\r\nY: b"})
        with pytest.raises(ToolFault, match="not_sendable"):
            asyncio.run(client.exchange(sent, 5))
        assert not held.asked
