"""Where a place of a JSON document stands in its text, so that a finding can name a line and a column."""

import json
import re
from bisect import bisect_right
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


@dataclass(frozen=True, slots=True)
class Span:
    """Where a member or a value stands in a text, in characters.

    Attributes:
        start: where its name begins, or the value itself where it has none.
        value: where its value begins.
        end: where its value ends.
    """

    start: int
    value: int
    end: int


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


def member_span(text: str, path: Path) -> Span | None:
    """Return where the member at a path stands, its name included; None where the path leads to no member.

    Args:
        text: JSON text that has been parsed.
        path: the steps from the root; the last one is a name.
    """
    around = object_span(text, path[:-1]) if path else None
    if around is None:
        return None
    at = _skip(text, around.value + 1)
    while text[at] == '"':
        end = _end(text, at)
        value = _skip(text, _skip(text, end) + 1)
        if json.loads(text[at:end]) == path[-1]:
            return Span(at, value, _end(text, value))
        at = _next(text, value)
    return None


def object_span(text: str, path: Path) -> Span | None:
    """Return where the object at a path stands; None where no object stands there."""
    offset = _skip(text, 0)
    for step in path:
        found = _member(text, offset, step) if text[offset] == "{" else _item(text, offset, step)
        if found is None:
            return None
        offset = found
    return Span(offset, offset, _end(text, offset)) if text[offset] == "{" else None


class Positions:
    """The position of every value of one text, found in one pass: what many findings on a large file ask for.

    Args:
        text: JSON text that has been parsed.
    """

    def __init__(self, text: str) -> None:
        self._offsets: dict[Path, int] = {}
        self._lines = [0, *(match.end() for match in re.finditer("\n", text))]
        self._scan(text)

    def of(self, path: Path) -> Position:
        """Return where the value at a path starts; the nearest place around it where the path leads nowhere."""
        while path and path not in self._offsets:
            path = path[:-1]
        offset = self._offsets[path]
        line = bisect_right(self._lines, offset)
        return Position(line, offset - self._lines[line - 1] + 1)

    def _scan(self, text: str) -> None:
        """Walk the text once; what is open stands on a stack, so that no depth of nesting is too deep."""
        at = self._offsets[()] = _skip(text, 0)
        open_: list[tuple[Path, bool, int]] = []
        path: Path = ()
        while True:
            if text[at] in "{[":
                open_.append((path, text[at] == "{", -1))
                at = _skip(text, at + 1)
            else:
                at = _skip(text, _end(text, at))
            while open_ and text[at] in "}]":
                open_.pop()
                at = _skip(text, at + 1)
            if not open_:
                return
            at = _skip(text, at + 1) if text[at] == "," else at
            around, is_object, index = open_.pop()
            if is_object:
                end = _end(text, at)
                path = (*around, json.loads(text[at:end]))
                at = _skip(text, _skip(text, end) + 1)
            else:
                path = (*around, index + 1)
            open_.append((around, is_object, index + 1))
            self._offsets.setdefault(path, at)


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
