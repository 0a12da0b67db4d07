"""A payload made as small as it can be while it still shows what it shows."""

from collections.abc import Callable, Iterator
from typing import Final

from gonogo.schema.types import Json
from gonogo.schema.types import Path as Steps
from gonogo.witness.changes import put

_MOST_TRIED: Final = 400
_LONG: Final = 12
"""Texts up to this length are left as they are: `text` reads better than `t`."""


def shrunk(value: Json, shows: Callable[[Json], bool]) -> Json:
    """Return a payload without the members and items that it does not need, and with plain values.

    Args:
        value: a payload.
        shows: whether a payload still shows what it is to show.
    """
    tried = 0
    again = True
    while again and tried < _MOST_TRIED:
        again = False
        for smaller in _smaller(value):
            tried += 1
            if shows(smaller):
                value, again = smaller, True
                break
            if tried >= _MOST_TRIED:
                break
    return value


def _smaller(value: Json) -> Iterator[Json]:
    """Payloads with one thing less: members and items from the outside in, then shorter texts."""
    for path, item in _places(value, ()):
        if isinstance(item, dict):
            for name in reversed(item):
                yield put(value, path, {other: each for other, each in item.items() if other != name})
        elif isinstance(item, list):
            for index in reversed(range(len(item))):
                yield put(value, path, item[:index] + item[index + 1 :])
    for path, item in _places(value, ()):
        if isinstance(item, str) and len(item) > _LONG:
            yield put(value, path, item[: len(item) // 2])


def _places(value: Json, path: Steps) -> Iterator[tuple[Steps, Json]]:
    yield path, value
    if isinstance(value, dict):
        for name, item in value.items():
            yield from _places(item, (*path, name))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _places(item, (*path, index))
