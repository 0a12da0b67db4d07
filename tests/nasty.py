"""Tools whose schemas are seldom seen and still right, and some that are broken: what converters fall over."""

from typing import Any

TEXT = {"type": "string"}


def closed(properties: dict[str, Any], required: list[str] | None = None, **more: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties) if required is None else required,
        "additionalProperties": False,
        **more,
    }


def doubling(levels: int) -> dict[str, Any]:
    """A schema of few words that would be 2 to the power of the levels, written out."""
    steps: dict[str, Any] = {f"l{i}": {"allOf": [{"$ref": f"#/$defs/l{i + 1}"}] * 2} for i in range(levels)}
    return {
        "type": "object",
        "allOf": [{"$ref": "#/$defs/l0"}],
        "$defs": {**steps, f"l{levels}": {"type": "object"}},
    }


TREE = closed(
    {"value": {"type": "integer"}, "children": {"type": "array", "items": {"$ref": "#/$defs/tree"}}},
    ["value"],
)

SOUND: dict[str, tuple[Any, list[Any], list[Any]]] = {
    "recursive tree": (
        {**closed({"tree": {"$ref": "#/$defs/tree"}}), "$defs": {"tree": TREE}},
        [
            {"tree": {"value": 1}},
            {"tree": {"value": 1, "children": [{"value": 2, "children": [{"value": 3}]}, {"value": 4}]}},
        ],
        [{"tree": {"value": 1, "children": [{"value": "2"}]}}],
    ),
    "mutual": (
        {
            **closed({"a": {"$ref": "#/$defs/a"}}),
            "$defs": {
                "a": closed({"b": {"anyOf": [{"$ref": "#/$defs/b"}, {"type": "null"}]}}),
                "b": closed({"a": {"$ref": "#/$defs/a"}, "n": {"type": "number"}}),
            },
        },
        [{"a": {"b": None}}, {"a": {"b": {"a": {"b": None}, "n": 1.5}}}],
        [{"a": {"b": {"a": {}, "n": 1}}}],
    ),
    "dynamic": (
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": "https://example.com/dynamic",
            "$dynamicAnchor": "node",
            **closed({"data": {}, "next": {"$dynamicRef": "#node"}}, ["data"]),
        },
        [{"data": 1}, {"data": [1, None], "next": {"data": {"x": True}}}],
        [{"data": 1, "next": {"dat": 2}}],
    ),
    "boolean schemas": (
        closed({"anything": True, "nothing": False, "list": {"type": "array", "items": False}}, ["anything"]),
        [{"anything": None}, {"anything": {"deep": [1]}, "list": []}],
        [{"anything": 1, "nothing": 1}, {"anything": 1, "list": [1]}],
    ),
    "huge enum": (
        closed(
            {
                "code": {"enum": [f"code-{i:04}" for i in range(900)]},
                "level": {"enum": [1, 2.5, None, True, "x"]},
            }
        ),
        [{"code": "code-0000", "level": 2.5}, {"code": "code-0899", "level": None}],
        [{"code": "code-0900", "level": 1}, {"code": "code-0001", "level": 3}],
    ),
    "имя-ツール.v2": (
        closed(
            {"größe": {"type": "number"}, "日本": TEXT, "a b": TEXT, "": {"type": "integer"}, "😀": TEXT},
            ["größe"],
        ),
        [{"größe": 1.5, "日本": "x", "a b": "y", "": 7, "😀": "z"}, {"größe": 0}],
        [{"größe": "1"}, {"日本": "x"}],
    ),
    "draft four": (
        {
            "$schema": "http://json-schema.org/draft-04/schema#",
            **closed(
                {
                    "n": {"type": "number", "minimum": 0, "exclusiveMinimum": True},
                    "pair": {"type": "array", "items": [TEXT, {"type": "integer"}], "additionalItems": False},
                    "s": {"$ref": "#/definitions/short"},
                },
                ["n"],
                definitions={"short": {"type": "string", "maxLength": 3}},
            ),
        },
        [{"n": 0.5, "pair": ["a", 1], "s": "abc"}, {"n": 1, "pair": []}],
        [{"n": 0}, {"n": 1, "pair": [1, "a"]}, {"n": 1, "pair": ["a", 1, 2]}, {"n": 1, "s": "abcd"}],
    ),
    "draft seven": (
        {
            "$schema": "http://json-schema.org/draft-07/schema#",
            **closed(
                {"card": TEXT, "address": TEXT, "kind": {"enum": ["a", "b"]}},
                [],
                dependencies={"card": ["address"], "kind": {"required": ["address"]}},
            ),
        },
        [{}, {"address": "x"}, {"card": "1", "address": "x"}, {"kind": "a", "address": "x"}],
        [{"card": "1"}, {"kind": "b"}],
    ),
    "patterns": (
        {
            "type": "object",
            "properties": {"id": TEXT},
            "required": ["id"],
            "patternProperties": {
                "^n_": {"type": "integer"},
                "_at$": {"type": "string", "format": "date-time"},
            },
            "additionalProperties": False,
        },
        [{"id": "x"}, {"id": "x", "n_1": 3, "made_at": "2026-01-01T00:00:00Z"}],
        [{"id": "x", "n_1": "3"}, {"id": "x", "other": 1}],
    ),
    "tuples": (
        closed(
            {
                "point": {
                    "type": "array",
                    "prefixItems": [{"type": "number"}, {"type": "number"}, {"enum": ["m", "km"]}],
                    "minItems": 3,
                    "items": False,
                }
            }
        ),
        [{"point": [1, 2.5, "km"]}],
        [{"point": ["km", 1, 2]}, {"point": [1, 2]}, {"point": [1, 2, "m", 4]}],
    ),
    "dependent": (
        closed(
            {"a": TEXT, "b": TEXT, "c": {"type": "integer"}},
            [],
            dependentSchemas={"a": {"required": ["b"], "properties": {"c": {"minimum": 10}}}},
            dependentRequired={"c": ["b"]},
        ),
        [{}, {"b": "x"}, {"a": "x", "b": "y", "c": 10}, {"b": "y", "c": 1}],
        [{"a": "x"}, {"a": "x", "b": "y", "c": 9}, {"c": 1}],
    ),
    "unevaluated": (
        {
            "type": "object",
            "oneOf": [
                {"properties": {"kind": {"const": "card"}, "number": TEXT}, "required": ["kind", "number"]},
                {
                    "properties": {"kind": {"const": "cash"}, "till": {"type": "integer"}},
                    "required": ["kind", "till"],
                },
            ],
            "properties": {"amount": {"type": "number", "minimum": 0}},
            "required": ["amount"],
            "unevaluatedProperties": False,
        },
        [{"amount": 1, "kind": "card", "number": "4"}, {"amount": 2.5, "kind": "cash", "till": 3}],
        [
            {"amount": 1, "kind": "card", "till": 3},
            {"amount": 1, "kind": "card", "number": "4", "till": 3},
            {"amount": -1, "kind": "cash", "till": 3},
        ],
    ),
    "redundant twice": (
        closed({"code": {"type": "string", "minLength": 3, "pattern": "^.{3,}$"}}),
        [{"code": "abc"}],
        [{"code": "ab"}],
    ),
    "any of anything": (
        closed(
            {"value": {"anyOf": [{"type": ["string", "null"]}, {"type": "array"}, {"type": "object"}]}}, []
        ),
        [{}, {"value": None}, {"value": [1, {"a": None}]}, {"value": {"k": [1]}}, {"value": "{}"}],
        [{"value": 3}],
    ),
    "quotes": (
        {
            **closed(
                {
                    "class": {"enum": ['"', "'", "\\", "*/", "${x}", "`", "a\nb", '"""', "#"]},
                    "__init__": {**TEXT, "description": '*/ """ \\ `${process.exit()}` \\'},
                    "$ref": TEXT,
                    "enum": {"type": "array", "items": {"type": "string"}},
                },
                ["class"],
            ),
            "description": 'Ends in a quote" and """ and a backslash \\',
        },
        [{"class": '"""', "__init__": "x", "$ref": "#", "enum": ["a"]}, {"class": "a\nb"}],
        [{"class": "x"}, {"class": "#", "enum": [1]}],
    ),
}
"""By name: a schema, payloads that it admits, and payloads that it refuses."""

BROKEN: dict[str, Any] = {
    "unresolved": {"type": "object", "properties": {"x": {"$ref": "#/$defs/nowhere"}}},
    "malformed": {"type": "object", "properties": {"x": {"type": "objct"}}},
    "circular": {"type": "object", "properties": {"x": {"$ref": "#/properties/x"}}},
    "explosive": doubling(25),
}
"""Schemas of which no contract can be made, or that no target takes."""
