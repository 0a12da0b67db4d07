"""A tool whose output contract is held against what its service answers."""

from dataclasses import dataclass, field
from functools import cached_property

from gonogo.catalog.contract import Contract
from gonogo.catalog.overlay import Mode, Overlay
from gonogo.projection.cut import travelling
from gonogo.projection.deviations import Deviations
from gonogo.schema.types import Json


@dataclass(frozen=True, eq=False)
class Subject:
    """A tool whose output contract is held against what its service answers.

    Attributes:
        name: the tool's name.
        stem: the stem of its files.
        output: its output contract.
        mode: what clients are told of it today.
        overlay: what says so; None where that is the default.
    """

    name: str
    stem: str
    output: Contract = field(repr=False)
    mode: Mode = Mode.DECLARED
    overlay: Overlay | None = None

    @property
    def pointers(self) -> tuple[str, ...]:
        """What its overlay leaves out already."""
        return self.overlay.pointers if self.overlay else ()

    @property
    def fixture_schema(self) -> str:
        """How fixtures name its contract."""
        return self.output.id or self.output.file or f"schemas/outputs/{self.stem}.json"

    @cached_property
    def document(self) -> dict[str, Json]:
        """Its contract in its travelling form."""
        return travelling(self.output)

    @cached_property
    def deviations(self) -> Deviations:
        """What finds where a result deviates from it."""
        return Deviations(self.document)
