"""How large a schema becomes when each reference is replaced by what it leads to.

The engine's prover works on that, and nothing stops it once it has begun: two references at each of 25 levels are
2^25 schemas to it.
"""

from typing import Final

from gonogo.schema.pointer import from_fragment, split, step
from gonogo.schema.types import Json, Schema

MOST: Final = 20_000
"""What the engine is asked to look at: a second of its time."""


def unfolded(document: Schema) -> int:
    """Return how many values a schema has where references are replaced; `MOST` or more where they are many.

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
