"""Which change makes a payload be refused: the one that, taken back, lets it pass."""

import copy
from collections.abc import Iterator
from typing import Final

from gonogo.diff.changes import Change
from gonogo.schema.errors import SchemaError
from gonogo.schema.types import Json, Schema
from gonogo.witness.formula import Side

_MOST_TRIED: Final = 60
_EARLIER: Final = "accepting-"
_ITSELF: Final = "accepting"
"""What the names of the accepting schema's definitions begin with where both are put together."""


def causes(
    changes: list[Change], accepting: Side, refusing: Side, payload: Json, *, new_refuses: bool
) -> list[Change]:
    """Return the changes of which each alone makes a payload be refused; none where only several together do.

    Args:
        changes: what changed between the two schemas.
        accepting: the schema that accepts the payload.
        refusing: the one that refuses it.
        payload: the payload.
        new_refuses: whether the refusing schema is the new one.
    """
    found = [
        change
        for change in [each for each in changes if each.action != "annotated"][:_MOST_TRIED]
        if _passes(_taken_back(change, accepting, refusing, new_refuses=new_refuses), payload, refusing)
    ]
    wanted = "tightened" if new_refuses else "relaxed"
    contrary = "relaxed" if new_refuses else "tightened"
    sure = {(change.old, change.keyword) for change in found if change.action == wanted}
    return [
        change for change in found if change.action != contrary or (change.old, change.keyword) not in sure
    ]


def _passes(document: Schema | None, payload: Json, refusing: Side) -> bool:
    if document is None:
        return False
    try:
        return Side(document, "mended", formats=refusing.formats).root.accepts(payload)
    except SchemaError:
        return False


def _taken_back(change: Change, accepting: Side, refusing: Side, *, new_refuses: bool) -> Schema | None:
    """The refusing schema with one change undone; None where the change is too large for that."""
    before, after = (change.old, change.new) if new_refuses else (change.new, change.old)
    if not change.steps or not isinstance(refusing.document, dict):
        return None
    whole, target = _copied(refusing.document, after)
    source = _at(accepting.document, before)
    keyword = str(change.steps[0])
    wanted = _renamed(source.get(keyword))
    if len(change.steps) > 1 and isinstance(change.steps[1], str):
        name = change.steps[1]
        members = dict(target.get(keyword, {}))
        members.pop(name, None)
        target[keyword] = members | ({name: wanted[name]} if wanted and name in wanted else {})
    elif keyword in source:
        target[keyword] = wanted
    else:
        target.pop(keyword, None)
    whole["$defs"] = {**whole.get("$defs", {}), **_definitions(accepting.document)}
    return whole


def _copied(document: dict[str, Json], steps: tuple[str | int, ...]) -> tuple[dict[str, Json], Json]:
    """A copy of a document that can be changed at one place, and that place; the rest is shared."""
    whole = place = dict(document)
    for step in steps:
        place[step] = copy.copy(place[step])  # type: ignore[index]
        place = place[step]  # type: ignore[index]
    return whole, place if isinstance(place, dict) else {}


def _at(document: Json, steps: tuple[str | int, ...]) -> dict[str, Json]:
    for step in steps:
        document = document[step]
    return document if isinstance(document, dict) else {}


def _definitions(document: Schema) -> dict[str, Json]:
    """The definitions of the accepting schema, and itself, under names of their own."""
    words = document if isinstance(document, dict) else {}
    named = {f"{_EARLIER}{name}": _renamed(value) for name, value in words.get("$defs", {}).items()}
    itself = {word: _renamed(value) for word, value in words.items() if word != "$defs"}
    return {**named, _ITSELF: itself}


def _renamed(value: Json) -> Json:
    """A copy whose references lead to the names that `_definitions` gives."""
    if isinstance(value, list):
        return [_renamed(item) for item in value]
    if not isinstance(value, dict):
        return value
    return dict(_renamed_members(value))


def _renamed_members(value: dict[str, Json]) -> Iterator[tuple[str, Json]]:
    for name, item in value.items():
        if name == "$ref" and item == "#":
            yield name, f"#/$defs/{_ITSELF}"
        elif name == "$ref" and isinstance(item, str):
            yield name, item.replace("#/$defs/", f"#/$defs/{_EARLIER}", 1)
        else:
            yield name, _renamed(item)
