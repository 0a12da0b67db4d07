"""An MCP tool list as JSON: what `tools/list` answers, or its list of tools alone.

Source: MCP 2026-07-28, server/tools.
"""

from collections.abc import Iterator

from gonogo.catalog.candidate import Candidate, Origin, ToolEntry
from gonogo.catalog.contract import Side
from gonogo.catalog.document import Document
from gonogo.catalog.finding import Finding
from gonogo.schema.types import Json, Path


def is_tool_list(value: Json) -> bool:
    """Whether a JSON value is a tool list, a response that holds one, or one tool of it, by its shape."""
    if isinstance(value, dict) and isinstance(value.get("result"), dict):
        value = value["result"]
    if isinstance(value, dict):
        return isinstance(value.get("tools"), list) or "inputSchema" in value
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)


def entries_of(document: Document) -> tuple[tuple[ToolEntry, ...], tuple[Finding, ...]]:
    """Return the tools of a list, and what is wrong with those that are none; a bad one keeps no other out.

    Args:
        document: a file for which `is_tool_list` holds.
    """
    entries: list[ToolEntry] = []
    findings: list[Finding] = []
    names: set[str] = set()
    for outset, tool in _listed(document.value):
        name = tool.get("name") if isinstance(tool, dict) else None
        if not isinstance(name, str):
            message = "a tool is an object with a name"
            findings.append(document.finding("not_a_tool", message, "see MCP, `Tool`", at=outset))
            continue
        if name in names:
            message = "another tool of the list has the same name"
            findings.append(document.finding("duplicate_name", message, at=(*outset, "name")))
        names.add(name)
        entry = _entry(document, outset, name, tool)
        entries.append(entry)
        findings += _faults_of_input(document, outset, entry)
    return tuple(entries), tuple(findings)


def _listed(value: Json) -> Iterator[tuple[Path, Json]]:
    if isinstance(value, list):
        yield from (((index,), tool) for index, tool in enumerate(value))
    elif "tools" not in value and isinstance(value.get("result"), dict):
        yield from ((("result", *path), tool) for path, tool in _listed(value["result"]))
    elif isinstance(value.get("tools"), list):
        yield from ((("tools", index), tool) for index, tool in enumerate(value["tools"]))
    else:
        yield (), value


def _entry(document: Document, outset: Path, name: str, tool: dict[str, Json]) -> ToolEntry:
    said, annotations = tool.get("description"), tool.get("annotations")

    def contract(key: str, side: Side) -> Candidate | None:
        if tool.get(key) is None:
            return None
        return Candidate(document, tool[key], side, name, (*outset, key), Origin.LIST)

    return ToolEntry(
        name,
        said if isinstance(said, str) else "",
        contract("inputSchema", Side.INPUT),
        contract("outputSchema", Side.OUTPUT),
        annotations if isinstance(annotations, dict) else {},
        document,
        outset,
        Origin.LIST,
    )


def _faults_of_input(document: Document, outset: Path, entry: ToolEntry) -> Iterator[Finding]:
    schema = entry.input.schema if entry.input is not None else None
    if not isinstance(schema, dict) or schema.get("type") != "object":
        hint = 'give it an `inputSchema` with "type": "object" at its root'
        yield document.finding(
            "input_not_object", "a tool's input is an object", hint, at=(*outset, "inputSchema")
        )
