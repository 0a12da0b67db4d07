"""Where requests may go: base URLs, and what lies below one."""

import re
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final
from urllib.parse import unquote, urlsplit

_PORTS: Final = {"http": 80, "https": 443}
_LETTERS: Final = re.compile(r"[!-~]+")


class BadUrl(ValueError):
    """Raised when a text is no URL that requests may go to; its text says why."""


@dataclass(frozen=True, slots=True)
class Target:
    """A base URL.

    Attributes:
        scheme: `http` or `https`.
        host: in small letters; an address of IPv6 without brackets.
        port: the port.
        path: the path without a slash at its end; percent-encoded; empty for the root.
    """

    scheme: str
    host: str
    port: int
    path: str

    @classmethod
    def of(cls, url: str) -> "Target":
        """Read a base URL; a query and a fragment are no part of one.

        Raises:
            BadUrl: it is no URL of HTTP, or holds credentials.
        """
        try:
            parts = urlsplit(url)
            host, port = (parts.hostname or "").rstrip("."), parts.port
        except ValueError:
            raise BadUrl("it cannot be read") from None
        if parts.scheme not in _PORTS or not host:
            raise BadUrl("it starts with http:// or https:// and a host")
        if parts.username is not None or parts.password is not None:
            raise BadUrl("it may hold no credentials: they come from the environment")
        if not _LETTERS.fullmatch(url) or "\\" in url:
            raise BadUrl("its letters are those of a URL: the rest is percent-encoded")
        return cls(parts.scheme, host, port or _PORTS[parts.scheme], parts.path.rstrip("/"))

    @property
    def origin(self) -> tuple[str, str, int]:
        """What two URLs of one server share."""
        return self.scheme, self.host, self.port

    @property
    def authority(self) -> str:
        """What stands in the header Host."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def names_an_address(self) -> bool:
        """Whether its host is this machine or an address, so that no name server decides where it leads."""
        if self.host == "localhost":
            return True
        try:
            ip_address(self.host)
        except ValueError:
            return False
        return True

    def covers(self, other: "Target") -> bool:
        """Whether a URL is of the same server and lies at this one's path or below it."""
        if self.origin != other.origin:
            return False
        steps = unquote(other.path).replace("\\", "/").split("/")
        inside = other.path == self.path or other.path.startswith(f"{self.path}/")
        return inside and not {".", ".."} & set(steps)
