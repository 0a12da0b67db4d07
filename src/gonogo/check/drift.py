"""A place at which an exported file is not what its contracts say."""

from dataclasses import dataclass

from gonogo.schema.types import Json


@dataclass(frozen=True, slots=True)
class Drift:
    """A place at which an exported file is not what its contracts say.

    Attributes:
        file: the file's name.
        tool: the tool that the place belongs to; None where it is none's.
        pointer: the place in the file; the root where the file is missing or no JSON.
        what: `missing`, `not_json`, `added`, `removed` or `changed`.
    """

    file: str
    tool: str | None
    pointer: str
    what: str

    def to_dict(self) -> dict[str, Json]:
        """Return the JSON form."""
        return {"file": self.file, "tool": self.tool, "pointer": self.pointer, "what": self.what}
