"""A payload for every loss that shows it, or the proof that there is none: then the change was exact after all."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import Final

from gonogo.gauge.arguments import NotUndone
from gonogo.projection.inverse import Inverse, Wrapped, members
from gonogo.projection.loss import LEFT_OUT, NAME_TWICE, NOT_JSON, Kind, Loss, Witness
from gonogo.projection.relaxed import closed, is_provable, less, pair, uncounted, without
from gonogo.projection.variants import broken, renamed, repeated, without_lookaround
from gonogo.schema.engine import Options, Patterns, compile_schema
from gonogo.schema.errors import SchemaError
from gonogo.schema.pointer import PointerError, split
from gonogo.schema.refs import Bundle
from gonogo.schema.types import Json
from gonogo.witness.cases import OutOfSteps, Steps
from gonogo.witness.changes import Change, put
from gonogo.witness.formula import Literal, Side
from gonogo.witness.payloads import Payloads
from gonogo.witness.places import spots
from gonogo.witness.solver import Solver

STEPS: Final = 20_000
"""What one search may cost."""

_MOST_PAYLOADS: Final = 200
_MOST_CASES: Final = 30
_MOST_BASES: Final = 40
_MOST_LOCAL: Final = 8


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
    _closed: dict[str, Json] | None = None

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
            self._known[key] = self._shown(loss) if loss.kind is Kind.WIDENED else self._lost(loss)
        found = self._known[key]
        if isinstance(found, Witness):
            return replace(loss, witness=found)
        if found is False:
            return replace(loss, kind=Kind.EXACT, reason=f"{loss.reason}; no payload shows it")
        return loss

    def _lost(self, loss: Loss) -> "Witness | bool | None":
        """What shows that some payload cannot be sent; False where each can be."""
        closing = self._closing(loss)
        for value in chain(*(values for values in closing), self._contracts()):
            if value is not _UNDECIDED and self._accepts(value) and self._cannot_be_sent(value):
                return Witness(value)
        if self._is_closed_anyway(loss) or (
            not self._contracts() and _is_none(_between(self.contract, _NONE))
        ):
            return False
        plain = _unwrapped(self.projected, self.inverse)
        if plain is None:
            return None
        for value in _between(self.contract, plain):
            if value is _UNDECIDED:
                return None
            if self._accepts(value) and self._cannot_be_sent(value):
                return Witness(value)
        return False

    def _closing(self, loss: Loss) -> Iterator[Iterator[Json]]:
        """Payloads with an undeclared key in the object that a loss closes: made there, and of the whole contract."""
        shut = self._shut_by(loss, self.contract)
        if shut is not None:
            steps = split(loss.pointer)[:-1]
            yield self._placed(steps, islice(_between(*pair(self.contract, shut, steps)), _MOST_LOCAL))
            yield islice(_between(self.contract, shut), _MOST_CASES)

    def _is_closed_anyway(self, loss: Loss) -> bool:
        """Whether an object that a loss closes has no undeclared key as it is, those closed before it being closed."""
        base = self.contract if self._closed is None else self._closed
        shut = self._shut_by(loss, base)
        if shut is None:
            return False
        local = is_provable(self.contract, loss) and _is_none(
            _between(*pair(base, shut, split(loss.pointer)[:-1]))
        )
        if local or _is_none(_between(base, shut)):
            self._closed = shut
            return True
        return False

    def _shut_by(self, loss: Loss, document: dict[str, Json]) -> dict[str, Json] | None:
        """A contract in which the object is closed that a loss closes; None where it closes none."""
        if loss.keyword != "additionalProperties":
            return None
        try:
            return closed(document, split(loss.pointer)[:-1])
        except (PointerError, AttributeError):
            return None

    def _placed(self, steps: tuple[str, ...], values: Iterable[Json]) -> Iterator[Json]:
        """Payloads of the contract with other values where the schema at a place judges."""
        made = [value for value in values if value is not _UNDECIDED]
        if not made:
            return
        root = Side(self.contract, "contract").root
        for base in self._contracts()[:_MOST_BASES]:
            for spot in spots(base, (root,)):
                if any(tuple(map(str, term.path)) == steps for term in spot.terms):
                    yield from (put(base, spot.path, value) for value in made)

    def _shown(self, loss: Loss) -> "Witness | bool | None":
        """A witness; False where there is none; None where none was found."""
        if loss.reason in LEFT_OUT and self._is_idle(loss):
            self._idle.append(loss)
            return False
        relaxed = without(self.contract, loss)
        found = None if relaxed is None else self._slipping(relaxed)
        if found is not None:
            return found
        near = (change.value for change in self._wrongs() if change.keyword == loss.keyword)
        placed = () if relaxed is None else self._placed_without(loss, relaxed)
        wires = chain(map(self.inverse.apply, chain(near, placed)), self._wires())
        if loss.reason in (NOT_JSON, NAME_TWICE):
            wires = chain(wires, self._spoiled(loss))
        if loss.keyword == "properties":
            wires = chain(wires, self._clashing())
        slipping = [wire for wire in wires if self._slips_through(wire)]
        # One that can be undone shows a lost keyword better than one that cannot.
        sent = next((wire for wire in slipping if self._is_undone(wire)), slipping[0] if slipping else None)
        if sent is not None:
            return Witness(sent)
        return self._shown_by_all()

    def _placed_without(self, loss: Loss, relaxed: dict[str, Json]) -> Iterator[Json]:
        steps = split(loss.pointer)[:-1]
        wide, narrow = pair(relaxed, self.contract, steps)
        yield from self._placed(steps, islice(_between(wide, narrow), _MOST_LOCAL))

    def _spoiled(self, loss: Loss) -> Iterator[Json]:
        """Payloads of the target in which what stands for a value at a place stands for none."""
        steps = split(loss.pointer)[:-1]
        try:
            around, _ = pair(self.contract, self.contract, steps)
        except (PointerError, AttributeError):
            return
        made = islice(_between(around, {"maxProperties": 0}), _MOST_LOCAL)
        for value in chain(self._placed(steps, made), self._contracts()[:_MOST_BASES]):
            wire = self.inverse.apply(value)
            yield from chain(repeated(wire), broken(wire))

    def _clashing(self) -> Iterator[Json]:
        """Payloads in which an undeclared key has the name that a declared one goes by in the contract."""
        names = {member.wire: member.name for member in members(self.inverse) if member.wire != member.name}
        for wire in islice(self._wires(), _MOST_BASES):
            yield from renamed(wire, names)

    def _is_idle(self, loss: Loss) -> bool:
        """Whether a contract without a keyword, and without those that changed nothing before, admits nothing more.

        What is proven of the schema in which the keyword stands holds of the whole contract.
        """
        if not is_provable(self.contract, loss):
            return False
        base = less(self.contract, self._idle)
        relaxed = without(base, loss)
        if relaxed is None:
            return False
        wide, narrow = pair(relaxed, base, split(loss.pointer)[:-1])
        return _is_none(_between(uncounted(wide), uncounted(narrow))) or _is_none(
            _between(uncounted(relaxed), uncounted(base))
        )

    def _slipping(self, relaxed: dict[str, Json]) -> Witness | None:
        """A payload that a relaxed contract lets through."""
        for value in _between(relaxed, self.contract):
            if value is not _UNDECIDED and self._slips_through(self.inverse.apply(value)):
                return Witness(self.inverse.apply(value))
        return None

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
            self._sent = [*plain, *(more for wire in plain for more in repeated(wire))]
        return self._sent


_UNDECIDED: Final = object()
_NOTHING: Final = object()
_NONE: Final[dict[str, Json]] = {"not": {}}
"""A schema that no value keeps."""


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


def _is_none(values: Iterator[Json]) -> bool:
    return next(values, _NOTHING) is _NOTHING


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
        payloads = Payloads(Bundle(without_lookaround(schema)), steps=STEPS)
        yield from islice(payloads.valid(), _MOST_PAYLOADS)
    except (SchemaError, OutOfSteps, RecursionError):
        return


def _wrong(schema: dict[str, Json]) -> Iterator[Change]:
    try:
        payloads = Payloads(Bundle(without_lookaround(schema)), steps=STEPS)
        yield from islice(payloads.wrong(), 2 * _MOST_PAYLOADS)
    except (SchemaError, OutOfSteps, RecursionError):
        return


def unwitnessed(losses: Iterable[Loss]) -> tuple[Loss, ...]:
    """Return the losses that should carry a witness and do not."""
    return tuple(
        loss for loss in losses if loss.kind in (Kind.WIDENED, Kind.NARROWED) and loss.witness is None
    )
