"""The smallest relaxation of one tool that its evidence asks for: open, then pointers, then nothing is told."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gonogo.catalog.overlay import Mode
from gonogo.check.moments import later
from gonogo.check.responses import Seen
from gonogo.projection.deviation import Deviation
from gonogo.projection.modes import in_mode
from gonogo.reconcile.subject import Subject
from gonogo.schema.engine import Options, Patterns, compile_schema
from gonogo.schema.errors import SchemaError
from gonogo.schema.pointer import PointerError, split
from gonogo.schema.types import Json

_ROUNDS: Final = 8
_MOST_TRIED: Final = 64
"""So many pointers are tried one by one for whether they are needed."""

_LOOSER: Final = {Mode.CLOSED: 0, Mode.DECLARED: 1, Mode.OPEN: 2, Mode.RELAXED: 3, Mode.STRIPPED: 4}


@dataclass(frozen=True, slots=True)
class Shown:
    """One assertion that evidence breaks.

    Attributes:
        deviation: how, as it was seen first.
        count: how many results break it.
        source: the strongest source: `production` before `historical` before `example`.
        observed_at: when it was seen last; None where nobody says.
    """

    deviation: Deviation
    count: int
    source: str
    observed_at: str | None


@dataclass(frozen=True)
class Proposal:
    """What is to be told of one tool.

    Attributes:
        subject: the tool.
        seen: how many results were judged.
        refused: how many its contract refuses as it is written.
        unpassed: how many clients refuse as they are told today.
        mode, pointers: what is to be told.
        shown: the assertions that the results break, by pointer.
    """

    subject: Subject
    seen: int
    refused: int
    unpassed: int
    mode: Mode
    pointers: tuple[str, ...]
    shown: tuple[Shown, ...]

    @property
    def is_new(self) -> bool:
        """Whether it is another than what is told today."""
        return (self.mode, set(self.pointers)) != (self.subject.mode, set(self.subject.pointers))

    @property
    def share_kept(self) -> float:
        """The share of the contract's assertions that is told."""
        if self.mode is Mode.STRIPPED:
            return 0.0
        opened = self.mode in {Mode.OPEN, Mode.RELAXED}
        left_out = frozenset(map(split, self.pointers))
        return self.subject.deviations.assertions.share_kept(left_out, opened=opened)


def propose(subject: Subject, results: Sequence[Seen]) -> Proposal:
    """Return what is to be told of a tool so that all of its results may leave; what is told today where they may."""
    values = [each.value for each in results]
    refuses = [not subject.deviations.accepts((), value) for value in values]
    told = judge_of(subject, subject.mode, subject.pointers)
    unpassed = sum(not told(value) for value in values) if told else 0
    mode, pointers = subject.mode, subject.pointers
    if told is None or unpassed:
        mode, pointers = _least(subject, values)
    deviating = [each for each, refused in zip(results, refuses, strict=True) if refused]
    shown = _shown(subject, deviating, mode, pointers)
    return Proposal(subject, len(values), sum(refuses), unpassed, mode, pointers, shown)


def judge_of(subject: Subject, mode: Mode, pointers: Iterable[str]) -> Callable[[Json], bool] | None:
    """Return the verdict of clients that are told so; None where the pointers do not fit the contract."""
    try:
        document = in_mode(subject.document, mode, pointers)
        if document is None:
            return lambda _value: True
        return compile_schema(document, Options(patterns=Patterns.BACKTRACKING)).is_valid
    except (PointerError, SchemaError):
        return None


def _least(subject: Subject, values: Sequence[Json]) -> tuple[Mode, tuple[str, ...]]:
    for mode in (Mode.DECLARED, Mode.OPEN):
        if _LOOSER[mode] > _LOOSER[subject.mode] and _passes(subject, mode, (), values):
            return mode, ()
    known = [each for each in subject.pointers if judge_of(subject, Mode.RELAXED, (each,)) is not None]
    pointers: list[str] = list(known)
    for _ in range(_ROUNDS):
        more = _needed(subject, values, pointers)
        pointers += sorted(more)
        if _passes(subject, Mode.RELAXED, pointers, values):
            return Mode.RELAXED, tuple(_fewest(subject, known, pointers, values))
        if not more:
            break
    return Mode.STRIPPED, ()


def _passes(subject: Subject, mode: Mode, pointers: Sequence[str], values: Sequence[Json]) -> bool:
    told = judge_of(subject, mode, pointers)
    return told is not None and all(map(told, values))


def _needed(subject: Subject, values: Sequence[Json], pointers: Sequence[str]) -> set[str]:
    """The pointers that values need beside those that are there; each value counts on those of the values before it."""
    found: set[str] = set()
    for value in values:
        needs = subject.deviations.of(value, [*pointers, *found])
        found |= {each.pointer for each in needs if each.kind != "undeclared"}
    return found


def _fewest(
    subject: Subject, known: Sequence[str], pointers: Sequence[str], values: Sequence[Json]
) -> list[str]:
    """The pointers without which the values do not pass; those that an overlay has already stay."""
    kept = list(dict.fromkeys(pointers))
    for pointer in [each for each in kept if each not in known][:_MOST_TRIED]:
        fewer = [each for each in kept if each != pointer]
        if fewer and _passes(subject, Mode.RELAXED, fewer, values):
            kept = fewer
    return sorted(kept)


_STRENGTH: Final = ("production", "historical", "example")


def _shown(
    subject: Subject, results: Sequence[Seen], mode: Mode, pointers: Sequence[str]
) -> tuple[Shown, ...]:
    """What results show of each assertion that goes: that it is broken where all others are left out already."""
    if mode is Mode.STRIPPED:
        return tuple(_counted((each, subject.deviations.of(each.value)) for each in results))
    found: dict[str, Shown] = {}
    for pointer in pointers:
        others = [each for each in pointers if each != pointer]
        needs = (
            (each, [need for need in subject.deviations.of(each.value, others) if need.pointer == pointer])
            for each in results
        )
        found |= {each.deviation.pointer: each for each in _counted(needs)}
    undeclared = (
        (each, [need for need in subject.deviations.of(each.value, pointers) if need.kind == "undeclared"])
        for each in results
    )
    found |= {each.deviation.pointer: each for each in _counted(undeclared)}
    return tuple(found[pointer] for pointer in sorted(found))


def _counted(needs: Iterable[tuple[Seen, Iterable[Deviation]]]) -> list[Shown]:
    found: dict[str, Shown] = {}
    for seen, deviations in needs:
        for pointer, deviation in {each.pointer: each for each in sorted(deviations, key=_order)}.items():
            before = found.get(pointer)
            found[pointer] = Shown(
                before.deviation if before else deviation,
                before.count + 1 if before else 1,
                min(before.source, seen.source, key=_STRENGTH.index) if before else seen.source,
                later(before.observed_at if before else None, seen.observed_at),
            )
    return [found[pointer] for pointer in sorted(found)]


def _order(deviation: Deviation) -> tuple[str, tuple[str, ...], str]:
    return deviation.pointer, tuple(map(str, deviation.place)), deviation.received
