"""What became of a call: five ends, told apart by type, and a sixth for a name that nobody has.

Everything but a success carries a problem, so that whoever called gets one shape to read.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from gonogo.catalog.contract import Contract
from gonogo.gauge.problem import Problem
from gonogo.gauge.verdict import Note
from gonogo.schema.types import Json


@dataclass(frozen=True, slots=True)
class Success:
    """The tool ran, and its result passed the output door.

    Attributes:
        value: the very object that was gauged; left out of the repr.
        text: the same object as JSON text, written once.
        contract: what it was gauged against; None for a tool without output contract.
        notes: what was done to raw arguments.
    """

    value: Json = field(repr=False)
    text: str = field(repr=False)
    contract: Contract | None
    notes: tuple[Note, ...] = ()
    is_error: Literal[False] = False


@dataclass(frozen=True, slots=True)
class _Failure:
    """An end with a problem."""

    problem: Problem
    is_error: Literal[True] = True


@dataclass(frozen=True, slots=True)
class UnknownTool(_Failure):
    """No tool has this name; nothing ran."""


@dataclass(frozen=True, slots=True)
class InputRefused(_Failure):
    """The arguments did not pass the input door; nothing ran."""


@dataclass(frozen=True, slots=True)
class Unavailable(_Failure):
    """The handler said that the source it asks is down: no business state, and nothing to gauge."""


@dataclass(frozen=True, slots=True)
class HandlerFailed(_Failure):
    """The handler raised something else, or took too long; what it raised stays inside."""


@dataclass(frozen=True, slots=True)
class OutputRefused(_Failure):
    """The tool ran, and its result did not pass the output door: our fault, never the caller's."""


Outcome: TypeAlias = Success | UnknownTool | InputRefused | Unavailable | HandlerFailed | OutputRefused
"""What `Host.call` answers."""


class SourceUnavailable(Exception):
    """Raised by a handler when the source that it asks is down. Its text stays inside the host."""
