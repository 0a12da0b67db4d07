"""A document's schemas in draft 2020-12, each converted once a side, however many operations reach it.

Source: OpenAPI 3.0.3, section 4.7.24; OpenAPI 3.1, section 4.8.24; Swagger 2.0, "Schema Object". Positions decide: a
property called `nullable` is no keyword, and what stands in `enum`, `const` or `default` is never entered.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from gonogo.catalog.contract import Side
from gonogo.openapi.discriminator import branches
from gonogo.openapi.fault import OpenApiFault, Repair
from gonogo.openapi.keywords import VALUES
from gonogo.openapi.mending import formed, hidden_names, nullable
from gonogo.openapi.operation import Version
from gonogo.openapi.source import Located, Place, Source
from gonogo.schema.dialect import APPLICATORS, Draft, Holds
from gonogo.schema.types import Json

_TABLE: Final = APPLICATORS[Draft.DRAFT_2020_12]
_KEPT_ELSEWHERE: Final = frozenset({"$defs", "definitions"})
_DYNAMIC: Final = ("$dynamicRef", "$recursiveRef")
_NULLABLE: Final = {Version.V2_0: "x-nullable", Version.V3_0: "nullable", Version.V3_1: "nullable"}
_PLAIN_NAME: Final = re.compile(r"[A-Za-z0-9._-]{1,100}")
_UNPLAIN: Final = re.compile(r"[^A-Za-z0-9._-]+")
_HOMES: Final = (("components", "schemas"), ("definitions",))


@dataclass(frozen=True)
class Converted:
    """A schema in 2020-12.

    Attributes:
        schema: its references all lead to `#/$defs/NAME`.
        repairs: what was mended in it.
    """

    schema: Json
    repairs: tuple[Repair, ...]


@dataclass
class Schemas:
    """Converts the schemas of one document, and keeps what it has converted.

    Attributes:
        source: the document.
        version: what its schemas are written in.
    """

    source: Source
    version: Version
    _named: dict[tuple[Side, str], Converted] = field(default_factory=dict, repr=False)
    _places: dict[str, Located] = field(default_factory=dict, repr=False)

    def convert(self, schema: Located, side: Side) -> Converted:
        """Return a schema as one side needs it: `readOnly` does not go in, `writeOnly` need not come out."""
        conversion = _Conversion(self, side)
        made = conversion.schema(schema.value, schema.place)
        return Converted(made, tuple(sorted(set(conversion.repairs))))

    def definition(self, name: str, side: Side) -> Converted:
        """Return the schema that a reference to `#/$defs/NAME` means."""
        key = (side, name)
        if key not in self._named:
            self._named[key] = self.convert(self._places[name], side)
        return self._named[key]

    def name_of(self, target: Located) -> str:
        """Return the name under which a schema is kept: its own where it is a component, else with a digest."""
        path = target.place.path
        own = path[-1] if path else "document"
        if target.place.file == self.source.entry and path[:-1] in _HOMES and _PLAIN_NAME.fullmatch(own):
            name = own
        else:
            digest = hashlib.sha256(str(target.place).encode()).hexdigest()[:8]
            name = f"{_UNPLAIN.sub('_', own)[:80]}_{digest}"
        self._places.setdefault(name, target)
        return name

    def target(self, reference: Json, place: Place, repairs: list[Repair]) -> Located:
        """Return what a schema's reference leads to; one that is meant from its own schema is found there.

        Raises:
            OpenApiFault: as for `Source.follow`.
        """
        try:
            return self.source.follow(reference, place)
        except OpenApiFault as fault:
            if fault.code != "reference_nowhere" or not reference.startswith("#/"):
                raise
            for length in range(len(place.path) - 1, 0, -1):
                outer = Place(place.file, place.path[:length])
                try:
                    found = self.source.below(outer, reference)
                except OpenApiFault:
                    continue
                repairs.append(Repair(str(place), "local_reference"))
                return found
            raise


class _Conversion:
    """One schema on its way; recursion goes no deeper than the document nests."""

    def __init__(self, schemas: Schemas, side: Side) -> None:
        self.repairs: list[Repair] = []
        self._schemas, self._side = schemas, side

    def schema(self, raw: Json, place: Place, hidden: frozenset[str] = frozenset()) -> Json:
        if isinstance(raw, bool):
            return raw
        if not isinstance(raw, dict):
            self._note(place, "malformed_schema")
            return True
        if "$ref" in raw:
            return self._reference(raw, place)
        return self._object(raw, place, hidden)

    def _reference(self, raw: dict[str, Json], place: Place) -> Json:
        try:
            target = self._schemas.target(raw["$ref"], place, self.repairs)
        except OpenApiFault:
            self._note(place.below("$ref"), "unresolved_reference")
            referred: Json = True
        else:
            referred = {"$ref": f"#/$defs/{self._schemas.name_of(target)}"}
        rest = {name: value for name, value in raw.items() if name != "$ref"}
        if self._schemas.version.ref_stands_alone or not rest:
            return referred
        siblings = self._object(rest, place, frozenset())
        if not isinstance(siblings, dict) or not isinstance(referred, dict):
            return siblings
        return referred | siblings

    def _object(self, raw: dict[str, Json], place: Place, hidden: frozenset[str]) -> Json:
        hidden |= hidden_names(self._schemas.source, raw, place, self._side)
        out: dict[str, Json] = {}
        for word, value in raw.items():
            if word in _KEPT_ELSEWHERE:
                continue
            if word in _TABLE:
                self._applicator(out, word, value, place.below(word), hidden)
            elif word in VALUES or word in {"type", "examples", "example"}:
                for name, mended, code in formed(word, value, raw):
                    if code:
                        self._note(place.below(word), code)
                    if name:
                        out[name] = mended
            elif word in _DYNAMIC:
                self._note(place.below(word), "dynamic_reference_opened")
        self._required(out, hidden)
        self._conditions(out)
        self._discriminate(out, raw, place)
        return self._null(out, raw, place)

    def _applicator(
        self, out: dict[str, Json], word: str, value: Json, place: Place, hidden: frozenset[str]
    ) -> None:
        holds = _TABLE[word].holds
        if holds is Holds.MAP and isinstance(value, dict):
            out[word] = dict(self._members(word, value, place))
        elif holds is Holds.LIST and isinstance(value, list) and value:
            passed = hidden if word == "allOf" else frozenset()
            out[word] = [self.schema(item, place.below(i), passed) for i, item in enumerate(value)]
        elif word == "items" and isinstance(value, list):
            self._note(place, "tuple_items")
            if value:
                out["prefixItems"] = [self.schema(item, place.below(i)) for i, item in enumerate(value)]
        elif holds is Holds.ONE and isinstance(value, dict | bool):
            out[word] = self.schema(value, place)
        else:
            self._note(place, "malformed_keyword")

    def _members(self, word: str, value: dict[str, Json], place: Place) -> Iterator[tuple[str, Json]]:
        for name, raw in value.items():
            if word == "patternProperties" and not formed("pattern", name, {})[0][0]:
                self._note(place.below(name), "pattern_dropped")
                continue
            if (
                word == "properties"
                and self._side is Side.INPUT
                and self._is_read_only(raw, place.below(name))
            ):
                continue
            yield name, self.schema(raw, place.below(name))

    def _is_read_only(self, raw: Json, place: Place) -> bool:
        names = hidden_names(self._schemas.source, {"properties": {"": raw}}, place, Side.INPUT)
        return bool(names)

    def _required(self, out: dict[str, Json], hidden: frozenset[str]) -> None:
        if "required" in out:
            kept = [name for name in out.pop("required") if name not in hidden]
            if kept:
                out["required"] = kept

    def _conditions(self, out: dict[str, Json]) -> None:
        """Words that mean nothing without another one: strict validators refuse them."""
        if "if" not in out or not ("then" in out or "else" in out):
            for word in ("if", "then", "else"):
                out.pop(word, None)
        if "contains" not in out:
            out.pop("minContains", None)
            out.pop("maxContains", None)

    def _discriminate(self, out: dict[str, Json], raw: dict[str, Json], place: Place) -> None:
        found: list[Json] = []
        for name, value, mapped in branches(self._schemas.source, raw, place):
            condition = {"type": "object", "properties": {name: {"const": value}}, "required": [name]}
            then = {"$ref": f"#/$defs/{self._schemas.name_of(mapped)}"}
            found.append({"if": condition, "then": then})
        if found:
            out["allOf"] = [*out.get("allOf", []), *found]

    def _null(self, out: dict[str, Json], raw: dict[str, Json], place: Place) -> Json:
        if raw.get(_NULLABLE[self._schemas.version]) is not True:
            return out
        if self._schemas.version is Version.V3_1:
            self._note(place.below("nullable"), "nullable_ignored")
            return out
        return nullable(out)

    def _note(self, place: Place, code: str) -> None:
        self.repairs.append(Repair(str(place), code))
