"""Edits of a JSON text that leave the rest of it as it was written."""

from collections.abc import Iterable
from dataclasses import dataclass

from gonogo.schema.positions import Span, member_span, object_span
from gonogo.schema.text import write
from gonogo.schema.types import Json, Path


@dataclass(frozen=True)
class Remove:
    """Take a member out of an object.

    Attributes:
        path: the steps to the member.
    """

    path: Path


@dataclass(frozen=True)
class Insert:
    """Put a member into an object; nothing is done where the object has it already.

    Attributes:
        path: the steps to the object.
        name, value: the member.
        behind: the members behind which it goes, where they are there; else it goes in front of all.
    """

    path: Path
    name: str
    value: Json
    behind: tuple[str, ...] = ()


@dataclass(frozen=True)
class Replace:
    """Put another value in place of a member's.

    Attributes:
        path: the steps to the member.
        value: its new value.
    """

    path: Path
    value: Json


Edit = Remove | Insert | Replace


def edited(text: str, edits: Iterable[Edit]) -> str:
    """Return a JSON text with edits made; one whose place an earlier edit took away is left out.

    Args:
        text: JSON text that has been parsed.
        edits: in the order in which they are made.
    """
    for edit in _once(edits):
        text = _made(text, edit)
    return text


def _once(edits: Iterable[Edit]) -> list[Edit]:
    """Each edit once: several rules may ask for the same."""
    kept: list[Edit] = []
    for edit in edits:
        if edit not in kept:
            kept.append(edit)
    return kept


def _made(text: str, edit: Edit) -> str:
    if isinstance(edit, Insert):
        return _inserted(text, edit)
    span = member_span(text, edit.path)
    if span is None:
        return text
    if isinstance(edit, Replace):
        return text[: span.value] + write(edit.value) + text[span.end :]
    return _without(text, span)


def _without(text: str, span: Span) -> str:
    """Take a member out with the comma behind it, or before it where it is the last, and the white space between."""
    start, end = span.start, span.end
    behind = _skipped(text, end)
    if text[behind] == ",":
        return text[:start] + text[_skipped(text, behind + 1) :]
    before = text[:start].rstrip(" \t\r\n")
    if before.endswith(","):
        return before[:-1] + text[end:]
    return text[:start] + text[behind:]


def _inserted(text: str, edit: Insert) -> str:
    span = object_span(text, edit.path)
    if span is None or member_span(text, (*edit.path, edit.name)) is not None:
        return text
    member = f"{write(edit.name)}: {write(edit.value)}"
    first = _skipped(text, span.value + 1)
    if text[first] == "}":
        return text[: span.value + 1] + member + text[first:]
    gap = text[span.value + 1 : first]
    before = [member_span(text, (*edit.path, name)) for name in edit.behind]
    end = max((each.end for each in before if each is not None), default=None)
    if end is not None:
        return text[:end] + "," + (gap or " ") + member + text[end:]
    return text[: span.value + 1] + gap + member + "," + (gap or " ") + text[first:]


def _skipped(text: str, offset: int) -> int:
    while text[offset] in " \t\r\n":
        offset += 1
    return offset
