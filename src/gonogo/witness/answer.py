"""What a search for values found: values, a proof that there are none, or what stood in its way."""

from collections.abc import Iterable
from dataclasses import dataclass

from gonogo.gauge.facts import same
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


def distinct(values: Iterable[Json]) -> list[Json]:
    """Return values without those that are equal to an earlier one."""
    kept: list[Json] = []
    for value in values:
        if not any(same(value, other) for other in kept):
            kept.append(value)
    return kept


def lowest(*depths: int | None) -> int | None:
    """Return the outermost of some searches."""
    known = [depth for depth in depths if depth is not None]
    return min(known) if known else None
