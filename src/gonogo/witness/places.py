"""The schemas that judge each place in a value: what a change there has to reckon with."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from gonogo.schema.types import Json, Path
from gonogo.witness.formula import Term
from gonogo.witness.text import finds


@dataclass(frozen=True, slots=True)
class Spot:
    """One place in a value.

    Attributes:
        path: the steps to it.
        value: what stands there.
        terms: the schemas that judge it, those of unions and conditions that do not hold included.
    """

    path: Path
    value: Json
    terms: tuple[Term, ...]


_Step = TypeVar("_Step", str, int)

_ONE = ("not", "if", "then", "else")
_LISTS = ("allOf", "anyOf", "oneOf")


def spots(value: Json, roots: tuple[Term, ...]) -> Iterator[Spot]:
    """Yield the places of a value that some schemas judge, each before those inside it."""
    waiting = [Spot((), value, together(roots))]
    while waiting:
        spot = waiting.pop()
        yield spot
        inside: list[Spot] = []
        if isinstance(spot.value, dict):
            for name, item in spot.value.items():
                inside.append(Spot((*spot.path, name), item, _below(spot.terms, name, member_terms)))
        elif isinstance(spot.value, list):
            for index, item in enumerate(spot.value):
                inside.append(Spot((*spot.path, index), item, _below(spot.terms, index, item_terms)))
        waiting += reversed(inside)


def _below(
    terms: tuple[Term, ...], step: _Step, terms_of: Callable[[Term, _Step], list[Term]]
) -> tuple[Term, ...]:
    """The schemas that judge what stands one step inside a place; looked for once."""
    if not terms:
        return ()
    known = terms[0].side.below
    found = known.get((terms, step))
    if found is None:
        found = known[terms, step] = together([term for each in terms for term in terms_of(each, step)])
    return found


def together(terms: "tuple[Term, ...] | list[Term]") -> tuple[Term, ...]:
    """Return schemas with those that judge the same value as they do."""
    found: dict[Term, None] = {}
    waiting = list(reversed(terms))
    while waiting:
        term = waiting.pop()
        if term in found:
            continue
        found[term] = None
        words = term.words
        if "$ref" in words:
            waiting.append(term.side.target(words["$ref"]))
        for keyword in _LISTS:
            waiting += [part for _, part in term.parts(keyword)] if keyword in words else []
        waiting += [term.part(keyword) for keyword in _ONE if keyword in words]
        waiting += [part for _, part in term.parts("dependentSchemas")] if "dependentSchemas" in words else []
    return tuple(found)


def member_terms(term: Term, name: str) -> list[Term]:
    """Return the schemas that one schema sets for the member of a name."""
    words = term.words
    found = [term.part("properties", name)] if name in words.get("properties", ()) else []
    found += [
        term.part("patternProperties", pattern)
        for pattern in words.get("patternProperties", ())
        if finds(pattern, name)
    ]
    for keyword in ("additionalProperties", "unevaluatedProperties"):
        if not found and keyword in words:
            found = [term.part(keyword)]
    return found


def item_terms(term: Term, index: int) -> list[Term]:
    """Return the schemas that one schema sets for the item at an index."""
    words = term.words
    found = [term.part("contains")] if "contains" in words else []
    if index < len(words.get("prefixItems", ())):
        return [*found, term.part("prefixItems", index)]
    return [*found, *(term.part(word) for word in ("items", "unevaluatedItems") if word in words)]
