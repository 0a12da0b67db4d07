"""AWS operations as tools, and what people ask of them: built from the packages botocore and awscli when a test runs.

A tool is an operation of botocore's models with its documentation, its parameters and what it answers. A query is the
title of an example in the manual of awscli's command for it; a title that stands at several commands is left out.
"""

import gzip
import html
import json
import random
import re
import sysconfig
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gonogo.search.described import Described

# Not imported: awscli puts a botocore of its own in the place of botocore.
_INSTALLED = Path(sysconfig.get_path("purelib"))
_MODELS = _INSTALLED / "botocore" / "data"
_MANUAL = _INSTALLED / "awscli" / "examples"
_TITLE = re.compile(r"^\*\*(.+?)\*\*\s*$", re.MULTILINE)
_NUMBER = re.compile(r"^example\s*\d*\s*[:.-]\s*", re.IGNORECASE)
_TAG = re.compile(r"<[^>]*>")
_SPACE = re.compile(r"\s+")
_DEEPEST = 3
_TYPES = {
    "string": "string",
    "timestamp": "string",
    "blob": "string",
    "character": "string",
    "integer": "integer",
    "long": "integer",
    "float": "number",
    "double": "number",
    "boolean": "boolean",
    "list": "array",
}


@dataclass(frozen=True, slots=True)
class Operations:
    """Tools, and queries with the place of the one tool that answers each."""

    tools: tuple[Described, ...]
    queries: tuple[tuple[str, int], ...]


def operations(size: int, *, longest: int = 300, seed: int = 3) -> Operations:
    """Return so many operations by chance, and all queries that they answer.

    Args:
        size: how many.
        longest: characters of one text of a document that are kept.
        seed: which chance.
    """
    folders = {folder.name: folder for folder in sorted(_MODELS.iterdir()) if folder.is_dir()}
    models = {name: _read(max(each for each in folder.iterdir())) for name, folder in folders.items()}
    known = [(name, each) for name, model in models.items() for each in model["operations"]]
    chosen = random.Random(seed).sample(known, size)
    tools = tuple(_Model(models[name], longest).tool(name, operation) for name, operation in chosen)
    places = {(name, operation.lower()): place for place, (name, operation) in enumerate(chosen)}
    return Operations(
        tools, tuple((text, places[each]) for text, each in _titles().items() if each in places)
    )


def _titles() -> dict[str, tuple[str, str]]:
    """What each title stands for, of those that stand for one command: the service, and the operation in lower case."""
    found: dict[str, set[tuple[str, str]]] = {}
    for path in sorted(_MANUAL.glob("*/*.rst")):
        for title in _TITLE.findall(path.read_text("utf-8", "replace")):
            query = _NUMBER.sub("", title.strip(" :"))
            found.setdefault(query.lower(), set()).add((path.parent.name, path.stem.replace("-", "")))
    return {title: next(iter(commands)) for title, commands in found.items() if len(commands) == 1}


def _read(folder: Path) -> Any:
    with gzip.open(folder / "service-2.json.gz") as file:
        return json.load(file)


class _Model:
    def __init__(self, model: Any, longest: int) -> None:
        self._operations, self._shapes, self._longest = model["operations"], model["shapes"], longest

    def tool(self, service: str, operation: str) -> Described:
        told = self._operations[operation]
        none = {"type": "object", "properties": {}}
        return Described(
            operation,
            self._text(told),
            self._schema(told["input"]["shape"], 0) if "input" in told else none,
            self._schema(told["output"]["shape"], 0) if "output" in told else None,
            server=service,
        )

    def _schema(self, name: str, depth: int) -> dict[str, Any]:
        shape = self._shapes[name]
        kind, deeper = shape["type"], depth + 1
        schema: dict[str, Any] = {"type": _TYPES.get(kind, "object")}
        if "enum" in shape:
            schema["enum"] = list(shape["enum"])
        if depth == _DEEPEST:
            return schema
        if kind == "structure":
            schema["properties"] = {
                member: self._schema(each["shape"], deeper) | self._described(each)
                for member, each in shape["members"].items()
            }
            schema["required"] = list(shape.get("required", ()))
        elif kind == "list":
            schema["items"] = self._schema(shape["member"]["shape"], deeper)
        elif kind == "map":
            schema["additionalProperties"] = self._schema(shape["value"]["shape"], deeper)
        return schema

    def _described(self, member: Any) -> dict[str, str]:
        text = self._text(member)
        return {"description": text} if text else {}

    def _text(self, told: Any) -> str:
        plain = html.unescape(_TAG.sub(" ", told.get("documentation", "")))
        return _SPACE.sub(" ", plain).strip()[: self._longest]
