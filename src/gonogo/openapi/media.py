"""Media types: what a body of one is written from, and what is told of it on the wire.

Source: RFC 6838, section 4.2; RFC 6839, section 3.1 (`+json`); RFC 7464 and the several names of JSON in lines.
"""

import re
from typing import Final

FORM: Final = "application/x-www-form-urlencoded"
MULTIPART: Final = "multipart/form-data"

_JSON: Final = re.compile(r"(application|text)/(json|[^;]*\+json)|\*/\*|application/\*")
_LINES: Final = re.compile(
    r"application/(x-)?(ndjson|jsonl|json-?lines|jsonlines|json-seq)|text/(x-)?(ndjson|jsonl)"
)
_TEXT: Final = re.compile(
    r"text/.*|application/([^;]*\+)?(xml|yaml|x-yaml|javascript|ecmascript|graphql|sql|toml|x-sh|xml-dtd)"
)
_WILD: Final = {"*/*": "application/json", "application/*": "application/json", "text/*": "text/plain"}
_BYTES: Final = "application/octet-stream"


def essence(media_type: str) -> str:
    """Return type and subtype, in lower case: without parameters, and the first where several are listed."""
    return media_type.partition(",")[0].partition(";")[0].strip().lower()


def is_json(media_type: str) -> bool:
    """Return whether a body of a media type is read as JSON; `*/*` is where it parses."""
    return _JSON.fullmatch(essence(media_type)) is not None


def is_lines(media_type: str) -> bool:
    """Return whether a body is JSON values in lines."""
    return _LINES.fullmatch(essence(media_type)) is not None


def is_form(media_type: str) -> bool:
    """Return whether a body is a form: names with values."""
    return essence(media_type) == FORM or is_multipart(media_type)


def is_multipart(media_type: str) -> bool:
    """Return whether a body is a form in parts."""
    return essence(media_type).startswith("multipart/")


def is_text(media_type: str) -> bool:
    """Return whether a body is text that people can write, other than JSON."""
    return _TEXT.fullmatch(essence(media_type)) is not None


def concrete(media_type: str, *, is_bytes: bool = False) -> str:
    """Return what stands on the wire for a media type of a document, which may be a range or a list.

    Args:
        media_type: as the document writes it.
        is_bytes: whether the body is neither JSON nor text.
    """
    first = media_type.partition(",")[0].strip()
    if "*" not in first:
        return first
    return _BYTES if is_bytes else _WILD.get(essence(first), _BYTES)
