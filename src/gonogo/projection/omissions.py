"""What a relaxed contract leaves out, by place: only where leaving out admits more."""

from collections.abc import Iterable
from typing import Final

from gonogo.schema.pointer import PointerError, join, split
from gonogo.schema.types import Json, Path

OMITTED: Final = object()
"""Stands for a keyword that is left out whole."""

_SCHEMAS: Final = frozenset(
    {
        "additionalProperties", "unevaluatedProperties", "items", "unevaluatedItems", "contains", "then", "else",
        "propertyNames",
    }
)  # fmt: skip
_MAPS: Final = frozenset({"properties", "patternProperties", "dependentSchemas", "$defs"})
_LISTS: Final = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
_NAMES: Final = frozenset({"required"})
_NAMES_BY_NAME: Final = frozenset({"dependentRequired"})
_EMPTIED: Final = frozenset({"properties", "patternProperties", "dependentSchemas"})
"""Maps of which each member admits all where they are left out: what they name would else be judged as undeclared."""


class Omissions:
    """The places of one document that are left out.

    Args:
        document: a contract in its travelling form.
        pointers: to keywords, required names or schemas.

    Raises:
        PointerError: a pointer leads nowhere, to a value that is no assertion, or to where leaving out refuses more.
    """

    def __init__(self, document: dict[str, Json], pointers: Iterable[str]) -> None:
        self._places: frozenset[Path] = frozenset(split(pointer) for pointer in pointers)
        self._whole = frozenset(place for place in self._places if _judged(document, place))
        self.around = frozenset(place[:length] for place in self._places for length in range(len(place) + 1))
        """The places that hold something that is left out, those places themselves among them."""

    @property
    def any(self) -> bool:
        """Whether anything is left out."""
        return bool(self._places)

    def __contains__(self, place: Path) -> bool:
        return place in self._places

    def is_whole(self, place: Path) -> bool:
        """Whether a whole schema is left out; as the value of a keyword such as `items`, too."""
        return place in self._whole

    def held(self, place: Path, value: Json) -> Json:
        """Return what a keyword still says; `OMITTED` where it says nothing any more."""
        if place not in self.around:
            return value
        word = place[-1]
        if place in self._places:
            if word in _EMPTIED and isinstance(value, dict):
                return dict.fromkeys(value, True)
            if word == "prefixItems" and isinstance(value, list):
                return [True for _ in value]
            return value if word == "oneOf" else OMITTED
        if word in _NAMES:
            return self._names(place, value) or OMITTED
        if word in _NAMES_BY_NAME:
            return {name: self._names((*place, name), names) for name, names in value.items()}
        return value

    def _names(self, place: Path, names: list[Json]) -> list[Json]:
        if place in self._places:
            return []
        return [name for index, name in enumerate(names) if (*place, str(index)) not in self._places]


def _judged(document: Json, place: Path) -> bool:
    """Whether a place is that of a schema, and not of a keyword."""
    fault = PointerError(f"nothing can be left out at {join(place) or 'the root'}")
    if not place:
        raise fault
    schema, rest = document, place
    while True:
        word, rest = rest[0], rest[1:]
        if not isinstance(schema, dict) or word not in schema or (word == "$defs" and not rest):
            raise fault
        value = schema[word]
        if not rest:
            return False
        if word in _NAMES or word in _NAMES_BY_NAME:
            if _leads_to_name(str(word), value, rest):
                return False
            raise fault
        if word == "contains" and "maxContains" in schema:
            raise fault
        if word in _SCHEMAS:
            schema = value
            continue
        schema, rest = _member(str(word), value, rest, fault)
        if not rest:
            return True


def _member(word: str, value: Json, rest: Path, fault: PointerError) -> tuple[Json, Path]:
    """The schema that a keyword holds by name or index, and the steps that are left."""
    step = str(rest[0])
    if word in _MAPS and isinstance(value, dict) and step in value:
        return value[step], rest[1:]
    if word in _LISTS and isinstance(value, list) and step.isdecimal() and int(step) < len(value):
        return value[int(step)], rest[1:]
    raise fault


def _leads_to_name(word: str, value: Json, rest: Path) -> bool:
    if word in _NAMES_BY_NAME:
        if not isinstance(value, dict) or rest[0] not in value:
            return False
        value, rest = value[rest[0]], rest[1:]
        if not rest:
            return True
    step = str(rest[0])
    return len(rest) == 1 and isinstance(value, list) and step.isdecimal() and int(step) < len(value)
