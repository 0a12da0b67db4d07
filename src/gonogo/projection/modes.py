"""Output modes: what is told of an output contract, from `closed` to `stripped` (DESIGN section 6).

Opening and closing happen where a value that is admitted more makes the whole admit more: never under `not` or
`if`, nor in a `contains` whose matches are limited. A `oneOf` whose branches open becomes `anyOf`. So whatever
passes a closed contract passes the open one.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from gonogo.catalog.overlay import Mode
from gonogo.projection.words import IN_PLACE
from gonogo.schema.pointer import PointerError, split
from gonogo.schema.types import Json, Schema

_FROZEN: Final = frozenset({"not", "if"})
_MAPS: Final = frozenset({"properties", "patternProperties", "dependentSchemas"})
_LISTS: Final = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
_ONES: Final = frozenset(
    {
        "additionalProperties", "unevaluatedProperties", "items", "unevaluatedItems", "contains", "then", "else",
        "propertyNames",
    }
)  # fmt: skip
_CLOSING: Final = ("additionalProperties", "unevaluatedProperties")


def in_mode(document: dict[str, Json], mode: Mode, pointers: Iterable[str] = ()) -> dict[str, Json] | None:
    """Return a contract as an output mode tells it; None where it tells nothing.

    Args:
        document: the contract in its travelling form.
        mode: the mode.
        pointers: for `relaxed`, keywords or schemas of the document that are left out.

    Raises:
        PointerError: a pointer leads nowhere, or below `not` or `if`, where leaving out would refuse more.
    """
    if mode is Mode.STRIPPED:
        return None
    if mode is Mode.DECLARED:
        return document
    if mode is Mode.CLOSED:
        return _Change(document, closing=True).whole()
    if mode is Mode.RELAXED:
        for pointer in pointers:
            document = _without(document, split(pointer))
    return _Change(document, closing=False).whole()


class _Change:
    """Opens or closes one document; what stands in both kinds of places is written twice."""

    def __init__(self, document: dict[str, Json], *, closing: bool) -> None:
        self._definitions: Mapping[str, Schema] = document.get("$defs", {})
        self._root = {word: value for word, value in document.items() if word != "$defs"}
        self._closing = closing
        self._changed: dict[str, str] = {}
        self._out: dict[str, Schema] = {}
        self._opens = {name for name in self._definitions if self._reaches(name, set())}

    def whole(self) -> dict[str, Json]:
        root = self._changed_schema(self._root, inside=False)
        out: dict[str, Json] = root if isinstance(root, dict) else {}
        kept = _referred(out, self._out, self._definitions)
        return {**out, "$defs": kept} if kept else out

    def _changed_schema(self, schema: Schema, *, inside: bool) -> Schema:
        """Change one schema. `inside` says that it judges the same value as the schema around it."""
        if not isinstance(schema, dict):
            return schema
        out: dict[str, Json] = {}
        for word, value in schema.items():
            if not self._closing and word in _CLOSING and value is False:
                continue
            out[word] = self._word(schema, word, value)
        if not self._closing and "oneOf" in out and any(self._changes(part) for part in schema["oneOf"]):
            branches = out.pop("oneOf")
            out = _as_any_of(out, branches)
        if self._closing and not inside:
            out |= self._closed(schema)
        return out

    def _word(self, schema: dict[str, Json], word: str, value: Json) -> Json:
        if word == "$ref" and isinstance(value, str):
            return self._reference(value)
        if word in _FROZEN or (word == "contains" and "maxContains" in schema):
            return value
        inside = word in IN_PLACE
        if word in _MAPS and isinstance(value, dict):
            return {name: self._changed_schema(each, inside=inside) for name, each in value.items()}
        if word in _LISTS and isinstance(value, list):
            return [self._changed_schema(each, inside=inside) for each in value]
        return self._changed_schema(value, inside=inside) if word in _ONES else value

    def _reference(self, reference: str) -> str:
        """A definition is changed under a name of its own, since it may be meant unchanged elsewhere.

        What closes an object stands beside the reference, never in the definition: others may add to that.
        """
        name = split(reference[1:])[1]
        if name not in self._changed:
            alias = f"{name}_{'closed' if self._closing else 'open'}"
            while alias in self._definitions:
                alias += "_"
            self._changed[name] = alias
            self._out[alias] = self._changed_schema(self._definitions[name], inside=True)
        return f"#/$defs/{self._changed[name]}"

    def _closed(self, schema: dict[str, Json]) -> dict[str, Json]:
        """Close an object that declares something; one that declares nothing is a map, and stays."""
        if any(word in schema for word in _CLOSING):
            return {}
        if not self._declares(schema, set()):
            return {}
        plain = IN_PLACE.isdisjoint(schema)
        return {"additionalProperties" if plain else "unevaluatedProperties": False}

    def _declares(self, schema: Schema, seen: set[str]) -> bool:
        if not isinstance(schema, dict):
            return False
        if schema.get("properties") or schema.get("patternProperties"):
            return True
        inner: list[Schema] = [part for word in ("allOf", "anyOf", "oneOf") for part in schema.get(word, ())]
        inner += [schema[word] for word in ("then", "else") if word in schema]
        if "$ref" in schema and schema["$ref"] not in seen:
            seen.add(schema["$ref"])
            inner.append(self._definitions[split(schema["$ref"][1:])[1]])
        return any(self._declares(part, seen) for part in inner)

    def _changes(self, schema: Schema) -> bool:
        """Whether opening makes a schema admit more."""
        if not isinstance(schema, dict):
            return False
        for word, value in schema.items():
            if word in _CLOSING and value is False:
                return True
            if word == "$ref" and isinstance(value, str) and split(value[1:])[1] in self._opens:
                return True
            if word in _MAPS and any(map(self._changes, value.values())):
                return True
            if word in _LISTS and any(map(self._changes, value)):
                return True
            if (
                word in _ONES
                and not (word == "contains" and "maxContains" in schema)
                and self._changes(value)
            ):
                return True
        return False

    def _reaches(self, name: str, seen: set[str]) -> bool:
        """Whether a definition holds, through whatever it refers to, an object that is closed."""
        stack: list[Json] = [self._definitions[name]]
        while stack:
            value = stack.pop()
            if isinstance(value, list):
                stack.extend(value)
            elif isinstance(value, dict):
                if any(value.get(word) is False for word in _CLOSING):
                    return True
                reference = value.get("$ref")
                if isinstance(reference, str) and reference.startswith("#/$defs/") and reference not in seen:
                    seen.add(reference)
                    stack.append(self._definitions.get(split(reference[1:])[1]))
                stack.extend(value.values())
        return False


def _as_any_of(out: dict[str, Json], branches: list[Schema]) -> dict[str, Json]:
    if "anyOf" not in out:
        return {**out, "anyOf": branches}
    return {**out, "allOf": [*out.get("allOf", ()), {"anyOf": branches}]}


def _referred(
    root: Schema, made: Mapping[str, Schema], definitions: Mapping[str, Schema]
) -> dict[str, Schema]:
    """The definitions that are still referred to, under the names by which they are."""
    known = {**definitions, **made}
    kept: dict[str, Schema] = {}
    stack: list[Json] = [root]
    while stack:
        value = stack.pop()
        if isinstance(value, list):
            stack.extend(value)
        elif isinstance(value, dict):
            reference = value.get("$ref")
            if isinstance(reference, str) and reference.startswith("#/$defs/"):
                name = split(reference[1:])[1]
                if name in known and name not in kept:
                    kept[name] = known[name]
                    stack.append(known[name])
            stack.extend(value.values())
    return {name: kept[name] for name in sorted(kept)}


def _without(document: Json, steps: tuple[str, ...]) -> Json:
    """Return a copy without the keyword or the schema at a path."""
    if not steps or steps[0] in _FROZEN:
        raise PointerError("nothing can be left out there")
    first, rest = steps[0], steps[1:]
    if isinstance(document, list):
        index = int(first) if first.isdigit() else len(document)
        if index >= len(document):
            raise PointerError(f"no place {first!r}")
        if rest:
            return [*document[:index], _without(document[index], rest), *document[index + 1 :]]
        changed = True if isinstance(document[index], dict | bool) else None
        return [*document[:index], *([] if changed is None else [changed]), *document[index + 1 :]]
    if not isinstance(document, dict) or first not in document:
        raise PointerError(f"no place {first!r}")
    if rest:
        return {**document, first: _without(document[first], rest)}
    return {word: value for word, value in document.items() if word != first}
