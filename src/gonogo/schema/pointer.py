"""JSON Pointer (RFC 6901): the address of one place in a JSON document.

A *path* is a tuple of property names and array indices; a *pointer* is its text, with `~` written `~0`
and `/` written `~1`; a *fragment* is a pointer inside a URI, percent-encoded.
"""

import re
from collections.abc import Iterable
from urllib.parse import quote, unquote

from gonogo.schema.types import Json, Token

_INDEX = re.compile("0|[1-9][0-9]*")
_MOST_DIGITS = 19
"""No list is so long that its indices have as many digits."""

_FRAGMENT_SAFE = "/~!$&'()*+,;=:@"


class PointerError(LookupError):
    """Raised when a pointer is malformed or names a place that its document does not have."""


def escape(token: Token) -> str:
    """Return one step of a path as it stands in a pointer."""
    if isinstance(token, int):
        return str(token)
    if "~" in token or "/" in token:
        return token.replace("~", "~0").replace("/", "~1")
    return token


def join(path: Iterable[Token]) -> str:
    """Return the pointer of a path; the root is the empty string."""
    pointer = ""
    for token in path:
        pointer += f"/{token}" if type(token) is int else "/" + escape(token)
    return pointer


def split(pointer: str) -> tuple[str, ...]:
    """Return the steps of a pointer, unescaped.

    Raises:
        PointerError: the pointer is not empty and does not start with `/`, or holds a bare `~`.
    """
    if not pointer:
        return ()
    if not pointer.startswith("/"):
        raise PointerError(f"a JSON pointer starts with '/': {pointer!r}")
    return tuple(_unescape(step) for step in pointer[1:].split("/"))


def to_fragment(pointer: str) -> str:
    """Return a pointer as it stands behind the `#` of a URI."""
    return quote(pointer, safe=_FRAGMENT_SAFE)


def from_fragment(fragment: str) -> str:
    """Return the pointer that a URI's fragment stands for.

    Raises:
        PointerError: it encodes bytes that are not UTF-8.
    """
    try:
        return unquote(fragment, errors="strict")
    except UnicodeDecodeError:
        raise PointerError(f"not UTF-8: {fragment!r}") from None


def step(document: Json, token: Token) -> Json:
    """Return the child of `document` that one step leads to.

    Raises:
        PointerError: there is no such child. Array indices are decimal without leading zeros (RFC 6901, section 4).
    """
    if isinstance(document, dict):
        key = str(token)
        if key in document:
            return document[key]
    elif isinstance(document, list):
        index = _index(token)
        if index is not None and index < len(document):
            return document[index]
    raise PointerError(f"no place {token!r}")


def get(document: Json, pointer: str) -> Json:
    """Return the value at a pointer.

    Raises:
        PointerError: the pointer is malformed or leads nowhere.
    """
    for token in split(pointer):
        document = step(document, token)
    return document


def _unescape(text: str) -> str:
    if "~" not in text:
        return text
    if text.replace("~0", "").replace("~1", "").count("~"):
        raise PointerError(f"'~' must be written '~0' in a JSON pointer: {text!r}")
    return text.replace("~1", "/").replace("~0", "~")


def _index(token: Token) -> int | None:
    if isinstance(token, int):
        return token if token >= 0 else None
    return int(token) if len(token) < _MOST_DIGITS and _INDEX.fullmatch(token) else None
