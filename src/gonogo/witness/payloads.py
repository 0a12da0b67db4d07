"""Payloads of one schema: the smallest, full ones, boundary ones, and wrong ones by one change.

Each is judged by the engine before it is handed out; the same schema gives the same payloads in the same order.
"""

from collections.abc import Iterator
from copy import copy
from functools import cached_property
from itertools import islice
from typing import Final

from gonogo.schema.canonical import canonical
from gonogo.schema.portable import Address, travelled
from gonogo.schema.refs import Bundle
from gonogo.schema.resource import Node
from gonogo.schema.types import Json, Path
from gonogo.witness.cases import OutOfSteps, Steps
from gonogo.witness.changes import Change, changes, put
from gonogo.witness.formula import Literal, Side, Term
from gonogo.witness.places import Spot, spots
from gonogo.witness.solver import Solver

DEFAULT_STEPS: Final = 50_000
"""What the payloads of one schema may cost together."""

_MOST_PASSES: Final = 8
_MOST_ADDED: Final = 200
"""Members and items that one pass adds to a payload."""

_DEEPEST: Final = 5


class NoPayload(ValueError):
    """Raised when a schema is proven to accept nothing, or nothing was found that it accepts."""


class Payloads:
    """The payloads of one schema.

    Args:
        bundle: the schema with its documents.
        formats: whether `format` decides.
        steps: what making them may cost together; when it is used up, there are no more.
    """

    def __init__(self, bundle: Bundle, *, formats: bool = True, steps: int = DEFAULT_STEPS) -> None:
        self._travelled = travelled(bundle)
        self._side = Side(self._travelled.document, "schema", formats=formats)
        self._wanted: tuple[Term, ...] = (self._side.root,)
        self._most_steps = steps
        self._solver = Solver(Steps(steps))

    def accepts(self, value: Json) -> bool:
        """Whether the schema accepts a value, as the engine judges."""
        return all(term.accepts(value) for term in self._wanted)

    def inside(self, *nodes: Node) -> "Payloads | None":
        """Return the payloads that some schemas inside it accept together; None where one is not to be found.

        They have steps of their own; what has been found before is not looked for again.

        Args:
            nodes: schemas of the bundle that its root leads to; booleans are not to be found.
        """
        places = [self._paths.get((node.uri, node.path)) for node in nodes]
        found = [self._side.at(path) for path in places if path is not None]
        if len(found) < len(nodes):
            return None
        chosen = copy(self)
        chosen._wanted = tuple(found)  # noqa: SLF001 - one of its own kind
        chosen._solver = self._solver.renewed(Steps(self._most_steps))  # noqa: SLF001
        return chosen

    @cached_property
    def _paths(self) -> dict[Address, Path]:
        return self._travelled.paths()

    def smallest(self) -> Json:
        """Return a payload with no more in it than has to be.

        Raises:
            NoPayload: there is none, or none was found.
        """
        for value in self._bases():
            return value
        raise NoPayload("the schema accepts nothing, as far as could be found out")

    def full(self) -> Json:
        """Return a payload with every declared member that it can have at once.

        Raises:
            NoPayload: as for `smallest`.
        """
        return self._filled(self.smallest())

    def valid(self) -> Iterator[Json]:
        """Yield payloads: for each way to satisfy the schema the smallest and a full one, then boundary ones."""
        seen: set[str] = set()
        bases: list[Json] = []
        for base in self._bases():
            for value in (base, self._filled(base)):
                if _is_new(value, seen):
                    bases.append(value)
                    yield value
        for change in self._changes(bases):
            if self.accepts(change.value) and _is_new(change.value, seen):
                yield change.value

    def wrong(self) -> Iterator[Change]:
        """Yield payloads that one change has made wrong."""
        seen: set[str] = set()
        bases = [value for base in islice(self._bases(), 4) for value in (self._filled(base), base)]
        for change in self._changes(bases):
            if not self.accepts(change.value) and _is_new(change.value, seen):
                yield change

    def _bases(self) -> Iterator[Json]:
        try:
            for answer in self._solver.each(frozenset(map(Literal, self._wanted))):
                yield from (value for value in answer.values if self.accepts(value))
        except OutOfSteps:
            return

    def _changes(self, bases: list[Json]) -> Iterator[Change]:
        try:
            for base in bases:
                yield from changes(base, self._wanted, self._solver)
        except OutOfSteps:
            return

    def _filled(self, value: Json) -> Json:
        """Add the declared members that a value lacks, as long as the schema accepts it; items of lists too."""
        for _ in range(_MOST_PASSES):
            fuller = self._fuller(value)
            if fuller is value:
                break
            value = fuller
        return value

    def _fuller(self, value: Json) -> Json:
        """Add what each place of a value lacks; what has been added is looked into by the next pass."""
        fuller, added = value, 0
        for spot in spots(value, self._wanted):
            for path, part in _lacking(spot) if len(spot.path) < _DEEPEST else ():
                grown = self._grown(fuller, spot, path, part)
                if grown is not None:
                    fuller, added = grown, added + 1
                if added == _MOST_ADDED:
                    return fuller
        return fuller

    def _grown(self, value: Json, spot: Spot, path: Path, part: Term) -> Json:
        """A value with one member or item more, that the schema accepts; None where none was found."""
        for item in self._made(part):
            grown = put(value, spot.path, [item]) if spot.value == [] else put(value, path, item)
            if self.accepts(grown):
                return grown
        return None

    def _made(self, term: Term) -> tuple[Json, ...]:
        try:
            return self._solver.solve(frozenset({Literal(term)}), 2).values
        except OutOfSteps:
            return ()


def _lacking(spot: Spot) -> Iterator[tuple[Path, Term]]:
    """The declared members that an object lacks, and the first item of an empty list, each with its place."""
    for term in spot.terms:
        if isinstance(spot.value, dict) and "properties" in term.words:
            for name, part in term.parts("properties"):
                if name not in spot.value:
                    yield (*spot.path, name), part
        elif spot.value == [] and "items" in term.words:
            yield (*spot.path, 0), term.part("items")


def _is_new(value: Json, seen: set[str]) -> bool:
    text = canonical(value)
    if text in seen:
        return False
    seen.add(text)
    return True
