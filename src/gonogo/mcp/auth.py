"""Who is let in over HTTP: whoever carries a key of ours, or a token of the configured issuer, in `Authorization`.

Source: MCP 2026-07-28, "Authorization"; RFC 6750 for the answers, RFC 9728 for the metadata.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from gonogo.host.caller import Caller
from gonogo.mcp.head import Head
from gonogo.mcp.keys import KeySource, find
from gonogo.mcp.reply import Reply, in_json, plain
from gonogo.mcp.tokens import BadToken, Issuer, NoKeys

WELL_KNOWN: Final = "/.well-known/oauth-protected-resource"

_LONGEST: Final = 16 * 1024


@dataclass(frozen=True)
class NotLetIn(Exception):
    """Raised when a request is answered without being looked at.

    Attributes:
        reply: the answer.
    """

    reply: Reply


class Auth:
    """Lets callers in.

    Args:
        keys: where our own keys come from.
        issuer: whose tokens are taken; None for nobody's.
    """

    def __init__(self, keys: Sequence[KeySource] = (), issuer: Issuer | None = None) -> None:
        self._keys = keys
        self._issuer = issuer

    @property
    def is_open(self) -> bool:
        """Whether everybody is let in."""
        return not self._keys and self._issuer is None

    async def caller_of(self, head: Head) -> Caller | None:
        """Return who makes a request; None where everybody is let in.

        Raises:
            NotLetIn: nobody who may.
        """
        if self.is_open:
            return None
        given = head.get(b"authorization")
        if given is None:
            raise NotLetIn(self._unauthorized("a key is needed: send Authorization: Bearer", error=None))
        kind, _, token = given.partition(" ")
        token = token.strip(" ")
        if kind.lower() != "bearer" or not token or " " in token or "," in token or len(token) > _LONGEST:
            raise NotLetIn(self._unauthorized("Authorization is not one Bearer token"))
        for source in self._keys:
            key = find(source.good(), token)
            if key is not None:
                return key.caller(token)
        if self._issuer is None or token.count(".") != 2:  # noqa: PLR2004 - the parts of a JWT
            raise NotLetIn(self._unauthorized("the key is wrong or revoked"))
        try:
            return await self._issuer.caller_of(token)
        except BadToken as error:
            raise NotLetIn(self._unauthorized(str(error))) from None
        except NoKeys:
            wait = ((b"retry-after", b"10"),)
            raise NotLetIn(
                plain(503, "temporarily_unavailable", "the issuer does not answer", wait)
            ) from None

    def forbidden(self, scope: str) -> Reply:
        """Return the answer to a caller that may not call a tool."""
        words = {"error": "insufficient_scope", "scope": scope}
        return plain(403, "insufficient_scope", f"this needs the scope {scope}", self._challenge(words))

    def metadata(self, scopes: Iterable[str]) -> Reply | None:
        """Return the metadata of RFC 9728; None where no issuer is configured."""
        if self._issuer is None:
            return None
        told: dict[str, Any] = {
            "resource": self._issuer.resource,
            "authorization_servers": [self._issuer.issuer],
            "scopes_supported": list(scopes),
            "bearer_methods_supported": ["header"],
        }
        return Reply(200, in_json(told))

    def _unauthorized(self, description: str, *, error: str | None = "invalid_token") -> Reply:
        words = {} if error is None else {"error": error, "error_description": description}
        return plain(401, error or "unauthorized", description, self._challenge(words))

    def _challenge(self, words: dict[str, str]) -> tuple[tuple[bytes, bytes], ...]:
        if self._issuer is not None:
            parts = urlsplit(self._issuer.resource)
            path = parts.path if parts.path != "/" else ""
            words = {**words, "resource_metadata": f"{parts.scheme}://{parts.netloc}{WELL_KNOWN}{path}"}
        told = ", ".join(f'{word}="{value}"' for word, value in {"realm": "gonogo", **words}.items())
        return ((b"www-authenticate", f"Bearer {told}".encode("latin-1", "replace")),)
