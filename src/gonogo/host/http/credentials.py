"""Credentials for a service: from the environment, by the security schemes of its document; or the caller's own token.

A credential is added to a request and stands nowhere else: in no argument, problem, journal line or trace.
"""

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final
from urllib.parse import quote

from gonogo.catalog.binding import Binding, Scheme
from gonogo.catalog.config import HttpConfig
from gonogo.host.caller import Caller, called_by, current_caller
from gonogo.host.http.message import Sent
from gonogo.host.http.tokens import Grant, Tokens
from gonogo.host.outcome import ToolFault

_BREAKS: Final = re.compile(r"[\x00-\x1f\x7f]")
_COOKIE_SAFE: Final = "!#$%&'()*+-./:<=>?@[]^_`{|}~"
_BEARERS: Final = frozenset({"oauth2", "openIdConnect"})


@dataclass(frozen=True, slots=True)
class Held:
    """Credentials at hand for one request.

    Attributes:
        headers, query, cookies: what is added to it.
        grants: the exchanges whose tokens stand among these; a token that is refused is asked for anew.
    """

    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    query: Mapping[str, str] = field(default_factory=dict, repr=False)
    cookies: Mapping[str, str] = field(default_factory=dict, repr=False)
    grants: tuple[Grant, ...] = field(default=(), repr=False)

    def added(self, sent: Sent) -> Sent:
        """Return a request with the credentials."""
        headers = dict(sent.headers)
        if self.cookies:
            name = next((each for each in headers if each.lower() == "cookie"), "Cookie")
            own = [headers[name]] if name in headers else []
            headers[name] = "; ".join(
                own + [f"{key}={_cookie(value)}" for key, value in self.cookies.items()]
            )
        replaced = {name.lower() for name in self.headers}
        headers = {name: value for name, value in headers.items() if name.lower() not in replaced}
        pairs = [f"{quote(name, safe='')}={quote(value, safe='')}" for name, value in self.query.items()]
        query = "&".join([sent.query, *pairs] if sent.query else pairs)
        return replace(sent, headers={**headers, **self.headers}, query=query)


def variable_of(config: HttpConfig, name: str) -> str:
    """Return the environment variable that holds the credential of a scheme."""
    own = config.credentials.get(name)
    return own or "GONOGO_HTTP_" + re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_").upper()


@dataclass(frozen=True, slots=True)
class Credentials:
    """Finds what an operation asks for.

    Attributes:
        config: the names of variables, and whether the caller's token is sent on.
        environment: the variables.
        tokens: exchanges client credentials for tokens.
    """

    config: HttpConfig
    environment: Mapping[str, str] = field(repr=False)
    tokens: Tokens = field(repr=False)

    def missing(self, binding: Binding) -> tuple[str, ...]:
        """Return the variables of which one has to be set for a tool to be called; none where nothing is missing.

        A token that the caller brings is not missing before there is a caller.
        """
        with called_by(Caller("anybody", None, "a token")):
            if not binding.security or any(self._can(binding, row) for row in binding.security):
                return ()
        return tuple(dict.fromkeys(self.variable(name) for row in binding.security for name in row))

    def variable(self, name: str) -> str:
        """Return the environment variable that holds the credential of a scheme."""
        return variable_of(self.config, name)

    async def of(self, binding: Binding) -> Held:
        """Return what is added to a request: the first alternative of which everything is at hand.

        Raises:
            ToolFault: there is no such alternative, or a token is not to be had.
        """
        rows = [row for row in binding.security if row and self._can(binding, row)]
        if not rows:
            if not binding.security or {} in binding.security:
                return Held()
            raise ToolFault("no_credentials", executed=False, retryable=False)
        held = Held()
        for name, scopes in rows[0].items():
            held = await self._with(held, name, binding.schemes[name], scopes)
        return held

    def _can(self, binding: Binding, row: Mapping[str, tuple[str, ...]]) -> bool:
        return all(name in binding.schemes and self._has(name, binding.schemes[name]) for name in row)

    def _has(self, name: str, scheme: Scheme) -> bool:
        if scheme.kind in {"mutualTLS", "unknown"}:
            return False
        if self._takes_the_callers(scheme):
            return bool(_token())
        return bool(self._value(name)) or self._grant(name, scheme, ()) is not None

    def _takes_the_callers(self, scheme: Scheme) -> bool:
        """Where tokens are passed through, the host's own stand in for nobody who came without one."""
        bearer = scheme.kind in _BEARERS or (scheme.kind == "http" and scheme.scheme == "bearer")
        return self.config.pass_through and bearer

    def _value(self, name: str) -> str:
        value = self.environment.get(self.variable(name), "").strip()
        return "" if _BREAKS.search(value) else value

    def _grant(self, name: str, scheme: Scheme, scopes: tuple[str, ...]) -> Grant | None:
        variable = self.variable(name)
        client = self.environment.get(f"{variable}_CLIENT_ID", "")
        secret = self.environment.get(f"{variable}_CLIENT_SECRET", "")
        if scheme.kind != "oauth2" or not scheme.token_url or not client:
            return None
        return Grant(scheme.token_url, client, secret, scopes)

    async def _with(self, held: Held, name: str, scheme: Scheme, scopes: tuple[str, ...]) -> Held:
        value = _token() if self._takes_the_callers(scheme) else self._value(name)
        if scheme.kind == "apiKey":
            return _with_key(held, scheme, value)
        grants = held.grants
        if not value and (grant := self._grant(name, scheme, scopes)) is not None:
            value, grants = await self.tokens.get(grant), (*grants, grant)
        header = {"Authorization": _authorization(scheme, value)}
        return replace(held, headers={**held.headers, **header}, grants=grants)


def _with_key(held: Held, scheme: Scheme, value: str) -> Held:
    key = {scheme.name: value}
    if scheme.place == "header":
        return replace(held, headers={**held.headers, **key})
    if scheme.place == "query":
        return replace(held, query={**held.query, **key})
    return replace(held, cookies={**held.cookies, **key})


def _authorization(scheme: Scheme, value: str) -> str:
    if scheme.kind == "http" and scheme.scheme == "basic":
        return "Basic " + base64.b64encode(value.encode()).decode()
    if scheme.kind == "http" and scheme.scheme != "bearer":
        return f"{scheme.scheme.capitalize()} {value}"
    return f"Bearer {value}"


def _cookie(value: str) -> str:
    return quote(value, safe=_COOKIE_SAFE)


def _token() -> str:
    """The Bearer token by which the caller was let in; empty where there was none."""
    caller = current_caller()
    return (caller.token if caller else None) or ""
