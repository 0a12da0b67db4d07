"""Overlays: what clients are told of a tool's output where that is not its contract as written."""

from dataclasses import dataclass
from enum import Enum


class Mode(str, Enum):
    """How much of an output contract clients are told (DESIGN section 6)."""

    CLOSED = "closed"
    """Undeclared keys are refused at every object."""
    DECLARED = "declared"
    """As it is written."""
    OPEN = "open"
    """Declared fields stay typed and required, undeclared ones pass."""
    RELAXED = "relaxed"
    """Open, less some keywords or schemas."""
    STRIPPED = "stripped"
    """Nothing."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """One file of `overlays/`: a tool's output mode, with its reason.

    Attributes:
        mode: how much is told.
        pointers: for `relaxed`, what is left out of the contract, as pointers into its travelling form.
        reason: why.
        evidence: the fixture rows that show the need.
        observed_at: when it was seen, as RFC 3339 has it; None where nobody says.
        file: where it was read from, below the repository's root; None where it was made in memory.
    """

    mode: Mode
    pointers: tuple[str, ...] = ()
    reason: str = ""
    evidence: tuple[str, ...] = ()
    observed_at: str | None = None
    file: str | None = None
