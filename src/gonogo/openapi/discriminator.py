"""What a discriminator says beside a union: which branch a value of a property means.

Source: OpenAPI 3.1, section 4.8.25. Only its `mapping` is heeded: names that are merely implied are often not the values
that a service sends.
"""

import re
from collections.abc import Iterator
from typing import Final

from gonogo.openapi.fault import OpenApiFault
from gonogo.openapi.members import mapping, text
from gonogo.openapi.source import Located, Place, Source
from gonogo.schema.types import Json

_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")


def branches(source: Source, raw: Json, place: Place) -> Iterator[tuple[str, str, Located]]:
    """Yield property, value and schema of each branch that a discriminator maps.

    Args:
        source: the document.
        raw: the schema that may have a discriminator, with `oneOf` or `anyOf` beside it.
        place: where it stands.
    """
    if not (isinstance(raw.get("oneOf"), list) or isinstance(raw.get("anyOf"), list)):
        return
    told = raw.get("discriminator")
    name = text(told, "propertyName")
    among = [
        item.get("$ref")
        for word in ("oneOf", "anyOf")
        for item in raw.get(word) or ()
        if isinstance(item, dict)
    ]
    targets = {found.place for reference in among if (found := _found(source, reference, place)) is not None}
    for value, reference in mapping(told, "mapping").items():
        found = _found(source, reference, place)
        if name and found is not None and found.place in targets:
            yield name, value, found


def _found(source: Source, reference: Json, place: Place) -> Located | None:
    if isinstance(reference, str) and _NAME.fullmatch(reference):
        reference = f"#/components/schemas/{reference}"
    try:
        return source.follow(reference, place.below("discriminator"))
    except OpenApiFault:
        return None
