"""What a walk hands up: a schema in the target's form, and how its payloads are undone."""

from dataclasses import dataclass, field

from gonogo.projection.inverse import Undo
from gonogo.projection.prose import Prose
from gonogo.schema.types import Json


@dataclass(frozen=True, slots=True)
class Piece:
    """One projected schema.

    Attributes:
        schema: in the target's form.
        undo: how payloads of it are undone; None where nothing is to be done.
    """

    schema: dict[str, Json]
    undo: Undo | None = None


@dataclass(slots=True)
class Making:
    """A projected schema in the making.

    Attributes:
        schema: the contract's schema that is read.
        types: the types of its values.
        out: the keywords that are kept.
        prose: what its description will say.
        undos: how its payloads are undone, by their type.
    """

    schema: dict[str, Json]
    types: tuple[str, ...]
    out: dict[str, Json] = field(default_factory=dict)
    prose: Prose = field(default_factory=Prose)
    undos: dict[str, Undo] = field(default_factory=dict)


TEXT_NOTE = "JSON text"
"""What a description says of a value that travels as text."""
