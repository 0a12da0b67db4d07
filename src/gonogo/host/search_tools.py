"""The tools of door 1: four tools of our own that stand for a catalog of many."""

from collections.abc import Container, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from gonogo.catalog.contract import Contract, Side, Tool
from gonogo.catalog.version import Version
from gonogo.contracts import contract
from gonogo.gauge.gauge import Gauge
from gonogo.gauge.problem import Door, Subject
from gonogo.schema.limits import Limits
from gonogo.schema.types import Json


class Kind(str, Enum):
    """What a tool of door 1 does; its value is its name, where no tool of the catalog has that."""

    FIND = "find_tools"
    DESCRIBE = "describe_tool"
    CALL_READ_ONLY = "call_read_only"
    CALL = "call_tool"


PREFIX: Final = "gonogo_"
"""What stands before all four names where a tool of the catalog has one of them."""

_OUTPUTS: Final = {
    Kind.FIND: "find-tools-output",
    Kind.DESCRIBE: "describe-tool-output",
    Kind.CALL_READ_ONLY: "call-tool-output",
    Kind.CALL: "call-tool-output",
}


@dataclass(frozen=True, slots=True)
class SearchTools:
    """The four tools.

    Attributes:
        prefix: what stands before their names; empty where no tool of the catalog has one of them.
        tools: each kind's tool.
        kinds: each name's kind.
    """

    prefix: str
    tools: Mapping[Kind, Tool]
    kinds: Mapping[str, Kind]


def search_tools(taken: Container[str], given: Limits, results: Limits) -> SearchTools:
    """Make the four tools.

    Args:
        taken: the names of the catalog's own tools, which stay theirs.
        given: what arguments may measure.
        results: what a whole result may measure.
    """
    prefix = ""
    while any(f"{prefix}{kind.value}" in taken for kind in Kind):
        prefix += PREFIX
    tools = {kind: _tool(kind, prefix, given, results) for kind in Kind}
    return SearchTools(prefix, tools, {tool.name: kind for kind, tool in tools.items()})


def _tool(kind: Kind, prefix: str, given: Limits, results: Limits) -> Tool:
    name = f"{prefix}{kind.value}"
    source = f"{kind.value.replace('_', '-')}-input"
    schema = _renamed(contract(source), prefix)
    words = schema["x-tool"]
    told = _contract(name, Side.INPUT, schema, given)
    output = _contract(name, Side.OUTPUT, _renamed(contract(_OUTPUTS[kind]), prefix), results)
    return Tool(name, told.description, told, output, words["title"], words["annotations"])


def _contract(name: str, side: Side, schema: dict[str, Json], limits: Limits) -> Contract:
    version = Version.parse(schema["x-version"])
    subject = Subject(Door.SEARCH, name, version=str(version))
    return Contract(name, side, Gauge(schema, subject=subject, limits=limits), version)


def with_names(text: str, prefix: str) -> str:
    """Return a text that names the tools as they are called here."""
    for kind in Kind:
        text = text.replace(kind.value, f"{prefix}{kind.value}")
    return text


def _renamed(schema: Json, prefix: str) -> Json:
    """A contract whose descriptions name the tools as they are called here."""
    if isinstance(schema, dict):
        return {
            word: with_names(value, prefix)
            if word == "description" and isinstance(value, str)
            else _renamed(value, prefix)
            for word, value in schema.items()
        }
    return [_renamed(each, prefix) for each in schema] if isinstance(schema, list) else schema
