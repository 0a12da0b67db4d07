"""Tokens of an authorization server: JWTs, judged by its public keys, for this server and no other.

Source: MCP 2026-07-28, "Authorization"; RFC 9068 for the token, RFC 8414 and OpenID Connect Discovery for where keys
are.
"""

import asyncio
import hashlib
import logging
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any, Final
from urllib.parse import urlsplit

import httpx2
import jwt

from gonogo.host.caller import Caller

ALGORITHMS: Final = (
    "RS256",
    "RS384",
    "RS512",
    "PS256",
    "PS384",
    "PS512",
    "ES256",
    "ES384",
    "ES512",
    "EdDSA",
)
"""Signatures that a public key judges; one that is made with a shared secret is none of them."""

_FRESH: Final = 300.0
"""Seconds for which the issuer's keys are kept."""

_PAUSE: Final = 10.0
"""Seconds between two questions for keys, whatever tokens ask for."""

_PATIENCE: Final = 5.0
_MOST_BYTES: Final = 256 * 1024

_log = logging.getLogger(__name__)


class BadToken(ValueError):
    """Raised when a token is not to be taken; its words are for whoever sent it, and hold nothing of the token."""


class NoKeys(RuntimeError):
    """Raised when the issuer's keys are not to be had."""


class Issuer:
    """Judges the tokens of one authorization server.

    Args:
        issuer: its address, as tokens name it.
        resource: the audience that a token must be for: this server's address, as clients know it.
        jwks: where its keys are; by default what its metadata says.
        clock: seconds that never go back.

    Raises:
        ValueError: an address is neither of TLS nor of this machine.
    """

    def __init__(
        self, issuer: str, resource: str, jwks: str | None = None, clock: Callable[[], float] = monotonic
    ) -> None:
        for address in (issuer, jwks or issuer):
            parts = urlsplit(address)
            if parts.scheme != "https" and parts.hostname not in ("127.0.0.1", "localhost", "::1"):
                raise ValueError(f"{address}: an issuer is asked over https")
        self.issuer = issuer
        self.resource = resource
        self._jwks = jwks
        self._clock = clock
        self._keys: dict[str | None, jwt.PyJWK] = {}
        self._asked = float("-inf")
        self._asking = asyncio.Lock()

    async def caller_of(self, token: str) -> Caller:
        """Return whoever a token was given to.

        Raises:
            BadToken: it is malformed, expired, for another audience, of another issuer, or not signed by it.
            NoKeys: the issuer's keys are not to be had.
        """
        try:
            header = jwt.get_unverified_header(token)
        except jwt.PyJWTError:
            raise BadToken("not a token of the issuer") from None
        if header.get("alg") not in ALGORITHMS:
            raise BadToken("the token is signed in a way that is not taken")
        key = await self._key(header.get("kid"))
        try:
            claims = jwt.decode(
                token,
                key,
                algorithms=ALGORITHMS,
                audience=self.resource,
                issuer=self.issuer,
                options={"require": ["exp", "aud", "iss"], "strict_aud": False},
            )
        except jwt.ExpiredSignatureError:
            raise BadToken("the token has expired") from None
        except jwt.InvalidAudienceError:
            raise BadToken("the token is for another audience") from None
        except (jwt.PyJWTError, ValueError, TypeError):
            raise BadToken("the token is not valid") from None
        return Caller(_name(claims), frozenset(_scopes(claims)), token)

    async def _key(self, kid: Any) -> jwt.PyJWK:
        """The key of a name; asked for anew where it is not known, or was asked for long ago."""
        known = kid if isinstance(kid, str) else None
        age = self._clock() - self._asked
        if age > _FRESH or (known not in self._keys and age > _PAUSE):
            async with self._asking:
                if self._clock() - self._asked >= min(age, _FRESH):
                    await self._ask()
        key = self._keys.get(known)
        if key is None and known is None and len(self._keys) == 1:
            key = next(iter(self._keys.values()))
        if key is None:
            if not self._keys:
                raise NoKeys
            raise BadToken("the token is signed with a key that the issuer does not name")
        return key

    async def _ask(self) -> None:
        """Ask for the issuer's keys; where it does not answer, those that are known are kept."""
        self._asked = self._clock()
        try:
            async with httpx2.AsyncClient(timeout=_PATIENCE, follow_redirects=False) as client:
                address = self._jwks or await self._address(client)
                document = await _document(client, address)
            rows = document.get("keys")
            keys = [key for row in rows for key in _usable(row)] if isinstance(rows, list) else []
            self._keys = {key.key_id: key for key in keys}
        except (httpx2.HTTPError, ValueError, LookupError) as error:
            _log.warning("the issuer's keys are not to be had: %s", type(error).__name__)

    async def _address(self, client: httpx2.AsyncClient) -> str:
        """Where the issuer's metadata says that its keys are."""
        parts = urlsplit(self.issuer)
        root, path = f"{parts.scheme}://{parts.netloc}", parts.path.rstrip("/")
        for place in (
            f"{root}/.well-known/oauth-authorization-server{path}",
            f"{root}{path}/.well-known/openid-configuration",
        ):
            try:
                metadata = await _document(client, place)
            except (httpx2.HTTPError, ValueError):
                continue
            address = metadata.get("jwks_uri")
            if metadata.get("issuer") == self.issuer and isinstance(address, str):
                return address
        raise LookupError("no metadata of the issuer names its keys")


async def _document(client: httpx2.AsyncClient, address: str) -> dict[str, Any]:
    answer = await client.get(address)
    answer.raise_for_status()
    if len(answer.content) > _MOST_BYTES:
        raise ValueError("too long")
    value = answer.json()
    if not isinstance(value, dict):
        raise ValueError("no object")  # noqa: TRY004 - it is the value of a document that is wrong
    return value


def _usable(row: Any) -> list[jwt.PyJWK]:
    """A key of the issuer's that judges signatures; none where it is of a kind that we do not take."""
    try:
        key = jwt.PyJWK(row)
    except (jwt.PyJWTError, ValueError, TypeError, KeyError, AttributeError):
        return []
    return [key] if key.algorithm_name in ALGORITHMS and key.public_key_use in (None, "sig") else []


def _scopes(claims: dict[str, Any]) -> Sequence[str]:
    """The scopes of a token: text with spaces (RFC 9068), or a list as some issuers write it."""
    told = claims.get("scope", claims.get("scp", ""))
    return told.split() if isinstance(told, str) else [each for each in told if isinstance(each, str)]


def _name(claims: dict[str, Any]) -> str:
    """What stands in the journal for whoever holds a token: a subject may be a person's address."""
    who = "\0".join(str(claims.get(word, "")) for word in ("iss", "sub", "client_id"))
    return f"token:{hashlib.sha256(who.encode(errors='replace')).hexdigest()[:16]}"
