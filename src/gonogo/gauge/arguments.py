"""The arguments of a call, as models really send them: as an object, as text, as text in text, or not at all."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from gonogo.gauge.facts import type_of
from gonogo.gauge.gauge import Gauge
from gonogo.gauge.verdict import Go, NoGo, Note, Verdict
from gonogo.schema.pointer import join
from gonogo.schema.text import TextFault, parse
from gonogo.schema.types import Json, Path
from gonogo.schema.value import ValueFault

ABSENT: Final = None
"""What stands for arguments that were not sent: a call without parameters has none."""


class NotUndone(ValueError):
    """Raised when arguments have not the form in which they should travel, at a place where that has to be undone.

    Attributes:
        path: the steps to the place, as they travel.
        code: a row of the table of codes.
    """

    def __init__(self, path: Path, code: str) -> None:
        super().__init__(code)
        self.path = path
        self.code = code


def gauge_arguments(gauge: Gauge, raw: Json = ABSENT, undo: Callable[[Json], Json] | None = None) -> Verdict:
    """Judge the raw arguments of a call at the input door.

    Nothing, `null`, and text that is empty or white space mean `{}`. Text is read as strict JSON; where the whole
    of it is one string that holds an object, that layer of text is removed, once. Either is noted on the Go.
    Arguments that are no object are refused, whatever the contract says.

    Args:
        gauge: the tool's input contract.
        raw: JSON text, or an object as Python holds it, or None.
        undo: brings arguments that travel in another form into the contract's; it may raise `NotUndone`.
    """
    if undo is not None:
        return _undone(gauge, raw, undo)
    if isinstance(raw, str | bytes):
        return _from_text(gauge, raw)
    if raw is ABSENT:
        return _noted(gauge.check({}), "empty_arguments")
    if not isinstance(raw, dict):
        return _refused(gauge, raw)
    return gauge.check(raw)


def _undone(gauge: Gauge, raw: Json, undo: Callable[[Json], Json]) -> Verdict:
    """Read first, then undo, then judge: what was undone is what is judged and handed on."""
    read = gauge_arguments(Gauge(True, subject=gauge.subject, limits=gauge.limits), raw)
    if isinstance(read, NoGo):
        return read
    try:
        verdict = gauge.check(undo(read.value))
    except NotUndone as fault:
        return gauge.refuse(fault.code, pointer=join(fault.path))
    return replace(verdict, notes=read.notes) if isinstance(verdict, Go) else verdict


def _from_text(gauge: Gauge, text: str | bytes) -> Verdict:
    if not text.strip():
        return _noted(gauge.check({}), "empty_arguments")
    verdict = gauge.read(text)
    try:
        value = verdict.value if isinstance(verdict, Go) else parse(text, gauge.limits)
    except (TextFault, ValueFault):
        return verdict
    if value is None:
        return _noted(gauge.check({}), "empty_arguments")
    if isinstance(value, str):
        return _unwrapped(gauge, value)
    return verdict if isinstance(value, dict) else _refused(gauge, value)


def _unwrapped(gauge: Gauge, text: str) -> Verdict:
    try:
        value = parse(text, gauge.limits)
    except (TextFault, ValueFault):
        value = text
    if not isinstance(value, dict):
        return _refused(gauge, text)
    return _noted(gauge.read(text), "unwrapped")


def _noted(verdict: Verdict, note: Note) -> Verdict:
    return replace(verdict, notes=(*verdict.notes, note)) if isinstance(verdict, Go) else verdict


def _refused(gauge: Gauge, value: Json) -> NoGo:
    received = type_of(value) if type(value) in (str, int, float, bool, list) else "foreign"
    return gauge.refuse("not_an_object", expected="object", received=received)
