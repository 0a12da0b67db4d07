"""What an operation is called with: the input contract of a tool, and the plan that makes a request of its arguments.

Arguments are flat. Where two of them would have one name, all are grouped by where they go: `path`, `query`, `header`,
`cookie`, `body`. A plan is data: it says which argument goes where and how it is written.
"""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

from gonogo.catalog.contract import Side
from gonogo.openapi.fault import Repair
from gonogo.openapi.objects import resolved
from gonogo.openapi.operation import Body, Operation, Parameter
from gonogo.openapi.payload import Payload, payload_of
from gonogo.openapi.schemas import Schemas
from gonogo.openapi.source import Place
from gonogo.openapi.styles import PROFILES
from gonogo.schema.types import Json

_PLACEHOLDER: Final = re.compile(r"\{([^{}/]+)\}")
_FLAT_WORDS: Final = frozenset(
    {"type", "properties", "required", "additionalProperties", "title", "description", "examples", "default"}
)
_BODY: Final = "body"


@dataclass(frozen=True, slots=True)
class Request:
    """What a tool is called with.

    Attributes:
        schema: the input contract, converted and closed.
        plan: how a request is made of the arguments; it keeps `contracts/binding.json`, `request`.
        repairs: what was mended.
    """

    schema: dict[str, Json]
    plan: dict[str, Json]
    repairs: tuple[Repair, ...]


def request_of(operation: Operation, schemas: Schemas, arrays: str = PROFILES[0]) -> Request:
    """Return how an operation is called.

    Args:
        operation: what is called.
        schemas: the document's schemas.
        arrays: how a list inside `deepObject` is sent: a row of `styles.PROFILES`.
    """
    repairs: list[Repair] = []
    parameters = _parameters(operation, repairs)
    typed = [(each, _schema(each, schemas, repairs)) for each in parameters]
    body = payload_of(operation.body, schemas, repairs)
    flat = body is not None and _is_flat(body, operation.body, schemas)
    taken = [each.name for each in parameters]
    fields = resolved(schemas, body.schema, Side.INPUT) if body is not None and flat else None
    if fields is not None and set(fields.get("properties", ())) & set(taken):
        fields = None
    grouped = _clashes([*taken, *([_BODY] if body is not None and fields is None else [])])
    schema = _closed(typed, body, operation.body, fields, grouped=grouped)
    plan: dict[str, Json] = {
        "method": operation.method.upper(),
        "path": operation.path,
        "parameters": [_row(each, arrays, grouped=grouped) for each in parameters],
    }
    if body is not None and operation.body is not None:
        plan["body"] = _body(body, fields, arrays, required=operation.body.required)
    return Request(schema, plan, tuple(repairs))


def _body(body: Payload, fields: dict[str, Json] | None, arrays: str, *, required: bool) -> dict[str, Json]:
    is_deep = any(told.get("style") == "deepObject" for told in body.encoding.values())
    return {
        "media_type": body.media_type,
        "required": required,
        "properties": sorted(fields["properties"]) if fields is not None else None,
        "argument": None if fields is not None else [_BODY],
        "encoding": dict(body.encoding),
        "base64": body.base64,
        "binary": list(body.binary),
        **({"arrays": arrays} if is_deep else {}),
    }


def _clashes(names: list[str]) -> bool:
    return any(count > 1 for count in Counter(names).values())


def _parameters(operation: Operation, repairs: list[Repair]) -> list[Parameter]:
    """The parameters that a request can have: those of the path are the placeholders of its template."""
    wanted = _PLACEHOLDER.findall(operation.path)
    found: list[Parameter] = []
    for each in operation.parameters:
        if each.location == "path" and each.name not in wanted:
            repairs.append(Repair(str(each.place), "parameter_dropped"))
        else:
            found.append(each)
    known = {each.name for each in found if each.location == "path"}
    for name in dict.fromkeys(wanted):
        if name not in known:
            repairs.append(Repair(str(operation.place), "parameter_implied"))
            found.append(_implied(name, operation.place))
    return found


def _implied(name: str, place: Place) -> Parameter:
    return Parameter(name, "path", True, None, "simple", False, None, False, "", place)


def _schema(parameter: Parameter, schemas: Schemas, repairs: list[Repair]) -> Json:
    if parameter.schema is None:
        made: Json = {"type": "string"} if parameter.location == "path" else {}
    else:
        converted = schemas.convert(parameter.schema, Side.INPUT)
        repairs.extend(converted.repairs)
        made = converted.schema
    if parameter.description and isinstance(made, dict):
        made = {**made, "description": parameter.description}
    return made


def _is_flat(body: Payload, declared: Body | None, schemas: Schemas) -> bool:
    """Whether a body's properties may stand among the arguments: it is always sent, and holds nothing undeclared."""
    schema = resolved(schemas, body.schema, Side.INPUT)
    return (
        declared is not None
        and declared.required
        and isinstance(schema, dict)
        and schema.keys() <= _FLAT_WORDS
        and schema.get("type") == "object"
        and isinstance(schema.get("properties"), dict)
        and schema.get("additionalProperties", False) is False
        and set(schema.get("required", ())) <= schema["properties"].keys()
    )


def _closed(
    typed: list[tuple[Parameter, Json]],
    body: Payload | None,
    declared: Body | None,
    fields: dict[str, Json] | None,
    *,
    grouped: bool,
) -> dict[str, Json]:
    groups: dict[str, dict[str, Json]] = {}
    for each, schema in typed:
        group = groups.setdefault(each.location if grouped else "", _object())
        group["properties"][each.name] = schema
        if each.required:
            group["required"].append(each.name)
    out = groups.pop("", _object())
    for location, group in groups.items():
        out["properties"][location] = _without_empty(group)
        if group["required"]:
            out["required"].append(location)
    if fields is not None:
        out["properties"].update(fields["properties"])
        out["required"] += fields.get("required", [])
    elif body is not None:
        schema = body.schema
        if (
            declared is not None
            and declared.description
            and isinstance(schema, dict)
            and "$ref" not in schema
        ):
            schema = {"description": declared.description, **schema}
        out["properties"][_BODY] = schema
        if declared is not None and declared.required:
            out["required"].append(_BODY)
    return _without_empty(out)


def _object() -> dict[str, Json]:
    return {"type": "object", "properties": {}, "required": [], "additionalProperties": False}


def _without_empty(schema: dict[str, Json]) -> dict[str, Json]:
    return {word: value for word, value in schema.items() if word != "required" or value}


def _row(parameter: Parameter, arrays: str, *, grouped: bool) -> dict[str, Json]:
    return {
        "argument": [parameter.location, parameter.name] if grouped else [parameter.name],
        "in": parameter.location,
        "name": parameter.name,
        "required": parameter.required,
        "style": parameter.style,
        "explode": parameter.explode,
        "media_type": parameter.media_type,
        "allow_reserved": parameter.allow_reserved,
        **({"arrays": arrays} if parameter.style == "deepObject" else {}),
    }
