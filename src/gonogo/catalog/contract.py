"""A contract, and the tool that two of them make."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from gonogo.catalog.binding import Binding
from gonogo.catalog.overlay import Mode, Overlay
from gonogo.catalog.version import UNVERSIONED, Version
from gonogo.gauge.compiled import Recipe
from gonogo.gauge.gauge import Gauge
from gonogo.gauge.problem import Door, Subject
from gonogo.schema.limits import Limits
from gonogo.schema.types import Json, Schema


class Side(str, Enum):
    """What a contract is the contract of, and so where it is gauged."""

    INPUT = "input"
    OUTPUT = "output"
    HANDOFF = "handoff"
    STATE = "state"

    @property
    def door(self) -> Door:
        """The door at which payloads of this side are gauged."""
        return Door.CHECKPOINT if self is Side.STATE else Door(self.value)


@dataclass(frozen=True, slots=True)
class Fresh:
    """How old a payload may be when it is consumed: the word `x-fresh`.

    Attributes:
        pointer: where in the payload its date-time stands.
        max_age: seconds.
    """

    pointer: str
    max_age: float


@dataclass(frozen=True, slots=True)
class Page:
    """How a result continues: the word `x-page`.

    Attributes:
        items: a pointer to the list in the output.
        next: a pointer to the cursor in the output.
        argument: the input property that takes the cursor.
    """

    items: str
    next: str
    argument: str


@dataclass(frozen=True, eq=False)
class Contract:
    """One JSON Schema with an identifier, a version, a digest and a side.

    Attributes:
        name: the tool, handoff or state that it belongs to.
        side: what it is the contract of.
        gauge: judges payloads by it.
        version: its `x-version`; 0.0.0 where it names none.
        file: where it was read from, below the repository's root; None where it was made in memory.
        fresh: how old a payload may be; None where any age will do.
        page: how a result continues; None where it does not.
    """

    name: str
    side: Side
    gauge: Gauge = field(repr=False)
    version: Version = UNVERSIONED
    file: str | None = None
    fresh: Fresh | None = None
    page: Page | None = None

    @property
    def schema(self) -> Schema:
        """Its schema; not to be changed."""
        return self.gauge.schema

    @property
    def id(self) -> str | None:
        """Its `$id`; None where it has none."""
        return self.gauge.subject.schema

    @property
    def digest(self) -> str:
        """Its digest: the same for the same judgement of payloads, whatever the descriptions say."""
        return self.gauge.subject.digest or ""

    @property
    def description(self) -> str:
        """The schema's own description; empty where it has none."""
        text = self.schema.get("description") if isinstance(self.schema, dict) else None
        return text if isinstance(text, str) else ""

    @classmethod
    def of(
        cls,
        name: str,
        side: Side,
        schema: Schema,
        *,
        recipe: Recipe | None = None,
        limits: Limits | None = None,
        file: str | None = None,
    ) -> "Contract":
        """Make a contract from a schema.

        Args:
            name: the tool, handoff or state that it belongs to.
            side: what it is the contract of.
            schema: the schema; its `x-` words are read from it, and taken to be well formed.
            recipe: how it is compiled.
            limits: what a payload may measure.
            file: where it was read from.

        Raises:
            SchemaError: the schema is no usable contract.
            ValueError: its `x-version` is no semantic version.
        """
        words = schema if isinstance(schema, dict) else {}
        version = Version.parse(words["x-version"]) if "x-version" in words else UNVERSIONED
        subject = Subject(side.door, name, version=str(version))
        gauge = Gauge(schema, recipe, subject=subject, limits=limits)
        fresh, page = words.get("x-fresh"), words.get("x-page")
        return cls(
            name,
            side,
            gauge,
            version,
            file,
            Fresh(fresh["pointer"], fresh["max_age"]) if fresh else None,
            Page(page["items"], page["next"], page["argument"]) if page else None,
        )


@dataclass(frozen=True, eq=False)
class Tool:
    """What an agent can call.

    Attributes:
        name: unique in its catalog.
        description: what the model is told.
        input: the contract of its arguments.
        output: the contract of its results; None where it has none.
        title: a name for people; None where it has none.
        annotations: hints such as `readOnlyHint`, as MCP defines them.
        namespace: the folders between `tools/` and its file.
        overlay: what clients are told of its output where that is not the contract as written; None where it is.
        binding: how it is executed over HTTP; None where a handler executes it.
    """

    name: str
    description: str
    input: Contract
    output: Contract | None = None
    title: str | None = None
    annotations: Mapping[str, Json] = field(default_factory=dict)
    namespace: tuple[str, ...] = ()
    overlay: Overlay | None = None
    binding: Binding | None = None

    @property
    def mode(self) -> Mode:
        """How much of its output contract clients are told; `open` by default where a service of its own answers."""
        if self.overlay is not None:
            return self.overlay.mode
        return Mode.DECLARED if self.binding is None else Mode.OPEN
