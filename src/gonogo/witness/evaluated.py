"""What `unevaluatedProperties` and `unevaluatedItems` are left with, once the rest of a schema has been looked at.

Source: JSON Schema 2020-12, Core sections 10.3 and 11. Which members count as looked at depends on which parts
of a schema a value satisfies; so the answer is a list of ways, each with the formulas that choose it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Final

from gonogo.witness.formula import (
    AllOf,
    AnyOf,
    Formula,
    From,
    Has,
    Literal,
    Rest,
    SomeItem,
    SomeMember,
    Term,
    negated,
)
from gonogo.witness.rule import Asked, Ways

_MOST_WAYS: Final = 256


class TooMany(Exception):
    """Raised when a schema leaves more ways than are looked at."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One way in which a value can satisfy a schema, and what has been looked at then.

    Attributes:
        when: what is true of the value.
        everything: whether every member, or every item, has been looked at.
        names, patterns: the members that have been.
        before: the items before this index have been.
        items: what is true of other items that have been.
    """

    when: tuple[Formula, ...] = ()
    everything: bool = False
    names: frozenset[str] = frozenset()
    patterns: tuple[str, ...] = ()
    before: int = 0
    items: tuple[Formula, ...] = ()

    @property
    def nothing(self) -> bool:
        """Whether nothing has been looked at."""
        return not (self.everything or self.names or self.patterns or self.before or self.items)

    def with_(self, other: "Seen") -> "Seen":
        """Return both ways at once."""
        return Seen(
            tuple(dict.fromkeys((*self.when, *other.when))),
            self.everything or other.everything,
            self.names | other.names,
            tuple(dict.fromkeys((*self.patterns, *other.patterns))),
            max(self.before, other.before),
            tuple(dict.fromkeys((*self.items, *other.items))),
        )


def unevaluated_asked(term: Term, kind: str) -> Asked:
    """Return what the `unevaluated` keyword of a schema asks of values of a type."""
    keyword = _KEYWORDS.get(kind)
    if keyword not in term.words or term.words[keyword] is True:
        return []
    rest = Literal(term.part(keyword))
    ways: list[Formula] = []
    for seen in _ways(term, kind, own=False):
        left = () if seen.everything else (_LEFT[kind](seen, rest),)
        ways.append(AllOf((*seen.when, *left)))
    return [AnyOf(tuple(ways))] if ways else None


def unevaluated_breaking(term: Term, kind: str) -> Ways:
    """Return the ways in which a value of a type breaks the `unevaluated` keyword of a schema."""
    keyword = _KEYWORDS.get(kind)
    if keyword not in term.words or term.words[keyword] is True:
        return []
    broken = Literal(term.part(keyword), holds=False)
    return [
        [*seen.when, _SOME[kind](seen, broken)]
        for seen in _ways(term, kind, own=False)
        if not seen.everything
    ]


_KEYWORDS: Final = {"object": "unevaluatedProperties", "array": "unevaluatedItems"}


def _left_members(seen: Seen, rest: Formula) -> Formula:
    return Rest(seen.names, seen.patterns, rest)


def _left_items(seen: Seen, rest: Formula) -> Formula:
    return From(seen.before, AnyOf((rest, *seen.items)) if seen.items else rest)


def _some_member(seen: Seen, broken: Formula) -> Formula:
    return SomeMember(seen.names, seen.patterns, value=broken)


def _some_item(seen: Seen, broken: Formula) -> Formula:
    others = tuple(map(negated, seen.items))
    return SomeItem(seen.before, None, AllOf((broken, *others)) if others else broken)


_LEFT: Final[dict[str, Callable[[Seen, Formula], Formula]]] = {"object": _left_members, "array": _left_items}
_SOME: Final[dict[str, Callable[[Seen, Formula], Formula]]] = {"object": _some_member, "array": _some_item}


def _ways(term: Term, kind: str, *, own: bool = True, inside: tuple[Term, ...] = ()) -> list[Seen]:
    """The ways in which a value can satisfy a schema. A schema that leads back to itself adds nothing the second time."""
    if term in inside or not term.words:
        return [Seen()]
    found = [_itself(term, kind, own=own)]
    for choices in _parts(term, kind, (*inside, term)):
        found = [one.with_(other) for one, other in product(found, choices)]
        if len(found) > _MOST_WAYS:
            raise TooMany
    return found


def _itself(term: Term, kind: str, *, own: bool) -> Seen:
    words = term.words
    if kind == "object":
        everything = "additionalProperties" in words or (own and "unevaluatedProperties" in words)
        return Seen(
            (), everything, frozenset(words.get("properties", ())), tuple(words.get("patternProperties", ()))
        )
    everything = "items" in words or (own and "unevaluatedItems" in words)
    items = (Literal(term.part("contains")),) if "contains" in words else ()
    return Seen((), everything, before=len(words.get("prefixItems", ())), items=items)


def _parts(term: Term, kind: str, inside: tuple[Term, ...]) -> Iterator[list[Seen]]:
    """For each part of a schema that judges the same value, the ways in which it can go."""
    words = term.words
    if "$ref" in words:
        yield _ways(term.side.target(words["$ref"]), kind, inside=inside)
    for _, part in term.parts("allOf") if "allOf" in words else ():
        yield _ways(part, kind, inside=inside)
    for _, part in term.parts("anyOf") if "anyOf" in words else ():
        yield from _either(part, kind, inside)
    if "oneOf" in words:
        parts = [part for _, part in term.parts("oneOf")]
        yield list(_one_of(parts, kind, inside))
    if "if" in words:
        yield list(_condition(term, kind, inside))
    if kind == "object" and "dependentSchemas" in words:
        for name, part in term.parts("dependentSchemas"):
            there = [seen.with_(Seen((Has(str(name)),))) for seen in _ways(part, kind, inside=inside)]
            yield [Seen((Has(str(name), holds=False),)), *there]


def _either(part: Term, kind: str, inside: tuple[Term, ...]) -> Iterator[list[Seen]]:
    """A part that may hold or not; of no interest where it looks at nothing."""
    ways = _ways(part, kind, inside=inside)
    if not all(seen.nothing for seen in ways):
        yield [Seen((Literal(part, holds=False),)), *_given(Literal(part), ways)]


def _given(formula: Formula, ways: Iterable[Seen]) -> Iterator[Seen]:
    for seen in ways:
        yield replace(seen, when=tuple(dict.fromkeys((formula, *seen.when))))


def _one_of(parts: list[Term], kind: str, inside: tuple[Term, ...]) -> Iterator[Seen]:
    inner = [_ways(part, kind, inside=inside) for part in parts]
    if all(seen.nothing for ways in inner for seen in ways):
        yield Seen()
        return
    for at, ways in enumerate(inner):
        others = tuple(Literal(part, holds=False) for index, part in enumerate(parts) if index != at)
        for seen in islice(_given(Literal(parts[at]), ways), _MOST_WAYS):
            yield replace(seen, when=(*seen.when, *others))


def _condition(term: Term, kind: str, inside: tuple[Term, ...]) -> Iterator[Seen]:
    test = term.part("if")

    def after(keyword: str, first: Iterable[Seen]) -> Iterator[Seen]:
        if keyword not in term.words:
            yield from first
            return
        branch = term.part(keyword)
        ways = list(_given(Literal(branch), _ways(branch, kind, inside=inside)))
        for one, other in product(list(first), ways):
            yield one.with_(other)

    yield from after("then", _given(Literal(test), _ways(test, kind, inside=inside)))
    yield from after("else", [Seen((Literal(test, holds=False),))])
