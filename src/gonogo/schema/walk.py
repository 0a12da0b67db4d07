"""A walk over a schema that knows where schemas stand.

Source: the applicator table in `dialect.py`. What stands under `const`, `enum`, `default`, `examples`, an
`x-` word or any unknown keyword is a value, and is never entered.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from gonogo.schema.dialect import APPLICATORS, Applicator, Draft, Holds, embedded_draft
from gonogo.schema.types import Json, Path, Schema


@dataclass(frozen=True, slots=True)
class Child:
    """A schema that stands directly inside another.

    Attributes:
        applicator: the keyword that holds it.
        path: the steps from the schema around it: the keyword, then a name or an index where there is one.
        schema: the schema itself.
    """

    applicator: Applicator
    path: Path
    schema: Schema


@dataclass(frozen=True, slots=True)
class Place:
    """One schema inside a document.

    Attributes:
        path: the steps from the document's root.
        schema: the schema itself.
        applicator: the keyword that holds it; None at the root.
        draft: the draft in which it is written; an embedded resource may name its own.
    """

    path: Path
    schema: Schema
    applicator: Applicator | None
    draft: Draft


def is_schema(value: Json) -> bool:
    """Whether a value has a schema's shape: an object or a boolean."""
    return isinstance(value, dict | bool)


def children(schema: Schema, draft: Draft) -> Iterator[Child]:
    """Yield the schemas that stand directly inside a schema, in the order in which they are written.

    A value of the wrong shape (a `properties` that is a list) is passed over: the meta-schema reports it.
    """
    if not isinstance(schema, dict):
        return
    table = APPLICATORS[draft]
    for keyword, value in schema.items():
        applicator = table.get(keyword)
        if applicator is not None:
            yield from _held(applicator, keyword, value)


def walk(schema: Schema, draft: Draft) -> Iterator[Place]:
    """Yield every schema of a document, the root first, each before those inside it, in document order.

    Args:
        schema: the document.
        draft: the draft in which it is written.
    """
    stack = [Place((), schema, None, draft)]
    while stack:
        place = stack.pop()
        yield place
        inside = [
            Place(
                place.path + child.path,
                child.schema,
                child.applicator,
                embedded_draft(child.schema, place.draft),
            )
            for child in children(place.schema, place.draft)
        ]
        stack.extend(reversed(inside))


def _held(applicator: Applicator, keyword: str, value: Json) -> Iterator[Child]:
    holds = applicator.holds
    if holds is Holds.MAP:
        if isinstance(value, dict):
            for name, schema in value.items():
                if is_schema(schema):
                    yield Child(applicator, (keyword, name), schema)
    elif isinstance(value, list):
        if holds is not Holds.ONE:
            for index, schema in enumerate(value):
                if is_schema(schema):
                    yield Child(applicator, (keyword, index), schema)
    elif holds is not Holds.LIST and is_schema(value):
        yield Child(applicator, (keyword,), value)
