"""Where a place of a JSON document stands in its text, so that a finding can name a line and a column."""

import json
import re
from dataclasses import dataclass

from gonogo.schema.types import Path

_SPACE = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_SCALAR = re.compile(r"[^\s,\]}]+")


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a text, as editors count: lines and columns from 1, a column in characters."""

    line: int
    column: int


def position_at(text: str, offset: int) -> Position:
    """Return the position of the character behind `offset` others."""
    before = text[:offset]
    return Position(before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1)


def position_of_byte(data: bytes, offset: int) -> Position:
    """Return the position of the character behind `offset` bytes of UTF-8."""
    before = data[:offset].decode(errors="replace")
    return position_at(before, len(before))


def position_of(text: str, path: Path) -> Position:
    """Return where the value at a path starts; the nearest place around it where the path leads nowhere.

    Args:
        text: JSON text that has been parsed.
        path: the steps from the root.
    """
    offset = _skip(text, 0)
    for step in path:
        found = _member(text, offset, step) if text[offset] == "{" else _item(text, offset, step)
        if found is None:
            break
        offset = found
    return position_at(text, offset)


def _member(text: str, offset: int, name: str | int) -> int | None:
    at = _skip(text, offset + 1)
    while text[at] == '"':
        end = _end(text, at)
        key = json.loads(text[at:end])
        at = _skip(text, _skip(text, end) + 1)
        if key == name:
            return at
        at = _next(text, at)
    return None


def _item(text: str, offset: int, index: str | int) -> int | None:
    if text[offset] != "[" or not isinstance(index, int):
        return None
    at = _skip(text, offset + 1)
    for _ in range(index):
        if text[at] == "]":
            return None
        at = _next(text, at)
    return None if text[at] == "]" else at


def _next(text: str, offset: int) -> int:
    """Where the next member or item starts, or the bracket that closes the container."""
    at = _skip(text, _end(text, offset))
    return _skip(text, at + 1) if text[at] == "," else at


def _end(text: str, offset: int) -> int:
    """Where a value ends."""
    depth, at = 0, offset
    while True:
        char = text[at]
        if char in "{[":
            depth, at = depth + 1, at + 1
        elif char in "}]":
            depth, at = depth - 1, at + 1
        elif char in ",: \t\r\n":
            at += 1
            continue
        else:
            match = (_STRING if char == '"' else _SCALAR).match(text, at)
            at = match.end() if match else at + 1
        if depth == 0:
            return at


def _skip(text: str, offset: int) -> int:
    match = _SPACE.match(text, offset)
    return match.end() if match else offset
