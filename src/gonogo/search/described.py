"""A tool as a search sees it, and the texts of it that are searched."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from gonogo.catalog.contract import Tool
from gonogo.schema.types import Json, Schema

MOST_SCHEMAS = 2_000
"""Subschemas of one contract whose texts are read."""


@dataclass(frozen=True, slots=True)
class Described:
    """A tool's description, from a catalog or from a foreign tool list.

    Attributes:
        name: unique in its index.
        description: what the model is told; may be empty.
        input: the schema of its arguments.
        output: the schema of its results; None where it has none.
        title: a name for people; empty where it has none.
        annotations: hints such as `readOnlyHint`, as MCP defines them.
        namespace: the folders that it stands in.
        server: the server that it comes from; empty where it is the only one.
        tags: further words that it is to be found by.
    """

    name: str
    description: str = ""
    input: Schema = field(default_factory=dict)
    output: Schema | None = None
    title: str = ""
    annotations: Mapping[str, Json] = field(default_factory=dict)
    namespace: tuple[str, ...] = ()
    server: str = ""
    tags: tuple[str, ...] = ()

    @classmethod
    def of(cls, tool: Tool) -> "Described":
        """Return a catalog's tool as a search sees it."""
        return cls(
            tool.name,
            tool.description,
            tool.input.schema,
            tool.output.schema if tool.output is not None else None,
            tool.title or "",
            tool.annotations,
            tool.namespace,
        )

    @property
    def read_only(self) -> bool:
        """Whether it says that it changes nothing (MCP, `readOnlyHint`; false where it does not say)."""
        return self.annotations.get("readOnlyHint") is True

    def definition(self) -> dict[str, Json]:
        """Return what a model needs for a call, in the words of MCP's `Tool`."""
        told: dict[str, Json] = {"name": self.name}
        if self.title:
            told["title"] = self.title
        told["description"] = self.description
        told["inputSchema"] = self.input
        if self.output is not None:
            told["outputSchema"] = self.output
        if self.annotations:
            told["annotations"] = dict(self.annotations)
        return told

    def texts(self) -> dict[str, list[str]]:
        """Return its texts by field: `name`, `title`, `description`, `parameters`, `enums`, `outputs`, and others."""
        told = _texts_of(self.input)
        outputs = _texts_of(self.output)
        return {
            "name": [self.name],
            "title": [self.title],
            "description": [self.description],
            "parameters": told["names"],
            "parameter_descriptions": told["descriptions"],
            "enums": told["enums"],
            "outputs": outputs["names"],
            "tags": list(self.tags),
            "path": [*self.namespace, self.server],
        }


def _texts_of(schema: Schema | None) -> dict[str, list[str]]:
    """The names, descriptions and enum values of a schema; those nearest to its root where it has too many."""
    told: dict[str, list[str]] = {"names": [], "descriptions": [], "enums": []}
    waiting: list[Json] = [schema]
    for each in waiting:
        if not isinstance(each, dict):
            continue
        for key, value in each.items():
            read = _READERS.get(key)
            if read is not None:
                read(value, told, waiting)
        if len(waiting) > MOST_SCHEMAS:
            del waiting[MOST_SCHEMAS:]
    # The root's description is the tool's own, which is a field of its own.
    root = [schema.get(key) for key in ("title", "description")] if isinstance(schema, dict) else []
    own = [text for text in root if isinstance(text, str)]
    told["descriptions"] = told["descriptions"][len(own) :]
    return told


def _read_description(value: Json, told: dict[str, list[str]], _: list[Json]) -> None:
    if isinstance(value, str):
        told["descriptions"].append(value)


def _read_enum(value: Json, told: dict[str, list[str]], _: list[Json]) -> None:
    if isinstance(value, list):
        told["enums"] += [each for each in value if isinstance(each, str)]


def _read_properties(value: Json, told: dict[str, list[str]], waiting: list[Json]) -> None:
    if isinstance(value, dict):
        told["names"] += value
        waiting += value.values()


def _read_map(value: Json, _: dict[str, list[str]], waiting: list[Json]) -> None:
    if isinstance(value, dict):
        waiting += value.values()


def _read_list(value: Json, _: dict[str, list[str]], waiting: list[Json]) -> None:
    if isinstance(value, list):
        waiting += value


def _read_schema(value: Json, _: dict[str, list[str]], waiting: list[Json]) -> None:
    waiting.append(value)


_READERS: dict[str, Callable[[Json, dict[str, list[str]], list[Json]], None]] = {
    "title": _read_description,
    "description": _read_description,
    "enum": _read_enum,
    "properties": _read_properties,
    **dict.fromkeys(("patternProperties", "$defs", "definitions", "dependentSchemas"), _read_map),
    **dict.fromkeys(("allOf", "anyOf", "oneOf", "prefixItems"), _read_list),
    **dict.fromkeys(("items", "additionalProperties", "contains", "if", "then", "else", "not"), _read_schema),
}
