"""Operations of Swagger 2.0, read into the model of the later versions.

Source: Swagger 2.0, "Parameter Object" and "Response Object". A form's fields become the properties of one body.
"""

from collections.abc import Iterator
from typing import Final

from gonogo.openapi.fault import OpenApiFault
from gonogo.openapi.head import IGNORED_HEADERS, Head, alternatives, declared
from gonogo.openapi.members import flag, mapping, text, texts
from gonogo.openapi.operation import Body, Media, Operation, Parameter, Response
from gonogo.openapi.source import Located, Place, Source
from gonogo.schema.types import Json

_STYLES: Final = {
    "csv": ("form", False),
    "ssv": ("spaceDelimited", False),
    "tsv": ("tabDelimited", False),
    "pipes": ("pipeDelimited", False),
    "multi": ("form", True),
}
"""For each `collectionFormat`, style and explode in later words."""

_NOT_OF_THE_SCHEMA: Final = frozenset(
    {"name", "in", "description", "required", "collectionFormat", "allowEmptyValue"}
)
_JSON: Final = "application/json"
_FORM: Final = "application/x-www-form-urlencoded"
_MULTIPART: Final = "multipart/form-data"


def read_operation(source: Source, head: Head) -> Operation:
    """Return an operation.

    Raises:
        OpenApiFault: a reference leads nowhere, or a required parameter stands in an unknown place.
    """
    raw, given = head.raw, declared(source, head)
    return Operation(
        method=head.method,
        path=head.path,
        identifier=text(raw, "operationId"),
        summary=text(raw, "summary"),
        description=text(raw, "description"),
        tags=texts(raw, "tags"),
        deprecated=flag(raw, "deprecated"),
        parameters=tuple(_parameters(given)),
        body=_body(given, head),
        responses=tuple(_responses(source, head)),
        security=alternatives(head),
        servers=_servers(head.root),
        place=head.place,
    )


def _parameters(given: list[Located]) -> Iterator[Parameter]:
    for raw, place in given:
        location, name = text(raw, "in"), text(raw, "name")
        if location in {"body", "formData"}:
            continue
        if location not in {"path", "query", "header"} or not name:
            if flag(raw, "required"):
                raise OpenApiFault(
                    "unknown_location", str(place), "`in` is path, query, header, formData or body"
                )
            continue
        if location == "header" and name.lower() in IGNORED_HEADERS:
            continue
        style, explode = _STYLES.get(text(raw, "collectionFormat"), _STYLES["csv"])
        if location != "query" and style == "form":
            style = "simple"
        yield Parameter(
            name=name,
            location=location,
            required=location == "path" or flag(raw, "required"),
            schema=_own_schema(raw, place),
            style=style,
            explode=explode,
            media_type=None,
            allow_reserved=False,
            description=text(raw, "description"),
            place=place,
        )


def _own_schema(raw: Json, place: Place) -> Located:
    kept = {name: value for name, value in raw.items() if name not in _NOT_OF_THE_SCHEMA}
    return Located(kept, place)


def _body(given: list[Located], head: Head) -> Body | None:
    consumes = texts(head.raw, "consumes") or texts(head.root, "consumes")
    for raw, place in given:
        if text(raw, "in") == "body":
            schema = Located(raw["schema"], place.below("schema")) if "schema" in raw else None
            media = {name: Media(schema) for name in consumes or (_JSON,)}
            return Body(media, flag(raw, "required"), text(raw, "description"))
    fields = [each for each in given if text(each.value, "in") == "formData"]
    return _form(fields, consumes, head) if fields else None


def _form(fields: list[Located], consumes: tuple[str, ...], head: Head) -> Body:
    properties: dict[str, Json] = {}
    for raw, _ in fields:
        kept = {
            name: value for name, value in raw.items() if name not in _NOT_OF_THE_SCHEMA - {"description"}
        }
        if kept.get("type") == "file":
            kept |= {"type": "string", "format": "binary"}
        properties[text(raw, "name")] = kept
    required = [text(raw, "name") for raw, _ in fields if flag(raw, "required")]
    has_file = any(text(raw, "type") == "file" for raw, _ in fields)
    form = _MULTIPART if has_file or (_MULTIPART in consumes and _FORM not in consumes) else _FORM
    schema: Json = {"type": "object", "properties": properties}
    if required:
        schema["required"] = required
    encoding = {text(raw, "name"): _encoding(raw) for raw, _ in fields if text(raw, "type") == "array"}
    return Body({form: Media(Located(schema, head.place.below("parameters")), encoding)}, bool(required), "")


def _encoding(raw: Json) -> Json:
    style, explode = _STYLES.get(text(raw, "collectionFormat"), _STYLES["csv"])
    return {"style": style, "explode": explode}


def _responses(source: Source, head: Head) -> Iterator[Response]:
    produces = texts(head.raw, "produces") or texts(head.root, "produces") or (_JSON,)
    for status, raw in mapping(head.raw, "responses").items():
        if status.startswith("x-"):
            continue
        own, place = source.settled(raw, head.place.below("responses", status))
        media: dict[str, Media] = {}
        if isinstance(own, dict) and "schema" in own:
            schema = Located(own["schema"], place.below("schema"))
            names = ("application/octet-stream",) if text(own["schema"], "type") == "file" else produces
            media = {name: Media(schema) for name in names}
        yield Response(status, media)


def _servers(root: Json) -> tuple[str, ...]:
    host, base = text(root, "host"), text(root, "basePath")
    schemes = texts(root, "schemes") or ("https",)
    return tuple(f"{scheme}://{host}{base}" for scheme in schemes) if host else ((base,) if base else ())
