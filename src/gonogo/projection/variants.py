"""Schemas and payloads made a little different: what a search for witnesses tries beside what it solves."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from gonogo.schema.engine import Patterns, takes
from gonogo.schema.types import Json


def broken(value: Json) -> Iterator[Json]:
    """Yield payloads in which one text holds no JSON."""
    if isinstance(value, str):
        yield "{"
    elif isinstance(value, list):
        for index, item in enumerate(value):
            for more in broken(item):
                yield [*value[:index], more, *value[index + 1 :]]
    elif isinstance(value, dict):
        for name, item in value.items():
            for more in broken(item):
                yield {**value, name: more}


_ODD: Final[tuple[Json, ...]] = (None, 1, "", {}, [])


def renamed(value: Json, names: Mapping[str, str]) -> Iterator[Json]:
    """Yield payloads in which one object has an undeclared key of a name that another one of its keys stands for."""
    if isinstance(value, list):
        for index, item in enumerate(value):
            for more in renamed(item, names):
                yield [*value[:index], more, *value[index + 1 :]]
    elif isinstance(value, dict):
        for name in [names[wire] for wire in value if wire in names]:
            yield from ({**value, name: odd} for odd in _ODD if name not in value)
        for name, item in value.items():
            for more in renamed(item, names):
                yield {**value, name: more}


_LOOKAROUND: Final = re.compile(r"\(\?<?[=!][^()]*\)")


def without_lookaround(schema: Json) -> Json:
    """A schema whose patterns can be made texts of; what is made of it is judged by the schema itself."""
    if isinstance(schema, list):
        return [without_lookaround(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    out = {word: without_lookaround(value) for word, value in schema.items()}
    if isinstance(out.get("pattern"), str):
        out["pattern"] = _LOOKAROUND.sub("", out["pattern"])
        if not takes(out["pattern"], Patterns.LINEAR):
            del out["pattern"]
    return out


def repeated(value: Json) -> Iterator[Json]:
    """Yield payloads in which one list holds its first item twice."""
    if isinstance(value, list):
        if value:
            yield [value[0], *value]
        for index, item in enumerate(value):
            for more in repeated(item):
                yield [*value[:index], more, *value[index + 1 :]]
    elif isinstance(value, dict):
        for name, item in value.items():
            for more in repeated(item):
                yield {**value, name: more}
