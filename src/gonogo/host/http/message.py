"""Requests and answers of HTTP as they are on the wire."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from gonogo.host.http.target import Target


@dataclass(frozen=True, slots=True)
class Sent:
    """A request to a service.

    Attributes:
        base: where it goes.
        method: in capitals.
        path: below the base's path; percent-encoded, it starts with a slash.
        query: encoded, without its question mark.
        headers: by name.
        body: the body; None for none.
    """

    base: Target
    method: str
    path: str
    query: str = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)
    body: bytes | None = field(default=None, repr=False)

    @property
    def goal(self) -> str:
        """What stands in the request line."""
        whole = (self.base.path + self.path) or "/"
        return f"{whole}?{self.query}" if self.query else whole


@dataclass(frozen=True, slots=True)
class Received:
    """A service's answer.

    Attributes:
        status: its status.
        headers: by name in small letters; of several with one name the first.
        body: its body, decompressed.
    """

    status: int
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)

    @property
    def media_type(self) -> str:
        """The media type without parameters, in small letters; empty where none is told."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def charset(self) -> str:
        """The charset that the media type names, else UTF-8."""
        for parameter in self.headers.get("content-type", "").split(";")[1:]:
            name, _, value = parameter.partition("=")
            if name.strip().lower() == "charset":
                return value.strip().strip('"') or "utf-8"
        return "utf-8"
