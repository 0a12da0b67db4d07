"""The keywords of JSON Schema 2020-12 that a contract may hold, and what shape the value of each has.

Source: JSON Schema 2020-12, core and validation. What is not in the table (`xml`, `discriminator`, `x-` words) does not
travel: validators in strict mode refuse a word that they do not know.
"""

from collections.abc import Callable, Mapping
from typing import Final

from gonogo.schema.types import Json

TYPES: Final = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})

FORMATS: Final = frozenset(
    {
        *(
            "date",
            "time",
            "date-time",
            "duration",
            "uri",
            "uri-reference",
            "uri-template",
            "email",
            "hostname",
        ),
        *("ipv4", "ipv6", "regex", "uuid", "json-pointer", "relative-json-pointer"),
        *("byte", "int32", "int64", "float", "double", "password", "binary"),
    }
)
"""The formats of JSON Schema and of OpenAPI that validators know; another one says nothing to them."""


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_count(value: Json) -> bool:
    return _is_number(value) and value >= 0 and value == int(value)


def _is_names(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_dependency(value: Json) -> bool:
    return isinstance(value, dict) and all(_is_names(names) for names in value.values())


def _is_text(value: Json) -> bool:
    return isinstance(value, str)


def _is_flag(value: Json) -> bool:
    return isinstance(value, bool)


def _is_any(_value: Json) -> bool:
    return True


def _is_values(value: Json) -> bool:
    return isinstance(value, list) and bool(value)


VALUES: Final[Mapping[str, Callable[[Json], bool]]] = {
    **dict.fromkeys(("title", "description", "$comment", "contentEncoding", "contentMediaType"), _is_text),
    **dict.fromkeys(("deprecated", "readOnly", "writeOnly", "uniqueItems"), _is_flag),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), _is_number),
    **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems"), _is_count),
    **dict.fromkeys(("minProperties", "maxProperties", "minContains", "maxContains"), _is_count),
    **dict.fromkeys(("default", "const"), _is_any),
    "multipleOf": lambda value: _is_number(value) and value > 0,
    "required": _is_names,
    "dependentRequired": _is_dependency,
    "enum": _is_values,
    "pattern": _is_text,
    "format": _is_text,
}
"""For each keyword that holds no schemas, whether a value has its shape."""
