"""Output modes: what is told of an output contract, from `closed` to `stripped` (DESIGN section 6).

Opening, closing and leaving out happen where a value that is admitted more makes the whole admit more: never under
`not` or `if`, nor in a `contains` whose matches are limited. A `oneOf` whose branches open becomes `anyOf`. So
whatever passes a closed contract passes the open one, and whatever passes the open one passes any relaxed one.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from gonogo.catalog.overlay import Mode
from gonogo.projection.omissions import OMITTED, Omissions
from gonogo.projection.words import IN_PLACE
from gonogo.schema.pointer import split
from gonogo.schema.types import Json, Path, Schema

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
_UNEVALUATED: Final = ("unevaluatedProperties", "unevaluatedItems")
_ENDING: Final = (*_CLOSING, "unevaluatedItems")


def in_mode(document: dict[str, Json], mode: Mode, pointers: Iterable[str] = ()) -> dict[str, Json] | None:
    """Return a contract as an output mode tells it; None where it tells nothing.

    Args:
        document: the contract in its travelling form.
        mode: the mode.
        pointers: for `relaxed`, keywords, required names or schemas of the document that are left out. Of a
            `oneOf` its exclusiveness is left out, and its branches stay; a schema that is left out admits all.

    Raises:
        PointerError: a pointer leads nowhere, or below `not` or `if`, where leaving out would refuse more.
    """
    if mode is Mode.STRIPPED:
        return None
    if mode is Mode.DECLARED:
        return document
    if mode is Mode.CLOSED:
        return _Change(document, Omissions(document, ()), closing=True).whole()
    omitted = Omissions(document, pointers if mode is Mode.RELAXED else ())
    return _Change(document, omitted, closing=False).whole()


def without(document: dict[str, Json], pointers: Iterable[str]) -> dict[str, Json]:
    """Return a contract as it is written, less the keywords, required names and schemas that pointers name.

    Raises:
        PointerError: as for `in_mode`.
    """
    return _Change(document, Omissions(document, pointers), closing=False, opening=False).whole()


class _Change:
    """Opens or closes one document, and leaves out; what stands in both kinds of places is written twice."""

    def __init__(
        self, document: dict[str, Json], omitted: Omissions, *, closing: bool, opening: bool = True
    ) -> None:
        self._definitions: Mapping[str, Schema] = document.get("$defs", {})
        self._root = {word: value for word, value in document.items() if word != "$defs"}
        self._omitted = omitted
        self._closing, self._opening = closing, opening and not closing
        self._changed: dict[str, str] = {}
        self._out: dict[str, Schema] = {}
        self._opens = {name for name in self._definitions if self._reaches(name, set())}

    def whole(self) -> dict[str, Json]:
        root = self._changed_schema(self._root, (), inside=False)
        out: dict[str, Json] = root if isinstance(root, dict) else {}
        kept = _referred(out, self._out, self._definitions)
        return {**out, "$defs": kept} if kept else out

    def _changed_schema(self, schema: Schema, at: Path, *, inside: bool) -> Schema:
        """Change one schema. `inside` says that it judges the same value as the schema around it."""
        if self._omitted.is_whole(at):
            return True
        if not isinstance(schema, dict):
            return schema
        out: dict[str, Json] = {}
        for word, value in schema.items():
            if self._is_opened(word, value):
                continue
            held = self._omitted.held((*at, word), value)
            if held is not OMITTED:
                out[word] = self._word(schema, word, held, (*at, word))
        if "if" not in out:
            out.pop("then", None)
            out.pop("else", None)
        if "oneOf" in out and self._loses_exclusiveness(schema["oneOf"], (*at, "oneOf")):
            branches = out.pop("oneOf")
            out = _as_any_of(out, branches)
        if self._closing and not inside:
            out |= self._closed(schema)
        return out

    def _is_opened(self, word: str, value: Json) -> bool:
        """Whether a keyword that closes goes; where something is left out, so does what counts what was evaluated."""
        if self._opening and word in _CLOSING and value is False:
            return True
        return word in _UNEVALUATED and value is not True and self._omitted.any

    def _loses_exclusiveness(self, branches: Json, at: Path) -> bool:
        if self._closing:
            return False
        return at in self._omitted or any(
            self._changes(part, (*at, str(index))) for index, part in enumerate(branches)
        )

    def _word(self, schema: dict[str, Json], word: str, value: Json, at: Path) -> Json:
        if word == "$ref" and isinstance(value, str):
            return self._reference(value)
        if word in _FROZEN or (word == "contains" and "maxContains" in schema):
            return value
        inside = word in IN_PLACE
        if word in _MAPS and isinstance(value, dict):
            return {
                name: self._changed_schema(each, (*at, name), inside=inside) for name, each in value.items()
            }
        if word in _LISTS and isinstance(value, list):
            return [
                self._changed_schema(each, (*at, str(index)), inside=inside)
                for index, each in enumerate(value)
            ]
        return self._changed_schema(value, at, inside=inside) if word in _ONES else value

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
            self._out[alias] = self._changed_schema(self._definitions[name], ("$defs", name), inside=True)
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

    def _changes(self, schema: Schema, at: Path) -> bool:
        """Whether opening or leaving out makes a schema admit more."""
        if at in self._omitted.around:
            return True
        if not isinstance(schema, dict):
            return False
        for word, value in schema.items():
            below = (*at, word)
            if self._is_opened(word, value):
                return True
            if word == "$ref" and isinstance(value, str) and split(value[1:])[1] in self._opens:
                return True
            if word in _MAPS and any(self._changes(each, (*below, name)) for name, each in value.items()):
                return True
            if word in _LISTS and any(
                self._changes(each, (*below, str(index))) for index, each in enumerate(value)
            ):
                return True
            limited = word == "contains" and "maxContains" in schema
            if word in _ONES and not limited and self._changes(value, below):
                return True
        return False

    def _reaches(self, name: str, seen: set[str]) -> bool:
        """Whether a definition holds, through whatever it refers to, an object that is closed, or what is left out."""
        if ("$defs", name) in self._omitted.around:
            return True
        stack: list[Json] = [self._definitions[name]]
        while stack:
            value = stack.pop()
            if isinstance(value, list):
                stack.extend(value)
            elif isinstance(value, dict):
                if any(self._is_opened(word, value[word]) for word in _ENDING if word in value):
                    return True
                reference = value.get("$ref")
                if isinstance(reference, str) and reference.startswith("#/$defs/") and reference not in seen:
                    seen.add(reference)
                    other = split(reference[1:])[1]
                    if ("$defs", other) in self._omitted.around:
                        return True
                    stack.append(self._definitions.get(other))
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
