"""The files of a contract repository that a compiled document makes: contracts, bindings, its lock."""

import json
from collections.abc import Mapping
from typing import Final

from gonogo.openapi.compilation import Compilation, CompiledTool
from gonogo.openapi.members import mapping
from gonogo.openapi.responses import NOT_FOUND
from gonogo.schema.canonical import digest
from gonogo.schema.dialect import Draft
from gonogo.schema.types import Json

LOCK_FILE: Final = "openapi.lock.json"
"""Which operation each tool stands for, and what its contracts were: generated and committed."""

_FIRST_VERSION: Final = "0.1.0"


def files_of(compilation: Compilation) -> dict[str, str]:
    """Return the texts of a document's files by path; the same for the same document."""
    files: dict[str, str] = {}
    for tool in compilation.tools:
        files |= {file: _text(schema) for file, schema in schemas_of(tool).items()}
        files[f"bindings/{tool.name}.json"] = _text(tool.binding)
    files[LOCK_FILE] = _text(lock_of(compilation))
    return files


def schemas_of(tool: CompiledTool) -> dict[str, dict[str, Json]]:
    """Return a tool's contracts as their files hold them, by path."""
    group = f"{tool.group}/" if tool.group else ""
    found = {f"schemas/tools/{group}{tool.name}.json": input_schema(tool)}
    output = output_schema(tool)
    if output is not None:
        found[f"schemas/outputs/{group}{tool.name}.json"] = output
    return found


def lock_of(compilation: Compilation) -> dict[str, Json]:
    """Return what is pinned of each tool; keeps `contracts/openapi-lock.json`."""
    return {"form": 1, "tools": {tool.name: _locked(tool) for tool in sorted(compilation.tools, key=_name)}}


def frozen_names(lock: Json) -> dict[str, str]:
    """Return the names of tools by operation key that a lock holds."""
    return {row["operation"]: name for name, row in mapping(lock, "tools").items()}


def frozen_groups(lock: Json) -> dict[str, str]:
    """Return the groups of tools by operation key that a lock holds: a tool stays where its files are."""
    return {row["operation"]: row.get("group", "") for row in mapping(lock, "tools").values()}


def states(lock: Json) -> frozenset[str]:
    """Return the keys of the operations of which a lock says that 404 is a state of the answer."""
    return frozenset(row["operation"] for row in mapping(lock, "tools").values() if row.get("not_found"))


def gone(lock: Json, compilation: Compilation) -> tuple[str, ...]:
    """Return the tools that a lock holds and the document no longer makes."""
    made = {tool.name for tool in compilation.tools}
    return tuple(sorted(mapping(lock, "tools").keys() - made))


def _name(tool: CompiledTool) -> str:
    return tool.name


def _locked(tool: CompiledTool) -> dict[str, Json]:
    return {
        "operation": tool.operation.key,
        "input": digest(tool.input, Draft.DRAFT_2020_12),
        "output": digest(tool.output, Draft.DRAFT_2020_12) if tool.output is not None else None,
        "shape": tool.binding["response"]["shape"],
        **({"not_found": True} if NOT_FOUND in tool.binding["response"]["statuses"] else {}),
        **({"group": tool.group} if tool.group else {}),
        "losses": sorted({repair.code for repair in tool.repairs}),
    }


def input_schema(tool: CompiledTool) -> dict[str, Json]:
    """Return a tool's input contract as its file holds it."""
    told: dict[str, Json] = {"annotations": dict(tool.annotations)}
    if tool.title:
        told["title"] = tool.title
    return _headed(tool.input, {"description": tool.description, "x-tool": told})


def output_schema(tool: CompiledTool) -> dict[str, Json] | None:
    """Return a tool's output contract as its file holds it; None where there is none."""
    return None if tool.output is None else _headed(tool.output, {})


def _headed(schema: Mapping[str, Json], more: Mapping[str, Json]) -> dict[str, Json]:
    head = {"$schema": Draft.DRAFT_2020_12.uri, "x-version": _FIRST_VERSION}
    return {**head, **more, **schema}


def _text(value: Json) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
