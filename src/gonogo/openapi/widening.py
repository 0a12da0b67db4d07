"""Schemas with some references opened, such that what was accepted still is.

An opened reference accepts more than what it meant. That is harmless where a schema asks for it, and not where one
forbids it: `not` and `if` go, `oneOf` becomes `anyOf`, and nothing is said any more about what was left unevaluated.
"""

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from gonogo.openapi.parts import TABLE, inside, mapped, name_in, names
from gonogo.schema.types import Json

_UNEVALUATED: Final = ("unevaluatedProperties", "unevaluatedItems")


@dataclass(frozen=True)
class Opening:
    """Which references are opened.

    Attributes:
        stub: what is put in the place of a name that is not kept; None where it is kept.
        endless: pairs of names, where the first refers in place to the second and so back to itself.
        wide: the names whose schemas accept more than they did.
    """

    stub: Callable[[str], Json]
    endless: AbstractSet[tuple[str, str]]
    wide: AbstractSet[str]

    def apply(self, schema: Json, name: str) -> Json:
        """Return the schema of a name with its references opened."""
        return self._opened(schema, name, in_place=True)

    def _opened(self, schema: Json, at: str, *, in_place: bool) -> Json:
        target = name_in(schema)
        if isinstance(schema, dict) and target is not None and self._is_opened(at, target, in_place=in_place):
            rest = {word: value for word, value in schema.items() if word != "$ref"}
            stub = self.stub(target)
            schema = {**(stub if isinstance(stub, dict) else {}), **rest}
        if isinstance(schema, dict):
            schema = self._loosened(schema, at, in_place=in_place)
        return mapped(
            schema, lambda word, each: self._opened(each, at, in_place=in_place and TABLE[word].in_place)
        )

    def _loosened(self, schema: dict[str, Json], at: str, *, in_place: bool) -> dict[str, Json]:
        wide = {
            word
            for word, each in inside(schema)
            if self._is_wide(each, at, in_place and TABLE[word].in_place)
        }
        if not wide and name_in(schema) not in self.wide:
            return schema
        out = dict(schema)
        if "not" in wide:
            del out["not"]
        if "if" in wide:
            for word in ("if", "then", "else"):
                out.pop(word, None)
        if "contains" in wide:
            out.pop("maxContains", None)
        for word in _UNEVALUATED:
            out.pop(word, None)
        if "oneOf" in wide:
            branches = out.pop("oneOf")
            if "anyOf" in out:
                out["allOf"] = [*out.get("allOf", []), {"anyOf": branches}]
            else:
                out["anyOf"] = branches
        return out

    def _is_opened(self, at: str, target: str, *, in_place: bool) -> bool:
        return self.stub(target) is not None or (in_place and (at, target) in self.endless)

    def _is_wide(self, schema: Json, at: str, in_place: bool) -> bool:
        target = name_in(schema)
        if target is not None and (target in self.wide or self._is_opened(at, target, in_place=in_place)):
            return True
        return any(
            self._is_wide(each, at, in_place and TABLE[word].in_place) for word, each in inside(schema)
        )


def endless(schemas: Mapping[str, Json]) -> frozenset[tuple[str, str]]:
    """Return the references in place that lead back to where they started: no validator comes to an end there."""
    found: set[tuple[str, str]] = set()
    done: set[str] = set()
    edges = {name: sorted(names(schema, in_place=True) & schemas.keys()) for name, schema in schemas.items()}
    for start in sorted(schemas):
        if start in done:
            continue
        trail, waiting = [start], [list(edges[start])]
        while trail:
            if not waiting[-1]:
                done.add(trail.pop())
                waiting.pop()
                continue
            target = waiting[-1].pop(0)
            if target in trail:
                found.add((trail[-1], target))
            elif target not in done:
                trail.append(target)
                waiting.append(list(edges[target]))
    return frozenset(found)


def widened(schemas: Mapping[str, Json], opened: Callable[[str, str], bool]) -> frozenset[str]:
    """Return the names from which an opened reference can be reached.

    Args:
        schemas: by name.
        opened: whether the reference from a name to another is opened.
    """
    users: dict[str, set[str]] = {}
    waiting: list[str] = []
    for name, schema in schemas.items():
        for target in names(schema):
            users.setdefault(target, set()).add(name)
            if opened(name, target):
                waiting.append(name)
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += users.get(name, ())
    return frozenset(found)
