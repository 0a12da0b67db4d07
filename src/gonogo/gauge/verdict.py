"""The two answers of a gauge. There is no third: what cannot be decided is no-go."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from gonogo.gauge.problem import Problem
from gonogo.schema.types import Json

Note: TypeAlias = Literal["unwrapped", "empty_arguments"]
"""What was done to raw arguments before they were gauged: one layer of text removed, or nothing taken for `{}`."""


@dataclass(frozen=True, slots=True)
class Go:
    """The payload satisfies the contract.

    Attributes:
        value: the very value that was gauged; only this may be handed on. It is left out of the repr.
        notes: what was done to raw arguments; empty for anything else.
    """

    value: Json = field(repr=False)
    notes: tuple[Note, ...] = ()

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True, slots=True)
class NoGo:
    """The payload is refused.

    Attributes:
        problem: why, without a trace of the payload's values.
    """

    problem: Problem

    def __bool__(self) -> Literal[False]:
        return False


Verdict: TypeAlias = Go | NoGo
"""What a gauge answers."""

new = object.__new__
set_value, set_notes = (Go.__dict__[name].__set__ for name in ("value", "notes"))


def passed(value: Json) -> Go:
    """Return a `Go` without notes, as `Go(value)` would, in half the time: its own `__init__` has to lift the freeze."""
    go = new(Go)
    set_value(go, value)
    set_notes(go, ())
    return go
