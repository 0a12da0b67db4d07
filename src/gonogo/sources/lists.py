"""Tool lists in the forms of OpenAI, Anthropic, Gemini, Bedrock and MCP, read into contract files."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gonogo.catalog.toollist import Written, written_in
from gonogo.schema.types import Json
from gonogo.sources.spellings import Change, spelled

_NAME: Final = re.compile(r"[A-Za-z0-9_.-]{1,128}")
_FILE: Final = re.compile(r"[^A-Za-z0-9_.-]")
_HINTS: Final = ("title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")


class NoToolList(ValueError):
    """Raised when a document is no list of tools in any known form."""


@dataclass(frozen=True)
class Imported:
    """One tool of a list.

    Attributes:
        name: its name.
        form: the form in which it was written.
        files: what its contract files hold, by path below the repository's root.
        changes: what was spelled otherwise.
        fault: why it could not be read; None where it could.
    """

    name: str
    form: str
    files: Mapping[str, Json]
    changes: tuple[Change, ...] = ()
    fault: str | None = None


def read_list(document: Json) -> tuple[Imported, ...]:
    """Read a list of tools; one that cannot be read has a fault, and takes no other with it.

    Args:
        document: a list of tools, or what holds one under `tools`, `result` or `toolConfig`.

    Raises:
        NoToolList: it is neither.
    """
    rows = list(written_in(document))
    if not rows:
        raise NoToolList("no list of tools was found: a list, or an object with `tools`, is expected")
    read: list[Imported] = []
    taken: set[str] = set()
    for number, row in enumerate(rows):
        tool = _tool(row, number)
        if tool.fault is None and tool.name.casefold() in taken:
            tool = Imported(tool.name, tool.form, {}, (), "another tool of the list has this name")
        taken.add(tool.name.casefold())
        read.append(tool)
    return tuple(read)


def _tool(row: Written, number: int) -> Imported:
    if not isinstance(row.value, dict):
        return Imported(f"tool {number}", row.form, {}, (), "an entry is an object")
    form, body, schema = row.form, row.held, row.schema
    name = body.get("name")
    if not isinstance(name, str) or not name:
        return Imported(f"tool {number}", form, {}, (), "it has no name")
    if schema is None:
        schema = {"type": "object", "properties": {}}
    if not isinstance(schema, dict):
        return Imported(name, form, {}, (), "its schema is no object")
    given, changes = spelled(schema)
    stem = _FILE.sub("_", name)
    files = {f"schemas/tools/{stem}.json": _input(name, stem, body, given)}
    told = body.get(str(row.output[-1]))
    if isinstance(told, dict):
        output, more = spelled(told)
        files[f"schemas/outputs/{stem}.json"] = output
        changes = (*changes, *more)
    return Imported(name, form, files, changes)


def _input(name: str, stem: str, body: dict[str, Json], schema: Json) -> dict[str, Json]:
    """A tool's input as a contract: named, described, an object at its root."""
    words: dict[str, Json] = {"name": name} if name != stem and _NAME.fullmatch(name) else {}
    if isinstance(body.get("title"), str) and body["title"]:
        words["title"] = body["title"]
    hints = body.get("annotations")
    if isinstance(hints, dict):
        known = {word: hints[word] for word in _HINTS if word in hints and hints[word] is not None}
        words |= {"annotations": known} if known else {}
    out: dict[str, Json] = {"x-tool": words} if words else {}
    description = body.get("description")
    if isinstance(description, str) and description:
        out["description"] = description
    own = {
        word: value for word, value in schema.items() if word not in ("description", "x-tool", "x-version")
    }
    return {**out, "type": "object", **own}
