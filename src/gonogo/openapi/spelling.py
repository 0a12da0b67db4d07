"""Single values as text of a request: percent-encoded in URLs and forms, as they are in headers.

Source: RFC 3986, section 2; RFC 6570, section 3.2.1; RFC 9110, section 5.5; RFC 6265, section 4.1.1.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from gonogo.openapi.unsendable import PlanFault, unsendable
from gonogo.schema.text import write
from gonogo.schema.types import Json, Path

_RESERVED_IN_QUERY: Final = ":/?@!$'()*,;"
"""The reserved characters that say nothing in a query; `#[]&=+` would be taken for something else."""

_RESERVED_IN_PATH: Final = ":@!$&'()*+,;="
_HEADER: Final = re.compile(r"(?:[!-~](?:[ \t!-~]*[!-~])?)?")
_COOKIE: Final = re.compile(r"[!#-+\--:<-\[\]-~]*")
_TOKEN: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")

Encode = Callable[[str, Path], str]
"""Takes a text and the place of its argument; returns it as it is sent, or raises `PlanFault`."""


@dataclass(frozen=True, slots=True)
class Spelling:
    """How texts are written in one part of a request.

    Attributes:
        text: writes a value's text.
        name: writes a parameter's name.
        encodes: whether characters that would be misunderstood are percent-encoded; else they are refused.
    """

    text: Encode
    name: Encode
    encodes: bool = True


def scalar(value: Json, path: Path) -> str:
    """Return the text of a value that is neither a list nor an object; a number keeps its digits.

    Raises:
        PlanFault: it is a list, an object or null.
    """
    if isinstance(value, str):
        return value
    if value is None:
        raise unsendable(path, "null cannot be written here: leave it out")
    if isinstance(value, list | dict):
        raise unsendable(path, "a list or an object cannot be written here: the document gives it no form")
    return write(value)


def is_token(name: str) -> bool:
    """Return whether a name may be that of a header or of a cookie (RFC 9110, section 5.6.2)."""
    return _TOKEN.fullmatch(name) is not None


def percent(safe: str = "") -> Encode:
    """Return what percent-encodes all but the unreserved characters and those given."""

    def encode(text: str, path: Path) -> str:
        try:
            return quote(text, safe=safe)
        except UnicodeEncodeError:
            raise PlanFault("lone_surrogate", path) from None

    return encode


def spelling_of(location: str, style: str, *, allow_reserved: bool) -> Spelling:
    """Return how the texts of a parameter are written.

    Args:
        location: `path`, `query`, `header` or `cookie`.
        style: its style, in the words of OpenAPI.
        allow_reserved: whether reserved characters stay as they are.
    """
    if location == "header":
        return Spelling(_header, _token, encodes=False)
    if location == "cookie" and style == "cookie":
        return Spelling(_cookie, _token, encodes=False)
    if not allow_reserved:
        return PERCENT
    safe = _RESERVED_IN_PATH if location == "path" else _RESERVED_IN_QUERY
    return Spelling(percent(safe), percent())


def _header(text: str, path: Path) -> str:
    if _HEADER.fullmatch(text) is None:
        hint = "a header takes printable ASCII, without a line break, and without space at its ends"
        raise unsendable(path, hint)
    return text


def _cookie(text: str, path: Path) -> str:
    if _COOKIE.fullmatch(text) is None:
        raise unsendable(
            path, "a cookie takes printable ASCII without space, comma, semicolon, quote or backslash"
        )
    return text


def _token(text: str, path: Path) -> str:
    if not is_token(text):
        raise unsendable(path, "the document's name for it cannot be one of a header or a cookie")
    return text


def plain(text: str, _path: Path) -> str:
    """Return a text as it is."""
    return text


PERCENT: Final = Spelling(percent(), percent())
PLAIN: Final = Spelling(plain, plain, encodes=False)
