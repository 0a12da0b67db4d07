"""A payload for every loss that shows it, or the proof that there is none: then the change was exact after all."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import Final

from gonogo.gauge.arguments import NotUndone
from gonogo.projection.inverse import Inverse, Wrapped
from gonogo.projection.loss import Kind, Loss, Witness
from gonogo.projection.relaxed import is_provable, less, uncounted, without
from gonogo.schema.engine import Options, Patterns, compile_schema, takes
from gonogo.schema.errors import SchemaError
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
_MOST_CASES: Final = 30


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
    _idle: list[Loss] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._accepts = _judge(self.contract)
        self._takes = _judge(self.projected)

    def told(self, losses: tuple[Loss, ...]) -> tuple[Loss, ...]:
        """Return losses with their witnesses; one that provably changes nothing is exact."""
        told = tuple(self._told(loss) for loss in losses)
        if any(loss.kind is Kind.WIDENED for loss in told) or told == losses:
            return told
        # Nothing is left that would let something through. What does so all the same, no proof has seen.
        sent = next((wire for wire in self._wires() if self._slips_through(wire)), None)
        return told if sent is None else tuple(_with(loss, Witness(sent)) for loss in losses)

    def _told(self, loss: Loss) -> Loss:
        if loss.kind in (Kind.EXACT, Kind.REMAPPED):
            return loss
        key = (loss.pointer, f"{loss.kind.value} {loss.keyword}")
        if key not in self._known:
            self._known[key] = self._shown(loss) if loss.kind is Kind.WIDENED else self._lost()
        found = self._known[key]
        if isinstance(found, Witness):
            return replace(loss, witness=found)
        if found is False:
            return replace(loss, kind=Kind.EXACT, reason=f"{loss.reason}; no payload shows it")
        return loss

    def _lost(self) -> "Witness | bool | None":
        """What shows that some payload cannot be sent; False where each can be."""
        lost = next((value for value in self._contracts() if self._cannot_be_sent(value)), None)
        if lost is not None:
            return Witness(lost)
        plain = _unwrapped(self.projected, self.inverse)
        if plain is None:
            return None
        for value in _between(self.contract, plain):
            if value is _UNDECIDED:
                return None
            if self._accepts(value) and self._cannot_be_sent(value):
                return Witness(value)
        return False

    def _shown(self, loss: Loss) -> "Witness | bool | None":
        """A witness; False where there is none; None where none was found."""
        relaxed = without(self.contract, loss)
        if relaxed is not None:
            found, complete = self._slipping(relaxed)
            if found is not None:
                return found
            if complete and not self.inverse and self._is_idle(loss):
                self._idle.append(loss)
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

    def _is_idle(self, loss: Loss) -> bool:
        """Whether a contract without a keyword, and without those that changed nothing before, admits nothing more."""
        if not is_provable(self.contract, loss):
            return False
        relaxed: dict[str, Json] = uncounted(less(self.contract, (*self._idle, loss)))
        return not any(True for _ in _between(relaxed, self.contract))

    def _slipping(self, relaxed: dict[str, Json]) -> tuple[Witness | None, bool]:
        """A payload that a relaxed contract lets through, and whether there is provably none."""
        complete = True
        for value in _between(relaxed, self.contract):
            complete = False
            if value is not _UNDECIDED and self._slips_through(self.inverse.apply(value)):
                return Witness(self.inverse.apply(value)), False
        return None, complete

    def _shown_by_all(self) -> "Witness | bool | None":
        """Compare the whole projection with the contract, where its payloads are the contract's own but for a wrapping."""
        plain = _unwrapped(self.projected, self.inverse)
        if plain is None:
            return None
        for value in _between(plain, self.contract):
            if value is _UNDECIDED:
                return None
            if self._slips_through(self.inverse.apply(value)):
                return Witness(self.inverse.apply(value))
        return False

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


def _between(wide: dict[str, Json], narrow: dict[str, Json]) -> Iterator[Json]:
    """Yield values that one schema accepts and another refuses; `_UNDECIDED` where a search gave up."""
    goal = frozenset({Literal(Side(wide, "wide").root), Literal(Side(narrow, "narrow").root, holds=False)})
    try:
        for number, answer in enumerate(Solver(Steps(STEPS)).each(goal)):
            if number == _MOST_CASES:
                yield _UNDECIDED
                return
            yield from answer.values
            if not answer.complete:
                yield _UNDECIDED
    except (OutOfSteps, SchemaError, RecursionError):
        yield _UNDECIDED


def _with(loss: Loss, witness: Witness) -> Loss:
    return replace(loss, witness=witness) if loss.kind is Kind.WIDENED else loss


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


def unwitnessed(losses: Iterable[Loss]) -> tuple[Loss, ...]:
    """Return the losses that should carry a witness and do not."""
    return tuple(
        loss for loss in losses if loss.kind in (Kind.WIDENED, Kind.NARROWED) and loss.witness is None
    )
