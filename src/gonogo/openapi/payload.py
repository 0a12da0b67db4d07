"""The body that a request is sent with: its media type, and what its argument keeps.

JSON is taken where there is any, else a form, else the first media type. What is sent as bytes is given in base64, and
what is sent as text of another kind than JSON is given as that text.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from gonogo.catalog.contract import Side
from gonogo.openapi.fault import Repair
from gonogo.openapi.media import essence, is_form, is_json, is_lines, is_multipart, is_text
from gonogo.openapi.members import mapping, text
from gonogo.openapi.objects import resolved
from gonogo.openapi.operation import Body
from gonogo.openapi.parts import name_in
from gonogo.openapi.schemas import Schemas
from gonogo.schema.types import Json

_OF_ENCODING: Final = ("contentType", "style", "explode", "allowReserved")
_PREFERRED: Final = (is_json, is_form, is_lines, is_text)
_RANKS: Final = {"application/json": 0, "application/merge-patch+json": 1, "application/json-patch+json": 3}
_OTHER: Final = 2
"""Which JSON is taken of several: a list of operations only where there is nothing else."""

_KEPT: Final = ("title", "description", "deprecated", "examples")
_BASE64: Final[dict[str, Json]] = {
    "type": "string",
    "contentEncoding": "base64",
    "pattern": "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$",
}
"""Bytes as an argument (RFC 4648, section 4)."""


@dataclass(frozen=True, slots=True)
class Payload:
    """What a body is made of.

    Attributes:
        media_type: what it is sent as, in the words of the document.
        schema: what the argument keeps, converted.
        base64: whether the argument is base64 of what is sent.
        binary: the members of a form in parts whose values are.
        encoding: how single members of a form are written, in the words of OpenAPI.
    """

    media_type: str
    schema: Json
    base64: bool = False
    binary: tuple[str, ...] = ()
    encoding: Mapping[str, Json] = field(default_factory=dict)


def payload_of(body: Body | None, schemas: Schemas, repairs: list[Repair]) -> Payload | None:
    """Return what an operation's body is made of; None where it has none.

    Args:
        body: as the document has it.
        schemas: the document's schemas.
        repairs: what is mended is added here.
    """
    if body is None or not body.media:
        return None
    name = _preferred(list(body.media))
    media = body.media[name]
    if media.schema is None:
        return _unsaid(name, _encoding(media.encoding))
    made = schemas.convert(media.schema, Side.INPUT)
    repairs.extend(made.repairs)
    if is_multipart(name):
        encoding = _encoding(media.encoding)
        binary: set[str] = set()
        schema = _with_bytes(made.schema, schemas, encoding, binary, frozenset())
        return Payload(name, schema, binary=tuple(sorted(binary)), encoding=encoding)
    if is_form(name):
        return Payload(name, made.schema, encoding=_encoding(media.encoding))
    return _single(name, made.schema, schemas)


def _preferred(names: list[str]) -> str:
    for holds in _PREFERRED:
        found = [name for name in names if holds(name)]
        if found:
            return min(found, key=lambda name: _RANKS.get(essence(name), _OTHER))
    return names[0]


def _unsaid(name: str, encoding: dict[str, Json]) -> Payload:
    """A body of which the document says no more than its media type."""
    if is_form(name):
        return Payload(name, {"type": "object"}, encoding=encoding)
    if is_json(name) or is_lines(name):
        return Payload(name, True)
    return Payload(name, {"type": "string"}) if is_text(name) else Payload(name, dict(_BASE64), base64=True)


def _single(name: str, schema: Json, schemas: Schemas) -> Payload:
    own = resolved(schemas, schema, Side.INPUT)
    if is_lines(name):
        return Payload(name, schema)
    if is_json(name):
        is_bytes = "*" in name and _is_bytes(own)
        return Payload(name, _bytes(own) if is_bytes else schema, base64=is_bytes)
    if is_text(name):
        is_plain = isinstance(own, dict) and own.get("type") in _SCALARS
        return Payload(name, schema if is_plain else {"type": "string", **_told(own)})
    return Payload(name, _bytes(own), base64=True)


_SCALARS: Final = ("string", "integer", "number", "boolean")


def _encoding(raw: Mapping[str, Json]) -> dict[str, Json]:
    """What a plan says of each member; headers of parts and what is unheard of stay behind."""
    kept = {
        name: {word: told[word] for word in _OF_ENCODING if word in told}
        for name, told in raw.items()
        if isinstance(told, dict)
    }
    return {name: told for name, told in kept.items() if told}


def _with_bytes(
    schema: Json, schemas: Schemas, encoding: Mapping[str, Json], binary: set[str], inside: frozenset[str]
) -> Json:
    """A form's schema, in which members that are sent as bytes are base64; their names are added to `binary`."""
    name = name_in(schema)
    if name is not None and name not in inside:
        target = schemas.definition(name, Side.INPUT).schema
        changed = _with_bytes(target, schemas, encoding, binary, inside | {name})
        return (
            schema
            if changed == target
            else changed
            if schema == {"$ref": schema["$ref"]}
            else {
                **{word: value for word, value in schema.items() if word != "$ref"},
                "allOf": [*schema.get("allOf", ()), changed],
            }
        )
    if not isinstance(schema, dict):
        return schema
    out = {
        word: [_with_bytes(each, schemas, encoding, binary, inside) for each in value]
        if word in {"allOf", "anyOf", "oneOf"}
        else value
        for word, value in schema.items()
    }
    members: dict[str, Json] = {}
    for member, own in mapping(schema, "properties").items():
        wanted = text(mapping(encoding, member), "contentType")
        made = _part(own, schemas, wanted)
        members[member] = own if made is None else made
        if made is not None:
            binary.add(member)
    return {**out, "properties": members} if members else out


def _part(schema: Json, schemas: Schemas, wanted: str) -> Json | None:
    """A member that is sent as bytes, or a list of such, as base64; None where it is not."""
    own = resolved(schemas, schema, Side.INPUT)
    if _is_bytes(own) or (_is_string(own) and wanted and not (is_text(wanted) or is_json(wanted))):
        return _bytes(own)
    if isinstance(own, dict) and own.get("type") == "array" and "items" in own:
        items = _part(own["items"], schemas, wanted)
        return None if items is None else {**own, "items": items}
    for word in ("anyOf", "oneOf"):
        branches = own.get(word, []) if isinstance(own, dict) else []
        made = [_part(branch, schemas, wanted) for branch in branches]
        texts = [_is_string(resolved(schemas, branch, Side.INPUT)) for branch in branches]
        if any(made) and all(new is not None or not plain for new, plain in zip(made, texts, strict=True)):
            return {**own, word: [new or old for new, old in zip(made, branches, strict=True)]}
    return None


def _is_string(own: Json) -> bool:
    return isinstance(own, dict) and own.get("type") == "string"


def _is_bytes(own: Json) -> bool:
    """Whether a schema means bytes: `format: binary` up to 3.0, `contentMediaType` without encoding from 3.1."""
    if not isinstance(own, dict):
        return False
    if own.get("format") == "binary":
        return True
    media_type = text(own, "contentMediaType")
    return (
        bool(media_type) and "contentEncoding" not in own and not (is_text(media_type) or is_json(media_type))
    )


def _bytes(own: Json) -> dict[str, Json]:
    return {**_BASE64, **_told(own)}


def _told(own: Json) -> dict[str, Json]:
    return {word: own[word] for word in _KEPT[:2] if isinstance(own, dict) and word in own}
