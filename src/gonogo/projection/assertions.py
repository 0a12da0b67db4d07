"""How much a contract asserts, counted: what an overlay costs is the share of it that goes."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from gonogo.schema.dialect import Draft
from gonogo.schema.types import Json, Path
from gonogo.schema.walk import walk

_ASSERTING: Final = frozenset(
    {
        "type", "const", "enum", "format", "pattern", "minLength", "maxLength", "minimum", "maximum",
        "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems",
        "minProperties", "maxProperties", "contains", "minContains", "maxContains", "propertyNames", "not", "oneOf",
    }
)  # fmt: skip
CLOSING: Final = frozenset({"additionalProperties", "unevaluatedProperties"})
"""The keywords that refuse undeclared keys where they are `false`."""


@dataclass(frozen=True)
class Assertions:
    """The assertions of one contract.

    Attributes:
        document: the contract in its travelling form.
    """

    document: dict[str, Json]

    @cached_property
    def paths(self) -> tuple[Path, ...]:
        """The steps to each: a keyword that can refuse a value, or one name of a `required` list."""
        return tuple(_paths(self.document))

    @cached_property
    def closings(self) -> frozenset[Path]:
        """Those that refuse undeclared keys."""
        return frozenset(path for path in self.paths if path[-1] in CLOSING)

    @cached_property
    def _below(self) -> dict[Path, int]:
        counts: dict[Path, int] = {}
        for path in self.paths:
            for length in range(len(path) + 1):
                counts[path[:length]] = counts.get(path[:length], 0) + 1
        return counts

    def at(self, path: Path) -> int:
        """How many go where a place is left out; one at least, since only what asserts is left out."""
        return 1 if self._stands_alone(path) else max(1, self._below.get(path, 1))

    def goes_with(self, path: Path, left_out: frozenset[Path]) -> bool:
        """Whether an assertion goes where places are left out: one of them is its own, or one around it."""
        if path in left_out:
            return True
        around = (path[:length] for length in range(len(path)))
        return any(place in left_out and not self._stands_alone(place) for place in around)

    def share_kept(self, left_out: frozenset[Path], *, opened: bool) -> float:
        """The share of the assertions that is still told.

        Args:
            left_out: the places that are left out.
            opened: whether the closing keywords are left out too.
        """
        if not self.paths:
            return 1.0
        kept = sum(
            not (opened and path in self.closings) and not self.goes_with(path, left_out)
            for path in self.paths
        )
        return kept / len(self.paths)

    def _stands_alone(self, path: Path) -> bool:
        """Whether a place is a `oneOf`: its branches stay where it is left out."""
        return path[-1:] == ("oneOf",) and path in self._known

    @cached_property
    def _known(self) -> frozenset[Path]:
        return frozenset(self.paths)


def _paths(document: dict[str, Json]) -> Iterator[Path]:
    for place in walk(document, Draft.DRAFT_2020_12):
        at = tuple(map(str, place.path))
        if place.schema is False and at[-1:] and at[-1] not in CLOSING:
            yield at
        if not isinstance(place.schema, dict):
            continue
        for word, value in place.schema.items():
            if word in _ASSERTING or (word in CLOSING and value is False):
                yield (*at, word)
            elif word == "required" and isinstance(value, list):
                yield from ((*at, word, str(index)) for index in range(len(value)))
            elif word == "dependentRequired" and isinstance(value, dict):
                for name, names in value.items():
                    yield from ((*at, word, name, str(index)) for index in range(len(names)))
