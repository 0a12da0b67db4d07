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
    containers = [root]
    for container in containers:  # it grows as containers are found
        for key, value in container.items() if type(container) is dict else enumerate(container):
            kind = type(value)
            if kind is str:
                continue
            if kind is float:
                if value.is_integer() and -SAFE_INTEGER < value < SAFE_INTEGER:
                    container[key] = int(value)
            elif kind is dict or kind is list:
                containers.append(value)
    return root


def make_members_whole(objects: Collection[dict[str, Json]], names: Iterable[str]) -> None:
    """Turn the whole floats that some objects hold under some names into integers, in place."""
    for name in names:
        for each in objects:
            number = each.get(name)
            if type(number) is float and number.is_integer() and -SAFE_INTEGER < number < SAFE_INTEGER:
                each[name] = int(number)
