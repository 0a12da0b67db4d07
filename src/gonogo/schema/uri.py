"""URI references (RFC 3986): what one is, what it leads to, and when two of them are the same.

Python's own `urljoin` knows only the schemes on its list: under any other, such as `mcp://`, it resolves nothing.
The rules here are those of the engine, so that both find the same document.
"""

import re
from dataclasses import dataclass, replace

_SPLIT = re.compile(
    r"(?:(?P<scheme>[A-Za-z][A-Za-z0-9+.\-]*+):)?"
    r"(?://(?P<authority>[^/?#]*+))?"
    r"(?P<path>[^?#]*+)"
    r"(?:\?(?P<query>[^#]*+))?"
    r"(?:#(?P<fragment>.*+))?",
    re.DOTALL,
)
_PLAIN = r"A-Za-z0-9\-._~!$&'()*+,;="
_CODE = "%[0-9A-Fa-f]{2}"
_PATH = re.compile(rf"(?:[{_PLAIN}:@/]|{_CODE})*+")
_TAIL = re.compile(rf"(?:[{_PLAIN}:@/?]|{_CODE})*+")
_AUTHORITY = re.compile(
    rf"(?:(?:[{_PLAIN}:]|{_CODE})*+@)?"
    rf"(?:\[[0-9A-Fa-f:.]++\]|(?:[{_PLAIN}]|{_CODE})*+)"
    r"(?::[0-9]*+)?"
)
_ENCODED = re.compile("%([0-9A-Fa-f]{2})")
_PORT = re.compile(":([0-9]*)$")
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_DEFAULT_PORTS = {"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"}


@dataclass(eq=False)
class UriError(ValueError):
    """Raised when a text is no URI reference, or cannot be resolved against its base.

    Attributes:
        detail: what is wrong, in half a sentence.
        hint: what to do about it.
    """

    detail: str
    hint: str

    def __str__(self) -> str:
        return self.detail


@dataclass(frozen=True, slots=True)
class _Parts:
    """A URI reference in its parts; None where a part is absent, which is not the same as empty."""

    scheme: str | None
    authority: str | None
    path: str
    query: str | None
    fragment: str | None

    def text(self) -> str:
        """Put it together again, without its fragment (RFC 3986, section 5.3)."""
        scheme = f"{self.scheme}:" if self.scheme is not None else ""
        authority = f"//{self.authority}" if self.authority is not None else ""
        query = f"?{self.query}" if self.query is not None else ""
        return scheme + authority + self.path + query


def resolve(base: str, reference: str) -> tuple[str, str]:
    """Return what a reference leads to: a URI in its normal form, and the fragment as it is written.

    Args:
        base: an absolute URI in its normal form.
        reference: a URI, or a reference relative to the base; the base itself where it is empty or a mere fragment.

    Raises:
        UriError: it is no reference, or it is relative and the base has no hierarchy (`urn:example:a`).
    """
    own = _parts(reference)
    fragment = own.fragment or ""
    if own.scheme is None and own.authority is None and not own.path and own.query is None:
        return base, fragment
    return _normal(own if own.scheme is not None else _joined(_parts(base), own)).text(), fragment


def _parts(text: str) -> _Parts:
    match = _SPLIT.fullmatch(text)
    parts = _Parts(**match.groupdict()) if match is not None else _Parts(None, None, " ", None, None)
    sound = (
        _PATH.fullmatch(parts.path)
        and _TAIL.fullmatch(parts.query or "")
        and _TAIL.fullmatch(parts.fragment or "")
        and _AUTHORITY.fullmatch(parts.authority or "")
    )
    colon_first = parts.scheme is None and parts.authority is None and ":" in parts.path.split("/", 1)[0]
    if not sound or colon_first:
        raise UriError(
            "it is no URI reference",
            "write what a URI may not hold in percent-encoding, such as %20 for a space",
        )
    return parts


def _joined(base: _Parts, own: _Parts) -> _Parts:
    """Resolve a relative reference (RFC 3986, section 5.2.2)."""
    if base.authority is None and not base.path.startswith("/"):
        raise UriError("it is relative to a URI without a hierarchy", "write the whole URI")
    if own.authority is not None:
        return replace(own, scheme=base.scheme)
    if not own.path:
        return replace(base, query=own.query)
    if own.path.startswith("/"):
        return replace(base, path=own.path, query=own.query)
    return replace(base, path=f"{base.path.rpartition('/')[0]}/{own.path}", query=own.query)


def _normal(parts: _Parts) -> _Parts:
    """Give equal URIs one text (RFC 3986, section 6.2)."""
    scheme = parts.scheme.lower() if parts.scheme is not None else None
    authority, path, query = parts.authority, _decoded(parts.path), parts.query
    if authority is not None:
        user, at, host = _decoded(authority).rpartition("@")
        port = _PORT.search(host)
        if port is not None and port[1] in {"", _DEFAULT_PORTS.get(scheme or "")}:
            host = host[: port.start()]
        authority = user + at + _decoded(host.lower())
    if path.startswith("/"):
        path = _without_dots(path)
    return _Parts(scheme, authority, path, None if query is None else _decoded(query), parts.fragment)


def _decoded(text: str) -> str:
    """Decode what need not be encoded, and write what must be with capitals (RFC 3986, section 6.2.2)."""
    return _ENCODED.sub(_unreserved, text) if "%" in text else text


def _unreserved(match: re.Match[str]) -> str:
    byte = int(match[1], 16)
    return chr(byte) if byte in _UNRESERVED else match[0].upper()


def _without_dots(path: str) -> str:
    """Remove `.` and `..` from an absolute path (RFC 3986, section 5.2.4)."""
    if "/." not in path:
        return path
    steps = path.split("/")
    kept = [""]
    for step in steps[1:]:
        if step == "..":
            del kept[max(len(kept) - 1, 1) :]
        elif step != ".":
            kept.append(step)
    if steps[-1] in {".", ".."}:
        kept.append("")
    return "/".join(kept)
