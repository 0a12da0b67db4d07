"""Tokens for client credentials: asked for once, kept until shortly before they expire.

Source: RFC 6749, section 4.4 and 2.3.1.
"""

import asyncio
import base64
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Final
from urllib.parse import quote_plus, urlencode, urlsplit

from gonogo.host.http.client import HttpClient
from gonogo.host.http.message import Sent
from gonogo.host.http.target import BadUrl, Target
from gonogo.host.outcome import ToolFault
from gonogo.schema.limits import Limits
from gonogo.schema.text import TextFault, parse
from gonogo.schema.types import Json
from gonogo.schema.value import ValueFault

_LIMITS: Final = Limits(size=64 * 1024)
_SECONDS: Final = 30.0
"""How long the exchange may take, and how long before its end a token is used no more."""

_OK: Final = 200
_TOKEN: Final = re.compile(r"[!-~]+")
_DEFAULT_LIFE: Final = 300.0
_SHORTEST: Final = 0.5
"""The part of a short-lived token's life in which it is used."""


@dataclass(frozen=True, slots=True)
class Grant:
    """Client credentials and what they are exchanged for.

    Attributes:
        url: where the exchange is made.
        client, secret: the credentials.
        scopes: what the token shall permit.
    """

    url: str
    client: str = field(repr=False)
    secret: str = field(repr=False)
    scopes: tuple[str, ...]


class Tokens:
    """Exchanges client credentials, and keeps the tokens.

    Args:
        client: sends the requests.
        permitted: whether credentials may be sent to a URL.
        clock: seconds, as `time.monotonic` counts them.
    """

    def __init__(
        self,
        client: HttpClient,
        permitted: Callable[[Target], bool],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._client, self._permitted, self._clock = client, permitted, clock
        self._held: dict[Grant, tuple[str, float]] = {}
        self._asking: dict[tuple[int, Grant], asyncio.Task[str]] = {}

    async def get(self, grant: Grant) -> str:
        """Return a token; calls that ask for one at the same time share an exchange.

        Raises:
            ToolFault: the URL is not permitted, or no token comes from there.
        """
        token, until = self._held.get(grant, ("", 0.0))
        if self._clock() < until:
            return token
        key = (id(asyncio.get_running_loop()), grant)
        if key not in self._asking:
            task = asyncio.ensure_future(self._exchange(grant))
            self._asking[key] = task
            task.add_done_callback(lambda done: self._settle(key, done))
        return await asyncio.shield(self._asking[key])

    def forget(self, grant: Grant) -> None:
        """Use a token no more: it was refused."""
        self._held.pop(grant, None)

    def _settle(self, key: tuple[int, Grant], done: "asyncio.Task[str]") -> None:
        """End an exchange; one that failed with nobody waiting any more is no fault of the event loop's."""
        self._asking.pop(key, None)
        if not done.cancelled():
            done.exception()

    async def _exchange(self, grant: Grant) -> str:
        try:
            target = Target.of(grant.url)
        except BadUrl:
            raise _refused("the document's token URL is no URL") from None
        if not self._permitted(target):
            raise _refused("add the document's token URL to `[http] allow` in gonogo.toml")
        try:
            received = await self._client.exchange(_request(target, grant), _SECONDS)
            answer = parse(received.body, _LIMITS)
        except (ToolFault, TextFault, ValueFault):
            raise _refused() from None
        token = answer.get("access_token") if isinstance(answer, dict) else None
        if received.status != _OK or not isinstance(token, str) or not _TOKEN.fullmatch(token):
            raise _refused()
        self._held[grant] = token, self._clock() + _life(answer)
        return token


def _life(answer: dict[str, Json]) -> float:
    told = answer.get("expires_in")
    seconds = float(told) if isinstance(told, int | float | str) and _is_number(told) else _DEFAULT_LIFE
    return max(seconds - _SECONDS, seconds * _SHORTEST)


def _is_number(told: Json) -> bool:
    return not isinstance(told, bool) and (not isinstance(told, str) or told.isdecimal())


def _request(target: Target, grant: Grant) -> Sent:
    pair = f"{quote_plus(grant.client)}:{quote_plus(grant.secret)}"
    form = {"grant_type": "client_credentials"}
    if grant.scopes:
        form["scope"] = " ".join(grant.scopes)
    headers = {
        "Authorization": "Basic " + base64.b64encode(pair.encode()).decode(),
        "Content-Type": "application/x-www-form-urlencoded",
        "Accept": "application/json",
    }
    parts = urlsplit(grant.url)
    server = replace(target, path="")
    return Sent(server, "POST", parts.path, parts.query, headers, urlencode(form).encode())


def _refused(hint: str = "") -> ToolFault:
    return ToolFault("credentials_refused", hint=hint, executed=False, retryable=False)
