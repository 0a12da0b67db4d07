"""The examples of an operation's successes that a document holds: what it says itself that its service answers.

They stand beside a body's schema, or at that schema's root. Source: OpenAPI 3.1, sections 4.8.14, 4.8.19 and 4.8.24;
Swagger 2.0, "Example Object". An example by `externalValue` is not
fetched.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from gonogo.openapi.fault import OpenApiFault
from gonogo.openapi.media import is_json
from gonogo.openapi.members import listing, mapping
from gonogo.openapi.operation import Operation
from gonogo.openapi.source import Place, Source
from gonogo.schema.limits import Limits
from gonogo.schema.text import TextFault, parse
from gonogo.schema.types import Json
from gonogo.schema.value import ValueFault

_SUCCESS: Final = re.compile(r"2(\d\d|XX)", re.IGNORECASE)
_TEXT: Final = re.compile(r"\s*[{\[]")


@dataclass(frozen=True, slots=True)
class Example:
    """One documented body of a success.

    Attributes:
        operation: method and path.
        status: three digits; the first of a range.
        value: the body.
        place: where it stands, as `file#pointer`.
    """

    operation: str
    status: int
    value: Json = field(repr=False)
    place: str


def examples_of(source: Source, operation: Operation) -> Iterator[Example]:
    """Yield the examples of an operation's JSON successes, in the order of the document.

    A reference that leads nowhere yields nothing.
    """
    try:
        raw, place = source.settled(_at(source, operation.place), operation.place)
        responses = list(mapping(raw, "responses").items())
    except OpenApiFault:
        return
    for status, told in responses:
        if not _SUCCESS.fullmatch(status):
            continue
        try:
            response, where = source.settled(told, place.below("responses", status))
        except OpenApiFault:
            continue
        if not isinstance(response, dict):
            continue
        for value, at in _of_response(source, response, where):
            yield Example(operation.key, int(status.upper().replace("X", "0")), _parsed(value), str(at))


def _at(source: Source, place: Place) -> Json:
    found = source.root(place.file)
    for step in place.path:
        found = found[step] if isinstance(found, dict) else found[int(step)]
    return found


def _of_response(source: Source, response: Json, place: Place) -> Iterator[tuple[Json, Place]]:
    for name, value in mapping(response, "examples").items():
        if is_json(name):
            yield value, place.below("examples", name)
    if "schema" in response:
        yield from _of_schema(source, response["schema"], place.below("schema"))
    for name, told in mapping(response, "content").items():
        if not is_json(name):
            continue
        try:
            media, where = source.settled(told, place.below("content", name))
        except OpenApiFault:
            continue
        yield from _of_media(source, media, where)


def _of_media(source: Source, media: Json, place: Place) -> Iterator[tuple[Json, Place]]:
    if not isinstance(media, dict):
        return
    if "example" in media:
        yield media["example"], place.below("example")
    for title, raw in mapping(media, "examples").items():
        try:
            held, at = source.settled(raw, place.below("examples", title))
        except OpenApiFault:
            continue
        if isinstance(held, dict) and "value" in held:
            yield held["value"], at.below("value")
    if "schema" in media:
        yield from _of_schema(source, media["schema"], place.below("schema"))


def _of_schema(source: Source, raw: Json, place: Place) -> Iterator[tuple[Json, Place]]:
    """The examples of a whole body that its schema brings along."""
    try:
        schema, at = source.settled(raw, place)
    except OpenApiFault:
        return
    if isinstance(schema, dict) and "example" in schema:
        yield schema["example"], at.below("example")
    for index, value in enumerate(listing(schema, "examples")):
        yield value, at.below("examples", index)


def _parsed(value: Json) -> Json:
    """An example that is written as text of an object or a list means what the text says."""
    if not isinstance(value, str) or not _TEXT.match(value):
        return value
    try:
        return parse(value.encode(), Limits())
    except (TextFault, ValueFault, UnicodeEncodeError):
        return value
