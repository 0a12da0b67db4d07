"""A payload for every loss that shows it, or the proof that there is none: then the change was exact after all."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import Final

from gonogo.gauge.arguments import NotUndone
from gonogo.projection.inverse import Inverse, Wrapped
from gonogo.projection.loss import LAID_OVER, Kind, Loss, Witness
from gonogo.schema.engine import Options, Patterns, compile_schema, takes
from gonogo.schema.errors import SchemaError
from gonogo.schema.pointer import PointerError, get, split
from gonogo.schema.refs import Bundle
from gonogo.schema.types import Json
from gonogo.witness.cases import OutOfSteps, Steps
from gonogo.witness.changes import Change
from gonogo.witness.formula import Literal, Side
from gonogo.witness.payloads import Payloads
from gonogo.witness.solver import Solver

STEPS: Final = 20_000
"""What one search may cost."""

_MOST_PAYLOADS: Final = 200


@dataclass
class Witnesses:
    """Looks for payloads that show what a projection lost.

    Args:
        contract: the contract in its travelling form.
        projected: the schema in the target's form, in JSON Schema.
        inverse: how the target's payloads are undone.
    """

    contract: dict[str, Json]
    projected: dict[str, Json]
    inverse: Inverse
    _valid: list[Json] | None = None
    _sent: list[Json] | None = None
    _changes: list[Change] | None = None
    _known: dict[tuple[str, str], "Witness | bool | None"] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._accepts = _judge(self.contract)
        self._takes = _judge(self.projected)

    def told(self, losses: tuple[Loss, ...]) -> tuple[Loss, ...]:
        """Return losses with their witnesses; one that provably changes nothing is exact."""
        return tuple(self._told(loss) for loss in losses)

    def _told(self, loss: Loss) -> Loss:
        if loss.kind in (Kind.EXACT, Kind.REMAPPED):
            return loss
        if loss.kind is Kind.NARROWED:
            lost = next((value for value in self._contracts() if self._cannot_be_sent(value)), None)
            return loss if lost is None else replace(loss, witness=Witness(lost))
        key = (loss.pointer, loss.keyword)
        if key not in self._known:
            self._known[key] = self._shown(loss)
        found = self._known[key]
        if isinstance(found, Witness):
            return replace(loss, witness=found)
        if found is False:
            return replace(loss, kind=Kind.EXACT, reason=f"{loss.reason}; no payload shows it")
        return loss

    def _shown(self, loss: Loss) -> "Witness | bool | None":
        """A witness; False where there is none; None where none was found."""
        proven = False
        relaxed = _without(self.contract, loss)
        if relaxed is not None:
            proven = True
            for value in self._only_in(relaxed):
                proven = False
                if value is not _UNDECIDED and self._slips_through(self.inverse.apply(value)):
                    return Witness(self.inverse.apply(value))
        if proven and not self.inverse:
            return False
        near = (
            self.inverse.apply(change.value) for change in self._wrongs() if change.keyword == loss.keyword
        )
        wires = [wire for wire in chain(near, self._wires()) if self._slips_through(wire)]
        # One that can be undone shows a lost keyword better than one that cannot.
        sent = next((wire for wire in wires if self._is_undone(wire)), wires[0] if wires else None)
        if sent is not None:
            return Witness(sent)
        return self._shown_by_all()

    def _shown_by_all(self) -> "Witness | bool | None":
        """Compare the whole projection with the contract, where its payloads are the contract's own but for a wrapping."""
        plain = _unwrapped(self.projected, self.inverse)
        if plain is None:
            return None
        for value in self._only_in(plain):
            if value is _UNDECIDED:
                return None
            if self._slips_through(self.inverse.apply(value)):
                return Witness(self.inverse.apply(value))
        return False

    def _only_in(self, relaxed: dict[str, Json]) -> Iterator[Json]:
        """Yield values that a schema accepts and the contract refuses; `_UNDECIDED` where a search gave up."""
        goal = frozenset(
            {
                Literal(Side(relaxed, "relaxed").root),
                Literal(Side(self.contract, "contract").root, holds=False),
            }
        )
        try:
            for answer in islice(Solver(Steps(STEPS)).each(goal), 30):
                yield from answer.values
                if not answer.complete:
                    yield _UNDECIDED
        except (OutOfSteps, SchemaError, RecursionError):
            yield _UNDECIDED

    def _slips_through(self, wire: Json) -> bool:
        """Whether the target takes a payload that the host then refuses."""
        if not self._takes(wire):
            return False
        try:
            return not self._accepts(self.inverse.undo(wire))
        except NotUndone:
            return True

    def _is_undone(self, wire: Json) -> bool:
        try:
            self.inverse.undo(wire)
        except NotUndone:
            return False
        return True

    def _cannot_be_sent(self, value: Json) -> bool:
        wire = self.inverse.apply(value)
        if not self._takes(wire):
            return True
        try:
            return bool(self.inverse.undo(wire) != value)
        except NotUndone:
            return True

    def _contracts(self) -> list[Json]:
        if self._valid is None:
            self._valid = [value for value in _payloads(self.contract) if self._accepts(value)]
        return self._valid

    def _wrongs(self) -> list[Change]:
        if self._changes is None:
            self._changes = list(_wrong(self.contract))
        return self._changes

    def _wires(self) -> list[Json]:
        if self._sent is None:
            made = chain(_payloads(self.projected), map(self.inverse.apply, self._contracts()))
            plain = list(islice(made, _MOST_PAYLOADS))
            self._sent = [*plain, *(more for wire in plain for more in _repeated(wire))]
        return self._sent


