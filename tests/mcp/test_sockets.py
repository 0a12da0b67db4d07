"""The server on a real socket: heads and bodies that never end, requests that proxies read otherwise, its end."""

import json
import socket
import threading
from typing import Any

import pytest

from asking import pairs, request
from gonogo.host.host import Host
from hosts import Made, host_of
from serving import configured, exchange, served

BODY = json.dumps(request("tools/call", {"name": "work", "arguments": {}})).encode()


CLOSE = b"connection: close"


def head(length: int | None = len(BODY), *more: bytes) -> bytes:
    told = [f"{name}: {value}".encode() for name, value in pairs("tools/call", "work")]
    sized = [] if length is None else [b"content-length: %d" % length]
    return b"\r\n".join([b"POST /mcp HTTP/1.1", *told, *sized, *more, b"", b""])


def work(**words: Any) -> Host:
    return host_of({"work": Made(answer={"a": 1})}, configured(**words))


def test_two_requests_on_one_connection_are_two_answers() -> None:
    with served(work()) as port:
        answer = exchange(port, head() + BODY + head(len(BODY), CLOSE) + BODY)
    assert answer.count(b"HTTP/1.1 200 OK") == 2


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (head(None, b"content-length: 5", b"content-length: 6") + b"hello!", b"400"),
        (head(5, b"transfer-encoding: chunked") + b"0\r\n\r\nGET /mcp HTTP/1.1\r\n\r\n", b"400"),
        (head(None, b"transfer-encoding: chunked", b"transfer-encoding: identity") + b"0\r\n\r\n", b"400"),
        (head(None, b"transfer-encoding: xchunked") + b"0\r\n\r\n", b"400"),
        (head(None, b"transfer-encoding : chunked") + b"0\r\n\r\n", b"400"),
        (head(None, b"content-length: -1"), b"400"),
        (head(None, b"content-length: 0x10"), b"400"),
        (head(None, b"content-length: 99999999999999999999999"), b"400"),
        (head(None, b"transfer-encoding: chunked") + b"-1\r\nx\r\n0\r\n\r\n", b"400"),
        (head(None, b"transfer-encoding: chunked") + b"fffffffffffffffff\r\nx", b"400"),
        (b"POST /mcp HTTP/1.1\r\nhost: a\r\n folded: b\r\n\r\n", b"400"),
        (b"POST /mcp HTTP/1.1\r\nhost\x00: a\r\n\r\n", b"400"),
        (b"nonsense\r\n\r\n", b"400"),
        (
            b"POST /mcp HTTP/1.1\r\nhost: evil.example\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
            b"421",
        ),
        (
            b"POST http://evil.example/mcp HTTP/1.1\r\nhost: evil.example\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
            b"421",
        ),
        (b"POST /mcp HTTP/1.1\r\ncontent-length: 0\r\nconnection: close\r\n\r\n", b"421"),
    ],
)
def test_a_request_that_two_readers_would_read_otherwise_is_refused(data: bytes, status: bytes) -> None:
    with served(work()) as port:
        answer = exchange(port, data)
    assert answer.startswith(b"HTTP/1.1 " + status), answer
    assert answer.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (head()[:40], b"408"),
        (b"", b"408"),
        (head() + BODY[:10], b"408"),
        (head(None, b"transfer-encoding: chunked"), b"408"),
    ],
)
def test_what_never_ends_is_ended(sent: bytes, status: bytes) -> None:
    with (
        served(work(header_seconds=0.2, body_seconds=0.2)) as port,
        socket.create_connection(("127.0.0.1", port), timeout=15) as link,
    ):
        link.sendall(sent)
        assert link.recv(65536).startswith(b"HTTP/1.1 " + status)
        while link.recv(65536):
            pass


def test_a_head_without_end_is_ended() -> None:
    with (
        served(work(header_bytes=4096)) as port,
        socket.create_connection(("127.0.0.1", port), timeout=15) as link,
    ):
        link.sendall(b"POST /mcp HTTP/1.1\r\n")
        answer = b""
        for number in range(200):
            try:
                link.sendall(b"x-%d: %b\r\n" % (number, b"x" * 500))
            except OSError:
                break
        try:
            answer = link.recv(65536)
        except ConnectionError:
            return  # it was closed while more was on the way
    assert answer.startswith(b"HTTP/1.1 431")


def test_calls_in_flight_are_finished_when_the_server_ends() -> None:
    begun, go_on = threading.Event(), threading.Event()

    def wait(_arguments: Any) -> int:
        begun.set()
        assert go_on.wait(15)
        return 1

    host = Host(work().catalog)
    host.register("work", wait)
    got: list[bytes] = []
    with served(host) as port:
        asking = threading.Thread(target=lambda: got.append(exchange(port, head() + BODY)))
        asking.start()
        assert begun.wait(15)
        threading.Timer(0.3, go_on.set).start()
    asking.join(15)
    assert got[0].startswith(b"HTTP/1.1 200")


def test_a_stream_does_not_keep_a_server_from_ending() -> None:
    body = json.dumps(request("subscriptions/listen", {"notifications": {"toolsListChanged": True}})).encode()
    told = [f"{name}: {value}".encode() for name, value in pairs("subscriptions/listen")]
    data = b"\r\n".join([b"POST /mcp HTTP/1.1", *told, b"content-length: %d" % len(body), b"", body])
    with served(work()) as port:
        link = socket.create_connection(("127.0.0.1", port), timeout=15)
        link.sendall(data)
        assert b"200" in link.recv(15)
    rest = b""
    while part := link.recv(65536):
        rest += part
    link.close()
    assert b'"resultType":"complete"' in rest
