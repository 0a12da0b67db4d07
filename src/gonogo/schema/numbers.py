"""JSON numbers: a number with an integral value below 2^53 is an integer, whatever its spelling.

Source: JSON Schema 2020-12, 4.2.3 (`1.0` is an integer); RFC 8259, section 6 (the interoperable range).
"""

from collections.abc import Collection, Iterable

from gonogo.schema.types import Json

SAFE_INTEGER = 2**53
"""The first positive integer whose neighbour a double cannot tell from it."""


def is_whole(number: float) -> bool:
    """Whether a float stands for an integer below 2^53 and is handed on as one."""
    return number.is_integer() and -SAFE_INTEGER < number < SAFE_INTEGER


def make_whole(root: Json) -> Json:
    """Turn the whole floats of a value into integers, in place; returns the value.

    For values that nobody else holds, such as one just parsed.
    """
    if type(root) is float:
        return int(root) if is_whole(root) else root
    if type(root) is not dict and type(root) is not list:
        return root
    make_inside_whole(root)
    return root


def make_inside_whole(container: dict[str, Json] | list[Json]) -> bool:
    """Turn the whole floats inside a container into integers, in place.

    Returns:
        Whether all floats with an integral value were below 2^53: another may be an integer that a parser has rounded.
    """
    exact = True
    containers: list[Json] = [container]
    for each in containers:  # it grows as containers are found
        for key, value in each.items() if type(each) is dict else enumerate(each):
            kind = type(value)
            if kind is str:
                continue
            if kind is float:
                if value.is_integer():
                    if -SAFE_INTEGER < value < SAFE_INTEGER:
                        each[key] = int(value)
                    else:
                        exact = False
            elif kind is dict or kind is list:
                containers.append(value)
    return exact


def make_members_whole(objects: Collection[dict[str, Json]], names: Iterable[str]) -> bool:
    """Turn the whole floats that some objects hold under some names into integers, in place.

    Returns:
        As for `make_inside_whole`.
    """
    exact = True
    for name in names:
        for each in objects:
            number = each.get(name)
            if type(number) is float and number.is_integer():
                if -SAFE_INTEGER < number < SAFE_INTEGER:
                    each[name] = int(number)
                else:
                    exact = False
    return exact
