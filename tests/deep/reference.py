"""What JSON text and JSON values are, written down a second time and as plainly as can be: the fuzz's reference."""

import json
from collections.abc import Iterator
from math import isfinite

from gonogo.schema.limits import Limits
from gonogo.schema.types import Json

_MOST_DIGITS = 4300


class NotJson(Exception):
    """Raised when something is not strict JSON, or measures more than its limits allow."""


def value_of(text: str | bytes, limits: Limits) -> Json:
    """Return the value of a strict JSON text, as the standard library reads it.

    Raises:
        NotJson: the text is not one.
    """
    try:
        data = text if isinstance(text, bytes) else text.encode()
        if len(data) > limits.size:
            raise NotJson("size")
        value = json.loads(data.decode(), object_pairs_hook=_pairs, parse_constant=_constant)
    except (ValueError, RecursionError) as error:
        raise NotJson(str(error)) from None
    hold_to(value, Limits(limits.size, limits.depth, limits.nodes))
    return value


def hold_to(value: Json, limits: Limits) -> None:
    """Hold a Python value to the data model of JSON and to limits.

    Raises:
        NotJson: it breaks one of them.
    """
    size = 0
    for nodes, (item, depth) in enumerate(_walk(value, limits.depth), 1):
        size += len(_bytes(item)) if type(item) is str else 0
        if type(item) is dict:
            size += sum(len(_bytes(name)) for name in item)
        if nodes > limits.nodes or size > limits.size or depth > limits.depth:
            raise NotJson("limits")


def normal(value: Json) -> Json:
    """Return a value as it is handed on: a number with an integral value below 2^53 is an `int`."""
    if isinstance(value, dict):
        return {name: normal(item) for name, item in value.items()}
    if isinstance(value, list):
        return [normal(item) for item in value]
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    return value


def _walk(value: Json, most: int) -> Iterator[tuple[Json, int]]:
    """Every value with its depth, containers one deeper than a scalar; deeper ones are not entered."""
    stack = [(value, 0)]
    while stack:
        item, depth = stack.pop()
        inside = _inside(item)
        deeper = depth + 1 if inside is not None else depth
        yield item, deeper
        if deeper <= most:
            stack.extend((below, deeper) for below in inside or ())


def _inside(item: Json) -> list[Json] | None:
    if type(item) is dict:
        if any(type(name) is not str for name in item):
            raise NotJson("key")
        return list(item.values())
    if type(item) is list:
        return item
    if type(item) is float and not isfinite(item):
        raise NotJson("not finite")
    if type(item) is int and abs(item) >= 10**_MOST_DIGITS:
        raise NotJson("range")
    if item is not None and type(item) not in (str, int, float, bool):
        raise NotJson("type")
    return None


def _bytes(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise NotJson("surrogate") from None


def _pairs(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise NotJson("duplicate key")
    return members


def _constant(name: str) -> Json:
    raise NotJson(name)
