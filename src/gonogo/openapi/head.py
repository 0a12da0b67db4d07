"""An operation before it is read, and what every version writes alike."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gonogo.openapi.members import listing, text
from gonogo.openapi.source import Located, Place, Source
from gonogo.schema.types import Json

IGNORED_HEADERS: Final = frozenset(
    {
        *("accept", "content-type", "authorization"),
        *(
            "connection",
            "content-length",
            "expect",
            "host",
            "keep-alive",
            "te",
            "trailer",
            "transfer-encoding",
        ),
        *("proxy-authorization", "proxy-connection", "upgrade"),
    }
)
"""Header parameters that are no arguments: OpenAPI ignores the first three (OpenAPI 3.1, section 4.8.12.2.1), and the
others frame the message or its connection (RFC 9110, section 7.6.1): whoever sends it writes them."""


@dataclass(frozen=True, slots=True)
class Head:
    """An operation before it is read.

    Attributes:
        method, path: what identifies it.
        raw: the operation itself.
        item: the path item around it.
        root: the document.
        place, item_place: where operation and path item stand.
    """

    method: str
    path: str
    raw: Json
    item: Json
    root: Json
    place: Place
    item_place: Place


def alternatives(head: Head) -> tuple[Mapping[str, Json], ...]:
    """Return what an operation asks for as credentials; the document's own where it does not say."""
    holder = head.raw if isinstance(head.raw.get("security"), list) else head.root
    return tuple(row for row in listing(holder, "security") if isinstance(row, dict))


def declared(source: Source, head: Head) -> list[Located]:
    """Return the raw parameters of an operation: its path's, then its own in their stead.

    Raises:
        OpenApiFault: a reference leads nowhere.
    """
    found: dict[tuple[str, str], Located] = {}
    for holder, place in ((head.item, head.item_place), (head.raw, head.place)):
        for index, raw in enumerate(listing(holder, "parameters")):
            each = source.settled(raw, place.below("parameters", index))
            found[text(each.value, "in"), text(each.value, "name")] = each
    return list(found.values())
