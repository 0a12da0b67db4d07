"""Python functions with type hints, and models that know their JSON Schema, read into contract files."""

import dataclasses
import inspect
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from gonogo.schema.types import Json
from gonogo.sources.lists import Imported

_PLAIN: Final[Mapping[Any, dict[str, Json]]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    None: {"type": "null"},
    Any: {},
    object: {},
}
_LISTS: Final = (list, Sequence, tuple, set, frozenset)
_MAPS: Final = (dict, Mapping)


class NoSchema(ValueError):
    """Raised when a type hint has no JSON Schema; its text says which."""


def functions_in(module: types.ModuleType) -> dict[str, Callable[..., Any]]:
    """Return the public functions that a module defines itself, in the order of the file."""
    own = getattr(module, "__all__", None)
    return {
        name: member
        for name, member in vars(module).items()
        if inspect.isfunction(member)
        and member.__module__ == module.__name__
        and (name in own if own is not None else not name.startswith("_"))
    }


def read_functions(functions: Mapping[str, Callable[..., Any]]) -> tuple[Imported, ...]:
    """Read functions into contracts: parameters are the input, what is returned is the output.

    A function that cannot be read has a fault, and takes no other with it.
    """
    return tuple(_read(name, function) for name, function in functions.items())


def _read(name: str, function: Callable[..., Any]) -> Imported:
    try:
        hints = get_type_hints(function, include_extras=True)
        given = _input(function, hints)
        told = schema_of(hints["return"]) if hints.get("return", Any) not in (Any, None, type(None)) else None
    except (NoSchema, NameError, TypeError) as error:
        return Imported(name, "python", {}, (), str(error))
    files: dict[str, Json] = {f"schemas/tools/{name}.json": given}
    if told is not None:
        files[f"schemas/outputs/{name}.json"] = told
    return Imported(name, "python", files)


def _input(function: Callable[..., Any], hints: Mapping[str, Any]) -> dict[str, Json]:
    described = (inspect.getdoc(function) or "").split("\n\n")[0].replace("\n", " ").strip()
    properties: dict[str, Json] = {}
    required: list[str] = []
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD, parameter.POSITIONAL_ONLY):
            raise NoSchema(f"`{name}` cannot be named by a caller")
        if name not in hints:
            raise NoSchema(f"`{name}` has no type hint")
        properties[name] = schema_of(hints[name])
        if parameter.default is parameter.empty:
            required.append(name)
        elif isinstance(parameter.default, str | int | float | bool | None):
            properties[name] = {**properties[name], "default": parameter.default}
    told: dict[str, Json] = {"description": described} if described else {}
    return {**told, **_closed(properties, required)}


def schema_of(hint: Any) -> dict[str, Json]:
    """Return the JSON Schema of a type hint.

    Raises:
        NoSchema: it has none.
    """
    if isinstance(hint, type | type(None)) or hint is Any:
        plain = _PLAIN.get(hint)
        if plain is not None:
            return dict(plain)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return {**schema_of(arguments[0]), **_annotated(arguments[1:])}
    if origin in (Required, NotRequired):
        return schema_of(arguments[0])
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [schema_of(each) for each in arguments]}
    if (origin or hint) in _LISTS:
        return _list(origin or hint, arguments)
    if (origin or hint) in _MAPS:
        return _map(arguments)
    return _class(hint)


def _annotated(notes: Sequence[Any]) -> dict[str, Json]:
    """A text beside a type describes it; so does a pydantic field's description."""
    for note in notes:
        text = note if isinstance(note, str) else getattr(note, "description", None)
        if isinstance(text, str):
            return {"description": text}
    return {}


def _list(kind: Any, arguments: Sequence[Any]) -> dict[str, Json]:
    unique: dict[str, Json] = {"uniqueItems": True} if kind in (set, frozenset) else {}
    if kind is tuple and arguments and arguments[-1] is not Ellipsis:
        parts = [schema_of(each) for each in arguments]
        return {"type": "array", "prefixItems": parts, "items": False, "minItems": len(parts)}
    return {"type": "array", **({"items": schema_of(arguments[0])} if arguments else {}), **unique}


def _map(arguments: Sequence[Any]) -> dict[str, Json]:
    if not arguments:
        return {"type": "object"}
    if arguments[0] is not str:
        raise NoSchema("the keys of a JSON object are text")
    inner = schema_of(arguments[1])
    return {"type": "object", "additionalProperties": inner or True}


def _class(hint: Any) -> dict[str, Json]:
    own = getattr(hint, "model_json_schema", None)
    if own is not None:
        schema: dict[str, Json] = own()
        return schema
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {"enum": [member.value for member in hint]}
    if is_typeddict(hint):
        fields = get_type_hints(hint, include_extras=True)
        return _closed(
            {name: schema_of(each) for name, each in fields.items()}, sorted(hint.__required_keys__)
        )
    if dataclasses.is_dataclass(hint):
        return _dataclass(hint)
    raise NoSchema(f"no JSON Schema is known of {getattr(hint, '__name__', hint)!s}")


def _dataclass(hint: Any) -> dict[str, Json]:
    fields = get_type_hints(hint, include_extras=True)
    required = [
        each.name
        for each in dataclasses.fields(hint)
        if each.default is dataclasses.MISSING and each.default_factory is dataclasses.MISSING
    ]
    return _closed({name: schema_of(each) for name, each in _in_order(hint, fields)}, required)


def _in_order(hint: Any, fields: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for each in dataclasses.fields(hint):
        yield each.name, fields[each.name]


def _closed(properties: dict[str, Json], required: list[str]) -> dict[str, Json]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