_UNDECIDED: Final = object()


def _judge(schema: dict[str, Json]) -> Callable[[Json], bool]:
    return compile_schema(schema, Options(patterns=Patterns.BACKTRACKING)).is_valid


def _unwrapped(projected: dict[str, Json], inverse: Inverse) -> dict[str, Json] | None:
    """The schema of what travels inside, where nothing else has to be undone."""
    if not inverse:
        return projected
    if not isinstance(inverse.root, Wrapped) or inverse.root.undo is not None:
        return None
    inner: dict[str, Json] = projected["properties"][inverse.root.name]
    return {**inner, "$defs": projected.get("$defs", {})}


def _payloads(schema: dict[str, Json]) -> Iterator[Json]:
    try:
        payloads = Payloads(Bundle(_without_lookaround(schema)), steps=STEPS)
        yield from islice(payloads.valid(), _MOST_PAYLOADS)
    except (SchemaError, OutOfSteps, RecursionError):
        return


def _wrong(schema: dict[str, Json]) -> Iterator[Change]:
    try:
        payloads = Payloads(Bundle(_without_lookaround(schema)), steps=STEPS)
        yield from islice(payloads.wrong(), 2 * _MOST_PAYLOADS)
    except (SchemaError, OutOfSteps, RecursionError):
        return


_LOOKAROUND: Final = re.compile(r"\(\?<?[=!][^()]*\)")


def _without_lookaround(schema: Json) -> Json:
    """A schema whose patterns can be made texts of; what is made of it is judged by the schema itself."""
    if isinstance(schema, list):
        return [_without_lookaround(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    out = {word: _without_lookaround(value) for word, value in schema.items()}
    if isinstance(out.get("pattern"), str):
        out["pattern"] = _LOOKAROUND.sub("", out["pattern"])
        if not takes(out["pattern"], Patterns.LINEAR):
            del out["pattern"]
    return out


def _repeated(value: Json) -> Iterator[Json]:
    """Yield payloads in which one list holds its first item twice."""
    if isinstance(value, list):
        if value:
            yield [value[0], *value]
        for index, item in enumerate(value):
            for more in _repeated(item):
                yield [*value[:index], more, *value[index + 1 :]]
    elif isinstance(value, dict):
        for name, item in value.items():
            for more in _repeated(item):
                yield {**value, name: more}


def _without(document: dict[str, Json], loss: Loss) -> dict[str, Json] | None:
    """The contract without the keyword of a loss, which admits all that the loss lets through.

    None where the keyword does not stand where the loss says, or more goes with it.
    """
    steps = split(loss.pointer)
    if not steps or steps[-1] != loss.keyword or loss.keyword == "properties" or loss.reason == LAID_OVER:
        return None
    try:
        around = get(document, loss.pointer[: loss.pointer.rfind("/")])
    except PointerError:
        return None
    if not isinstance(around, dict) or loss.keyword not in around:
        return None
    kept = {word: value for word, value in around.items() if word != loss.keyword}
    if loss.keyword == "oneOf" and "anyOf" not in kept:
        kept["anyOf"] = around["oneOf"]
    elif loss.keyword == "prefixItems":
        kept.pop("items", None)
    relaxed: dict[str, Json] = _put(document, steps[:-1], kept)
    return relaxed


def _put(document: Json, steps: tuple[str, ...], value: Json) -> Json:
    if not steps:
        return value
    first, rest = steps[0], steps[1:]
    if isinstance(document, list):
        index = int(first)
        return [*document[:index], _put(document[index], rest, value), *document[index + 1 :]]
    return {**document, first: _put(document[first], rest, value)}


def unwitnessed(losses: Iterable[Loss]) -> tuple[Loss, ...]:
    """Return the losses that should carry a witness and do not."""
    return tuple(
        loss for loss in losses if loss.kind in (Kind.WIDENED, Kind.NARROWED) and loss.witness is None
    )
