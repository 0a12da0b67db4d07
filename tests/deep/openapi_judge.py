"""What an OpenAPI document itself says of a payload: python-jsonschema over the raw document, by a small reader.

It shares no code with the compiler. Schemas up to OpenAPI 3.0 are judged as draft 4 with `nullable`, those of 3.1 as
2020-12; formats are off. `discriminator` is heeded where it has a `mapping`, as the compiler's contract says it is.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from jsonschema import Draft4Validator, Draft202012Validator, ValidationError
from jsonschema.validators import extend
from referencing import Registry, Resource
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DRAFT4, DRAFT202012

URI = "urn:document"
_JSON = re.compile(r"(application|text)/json|[a-z]+/[^;]*\+json|\*/\*|application/\*")
_PARAMETER_WORDS = {"name", "in", "required", "description", "collectionFormat", "allowEmptyValue"}

Judge = Callable[[Any], bool]


class NoVerdict(Exception):
    """Raised when python-jsonschema cannot judge by the document: a word is malformed, or a reference leads nowhere."""


def is_json(media_type: str) -> bool:
    return _JSON.fullmatch(media_type.partition(";")[0].strip().lower()) is not None


class _Words:
    """The words that python-jsonschema reads otherwise than OpenAPI means them."""

    def __init__(self, version: str, side: str) -> None:
        nullable = "x-nullable" if version.startswith("2") else "nullable"
        self._nullable = nullable if version < "3.1" else ""
        self._side, self._hidden = side, "readOnly" if side == "input" else "writeOnly"

    def wrapped(self, check: Any) -> Any:
        """Return what passes null where a schema is nullable."""

        def run(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
            if not (self._nullable and instance is None and schema.get(self._nullable) is True):
                yield from check(validator, value, instance, schema) or ()

        return run

    def _is_hidden(self, validator: Any, schema: Any, name: str) -> bool:
        own = schema.get("properties", {}).get(name)
        resolver = validator._resolver
        while isinstance(own, dict) and "$ref" in own and not own.get(self._hidden):
            found = resolver.lookup(own["$ref"])
            own, resolver = found.contents, found.resolver
        return isinstance(own, dict) and own.get(self._hidden) is True

    def required(self, validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
        for name in value if isinstance(instance, dict) and isinstance(value, list) else ():
            if name not in instance and not self._is_hidden(validator, schema, name):
                yield ValidationError(f"{name} is missing")

    def properties(self, validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
        for name, own in value.items() if isinstance(instance, dict) else ():
            if name in instance and not (self._side == "input" and self._is_hidden(validator, schema, name)):
                yield from validator.descend(instance[name], own, path=name, schema_path=name)


def _discriminator(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    unions = [
        each for word in ("oneOf", "anyOf") for each in schema.get(word) or () if isinstance(each, dict)
    ]
    told = instance.get(value.get("propertyName")) if isinstance(instance, dict) else None
    target = value.get("mapping", {}).get(told) if isinstance(told, str) else None
    if target is not None:
        target = target if re.search(r"[#/]", target) else f"#/components/schemas/{target}"
        if target in [each.get("$ref") for each in unions]:
            yield from validator.descend(instance, {"$ref": target})


@cache
def validator_of(version: str, side: str) -> Any:
    """Return a class of validators that knows `nullable`, `readOnly`, `writeOnly` and `discriminator`."""
    base = Draft202012Validator if version >= "3.1" else Draft4Validator
    own = _Words(version, side)
    special = {"required": own.required, "properties": own.properties, "discriminator": _discriminator}
    words = {name: own.wrapped(check) for name, check in {**base.VALIDATORS, **special}.items()}
    made: Callable[..., Any] = extend
    return made(base, words, type_checker=Draft202012Validator.TYPE_CHECKER)


class Document:
    """A raw document as a judge.

    Args:
        raw: the document, of one file.
    """

    def __init__(self, raw: Any) -> None:
        self.raw = raw
        self.version = str(raw.get("openapi", raw.get("swagger")))
        specification = DRAFT202012 if self.version >= "3.1" else DRAFT4
        resource = Resource.from_contents(raw, default_specification=specification)
        self._registry: Any = Registry().with_resource(URI, resource)

    def settled(self, value: Any) -> Any:
        """Return what a reference object refers to."""
        while isinstance(value, dict) and "$ref" in value:
            value = self._registry.resolver(URI).lookup(value["$ref"]).contents
        return value

    def judge(self, schema: Any, side: str) -> Judge:
        """Return what decides by a raw schema of the document.

        Raises:
            NoVerdict: by what is returned, where python-jsonschema cannot tell.
        """
        if schema is None or isinstance(schema, bool):
            return lambda _payload: schema is not False
        validator = validator_of(self.version, side)(schema, _resolver=self._registry.resolver(URI))

        def run(payload: Any) -> bool:
            try:
                return next(iter(validator.iter_errors(payload)), None) is None
            except (
                Unresolvable,
                re.error,
                TypeError,
                AttributeError,
                RecursionError,
                KeyError,
                ValueError,
            ) as error:
                raise NoVerdict(type(error).__name__) from error
            except Exception as error:  # jsonschema's own faults for unknown types and words
                raise NoVerdict(type(error).__name__) from error

        return run

    def operation(self, path: str, method: str) -> tuple[Any, Any]:
        """Return the raw path item and operation."""
        item = self.settled(self.raw["paths"][path])
        return item, item[method]

    def parameters(self, path: str, method: str) -> dict[tuple[str, str], Any]:
        """Return the raw parameters by place and name."""
        found: dict[tuple[str, str], Any] = {}
        for holder in self.operation(path, method):
            for each in map(self.settled, holder.get("parameters", ())):
                found[each["in"], each["name"]] = each
        return found

    def schema_of(self, parameter: Any) -> Any:
        """Return a parameter's schema."""
        if "content" in parameter:
            return next(iter(parameter["content"].values())).get("schema")
        if "schema" in parameter:
            return parameter["schema"]
        return (
            {word: value for word, value in parameter.items() if word not in _PARAMETER_WORDS}
            if "type" in parameter
            else None
        )


