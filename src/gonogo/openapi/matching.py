"""Which operation a recorded request was one of."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import SplitResult, unquote, urlsplit

_PARAMETER: Final = re.compile(r"\{[^{}]*\}")
_BLANK: Final = "gonogo-any"
_ANYWHERE: Final = frozenset({("", "")})
"""Where an operation stands whose document names no server: at any host."""


@dataclass(frozen=True, slots=True)
class Route:
    """One operation as requests are recognised.

    Attributes:
        tool: the name of its tool.
        operation: method and path.
        servers: its base URLs.
    """

    tool: str
    operation: str
    servers: tuple[str, ...] = ()


@dataclass
class Routes:
    """The operations of a catalog, as requests are recognised.

    Attributes:
        routes: the operations.
        bases: further base URLs at which all of them are reached.
    """

    routes: Iterable[Route]
    bases: Iterable[str] = ()
    _compiled: list[tuple[int, re.Pattern[str], frozenset[tuple[str, str]], Route]] = field(
        default_factory=list, repr=False
    )

    def __post_init__(self) -> None:
        bases = tuple(self.bases)
        for route in self.routes:
            _, _, template = route.operation.partition(" ")
            parameters = len(_PARAMETER.findall(template))
            given = (*route.servers, *bases)
            servers = frozenset(filter(None, map(_origin, given))) if given else _ANYWHERE
            self._compiled.append((parameters, re.compile(_expression(template)), servers, route))
        self._compiled.sort(key=lambda row: (row[0], row[3].operation))

    def tool_of(self, method: str, url: str) -> str | None:
        """Return the tool of a request; None where no operation is meant, or the host is none of its servers'.

        Of several, the one with the fewest parameters in its path is meant (OpenAPI 3.1, section 4.8.8.1).
        """
        parts = _split(url)
        if parts is None:
            return None
        for _, expression, servers, route in self._compiled:
            if route.operation.partition(" ")[0] != method:
                continue
            for below in _below(parts.netloc.lower(), unquote(parts.path), servers):
                if expression.fullmatch(below):
                    return route.tool
        return None


def _expression(template: str) -> str:
    parts = _PARAMETER.split(template.partition("?")[0].partition("#")[0])
    return "[^/]+".join(map(re.escape, parts)) + "/?"


def _split(url: str) -> SplitResult | None:
    """The parts of a URL; None where it is none."""
    try:
        return urlsplit(url)
    except ValueError:
        return None


def _origin(server: str) -> tuple[str, str] | None:
    """The host of a server, empty where any will do, and the path below which its operations stand."""
    parts = _split(_PARAMETER.sub(_BLANK, server))
    if parts is None:
        return None
    host = "" if _BLANK in parts.netloc else parts.netloc.lower()
    return host, parts.path.replace(_BLANK, "").rstrip("/")


def _below(host: str, path: str, servers: frozenset[tuple[str, str]]) -> Iterable[str]:
    """The paths below the servers at which a request may be meant; one without a host is below any."""
    for own, base in servers:
        if (not host or not own or host == own) and path.startswith(base):
            yield path[len(base) :]
    if not host:
        yield path
