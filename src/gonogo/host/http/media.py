"""Media types of bodies: which are JSON, which are text, and which a document names.

Source: RFC 9110, section 8.3.1 and 12.5.1; RFC 6839 for suffixes.
"""

import re
from collections.abc import Iterable
from typing import Final

from gonogo.host.http.message import Received
from gonogo.host.outcome import Content

_JSON: Final = re.compile(r"(application|text)/(json|[^;]*\+json)")
_TEXT: Final = re.compile(
    r"text/.*|application/(.*\+)?(xml|yaml|x-yaml|javascript|ecmascript|x-ndjson|jsonl|json-seq|sql|graphql"
    r"|toml|x-www-form-urlencoded|rtf|x-sh)|application/.*\+yaml|image/svg\+xml"
)
_BYTES: Final = "application/octet-stream"
_ANYTHING: Final = frozenset({"*/*", "application/*"})


def essence(media_type: str) -> str:
    """Return a media type without parameters, in small letters."""
    return media_type.partition(";")[0].strip().lower()


def is_json(media_type: str) -> bool:
    """Return whether a body that is sent in a media type is JSON."""
    return _JSON.fullmatch(essence(media_type)) is not None


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
    preferred = [name for name in names if is_json(name)]
    rest = [f"{essence(name)};q=0.5" for name in names if not is_json(name) and "*" not in name]
    if any("*" in name for name in names):
        preferred, rest = [*preferred, *([] if preferred else ["application/json"])], [*rest, "*/*;q=0.1"]
    return ", ".join([*preferred, *rest]) or "*/*"


def whole(received: Received, media_type: str) -> Content:
    """Return a body that is no JSON: as text where it is, else as bytes."""
    if _TEXT.fullmatch(media_type):
        try:
            return Content(media_type, text=received.body.decode(received.charset))
        except (LookupError, UnicodeError):
            return Content(media_type, data=received.body)
    return Content(media_type, data=received.body)
