"""Which addresses may be called, and connections that go to the very address that was judged.

A name is looked up once for each connection, every address that it has is judged, and the connection is made to one of
these by number: a name server that answers differently a moment later changes nothing.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, Final, TypeAlias

import httpcore2

from gonogo.host.outcome import ToolFault, Unanswered

Address: TypeAlias = IPv4Address | IPv6Address
Resolver: TypeAlias = Callable[[str, int], Awaitable[list[str]]]
"""From a host and a port to addresses."""

_TRANSLATED: Final = IPv6Network("64:ff9b::/96")
"""Addresses of IPv6 that stand for one of IPv4 (RFC 6052)."""


def may_be_called(address: str, *, allow_private: bool) -> bool:
    """Return whether an address may be called.

    Link-local addresses, among them those where clouds hand out a machine's credentials, and addresses of no single
    machine never may; those of this machine and of private networks only where that is allowed.
    """
    found = _meant(ip_address(address.partition("%")[0]))
    if found.is_link_local or found.is_multicast or found.is_unspecified:
        return False
    return allow_private or (found.is_global and not found.is_reserved)


def _meant(address: Address) -> Address:
    """The address of IPv4 that one of IPv6 stands for, where it does."""
    if isinstance(address, IPv4Address):
        return address
    if address in _TRANSLATED:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    teredo = address.teredo[1] if address.teredo else None
    return address.ipv4_mapped or address.sixtofour or teredo or address


async def looked_up(host: str, port: int) -> list[str]:
    """Return the addresses of a host by the machine's own name service."""
    loop = asyncio.get_running_loop()
    rows = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(row[4][0]) for row in rows))


class Pinned(httpcore2.AsyncNetworkBackend):
    """Connects to addresses that were judged.

    Args:
        allow_private: whether addresses of this machine and of private networks may be called.
        named: hosts that their owner named by number, or as this machine: what they are is no secret to anybody.
        resolver: looks hosts up.
    """

    def __init__(
        self, *, allow_private: bool, named: frozenset[str] = frozenset(), resolver: Resolver = looked_up
    ) -> None:
        self._allow_private, self._named = allow_private, named
        self._resolver = resolver
        self._native = httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the base class has it
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Connect to the first address that answers.

        Raises:
            ToolFault: one of the host's addresses may not be called.
            Unanswered: the host has no address, or none answers.
        """
        try:
            addresses = await self._resolver(host, port)
        except (OSError, UnicodeError):
            addresses = []
        allowed = self._allow_private or host in self._named
        if not all(may_be_called(each, allow_private=allowed) for each in addresses):
            raise ToolFault("address_refused", executed=False, retryable=False)
        for each in addresses:
            try:
                return await self._native.connect_tcp(each, port, timeout, local_address, socket_options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout):
                continue
        raise Unanswered("upstream_unreachable", executed=False)

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
