"""Media types of answers: which a document names, and what becomes of bodies that are no JSON.

Source: RFC 9110, section 8.3.1 and 12.5.1.
"""

from collections.abc import Iterable
from typing import Final

from gonogo.host.http.message import Received
from gonogo.host.outcome import Content
from gonogo.openapi.media import essence, is_json, is_lines, is_text

_BYTES: Final = "application/octet-stream"
_ANYTHING: Final = frozenset({"*/*", "application/*"})


def takes_anything(types: Iterable[str]) -> bool:
    """Return whether a document leaves the media type open."""
    return any(essence(each) in _ANYTHING for each in types)


def is_named(media_type: str, types: Iterable[str]) -> bool:
    """Return whether a document names a media type, or a range that it lies in; bytes may be of any type."""
    kind = media_type.partition("/")[0]
    return any(each in {media_type, f"{kind}/*", "*/*", _BYTES} for each in map(essence, types))


def accepted(media_types: Iterable[str]) -> str:
    """Return the header Accept for what a document names: JSON before everything else."""
    names = list(dict.fromkeys(media_types))
    exact = [name for name in names if "*" not in name]
    first = [name for name in exact if is_json(name)]
    rest = [f"{essence(name)};q=0.5" for name in exact if not is_json(name)]
    if len(exact) < len(names):
        first, rest = first or ["application/json"], [*rest, "*/*;q=0.1"]
    return ", ".join([*first, *rest]) or "*/*"


def whole(received: Received, media_type: str) -> Content:
    """Return a body that is no JSON: as text where it is, else as bytes."""
    if is_text(media_type) or is_lines(media_type):
        try:
            return Content(media_type, text=received.body.decode(received.charset))
        except (LookupError, UnicodeError):
            return Content(media_type, data=received.body)
    return Content(media_type, data=received.body)
