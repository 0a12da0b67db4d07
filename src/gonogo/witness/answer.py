"""What a search for values found: values, a proof that there are none, or what stood in its way."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from gonogo.schema.canonical import canonical
from gonogo.schema.types import Json


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found of the values that a goal asks for.

    Attributes:
        values: some of them, the plainest first.
        complete: whether there are no others; without values, it is proven that there is none.
        blocked: what could not be decided, as keywords or words of one's own.
        assumed: the outermost search under way whose emptiness this answer rests on; None where it rests on none.
    """

    values: tuple[Json, ...] = ()
    complete: bool = False
    blocked: frozenset[str] = frozenset()
    assumed: int | None = None

    @property
    def empty(self) -> bool:
        """Whether it is proven that there is no value."""
        return self.complete and not self.values


EMPTY = Answer(complete=True)
"""There is no such value."""


def blocked(*what: str) -> Answer:
    """Return the answer of a search that found nothing and proved nothing."""
    return Answer(blocked=frozenset(what))


def mark(value: Json) -> Hashable:
    """Return what is equal for two JSON values exactly where they are: `1` and `1.0` are, `1` and `true` are not."""
    if isinstance(value, dict | list):
        return canonical(value), None
    return (value,) if isinstance(value, bool) else value


def distinct(values: Iterable[Json]) -> list[Json]:
    """Return values without those that are equal to an earlier one."""
    kept: dict[Hashable, Json] = {}
    for value in values:
        kept.setdefault(mark(value), value)
    return list(kept.values())


def lowest(*depths: int | None) -> int | None:
    """Return the outermost of some searches."""
    known = [depth for depth in depths if depth is not None]
    return min(known) if known else None
