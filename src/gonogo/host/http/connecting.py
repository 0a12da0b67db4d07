"""A host whose tools are executed over HTTP where they have bindings."""

import os
from collections.abc import Mapping
from types import TracebackType
from typing import Final, Self

from gonogo.catalog.binding import Binding
from gonogo.catalog.config import HttpConfig
from gonogo.catalog.contract import Tool
from gonogo.host.host import Host
from gonogo.host.http.addresses import Resolver, looked_up
from gonogo.host.http.client import HttpClient
from gonogo.host.http.credentials import Credentials
from gonogo.host.http.execution import Execution
from gonogo.host.http.reading import Reading
from gonogo.host.http.target import BadUrl, Target
from gonogo.host.http.tokens import Tokens
from gonogo.openapi.head import IGNORED_HEADERS

_MOST_NAMED: Final = 5
"""So many tools are named in one finding."""


class HttpTools:
    """Has the tools of a host that have bindings, and no handler, executed over HTTP. A context keeps connections.

    Where requests may go is what the configuration lists, and nothing that a document says. What is wrong with a tool,
    and credentials that the environment lacks, are findings of the host.

    Args:
        host: the host; register its handlers first.
        config: where requests may go, and the rest of `[http]`; by default what the repository's configuration says.
        environment: where credentials are; by default that of the process.
        resolver: looks hosts up.
    """

    def __init__(
        self,
        host: Host,
        config: HttpConfig | None = None,
        *,
        environment: Mapping[str, str] | None = None,
        resolver: Resolver = looked_up,
    ) -> None:
        self._host = host
        self._config = config or host.catalog.config.http
        self._bases = _targets(host, self._config.base_urls)
        self._permitted = (*self._bases, *_targets(host, self._config.allow))
        self._client = HttpClient(
            allow_private=self._config.allow_private,
            named=frozenset(each.host for each in self._permitted if each.names_an_address),
            most=host.catalog.config.output_limits.size,
            resolver=resolver,
        )
        tokens = Tokens(self._client, lambda target: any(each.covers(target) for each in self._permitted))
        self.credentials = Credentials(
            self._config, os.environ if environment is None else environment, tokens
        )
        self._lacking: dict[tuple[str, ...], list[str]] = {}
        self._homeless: list[str] = []
        for tool in host.catalog.tools.values():
            if tool.binding is not None and tool.name not in host.tools:
                self._connect(tool, tool.binding)
        self._tell()

    def _tell(self) -> None:
        """Tell once what many tools have in common."""
        host = self._host
        if self._homeless:
            message = f"it is not known where {_some(self._homeless)} are executed"
            hint = "list the URL in `[http] base_urls`, or give --base-url"
            host.find("no_base_url", message, hint, file="bindings")
        for variables, names in self._lacking.items():
            message = f"credentials are not set, and calls of {_some(names)} are refused"
            host.find("no_credentials", message, f"set {' or '.join(variables)}", file="bindings")

    async def __aenter__(self) -> Self:
        await self._client.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._client.__aexit__(kind, error, trace)

    def _connect(self, tool: Tool, binding: Binding) -> None:
        host, file = self._host, tool.input.file
        base = self._base(binding)
        if base is None:
            self._homeless.append(tool.name)
            return
        framing = _framing(binding)
        if framing:
            message = f"{tool.name!r} has an argument that would write the header {framing}"
            host.find("argument_writes_header", message, "remove the parameter from the document", file=file)
            return
        missing = self.credentials.missing(binding)
        if missing:
            self._lacking.setdefault(missing, []).append(tool.name)
        host.connect(
            tool.name,
            Execution(
                binding,
                base,
                self._client,
                self.credentials,
                Reading(binding.answers, host.catalog.config.output_limits),
                host.timeout_of(tool.name),
                self._config.retries,
                host.recorder.clock,
            ),
        )

    def _base(self, binding: Binding) -> Target | None:
        """Where a tool's requests go: to a listed base URL that its document names, else to the first that is listed."""
        for server in binding.servers:
            try:
                target = Target.of(server)
            except BadUrl:
                continue
            if target in self._bases:
                return target
        return self._bases[0] if self._bases else None


def _some(names: list[str]) -> str:
    more = len(names) - _MOST_NAMED
    told = ", ".join(names[:_MOST_NAMED])
    return f"{told} and {more} more" if more > 0 else told


def _targets(host: Host, urls: tuple[str, ...]) -> tuple[Target, ...]:
    found: list[Target] = []
    for url in urls:
        try:
            found.append(Target.of(url))
        except BadUrl as error:
            host.find("bad_base_url", f"a URL of `[http]` cannot be used: {error}", file="gonogo.toml")
    return tuple(found)


def _framing(binding: Binding) -> str:
    """The header that an argument would write though it says where a request ends, or whose it is; mostly none."""
    names = [row["name"].lower() for row in binding.request["parameters"] if row["in"] == "header"]
    return next((name for name in names if name in IGNORED_HEADERS), "")
