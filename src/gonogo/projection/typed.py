"""A catalog as what generators of types are given: one document, in which every object has a name of its own.

Generators name what has no name by counting, so that a new tool would rename the types of another one. Here names are
given by the place alone.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.contract import Contract
from gonogo.projection.cut import Cutter, NotProjected
from gonogo.projection.loss import Loss
from gonogo.projection.project import Failure, Projection
from gonogo.projection.targets import TYPES
from gonogo.schema.errors import SchemaError
from gonogo.schema.pointer import PointerError, split
from gonogo.schema.types import Json

_WORDS: Final = ("type", "const", "enum", "required", "description")
"""What generators are told beside the schemas; any other word of a contract could steer them."""

_LONGEST: Final = 120
_DIGITS: Final = 8


@dataclass
class _Names:
    """Gives each place a name that no other has."""

    taken: set[str] = field(default_factory=set)

    def give(self, wanted: str, place: str) -> str:
        name = wanted
        if len(name) > _LONGEST or name in self.taken:
            digest = hashlib.sha256(place.encode("utf-8", "surrogatepass")).hexdigest()
            name = f"{wanted[: _LONGEST - _DIGITS]}{digest[:_DIGITS].upper()}"
        self.taken.add(name)
        return name


@dataclass
class _Lifting:
    """Puts every object of one contract that declares properties under a name of its own."""

    names: _Names
    refs: Mapping[str, str]
    place: str
    made: dict[str, Json] = field(default_factory=dict)

    def lifted(self, schema: Json, name: str, *, whole: bool = False) -> Json:
        """Return a schema whose inner objects are references; itself too, unless it is a whole definition."""
        if not isinstance(schema, dict):
            return schema
        if "$ref" in schema:
            return {"$ref": f"#/$defs/{self.refs[split(schema['$ref'][1:])[1]]}"}
        if schema.get("properties") and not whole:
            own = self.names.give(name, f"{self.place} {name}")
            self.made[own] = {}  # names stand in the order in which they are met
            self.made[own] = self._inside(schema, own)
            return {"$ref": f"#/$defs/{own}"}
        return self._inside(schema, name)

    def _inside(self, schema: dict[str, Json], name: str) -> dict[str, Json]:
        out: dict[str, Json] = {word: schema[word] for word in _WORDS if word in schema}
        if "properties" in schema:
            out["properties"] = {
                key: self.lifted(inner, name + pascal(key)) for key, inner in schema["properties"].items()
            }
        for word, more in (("items", "Item"), ("additionalProperties", "Value")):
            if word in schema:
                out[word] = self.lifted(schema[word], name + more)
        if "anyOf" in schema:
            branches = schema["anyOf"]
            declaring = [index for index, branch in enumerate(branches) if branch.get("properties")]
            out["anyOf"] = [
                self.lifted(branch, f"{name}{index + 1}" if len(declaring) > 1 else name)
                for index, branch in enumerate(branches)
            ]
        return out


def typed(catalog: Catalog, target: str, *, cutter: Cutter | None = None) -> Projection:
    """Cut a catalog to what a generator of types is given.

    Args:
        catalog: the contracts.
        target: a name of `TYPES`.
        cutter: what remembers cuts, and whether it looks for witnesses.

    Returns:
        A projection whose document is a schema of all contracts by side and name; its names are those of the types,
        by `SIDE NAME`.
    """
    table, cutter, names = TYPES[target], cutter or Cutter(), _Names()
    contracts = sorted(catalog.contracts, key=lambda own: (own.side.value, own.name))
    given = {key_of(own): names.give(type_name(own), key_of(own)) for own in contracts}
    sides: dict[str, Json] = {}
    definitions: dict[str, Json] = {}
    losses: list[Loss] = []
    failures: list[Failure] = []
    for own in contracts:
        try:
            cut = cutter.cut(own, table)
        except (NotProjected, SchemaError, PointerError) as error:
            failures.append(Failure(own.name, str(error)))
            del given[key_of(own)]
            continue
        losses += cut.losses
        definitions |= _defined(own, cut.schema, given[key_of(own)], names)
        side = sides.setdefault(f"{own.side.value}s", {})
        side[own.name] = {"$ref": f"#/$defs/{given[key_of(own)]}"}
    return Projection(
        target,
        _whole(sides, definitions),
        tuple(losses),
        names=MappingProxyType(given),
        failures=tuple(failures),
    )


def _defined(own: Contract, schema: dict[str, Json], name: str, names: _Names) -> dict[str, Json]:
    inner = schema.get("$defs", {})
    place = key_of(own)
    refs = {each: names.give(name + pascal(each), f"{place} $defs {each}") for each in inner}
    lifting = _Lifting(names, refs, place)
    root = lifting.lifted(schema, name, whole=True)
    described = {"description": own.description} if own.description else {}
    made = {name: {**described, **root}}
    for each, held in inner.items():
        made[refs[each]] = lifting.lifted(held, refs[each], whole=True)
    return {**made, **lifting.made}


def _whole(sides: dict[str, Json], definitions: dict[str, Json]) -> dict[str, Json]:
    properties = {side: _closed(rows) for side, rows in sides.items()}
    return {"title": "Contracts", **_closed(properties), "$defs": definitions}


def _closed(properties: dict[str, Json]) -> dict[str, Json]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def key_of(own: Contract) -> str:
    """Return by what a contract's type is known: its side and its name."""
    return f"{own.side.value} {own.name}"


def type_name(own: Contract) -> str:
    """Return the name that a contract's type has, where no other has it."""
    return pascal(own.name) + own.side.value.capitalize()


_PART: Final = re.compile(r"[A-Za-z0-9]+")


def pascal(text: str) -> str:
    """Return a text as a part of a type's name: letters and digits of ASCII, each word with a capital.

    Where that leaves nothing, or a digit stands first, a letter stands before it.
    """
    parts = [part[0].upper() + part[1:] for part in _PART.findall(text)]
    written = "".join(parts)
    if not written:
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        return f"N{digest[:_DIGITS].upper()}"
    return f"N{written}" if written[0].isdigit() else written


def part_of(projection: Projection, keys: frozenset[str]) -> dict[str, Json]:
    """Return the document of some contracts only, by `SIDE NAME`."""
    document, wanted = projection.document, {name for key, name in projection.names.items() if key in keys}
    sides: dict[str, Json] = {}
    for side, rows in document["properties"].items():
        kept = {name: ref for name, ref in rows["properties"].items() if split(ref["$ref"][1:])[1] in wanted}
        if kept:
            sides[side] = kept
    reached = _reached(document["$defs"], wanted)
    return _whole(sides, {name: held for name, held in document["$defs"].items() if name in reached})


def _reached(definitions: Mapping[str, Json], wanted: set[str]) -> set[str]:
    """The definitions that some lead to, themselves too."""
    found: set[str] = set()
    waiting: list[Json] = [{"$ref": f"#/$defs/{name}"} for name in wanted]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting += value
        elif isinstance(value, dict):
            name = str(value.get("$ref", "")).removeprefix("#/$defs/")
            if name in definitions and name not in found:
                found.add(name)
                waiting.append(definitions[name])
            waiting += value.values()
    return found
