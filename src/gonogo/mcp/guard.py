"""What is looked at before anything else: which host a request means, which page sent it, and where its key stands."""

from collections.abc import Iterable
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from gonogo.mcp.head import Head
from gonogo.mcp.reply import Reply, plain

_HERE: Final = ("127.0.0.1", "localhost", "[::1]")
_ANY: Final = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 - what a listener on all addresses is called

_SECRETS: Final = frozenset(
    {"access_token", "api_key", "api-key", "apikey", "auth", "authorization", "bearer", "key", "token"}
)
"""Parameters of a query by which clients send keys; a query stands in every log on the way."""

_ONCE: Final = (b"host", b"origin", b"authorization", b"content-type", b"content-length")


class Guard:
    """Knows which hosts and origins are meant.

    Source: MCP 2026-07-28, streamable-http "Security": `Origin` must be validated, against DNS rebinding.

    Args:
        bound: the address that is bound.
        hosts: values of `Host` that are taken beside it; `*` takes any. Without a port they are taken with any.
        origins: values of `Origin` that are taken beside this machine's own.
    """

    def __init__(self, bound: str, hosts: Iterable[str] = (), origins: Iterable[str] = ()) -> None:
        own = _HERE if bound in (*_HERE, "::1", *_ANY) else (f"[{bound}]" if ":" in bound else bound,)
        self._hosts = frozenset(host.lower() for host in (*own, *hosts))
        self._origins = frozenset(origin.lower().rstrip("/") for origin in origins)

    def judge(self, head: Head, query: bytes) -> Reply | None:
        """Return the refusal of a request that is not meant for this server; None where nothing is wrong."""
        if head.repeated and not head.repeated.isdisjoint(_ONCE):
            return plain(400, "invalid_request", "a header that may stand once stands twice")
        if query and any(name.lower() in _SECRETS for name, _ in parse_qsl(query.decode("latin-1"), True)):
            return plain(
                400, "invalid_request", "a key in a query is refused: send it as Authorization: Bearer"
            )
        if not self._is_host(head.get(b"host")):
            return plain(
                421, "misdirected_request", "Host names no host of this server: see [serve.http] hosts"
            )
        if not self._is_origin(head.get(b"origin")):
            return plain(403, "forbidden", "Origin names a page that is not let in: see [serve.http] origins")
        return None

    def _is_host(self, value: str | None) -> bool:
        if "*" in self._hosts:
            return True
        if value is None:
            return False
        lower = value.lower()
        return lower in self._hosts or _without_port(lower) in self._hosts

    def _is_origin(self, value: str | None) -> bool:
        if value is None:
            return True
        lower = value.lower()
        if lower in self._origins:
            return True
        try:
            parts = urlsplit(lower)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and _without_port(parts.netloc) in _HERE and not parts.path


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdecimal() else host
