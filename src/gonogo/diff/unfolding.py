"""How large a schema becomes when each reference is replaced by what it leads to, and each choice is written out.

The engine's prover works on that, and nothing stops it once it has begun: two references at each of 25 levels are
2^25 schemas to it, and so are 25 unions of two that hold together.
"""

from typing import Final

from gonogo.schema.pointer import from_fragment, split, step
from gonogo.schema.types import Json, Schema

MOST: Final = 20_000
"""What the engine is asked to look at: a second of its time."""


_MOST_WAYS: Final = 10_000
"""So many ways in which one value can satisfy a schema, and comparisons of two, take it a second."""


def unfolded(document: Schema) -> int:
    """Return how many values a schema has where references are replaced; `MOST` where there are too many.

    So it is too where too many choices are left.

    Args:
        document: the schema in its travelling form; a reference back to where it came from stays one.
    """
    return _Unfolding(document).size(document)


class _Unfolding:
    """Counts; what a reference leads to is counted once."""

    def __init__(self, document: Schema) -> None:
        self._document = document
        self._known: dict[str, int] = {}

    def size(self, value: Json) -> int:
        if isinstance(value, list):
            return min(MOST, 1 + sum(map(self.size, value)))
        if not isinstance(value, dict):
            return 1
        if _ways(value) >= _MOST_WAYS:
            return MOST
        below = sum(self.size(item) for name, item in value.items() if name != "$defs")
        reference = value.get("$ref")
        return min(MOST, 1 + below + (self._target(reference) if isinstance(reference, str) else 0))

    def _target(self, reference: str) -> int:
        if reference not in self._known:
            self._known[reference] = 1  # where the way leads back here
            found: Json = self._document
            for each in split(from_fragment(reference.removeprefix("#"))):
                found = step(found, each)
            self._known[reference] = self.size(found)
        return self._known[reference]


def _ways(value: Json) -> int:
    """In how many ways one value can satisfy a schema; references left as they are."""
    if not isinstance(value, dict):
        return 1
    ways = 2 if "if" in value else 1
    for part in _held(value, "allOf"):
        ways = min(_MOST_WAYS, ways * _ways(part))
    for keyword in ("anyOf", "oneOf"):
        branches = _held(value, keyword)  # each is compared with every other one
        ways *= max(1, sum(map(_ways, branches)) * len(branches))
    return min(_MOST_WAYS, ways)


def _held(value: dict[str, Json], keyword: str) -> list[Json]:
    held = value.get(keyword)
    return held if isinstance(held, list) else []
