"""The integers that a payload spells `5.0`, found by the shape of its contract instead of by a walk over all of it."""

from collections.abc import Callable, Iterable
from math import isfinite
from typing import TypeAlias

from gonogo.gauge.shape import Shape
from gonogo.schema.numbers import is_whole, make_inside_whole, make_members_whole
from gonogo.schema.types import Json, Token

Mend: TypeAlias = Callable[[Json], bool]
"""Turns the whole floats inside one value into integers, in place, but for an object's own members.

Those are left to the caller, who reaches them without a call. Returns whether something is known of all that the
value holds, and no number may have been rounded; else its reader has to look again.
"""


def mending(shape: Shape) -> Mend | None:
    """Return what mends the values of a shape; None where nothing inside them can be a number, or unknown."""
    of_members = _of_members(shape) if "object" in shape.types else None
    of_items = _of_items(shape.items) if "array" in shape.types else None
    if of_members is not None and of_items is not None:
        return _by_kind(of_members, of_items)
    return of_members or of_items


def _of_members(shape: Shape) -> Mend | None:
    declared = {name: member for name, member in shape.members.items() if member is not None}
    named = shape.rest is not None and not shape.rest.types
    if not named and shape.known:
        return _mend_all
    below = [(name, member.numbers, mending(member)) for name, member in declared.items()]
    inside = tuple((name, numbers, mend) for name, numbers, mend in below if numbers or mend)
    of_declared = _mending_members(inside) if inside else None
    if not named or len(declared) < len(shape.members):
        return _with_others(frozenset(declared), of_declared)
    return of_declared


def _mending_members(inside: tuple[tuple[str, tuple[str, ...], Mend | None], ...]) -> Mend:
    def mend(value: Json) -> bool:
        if type(value) is not dict:
            return True
        for name, numbers, below in inside:
            held = value.get(name)
            if numbers and type(held) is dict:
                for each in numbers:
                    number = held.get(each)
                    if type(number) is float and number.is_integer():
                        if not is_whole(number):
                            return False
                        held[each] = int(number)
            if below is not None and not below(held):
                return False
        return True

    return mend


def _with_others(names: frozenset[str], of_declared: Mend | None) -> Mend:
    """Look beside the declared members for others, of which nothing is known."""

    def mend(value: Json) -> bool:
        if (
            type(value) is dict
            and not names.issuperset(value)
            and not _mend_scalars(value, value.keys() - names)
        ):
            return False
        return of_declared is None or of_declared(value)

    return mend


def _of_items(items: Shape | None) -> Mend | None:
    if items is None or (items.number and not items.known):
        return _mend_unknown_items
    if items.number:
        return _mend_all
    numbers, below, only_objects = items.numbers, mending(items), items.is_object
    if not numbers and below is None:
        return None

    def mend(value: Json) -> bool:
        if type(value) is not list:
            return True
        if numbers:
            objects = value if only_objects else [item for item in value if type(item) is dict]
            if not make_members_whole(objects, numbers):
                return False
        return below is None or all(map(below, value))

    return mend


def _by_kind(of_members: Mend, of_items: Mend) -> Mend:
    def mend(value: Json) -> bool:
        return (of_items if type(value) is list else of_members)(value)

    return mend


def _mend_all(value: Json) -> bool:
    return make_inside_whole(value) if type(value) is dict or type(value) is list else True


def _mend_unknown_items(value: Json) -> bool:
    return type(value) is not list or _mend_scalars(value, range(len(value)))


def _mend_scalars(container: Json, places: Iterable[Token]) -> bool:
    """Mend values of which nothing is known; returns whether they are scalars, and finite."""
    for place in places:
        value = container[place]
        kind = type(value)
        if kind is dict or kind is list:
            return False
        if kind is float:
            if not isfinite(value):
                return False
            if is_whole(value):
                container[place] = int(value)
    return True
