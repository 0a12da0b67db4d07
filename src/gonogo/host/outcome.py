"""What became of a call: six ends, told apart by type, and a seventh for a name that nobody has.

Everything but a success carries a problem, so that whoever called gets one shape to read.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from gonogo.catalog.contract import Contract
from gonogo.gauge.codes import CODES
from gonogo.gauge.problem import Problem, Upstream
from gonogo.gauge.verdict import Note
from gonogo.schema.types import Json


@dataclass(frozen=True, slots=True)
class Content:
    """A body in another media type than JSON.

    Attributes:
        media_type: without parameters, in small letters.
        text: the body where it is text; None where it is bytes.
        data: the body where it is bytes; empty where it is text.
    """

    media_type: str
    text: str | None = field(default=None, repr=False)
    data: bytes = field(default=b"", repr=False)

    @property
    def size(self) -> int:
        """How many bytes it takes in a result, where bytes travel as base64."""
        return (len(self.data) + 2) // 3 * 4 if self.text is None else len(self.text.encode())


@dataclass(frozen=True, slots=True)
class Reply:
    """What a remote tool answered, before it is gauged.

    Attributes:
        value: what the output contract speaks of.
        contents: bodies in other media types than JSON.
    """

    value: Json = field(repr=False)
    contents: tuple[Content, ...] = ()


@dataclass(frozen=True, slots=True)
class Success:
    """The tool ran, and its result passed the output door.

    Attributes:
        value: the very object that was gauged; left out of the repr.
        text: the same object as JSON text, written once.
        contract: what it was gauged against; None for a tool without output contract.
        notes: what was done to raw arguments.
        contents: bodies in other media types than JSON, which no contract speaks of.
    """

    value: Json = field(repr=False)
    text: str = field(repr=False)
    contract: Contract | None
    notes: tuple[Note, ...] = ()
    contents: tuple[Content, ...] = ()
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
class ServiceFailed(_Failure):
    """The service behind a remote tool could not be asked, or answered with anything but a success."""


@dataclass(frozen=True, slots=True)
class HandlerFailed(_Failure):
    """The handler raised something else, or took too long; what it raised stays inside."""


@dataclass(frozen=True, slots=True)
class OutputRefused(_Failure):
    """The tool ran, and its result did not pass the output door: our fault, never the caller's."""


Outcome: TypeAlias = (
    Success | UnknownTool | InputRefused | Unavailable | ServiceFailed | HandlerFailed | OutputRefused
)
"""What `Host.call` answers."""


class SourceUnavailable(Exception):
    """Raised by a handler when the source that it asks is down. Its text stays inside the host."""


class ToolFault(Exception):
    """Raised by what executes a remote tool: why there is no result, in words that name no value.

    Attributes:
        code: a row of the gauge's table of codes.
        hint: what to do about it; by default as the table says.
        pointer: the place in the arguments, where they are at fault; else None.
        executed: whether the tool has run, or may have.
        retryable: whether another call may go better.
        upstream: what the service said; None where it said nothing.
    """

    def __init__(
        self,
        code: str,
        *,
        hint: str = "",
        pointer: str | None = None,
        executed: bool = True,
        retryable: bool = True,
        upstream: Upstream | None = None,
    ) -> None:
        super().__init__(code)
        self.code, self.hint = code, hint or CODES[code].hint
        self.pointer, self.executed, self.retryable = pointer, executed, retryable
        self.upstream = upstream


class Unanswered(ToolFault):
    """Raised where a service gave no whole answer: a request that may be repeated is sent again."""
