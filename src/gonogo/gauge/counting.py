"""How many members all objects of a value have, found by the shape of its contract instead of by a walk over all of it.

Each member of a text has its one colon, and a colon elsewhere stands in a string. So where a text has as many colons as
its value has members, no name was written twice, and the parser need not look for that itself.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from gonogo.gauge.shape import Shape
from gonogo.schema.types import Json

_Count: TypeAlias = Callable[[Sequence[Json]], int]
"""Counts the members of all objects in some values of one shape; -1 where a value is not as the shape says."""


def counting(shape: Shape) -> Callable[[Json], int] | None:
    """Return what counts the members of a value of a shape; None where the shape does not tell all of it.

    It answers -1 for a value of another shape.
    """
    count = _count(shape)
    return None if count is None else lambda value: count([value])


def _count(shape: Shape) -> _Count | None:
    if not shape.known:
        return None
    if shape.is_object and shape.rest is not None and not _holds_more(shape.rest):
        below: list[tuple[str, _Count]] = []
        for name, each in shape.members.items():
            if each is not None and _holds_more(each):
                inner = _count(each)
                if inner is None:
                    return None
                below.append((name, inner))
        return _of_objects(below)
    if shape.is_list and shape.items is not None:
        inner = _count(shape.items) if _holds_more(shape.items) else _nothing
        return None if inner is None else _of_lists(inner)
    return None


def _holds_more(shape: Shape) -> bool:
    return not shape.types.isdisjoint({"object", "array"})


def _are(values: Sequence[Json], kind: type) -> bool:
    return not values or set(map(type, values)) == {kind}


def _nothing(values: Sequence[Json]) -> int:
    return -1 if {dict, list} & set(map(type, values)) else 0


def _of_objects(below: list[tuple[str, _Count]]) -> _Count:
    def count(objects: Sequence[Json]) -> int:
        if not _are(objects, dict):
            return -1
        total = sum(map(len, objects))
        for name, inner in below:
            found = inner([each[name] for each in objects if name in each])
            if found < 0:
                return -1
            total += found
        return total

    return count


def _of_lists(inner: _Count) -> _Count:
    def count(lists: Sequence[Json]) -> int:
        if not _are(lists, list):
            return -1
        return inner(lists[0] if len(lists) == 1 else [item for each in lists for item in each])

    return count
