"""One document, read from one URL that a person named; nothing that it refers to."""

import asyncio
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import unquote, urlsplit

from gonogo.gauge.codes import CODES
from gonogo.host.http.addresses import Resolver, looked_up
from gonogo.host.http.client import HttpClient
from gonogo.host.http.message import Sent
from gonogo.host.http.target import BadUrl, Target
from gonogo.host.outcome import ToolFault

_MOST: Final = 64 * 1024 * 1024
_SECONDS: Final = 30.0
_OK: Final = 200
_ACCEPT: Final = "application/json, application/yaml, */*;q=0.1"


class NotFetched(ValueError):
    """Raised when a URL cannot be read; its text says why."""


async def fetched(
    url: str, *, seconds: float = _SECONDS, most: int = _MOST, resolver: Resolver = looked_up
) -> tuple[str, bytes]:
    """Return the last step of a URL's path, and what the URL holds. No credentials are sent.

    Args:
        url: of the scheme http or https; the person who named it may name this machine or a private network.
        seconds: how long it may take altogether.
        most: bytes that it may hold.
        resolver: looks hosts up.

    Raises:
        NotFetched: it is no such URL, it does not answer in time with success, or it holds too much.
    """
    plain = url.partition("#")[0]
    try:
        target, parts = Target.of(plain.partition("?")[0]), urlsplit(plain)
    except (BadUrl, ValueError) as error:
        raise NotFetched(f"not a URL that is read: {error}") from None
    server = Target(target.scheme, target.host, target.port, "")
    client = HttpClient(allow_private=True, most=most, resolver=resolver)
    sent = Sent(server, "GET", parts.path, parts.query, {"Accept": _ACCEPT})
    try:
        async with asyncio.timeout(seconds):
            received = await client.exchange(sent, seconds)
    except TimeoutError:
        raise NotFetched("it did not answer in time") from None
    except ToolFault as fault:
        raise NotFetched(CODES[fault.code].meaning) from None
    if received.status != _OK:
        raise NotFetched(f"it answers with status {received.status}")
    return PurePosixPath(unquote(parts.path)).name or "openapi", received.body
