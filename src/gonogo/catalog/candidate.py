"""What is linted: schemas that want to be contracts, the tools that they make, and the lot of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from gonogo.catalog.contract import Side
from gonogo.catalog.document import Document
from gonogo.schema.types import Json, Path, Schema


class Origin(Enum):
    """Where a candidate comes from, and so what it can be asked for."""

    REPOSITORY = "a contract repository"
    FILE = "a schema file of its own"
    LIST = "a server's tool list, in which schemas have no identifiers"


@dataclass(frozen=True)
class Candidate:
    """One schema that wants to be a contract.

    Attributes:
        document: the file in which it stands.
        schema: the schema itself, whatever its shape.
        side: what it is the contract of; None for a shared schema, or where nobody says.
        name: the tool, handoff or state that it belongs to.
        outset: the steps from the document's root to it.
        origin: where it comes from.
        resources: the documents that it may refer to, by absolute URI.
    """

    document: Document
    schema: Schema
    side: Side | None = None
    name: str = ""
    outset: Path = ()
    origin: Origin = Origin.FILE
    resources: Mapping[str, Schema] = field(default_factory=dict)


@dataclass(frozen=True)
class ToolEntry:
    """A tool as clients see it.

    Attributes:
        name, description: as they are listed.
        input: the contract of its arguments; None where it has none.
        output: the contract of its results; None where it has none.
        annotations: hints such as `readOnlyHint`.
        document: where the entry stands, and `outset` the steps to it there.
        origin: where it comes from.
    """

    name: str
    description: str
    input: Candidate | None
    output: Candidate | None
    annotations: Mapping[str, Json]
    document: Document
    outset: Path = ()
    origin: Origin = Origin.FILE
