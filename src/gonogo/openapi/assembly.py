"""One contract's schema as one document: what it reaches under `$defs`, within a budget of bytes."""

from collections import deque
from dataclasses import dataclass, field
from typing import Final

from gonogo.catalog.contract import Side
from gonogo.openapi.fault import Repair
from gonogo.openapi.parts import hoisted, names, size, unannotated
from gonogo.openapi.schemas import Schemas
from gonogo.openapi.widening import Opening, endless, widened
from gonogo.schema.types import Json

_ROOT: Final = "#"
_SHRINK: Final = 0.85
_HOPELESS: Final = 2
"""Times its budget that a root may measure, its parts moved out, before nothing is tried."""

_PARTS: Final = 32
"""A part larger than this fraction of the budget is moved out where the whole does not fit."""


@dataclass(frozen=True)
class Assembled:
    """A self-contained schema.

    Attributes:
        schema: its references all lead into its own `$defs`.
        repairs: what was mended, loosened or cut, sorted.
        cuts: the references that were cut; none where the budget held everything.
    """

    schema: dict[str, Json]
    repairs: tuple[Repair, ...]
    cuts: tuple[str, ...]


@dataclass
class Assembler:
    """Assembles the contracts of one document.

    Attributes:
        schemas: the document's schemas.
    """

    schemas: Schemas
    _plain: dict[tuple[Side, str], Json] = field(default_factory=dict, repr=False)
    _sizes: dict[tuple[Side, str, bool], int] = field(default_factory=dict, repr=False)
    _names: dict[tuple[Side, str], frozenset[str]] = field(default_factory=dict, repr=False)
    _moved: dict[tuple[Side, str, int], tuple[Json, dict[str, Json]]] = field(
        default_factory=dict, repr=False
    )

    def assemble(self, root: dict[str, Json], side: Side, place: str, budget: int) -> Assembled:
        """Return a schema with all that it reaches.

        Args:
            root: a converted schema.
            side: the side that it was converted for.
            place: where it comes from, for the report.
            budget: the bytes that its text may have. A cut accepts what was accepted, and more.
        """
        for plain in (False, True):
            reached = self._reached(root, side, budget, plain=plain)
            if reached is not None:
                extra = [Repair(place, "annotations_dropped")] if plain else []
                return self._whole(root, side, reached, extra)
        return self._cut(root, side, place, budget)

    def _schema(self, name: str, side: Side, *, plain: bool) -> Json:
        made = self.schemas.definition(name, side).schema
        if not plain:
            return made
        key = (side, name)
        if key not in self._plain:
            self._plain[key] = unannotated(made)
        return self._plain[key]

    def _size(self, name: str, side: Side, *, plain: bool) -> int:
        key = (side, name, plain)
        if key not in self._sizes:
            self._sizes[key] = size(self._schema(name, side, plain=plain)) + len(name) + 4
        return self._sizes[key]

    def _targets(self, name: str, side: Side) -> frozenset[str]:
        key = (side, name)
        if key not in self._names:
            self._names[key] = names(self.schemas.definition(name, side).schema)
        return self._names[key]

    def _reached(
        self, root: dict[str, Json], side: Side, budget: int, *, plain: bool
    ) -> dict[str, Json] | None:
        """The schemas that a root reaches by name; None where they are larger than the budget."""
        total = size(root) + len('"$defs":{},')
        found: dict[str, Json] = {}
        waiting = sorted(names(root), reverse=True)
        while waiting and total <= budget:
            name = waiting.pop()
            if name not in found:
                found[name] = self._schema(name, side, plain=plain)
                total += self._size(name, side, plain=plain)
                waiting += sorted(self._targets(name, side) - found.keys(), reverse=True)
        return found if total <= budget else None

    def _whole(
        self, root: dict[str, Json], side: Side, reached: dict[str, Json], extra: list[Repair]
    ) -> Assembled:
        repairs = set(extra)
        for name in reached:
            repairs.update(self.schemas.definition(name, side).repairs)
        lost = endless(reached)
        if lost:
            wide = widened(reached, lambda one, other: (one, other) in lost)
            opening = Opening(lambda _name: None, lost, wide)
            reached = {name: opening.apply(schema, name) for name, schema in reached.items()}
            root = opening.apply(root, _ROOT)
            repairs.update(Repair(f"#/$defs/{name}", "endless_reference_opened") for name, _ in lost)
        return Assembled(_document(root, reached), tuple(sorted(repairs)), ())

    def _cut(self, root: dict[str, Json], side: Side, place: str, budget: int) -> Assembled:
        limit = max(budget // _PARTS, 256)
        plain, table = hoisted(unannotated(root), "root", limit)
        if size(plain) > _HOPELESS * budget:
            return _nothing(place)
        room = budget
        while True:
            kept, cuts = self._fill(plain, dict(table), side, limit, room)
            made = self._opened(plain, kept, side)
            if size(made) <= budget or not kept:
                break
            room = int(room * _SHRINK)
        if size(made) > budget:
            return _nothing(place)
        repairs = {Repair(place, "annotations_dropped")}
        repairs.update(Repair(f"{place} -> {name}", "cut") for name in cuts)
        for name in kept:
            if name not in table and "-part" not in name:
                repairs.update(self.schemas.definition(name, side).repairs)
        return Assembled(made, tuple(sorted(repairs)), cuts)

    def _fill(
        self, root: Json, table: dict[str, Json], side: Side, limit: int, room: int
    ) -> tuple[dict[str, Json], tuple[str, ...]]:
        """Keep what is nearest to the root, as long as there is room."""
        total = size(root)
        kept: dict[str, Json] = {}
        cuts: set[str] = set()
        waiting = deque(sorted(names(root)))
        while waiting:
            name = waiting.popleft()
            if name in kept or name in cuts:
                continue
            schema = table.get(name)
            if schema is None:
                schema, moved = self._apart(name, side, limit)
                table |= moved
            cost = size(schema) + len(name) + 4
            if total + cost > room:
                cuts.add(name)
                continue
            total += cost
            kept[name] = schema
            waiting += sorted(names(schema) - kept.keys() - cuts)
        return kept, tuple(sorted(cuts))

    def _apart(self, name: str, side: Side, limit: int) -> tuple[Json, dict[str, Json]]:
        key = (side, name, limit)
        if key not in self._moved:
            self._moved[key] = hoisted(self._schema(name, side, plain=True), name, limit)
        return self._moved[key]

    def _opened(self, root: Json, kept: dict[str, Json], side: Side) -> dict[str, Json]:
        lost = endless(kept)

        def stub(name: str) -> Json:
            return None if name in kept else self._kind(name, side)

        wide = widened({**kept, _ROOT: root}, lambda one, other: other not in kept or (one, other) in lost)
        opening = Opening(stub, lost, wide)
        opened = {name: opening.apply(schema, name) for name, schema in kept.items()}
        made = opening.apply(root, _ROOT)
        return _document(made if isinstance(made, dict) else {}, opened)

    def _kind(self, name: str, side: Side) -> Json:
        """What is still said of a schema that was cut: its type."""
        if "-part" in name:
            return {}
        schema = self.schemas.definition(name, side).schema
        return {"type": schema["type"]} if isinstance(schema, dict) and "type" in schema else {}


def _nothing(place: str) -> Assembled:
    """What is left of a contract whose own members are too many for its budget."""
    repairs = (Repair(place, "annotations_dropped"), Repair(f"{place} -> {_ROOT}", "cut"))
    return Assembled({"type": "object"}, repairs, (_ROOT,))


def _document(root: dict[str, Json], definitions: dict[str, Json]) -> dict[str, Json]:
    """One document with the definitions that it still reaches."""
    reached: dict[str, Json] = {}
    waiting = sorted(names(root))
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached[name] = definitions[name]
            waiting += sorted(names(definitions[name]))
    return {**root, "$defs": dict(sorted(reached.items()))} if reached else root
