"""What a target does not take as a keyword, told to the model in the description."""

from dataclasses import dataclass

from gonogo.schema.text import write
from gonogo.schema.types import Json

LONGEST = 160
"""A constraint whose text is longer than so many characters is not told."""


@dataclass(frozen=True, slots=True)
class Prose:
    """A description in the making.

    Attributes:
        text: what the contract says; None where it says nothing.
        notes: what is added, in brackets behind it.
    """

    text: Json = None
    notes: tuple[str, ...] = ()

    def with_note(self, note: str) -> "Prose":
        """Return a description with one more note."""
        return Prose(self.text, (*self.notes, note)) if len(note) <= LONGEST else self

    def with_word(self, keyword: str, value: Json) -> "Prose":
        """Return a description that tells of a keyword."""
        return self.with_note(f"{keyword}: {write(value)}")

    def with_schema(self, words: dict[str, Json]) -> "Prose":
        """Return a description that tells of a whole schema, where that is short."""
        return self.with_note(f"schema: {write(words)}") if words else self

    def word(self) -> dict[str, Json]:
        """Return the description as it stands in a schema; nothing where there is none."""
        said = self.text if isinstance(self.text, str) else ""
        if not self.notes:
            return {"description": said} if said else {}
        return {"description": f"{said} ({'; '.join(self.notes)})".lstrip()}
