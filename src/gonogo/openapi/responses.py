"""What an operation answers, as the output contract of a tool.

One JSON body that is an object, and no other success, is the result as it is. Everything else comes in an envelope
`{status, body}`, where the status says which body there is.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gonogo.catalog.contract import Side
from gonogo.openapi.fault import Repair
from gonogo.openapi.media import is_json
from gonogo.openapi.objects import means_object, takes_objects_only
from gonogo.openapi.operation import Media, Operation, Response
from gonogo.openapi.schemas import Schemas
from gonogo.schema.types import Json

_SUCCESS: Final = re.compile(r"2(\d\d|XX)")
_LOWEST, _HIGHEST = 200, 299
NOT_FOUND: Final = "404"
"""The error status that can be a state of the answer."""


@dataclass(frozen=True, slots=True)
class Output:
    """What a tool answers.

    Attributes:
        shape: `bare`, `envelope`, or `none` where there is no output contract.
        schema: a converted schema with an object at its root; None where the shape is `none`.
        reason: why there is none: a row of `REASONS`; empty where there is one.
        statuses: the successes by status: `json`, `other` (another media type), `mixed` or `empty`; `404` among them
            where that is a state.
        media_types: the media types of each success as the document writes them.
        repairs: what was mended.
    """

    shape: str
    schema: dict[str, Json] | None
    reason: str
    statuses: Mapping[str, str]
    media_types: Mapping[str, tuple[str, ...]]
    repairs: tuple[Repair, ...]


REASONS: Final = {
    "no_body": "every success comes without a body",
    "no_schema": "the JSON body of a success has no schema",
    "no_success": "the document tells of no success",
    "not_json": "every success comes in a media type other than JSON",
}
"""Why a tool has no output contract."""


def output_of(operation: Operation, schemas: Schemas, *, not_found: bool = False) -> Output:
    """Return what an operation's successes make of a tool's output.

    Args:
        operation: the operation.
        schemas: the document's schemas.
        not_found: whether a 404 that the document tells of is a state of the answer, and no error.
    """
    successes = [_own(each, operation) for each in operation.responses if _SUCCESS.fullmatch(each.status)]
    successes = successes or [
        _own(each, operation) for each in operation.responses if each.status == "default"
    ]
    kinds = {each.status: _kind(each) for each in successes}
    types = {each.status: tuple(each.media) for each in successes}
    reason = _reason(successes, kinds)
    if reason:
        return Output("none", None, reason, kinds, types, ())
    if not_found:
        successes += [_own(each, operation) for each in operation.responses if each.status == NOT_FOUND]
        kinds = {each.status: _kind(each) for each in successes}
        types = {each.status: tuple(each.media) for each in successes}
    repairs: list[Repair] = []
    bodies = {
        each.status: _body(each, schemas, repairs)
        for each in successes
        if kinds[each.status] in {"json", "mixed"}
    }
    if list(kinds.values()) == ["json"]:
        (schema,) = bodies.values()
        bare = _bare(schema, schemas, operation, repairs)
        if bare is not None:
            return Output("bare", bare, "", kinds, types, tuple(repairs))
    return Output("envelope", _envelope(bodies, kinds), "", kinds, types, tuple(repairs))


def _own(response: Response, operation: Operation) -> Response:
    """The response as it can come: the answer to HEAD has no body, whatever the document says (RFC 9110, 9.3.2)."""
    return Response(response.status, {}) if operation.method == "head" else response


def _reason(successes: list[Response], kinds: Mapping[str, str]) -> str:
    if not successes:
        return "no_success"
    if any(_has_schema(each) for each in successes):
        return ""
    if any(kind in {"json", "mixed"} for kind in kinds.values()):
        return "no_schema"
    return "not_json" if "other" in kinds.values() else "no_body"


def _has_schema(response: Response) -> bool:
    return any(media.schema is not None for name, media in response.media.items() if is_json(name))


def _kind(response: Response) -> str:
    if not response.media:
        return "empty"
    json = sum(is_json(name) for name in response.media)
    if json == 0:
        return "other"
    return "json" if json == len(response.media) else "mixed"


def _body(response: Response, schemas: Schemas, repairs: list[Repair]) -> Json:
    found: list[Json] = []
    for media in _json_media(response):
        if media.schema is None:
            return True
        made = schemas.convert(media.schema, Side.OUTPUT)
        repairs.extend(made.repairs)
        if made.schema not in found:
            found.append(made.schema)
    return found[0] if len(found) == 1 else {"anyOf": found}


def _json_media(response: Response) -> list[Media]:
    return [media for name, media in response.media.items() if is_json(name)]


def _bare(
    schema: Json, schemas: Schemas, operation: Operation, repairs: list[Repair]
) -> dict[str, Json] | None:
    if takes_objects_only(schemas, schema, Side.OUTPUT):
        return {"type": "object", **schema}
    if means_object(schemas, schema, Side.OUTPUT):
        repairs.append(Repair(str(operation.place.below("responses")), "object_implied"))
        return {"type": "object", **schema}
    return None


def _envelope(bodies: Mapping[str, Json], kinds: Mapping[str, str]) -> dict[str, Json]:
    """The envelope: an exact status says more than a range, so a range speaks only where no exact one does."""
    ranged = any(not status.isdigit() for status in kinds)
    exact = sorted(int(status) for status in kinds if status.isdigit())
    known: Json = {"enum": exact}
    if ranged:
        known = {"type": "integer", "minimum": _LOWEST, "maximum": _HIGHEST}
        beyond = [status for status in exact if status > _HIGHEST]
        known = {"anyOf": [known, {"enum": beyond}]} if beyond else known
    out: dict[str, Json] = {
        "type": "object",
        "properties": {
            "status": {**known, "description": "The status of the answer."},
            "body": {"description": "The body of the answer; absent where it has none, or is no JSON."},
        },
        "required": ["status"],
        "additionalProperties": False,
    }
    if any(kind in {"other", "mixed"} for kind in kinds.values()):
        out["properties"]["content_type"] = {
            "type": "string",
            "description": "The media type, where it is no JSON.",
        }
    if len(kinds) == 1:
        (status,) = kinds
        then = _then(bodies.get(status), kinds[status])
        out["properties"]["body"] = then["properties"]["body"]
        out.update({word: value for word, value in then.items() if word == "anyOf"})
        out["required"] = [*out["required"], *then.get("required", ())]
        return out
    out["allOf"] = [
        {"if": _is(status, exact), "then": _then(bodies.get(status), kinds[status])} for status in kinds
    ]
    return out


def _is(status: str, exact: list[int]) -> Json:
    wanted: Json = {"const": int(status)} if status.isdigit() else {"not": {"enum": exact}} if exact else {}
    return {"properties": {"status": wanted}, "required": ["status"]}


def _then(body: Json, kind: str) -> dict[str, Json]:
    if kind in {"empty", "other"}:
        return {"properties": {"body": False}}
    then: dict[str, Json] = {"properties": {"body": body}}
    if kind == "json":
        then["required"] = ["body"]
    else:
        then["anyOf"] = [{"required": ["body"]}, {"required": ["content_type"]}]
    return then