def any_of(judges: Iterable[Judge]) -> Judge:
    """Return what accepts where one of several does."""
    own = list(judges)
    return lambda payload: any(judge(payload) for judge in own)


def output_judge(document: Document, path: str, method: str, shape: str) -> Judge:
    """Return the document's own verdict on what a tool answers, in the shape that the tool answers in."""
    _, operation = document.operation(path, method)
    produced = operation.get("produces", document.raw.get("produces", ["application/json"]))
    responses = {status: document.settled(told) for status, told in operation["responses"].items()}
    successes = {
        status: told for status, told in responses.items() if re.fullmatch(r"2(\d\d|XX)", status.upper())
    }
    successes = successes or {"default": responses["default"]}
    bodies: dict[str, list[Any]] = {}
    kinds: dict[str, str] = {}
    for status, told in successes.items():
        content = told.get("content", {})
        if "schema" in told:
            names = ["application/octet-stream"] if told["schema"].get("type") == "file" else produced
            content = dict.fromkeys(names, told)
        held = {name: document.settled(media) for name, media in content.items()}
        json = [media for name, media in held.items() if is_json(name)]
        bodies[status] = [document.judge(media.get("schema"), "output") for media in json]
        kinds[status] = (
            "empty" if not held else "other" if not json else "json" if len(json) == len(held) else "mixed"
        )
    if shape == "bare":
        body = any_of(next(iter(bodies.values())))
        return lambda payload: isinstance(payload, dict) and body(payload)
    return lambda payload: _envelope(payload, bodies, kinds)


def _envelope(payload: Any, bodies: Mapping[str, list[Any]], kinds: Mapping[str, str]) -> bool:
    media = {"content_type"} if {"other", "mixed"} & set(kinds.values()) else set()
    if not isinstance(payload, dict) or not payload.keys() <= {"status", "body", *media}:
        return False
    status = payload.get("status")
    if (
        not isinstance(status, int)
        or isinstance(status, bool)
        or not isinstance(payload.get("content_type", ""), str)
    ):
        return False
    ranges = [each for each in kinds if not each.isdigit()]
    key = str(status) if str(status) in kinds else ranges[0] if ranges and 200 <= status <= 299 else None
    if key is None:
        return False
    kind = kinds[key]
    if "body" in payload:
        return kind in {"json", "mixed"} and any_of(bodies[key])(payload["body"])
    return kind in {"empty", "other"} or (kind == "mixed" and "content_type" in payload)


def input_judge(document: Document, path: str, method: str, plan: Mapping[str, Any]) -> Judge:
    """Return the document's own verdict on arguments, as a plan places them."""
    raw = document.parameters(path, method)
    _, operation = document.operation(path, method)
    rows = [
        (
            tuple(row["argument"]),
            row["required"],
            document.judge(
                document.schema_of(raw.get((row["in"], row["name"]), {"type": "string"})), "input"
            ),
        )
        for row in plan["parameters"]
    ]
    told = plan.get("body")
    schema = _body_schema(document, operation, raw, told["media_type"]) if told else None
    body = document.judge(schema, "input")

    def run(arguments: Any) -> bool:
        if not isinstance(arguments, dict):
            return False
        left, whole = dict(arguments), {}
        groups = {argument[0] for argument, _, _ in rows if len(argument) > 1}
        for group in groups & left.keys():
            if not isinstance(left[group], dict):
                return False
            whole.update({(group, name): value for name, value in left.pop(group).items()})
        for argument, required, judge in rows:
            flat = whole if len(argument) > 1 else left
            key: Any = argument if len(argument) > 1 else argument[0]
            if key not in flat:
                if required:
                    return False
            elif not judge(flat.pop(key)):
                return False
        return not whole and _takes_body(left, told, body)

    return run


def _takes_body(left: dict[str, Any], told: Any, body: Judge) -> bool:
    if told is None:
        return not left
    if told["properties"] is not None:
        return left.keys() <= set(told["properties"]) and body(left)
    if "body" not in left:
        return not told["required"] and not left
    return left.keys() == {"body"} and body(left["body"])


def _body_schema(
    document: Document, operation: Any, raw: Mapping[tuple[str, str], Any], media_type: str
) -> Any:
    if "requestBody" in operation:
        content = document.settled(operation["requestBody"])["content"]
        return document.settled(content[media_type]).get("schema")
    fields = [each for (place, _), each in raw.items() if place == "formData"]
    if not fields:
        return next(each for (place, _), each in raw.items() if place == "body").get("schema")
    return {
        "type": "object",
        "properties": {each["name"]: document.schema_of(each) for each in fields},
        "required": [each["name"] for each in fields if each.get("required")],
    }
