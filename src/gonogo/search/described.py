"""A tool as a search sees it, and the texts of it that are searched."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from gonogo.catalog.contract import Tool
from gonogo.schema.types import Json, Schema

MOST_SCHEMAS = 2_000
"""Subschemas of one contract whose texts are read."""

_MAPS = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_SINGLE = ("items", "additionalProperties", "contains", "if", "then", "else", "not")


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
    told: dict[str, list[str]] = {"names": [], "descriptions": [], "enums": []}
    waiting: list[tuple[Json, bool]] = [(schema, True)]
    left = MOST_SCHEMAS
    while waiting and left:
        each, is_root = waiting.pop()
        left -= 1
        if not isinstance(each, dict):
            continue
        # The root's description is the tool's own, which is a field of its own.
        if not is_root:
            told["descriptions"] += [
                each[key] for key in ("title", "description") if isinstance(each.get(key), str)
            ]
        listed = each.get("enum")
        told["enums"] += (
            [value for value in listed if isinstance(value, str)] if isinstance(listed, list) else []
        )
        properties = each.get("properties")
        told["names"] += list(properties) if isinstance(properties, dict) else []
        waiting += [(child, False) for child in _children(each)]
    return told


def _children(schema: dict[str, Json]) -> Iterator[Json]:
    """The subschemas, last first; a keyword of a wrong shape has none."""
    for key in _SINGLE:
        yield schema.get(key)
    for key in _LISTS:
        if isinstance(schema.get(key), list):
            yield from reversed(schema[key])
    for key in _MAPS:
        if isinstance(schema.get(key), dict):
            yield from reversed(schema[key].values())
