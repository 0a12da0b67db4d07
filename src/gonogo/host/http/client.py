"""One exchange over HTTP: a request that goes where it may, and an answer of bounded size.

No proxy, no cookie and no netrc of the environment has a part in it. A redirect is followed on the same server, below
the same base URL, and nowhere else.
"""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from importlib.metadata import version
from types import TracebackType
from typing import Final, Self
from urllib.parse import urljoin, urlsplit

import httpcore2
import httpx2

from gonogo.gauge.problem import Upstream
from gonogo.host.http.addresses import Pinned, Resolver, looked_up
from gonogo.host.http.body import CODINGS, BadBody, read_body
from gonogo.host.http.message import Received, Sent
from gonogo.host.http.target import BadUrl, Target
from gonogo.host.outcome import ToolFault, Unanswered

_MOST_REDIRECTS: Final = 5
_SAME_METHOD: Final = frozenset({307, 308})
_REDIRECTS: Final = frozenset({301, 302, 303}) | _SAME_METHOD
_UNCHANGED: Final = frozenset({"GET", "HEAD"})
_CONNECT: Final = 10.0
"""Seconds that a connection may take."""


class HttpClient:
    """Sends requests. As a context it keeps connections for the next request; without, each has its own.

    Args:
        allow_private: whether addresses of this machine and of private networks may be called.
        named: hosts that their owner named by number, or as this machine.
        most: bytes that an answer's body may have, decompressed.
        resolver: looks hosts up.
    """

    def __init__(
        self,
        *,
        allow_private: bool = False,
        named: frozenset[str] = frozenset(),
        most: int,
        resolver: Resolver = looked_up,
    ) -> None:
        self._most = most
        self._backend = Pinned(allow_private=allow_private, named=named, resolver=resolver)
        self._kept: tuple[asyncio.AbstractEventLoop, httpcore2.AsyncConnectionPool] | None = None

    async def __aenter__(self) -> Self:
        pool = httpcore2.AsyncConnectionPool(
            _trust(), max_connections=100, keepalive_expiry=5.0, network_backend=self._backend
        )
        self._kept = asyncio.get_running_loop(), pool
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        kept, self._kept = self._kept, None
        if kept is not None:
            await kept[1].aclose()

    async def exchange(self, sent: Sent, seconds: float) -> Received:
        """Send a request and return its answer.

        Args:
            sent: the request.
            seconds: how long each wait for the network may last.

        Raises:
            Unanswered: no whole answer came.
            ToolFault: the answer leads elsewhere, is too large, or cannot be read; or its address may not be called.
        """
        async with self._pool() as pool:
            for _ in range(_MOST_REDIRECTS + 1):
                received = await self._once(pool, sent, seconds)
                if received.status not in _REDIRECTS or "location" not in received.headers:
                    return received
                sent = _redirected(sent, received)
        raise _elsewhere(received)

    @asynccontextmanager
    async def _pool(self) -> AsyncIterator[httpcore2.AsyncConnectionPool]:
        kept = self._kept
        if kept is not None and kept[0] is asyncio.get_running_loop():
            yield kept[1]
            return
        async with httpcore2.AsyncConnectionPool(_trust(), network_backend=self._backend) as pool:
            yield pool

    async def _once(self, pool: httpcore2.AsyncConnectionPool, sent: Sent, seconds: float) -> Received:
        try:
            async with pool.stream(
                sent.method,
                httpcore2.URL(
                    scheme=sent.base.scheme, host=sent.base.host, port=sent.base.port, target=sent.goal
                ),
                headers=_headers(sent),
                content=sent.body,
                extensions={"timeout": _timeouts(seconds)},
            ) as response:
                headers = _read_headers(response.headers)
                length = headers.get("content-length", "")
                upstream = Upstream(response.status)
                if length.isdecimal() and int(length) > self._most and sent.method != "HEAD":
                    raise ToolFault("upstream_too_large", upstream=upstream)
                coding = headers.get("content-encoding", "")
                try:
                    body = await read_body(response.aiter_stream(), coding, self._most)
                except BadBody as fault:
                    raise ToolFault(fault.code, upstream=upstream) from None
                return Received(response.status, headers, body)
        except httpcore2.LocalProtocolError:
            hint = "send texts without line breaks and control characters where a header is made of them"
            raise ToolFault("not_sendable", hint=hint, pointer="", executed=False) from None
        except httpcore2.ConnectTimeout:
            raise Unanswered("upstream_unreachable", executed=False) from None
        except httpcore2.TimeoutException:
            raise Unanswered("timed_out") from None
        except httpcore2.ConnectError:
            raise Unanswered("upstream_unreachable", executed=False) from None
        except httpcore2.RemoteProtocolError:
            raise Unanswered("upstream_malformed") from None
        except httpcore2.NetworkError:
            raise Unanswered("no_answer") from None


@cache
def _trust() -> ssl.SSLContext:
    """What certificates are trusted, those that SSL_CERT_FILE names among them; made once, since it takes long."""
    return httpx2.create_ssl_context(trust_env=True)


def _timeouts(seconds: float) -> dict[str, float]:
    return {"connect": min(seconds, _CONNECT), "read": seconds, "write": seconds, "pool": seconds}


def _headers(sent: Sent) -> list[tuple[bytes, bytes]]:
    told = {
        "User-Agent": f"gonogo/{version('gonogo')}",
        "Accept": "*/*",
        "Accept-Encoding": CODINGS,
    }
    given = {name.lower() for name in sent.headers}
    rows = {"Host": sent.base.authority}
    rows |= {name: value for name, value in told.items() if name.lower() not in given}
    rows |= sent.headers
    if sent.body is not None or sent.method in {"POST", "PUT", "PATCH"}:
        rows["Content-Length"] = str(len(sent.body or b""))
    return [(name.encode("ascii"), _written(value)) for name, value in rows.items()]


def _written(value: str) -> bytes:
    """A header's value: in Latin-1, as servers read it, where it can be."""
    try:
        return value.encode("latin-1")
    except UnicodeEncodeError:
        return value.encode()


def _read_headers(rows: list[tuple[bytes, bytes]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in rows:
        found.setdefault(name.decode("latin-1").lower(), value.decode("latin-1"))
    return found


def _elsewhere(received: Received) -> ToolFault:
    return ToolFault("upstream_redirect", retryable=False, upstream=Upstream(received.status))


def _redirected(sent: Sent, received: Received) -> Sent:
    """The request that a redirect asks for, with the same credentials: it goes to the same server.

    Raises:
        ToolFault: it leads to another server, out of the base URL, or asks for another method.
    """
    if sent.method not in _UNCHANGED and received.status not in _SAME_METHOD:
        raise _elsewhere(received)
    here = f"{sent.base.scheme}://{sent.base.authority}{sent.goal}"
    try:
        url = urljoin(here, received.headers["location"])
        there = Target.of(url)
        parts = urlsplit(url)
    except (BadUrl, ValueError):
        raise _elsewhere(received) from None
    if not sent.base.covers(there):
        raise _elsewhere(received)
    path = parts.path.removeprefix(sent.base.path)
    return Sent(sent.base, sent.method, path, parts.query, sent.headers, sent.body)
