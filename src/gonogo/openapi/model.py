"""A document's operations: OpenAPI 3.0, 3.1 and 3.2 are read here, Swagger 2.0 in `swagger.py`, into one model."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from gonogo.openapi import swagger
from gonogo.openapi.fault import OpenApiFault
from gonogo.openapi.head import IGNORED_HEADERS, Head, alternatives, declared
from gonogo.openapi.members import flag, listing, mapping, text, texts
from gonogo.openapi.operation import METHODS, Body, Media, Operation, Parameter, Response, Version
from gonogo.openapi.source import Located, Place, Source
from gonogo.schema.types import Json

_STYLES: Final = {
    "path": ("simple", "label", "matrix"),
    "query": ("form", "spaceDelimited", "pipeDelimited", "deepObject"),
    "querystring": ("form",),
    "header": ("simple",),
    "cookie": ("form", "cookie"),
}
"""The styles that each place knows, its default first (OpenAPI 3.2, "Style Values")."""

_VERSIONS: Final = (
    (re.compile(r"3\.0(\..*)?"), Version.V3_0),
    (re.compile(r"3\.[12](\..*)?"), Version.V3_1),
)


@dataclass(frozen=True, slots=True)
class Failed:
    """An operation that could not be read.

    Attributes:
        key: its method and path.
        fault: why.
    """

    key: str
    fault: OpenApiFault


def version_of(source: Source) -> Version:
    """Return the version that a document says it is written in.

    Raises:
        OpenApiFault: it says none that is known, or cannot be read.
    """
    root = source.root(source.entry)
    if isinstance(root, dict) and str(root.get("swagger", "")) in {"2.0", "2"}:
        return Version.V2_0
    said = str(root.get("openapi", "")) if isinstance(root, dict) else ""
    for pattern, version in _VERSIONS:
        if pattern.fullmatch(said):
            return version
    raise OpenApiFault(
        "unknown_version", f"{source.entry}#/openapi", "Swagger 2.0 or OpenAPI 3.0, 3.1 or 3.2 is read"
    )


def operations(source: Source, version: Version) -> Iterator[Operation | Failed]:
    """Yield the operations of a document in its order; one that cannot be read comes as its fault."""
    root = source.root(source.entry)
    reader = swagger.read_operation if version is Version.V2_0 else _operation
    at = Place(source.entry, ("paths",))
    for path, raw in mapping(root, "paths").items():
        if path.startswith("x-"):
            continue
        try:
            item, place = source.settled(raw, at.below(path))
        except OpenApiFault as fault:
            yield Failed(f"* {path}", fault)
            continue
        for method, own, where in _members(item, place):
            yield _read(reader, source, Head(method, path, own, item, root, where, place))


def _members(item: Json, place: Place) -> Iterator[tuple[str, Json, Place]]:
    for method in METHODS:
        if isinstance(item, dict) and method in item:
            yield method, item[method], place.below(method)
    for method, own in mapping(item, "additionalOperations").items():
        yield method.lower(), own, place.below("additionalOperations", method)


def _read(reader: Callable[[Source, Head], Operation], source: Source, head: Head) -> Operation | Failed:
    key = f"{head.method.upper()} {head.path}"
    if not isinstance(head.raw, dict):
        return Failed(key, OpenApiFault("malformed_operation", str(head.place), "an operation is an object"))
    try:
        return reader(source, head)
    except OpenApiFault as fault:
        return Failed(key, fault)


def _operation(source: Source, head: Head) -> Operation:
    raw = head.raw
    return Operation(
        method=head.method,
        path=head.path,
        identifier=text(raw, "operationId"),
        summary=text(raw, "summary") or text(head.item, "summary"),
        description=text(raw, "description") or text(head.item, "description"),
        tags=texts(raw, "tags"),
        deprecated=flag(raw, "deprecated"),
        parameters=_parameters(source, head),
        body=_body(source, head),
        responses=tuple(_responses(source, head)),
        security=alternatives(head),
        servers=_servers(head),
        place=head.place,
    )


def _parameters(source: Source, head: Head) -> tuple[Parameter, ...]:
    read: list[Parameter] = []
    for raw, place in declared(source, head):
        location, name = text(raw, "in"), text(raw, "name")
        if location == "header" and name.lower() in IGNORED_HEADERS:
            continue
        if location not in _STYLES or not name:
            if flag(raw, "required"):
                raise OpenApiFault("unknown_location", str(place), "`in` is path, query, header or cookie")
            continue
        read.append(_parameter(raw, place, location, name))
    return tuple(read)


def _parameter(raw: Json, place: Place, location: str, name: str) -> Parameter:
    told = text(raw, "style")
    style = told if told in _STYLES[location] else _STYLES[location][0]
    media_type = next(iter(mapping(raw, "content")), None)
    schema: Located | None = None
    if media_type is not None:
        inside = mapping(raw, "content")[media_type]
        if isinstance(inside, dict) and "schema" in inside:
            schema = Located(inside["schema"], place.below("content", media_type, "schema"))
    elif "schema" in raw:
        schema = Located(raw["schema"], place.below("schema"))
    exploded = raw.get("explode")
    return Parameter(
        name=name,
        location=location,
        required=location == "path" or flag(raw, "required"),
        schema=schema,
        style=style,
        explode=exploded if isinstance(exploded, bool) else style in {"form", "cookie"},
        media_type=media_type,
        allow_reserved=flag(raw, "allowReserved"),
        description=text(raw, "description"),
        place=place,
    )


def _body(source: Source, head: Head) -> Body | None:
    if not isinstance(head.raw.get("requestBody"), dict):
        return None
    raw, place = source.settled(head.raw["requestBody"], head.place.below("requestBody"))
    return Body(_media(source, raw, place), flag(raw, "required"), text(raw, "description"))


def _responses(source: Source, head: Head) -> Iterator[Response]:
    for status, raw in mapping(head.raw, "responses").items():
        if not status.startswith("x-"):
            own, place = source.settled(raw, head.place.below("responses", status))
            yield Response(status.upper() if status != "default" else status, _media(source, own, place))


def _media(source: Source, holder: Json, place: Place) -> dict[str, Media]:
    found: dict[str, Media] = {}
    for name, raw in mapping(holder, "content").items():
        own, where = source.settled(raw, place.below("content", name))
        has = isinstance(own, dict) and "schema" in own
        schema = Located(own["schema"], where.below("schema")) if has else None
        found[name] = Media(schema, mapping(own, "encoding"))
    return found


def _servers(head: Head) -> tuple[str, ...]:
    for holder in (head.raw, head.item, head.root):
        found = tuple(url for row in listing(holder, "servers") if (url := text(row, "url")))
        if found:
            return found
    return ()
