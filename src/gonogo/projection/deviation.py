"""One assertion of a contract that a payload breaks."""

from dataclasses import dataclass
from typing import Self, TypeAlias

from gonogo.schema.pointer import split
from gonogo.schema.types import Path


class Undeclared(str):  # noqa: SLOT000 - a text cannot have slots of its own that hold anything
    """A step of a payload's place that the contract does not name: it may be told to who supplied the payload only.

    Attributes:
        pattern: the expression in `patternProperties` that it matches; None where it matches none.
    """

    pattern: str | None

    def __new__(cls, name: str, pattern: str | None = None) -> Self:
        """Mark a name."""
        made = super().__new__(cls, name)
        made.pattern = pattern
        return made


@dataclass(frozen=True, slots=True)
class Deviation:
    """One assertion of a contract that a payload breaks.

    Attributes:
        pointer: the assertion in the contract's travelling form: a keyword, or a name in a `required` list.
        kind: `undeclared`, `missing`, `null`, `type`, `value` or `union`.
        keyword: the keyword that fails.
        place: the steps to where in the payload; of a missing or undeclared member, to that member.
        received: the JSON type that came; `missing` where nothing did.
    """

    pointer: str
    kind: str
    keyword: str
    place: Path
    received: str

    @property
    def path(self) -> tuple[str, ...]:
        """The steps to the assertion."""
        return split(self.pointer)


Needs: TypeAlias = frozenset[Deviation]
"""What would have to be left out for a payload to pass."""
