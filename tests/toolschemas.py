"""Schemas by chance as authors of tools write them, and payloads that come near to them."""

from random import Random
from typing import Any

NAMES = ("city", "limit", "kind", "tags", "when", "deep", "filter[id]", "$top", "note")
TEXTS = (
    "",
    "a",
    "ab",
    "abc",
    "cash",
    "card",
    "2026-01-31",
    "2026-01-31T12:00:00Z",
    "x@example.com",
    "1",
    "null",
    "{}",
)
NUMBERS = (0, 1, 2, 3, 5, 10, -1, 0.5, 1.5, 100)
PATTERNS = ("^[a-c]+$", "^a", "b$", "^[0-9]{1,3}$", "a|b", "^(?!x)[a-z]+$")
FORMATS = ("date", "date-time", "email", "uri", "uuid", "iban")


class Maker:
    """Makes schemas and payloads of one seed."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    def root(self) -> dict[str, Any]:
        """Return a tool's input: an object, now and then with a union at the root or with definitions."""
        schema = self.object(3)
        if self.one_in(6):
            schema |= {self.pick(("oneOf", "anyOf")): [self.object(1), self.object(1)]}
        if self.one_in(8):
            schema["allOf"] = [self.object(1)]
        schema["$defs"] = {"leaf": self.any(1), "node": self.node()}
        return schema

    def node(self) -> dict[str, Any]:
        """Return a definition that refers to itself."""
        return {
            "type": "object",
            "properties": {
                "value": self.any(0),
                "next": {"anyOf": [{"$ref": "#/$defs/node"}, {"type": "null"}]},
            },
            "required": self.some(("value", "next")),
            **self.closing(),
        }

    def any(self, depth: int) -> Any:
        """Return a schema of any kind, with at most so many schemas inside one another."""
        leaves = (self.text, self.text, self.number, self.number, self.listed, self.plain)
        inner = (
            self.object,
            self.object,
            self.array,
            self.union,
            self.map,
            self.both,
            self.rare,
            self.choice,
        )
        chosen = self.chance.randrange(len(leaves) + (len(inner) if depth > 0 else 0))
        schema = leaves[chosen]() if chosen < len(leaves) else inner[chosen - len(leaves)](depth - 1)
        if isinstance(schema, dict) and self.one_in(5):
            schema["description"] = "words"
        if isinstance(schema, dict) and self.one_in(9):
            schema["default"] = self.pick((1, "a", None))
        return schema

    def text(self) -> dict[str, Any]:
        schema: dict[str, Any] = {"type": "string"}
        if self.one_in(3):
            schema[self.pick(("minLength", "maxLength"))] = self.pick((0, 1, 2, 3))
        if self.one_in(3):
            schema["pattern"] = self.pick(PATTERNS)
        elif self.one_in(3):
            schema["format"] = self.pick(FORMATS)
        return schema

    def number(self) -> dict[str, Any]:
        schema: dict[str, Any] = {"type": self.pick(("integer", "number"))}
        for word in ("minimum", "maximum", "exclusiveMinimum", "multipleOf"):
            if self.one_in(5):
                schema[word] = self.pick((1, 2, 3))
        return schema

    def listed(self) -> dict[str, Any]:
        if self.one_in(3):
            return {"const": self.pick((*TEXTS, 1, None, True))}
        values = self.chance.sample((*TEXTS, 1, 2, None, True), self.pick((1, 2, 3)))
        return {"enum": values}

    def plain(self) -> Any:
        return self.pick(
            ({}, True, {"type": "boolean"}, {"type": ["string", "null"]}, {"type": ["integer", "string"]},
             {"type": "null"}, {"$ref": "#/$defs/leaf"}, {"$ref": "#/$defs/node"},
             {"$ref": "#/$defs/leaf", "description": "d"}, {"type": "array"}, {"type": "object"})
        )  # fmt: skip

    def object(self, depth: int) -> dict[str, Any]:
        names = self.chance.sample(NAMES, self.pick((0, 1, 2, 2, 3)))
        schema: dict[str, Any] = {
            "type": "object",
            "properties": {name: self.any(depth) for name in names},
            "required": self.some(names),
            **self.closing(),
        }
        if self.one_in(10):
            schema[self.pick(("minProperties", "maxProperties"))] = self.pick((1, 2))
        if names and self.one_in(10):
            schema["dependentRequired"] = {names[0]: [names[-1]]}
        if names and self.one_in(10):
            schema |= {"if": {"properties": {names[0]: {"const": "a"}}}, "then": {"required": [names[-1]]}}
        if self.one_in(14):
            schema["propertyNames"] = {"maxLength": 5}
        if self.one_in(14):
            schema["patternProperties"] = {"^x": {"type": "integer"}}
        return schema

    def array(self, depth: int) -> dict[str, Any]:
        schema: dict[str, Any] = {"type": "array", "items": self.any(depth)}
        if self.one_in(4):
            schema[self.pick(("minItems", "maxItems"))] = self.pick((0, 1, 2))
        if self.one_in(6):
            schema["uniqueItems"] = True
        if self.one_in(8):
            schema["contains"] = self.any(0)
        if self.one_in(6):
            schema = {
                "type": "array",
                "prefixItems": [self.any(0), self.any(0)],
                "items": self.pick((False, {})),
            }
        return schema

    def union(self, depth: int) -> dict[str, Any]:
        return {self.pick(("anyOf", "oneOf")): [self.any(depth) for _ in range(self.pick((1, 2, 3)))]}

    def choice(self, depth: int) -> dict[str, Any]:
        """Return a union told apart by a fixed property."""
        branches = []
        for kind in ("cash", "card"):
            branch = self.object(depth)
            branch["properties"] = {"kind": {"const": kind}, **branch["properties"]}
            branch["required"] = list({*branch["required"], "kind"})
            branches.append(branch)
        return {"oneOf": branches}

    def map(self, depth: int) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": self.any(depth)}

    def both(self, depth: int) -> dict[str, Any]:
        return {"allOf": [self.any(depth), self.any(depth)]}

    def rare(self, depth: int) -> dict[str, Any]:
        schema = self.any(depth)
        return {**(schema if isinstance(schema, dict) else {}), "not": self.any(0)}

    def closing(self) -> dict[str, Any]:
        if self.one_in(3):
            return {}
        return {"additionalProperties": self.pick((False, False, False, False, True))}

    def some(self, names: Any) -> list[str]:
        return [name for name in names if self.chance.random() < 0.6]

    def one_in(self, count: int) -> bool:
        return self.chance.random() < 1 / count

    def pick(self, choices: Any) -> Any:
        return self.chance.choice(choices)

    def payload(self, schema: Any, definitions: dict[str, Any], depth: int = 4) -> Any:
        """Return a value that comes near to a schema: now and then it fits, now and then it does not."""
        if not isinstance(schema, dict) or depth < 0 or self.one_in(14):
            return self.value(2)
        if "$ref" in schema:
            return self.payload(definitions[schema["$ref"].rpartition("/")[2]], definitions, depth - 1)
        for word in ("anyOf", "oneOf"):
            if word in schema:
                around = {name: value for name, value in schema.items() if name != word}
                branch = self.pick(schema[word])
                if not isinstance(branch, dict):
                    return self.value(1)
                return self.payload(_over(around, branch), definitions, depth)
        if "allOf" in schema:
            whole: dict[str, Any] = {name: value for name, value in schema.items() if name != "allOf"}
            for part in schema["allOf"]:
                whole = _over(whole, part if isinstance(part, dict) else {})
            return self.payload(whole, definitions, depth)
        if "const" in schema:
            return schema["const"]
        if schema.get("enum"):
            return self.pick(schema["enum"])
        kind = schema.get("type", "object" if "properties" in schema else None)
        return self._of_type(self.pick(kind) if isinstance(kind, list) else kind, schema, definitions, depth)

    def _of_type(self, kind: Any, schema: dict[str, Any], definitions: dict[str, Any], depth: int) -> Any:
        if kind == "object":
            out = {}
            for name, inner in schema.get("properties", {}).items():
                if name in schema.get("required", ()) or self.one_in(2):
                    out[name] = self.payload(inner, definitions, depth - 1)
            rest = schema.get("additionalProperties", True)
            if rest is not False and self.one_in(3):
                for name in self.chance.sample(("x1", "other", "a"), self.pick((1, 2))):
                    out[name] = self.payload(rest, definitions, depth - 1)
            return out
        if kind == "array":
            parts = schema.get("prefixItems", [])
            if parts and not self.one_in(4):
                return [self.payload(part, definitions, depth - 1) for part in parts]
            return [
                self.payload(schema.get("items", {}), definitions, depth - 1)
                for _ in range(self.pick((0, 1, 1, 2)))
            ]
        if kind == "integer":
            return self.pick([number for number in NUMBERS if isinstance(number, int)])
        return {
            "string": self.pick(TEXTS),
            "number": self.pick(NUMBERS),
            "boolean": self.one_in(2),
            "null": None,
        }.get(kind, self.value(2))

    def value(self, depth: int) -> Any:
        """Return any value."""
        kind = self.chance.random()
        if depth == 0 or kind < 0.6:
            return self.pick((*TEXTS, *NUMBERS, None, True, False))
        if kind < 0.8:
            return [self.value(depth - 1) for _ in range(self.pick((0, 1, 2)))]
        return {self.pick((*NAMES, "x1")): self.value(depth - 1) for _ in range(self.pick((0, 1, 2)))}


def _over(around: dict[str, Any], inner: dict[str, Any]) -> dict[str, Any]:
    """Lay one schema over another, roughly."""
    whole = {**around, **inner}
    for word in ("properties",):
        if word in around and word in inner:
            whole[word] = {**around[word], **inner[word]}
    if "required" in around and "required" in inner:
        whole["required"] = list(dict.fromkeys([*around["required"], *inner["required"]]))
    return whole
