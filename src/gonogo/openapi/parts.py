"""What a converted schema is made of: its references, its text without annotations, its large parts.

All of it is aware of positions, by the table of applicators of draft 2020-12.
"""

from collections.abc import Callable, Iterator
from typing import Final

from gonogo.schema.dialect import APPLICATORS, Draft, Holds
from gonogo.schema.text import write
from gonogo.schema.types import Json

TABLE: Final = APPLICATORS[Draft.DRAFT_2020_12]
PREFIX: Final = "#/$defs/"
_TOLD: Final = frozenset({"title", "description", "examples", "default", "$comment", "deprecated"})


def size(schema: Json) -> int:
    """Return the bytes of a schema's text."""
    return len(write(schema).encode())


def name_in(schema: Json) -> str | None:
    """Return the name that a schema refers to; None where it is no reference."""
    reference = schema.get("$ref") if isinstance(schema, dict) else None
    return reference.removeprefix(PREFIX) if isinstance(reference, str) else None


def inside(schema: Json) -> Iterator[tuple[str, Json]]:
    """Yield the schemas that stand directly inside a schema, each with the keyword that holds it."""
    if not isinstance(schema, dict):
        return
    for word, value in schema.items():
        row = TABLE.get(word)
        if row is None:
            continue
        held = value.values() if row.holds is Holds.MAP else value if isinstance(value, list) else (value,)
        for each in held:
            yield word, each


def names(schema: Json, *, in_place: bool = False) -> frozenset[str]:
    """Return the names that a schema refers to.

    Args:
        schema: a converted schema.
        in_place: only those that judge the very value that the schema judges.
    """
    found: set[str] = set()
    waiting = [schema]
    while waiting:
        each = waiting.pop()
        name = name_in(each)
        if name is not None:
            found.add(name)
        waiting += [child for word, child in inside(each) if not in_place or TABLE[word].in_place]
    return frozenset(found)


def mapped(schema: Json, change: Callable[[str, Json], Json]) -> Json:
    """Return a schema with each schema directly inside it changed.

    Args:
        schema: a converted schema.
        change: takes the keyword and the schema inside.
    """
    if not isinstance(schema, dict):
        return schema
    out: dict[str, Json] = {}
    for word, value in schema.items():
        row = TABLE.get(word)
        if row is None:
            out[word] = value
        elif row.holds is Holds.MAP:
            out[word] = {name: change(word, each) for name, each in value.items()}
        elif isinstance(value, list):
            out[word] = [change(word, each) for each in value]
        else:
            out[word] = change(word, value)
    return out


def unannotated(schema: Json) -> Json:
    """Return a schema without the words that only people read."""
    plain = mapped(schema, lambda _word, each: unannotated(each))
    return (
        {word: value for word, value in plain.items() if word not in _TOLD}
        if isinstance(plain, dict)
        else plain
    )


def hoisted(schema: Json, name: str, limit: int) -> tuple[Json, dict[str, Json]]:
    """Return a schema with its large parts moved out, and those parts by name: the same schema in other words.

    Args:
        schema: a converted schema.
        name: what the parts' names begin with.
        limit: the bytes that a part may have before it is moved.
    """
    moved: dict[str, Json] = {}

    def move(_word: str, each: Json) -> Json:
        small = mapped(each, move)
        if size(small) <= limit or name_in(small) is not None:
            return small
        own = f"{name}-part{len(moved) + 1}"
        moved[own] = small
        return {"$ref": PREFIX + own}

    return mapped(schema, move), moved
