"""How a keyword is understood: what it asks of a value of one JSON type, and the ways to break it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from gonogo.gauge.facts import type_of
from gonogo.schema.types import Json
from gonogo.witness.formula import Bound, Formula, In, Out, Size, Term

KINDS: Final = ("object", "string", "number", "boolean", "null", "array")
"""The JSON types; an integer is a number."""

Asked: TypeAlias = "list[Formula] | None"
"""What a keyword asks for, all of it together; None where it asks for what cannot be."""

Ways: TypeAlias = list[list[Formula]]
"""The ways to break a keyword: one of them, and all that stands in it."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A keyword.

    Attributes:
        kind: the JSON type of which it says something; None for all.
        asks: what it asks for.
        breaks: the ways to break it.
    """

    kind: str | None
    asks: Callable[[Term, str], Asked]
    breaks: Callable[[Term, str], Ways]


def kind_of(value: Json) -> str:
    """Return the JSON type of a value as `KINDS` names it."""
    own = type_of(value)
    return "number" if own == "integer" else own


def values(read: Callable[[Term, str], tuple[Json, ...]]) -> Rule:
    """Return the rule of a keyword that lists values."""

    def asks(term: Term, kind: str) -> Asked:
        listed = read(term, kind)
        return [In(listed)] if listed else None

    def breaks(term: Term, kind: str) -> Ways:
        listed = read(term, kind)
        return [[Out(listed)]] if listed else [[]]

    return Rule(None, asks, breaks)


def plain(
    kind: str, keyword: str, holds: Callable[[Json], Formula | None], fails: Callable[[Json], Formula | None]
) -> Rule:
    """Return the rule of a keyword whose value says it all; None stands for what is always so, and for what never is."""

    def asks(term: Term, _kind: str) -> Asked:
        found = holds(term.words[keyword])
        return [] if found is None else [found]

    def breaks(term: Term, _kind: str) -> Ways:
        found = fails(term.words[keyword])
        return [] if found is None else [[found]]

    return Rule(kind, asks, breaks)


def at_least(kind: str, keyword: str) -> Rule:
    """Return the rule of a keyword that asks for so many characters, items or members at least."""
    return plain(
        kind,
        keyword,
        lambda n: Size(int(n)) if n > 0 else None,
        lambda n: Size(0, int(n) - 1) if n > 0 else None,
    )


def at_most(kind: str, keyword: str) -> Rule:
    """Return the rule of a keyword that allows so many at most."""
    return plain(kind, keyword, lambda n: Size(0, int(n)), lambda n: Size(int(n) + 1))


def bound(keyword: str, *, upper: bool, strict: bool) -> Rule:
    """Return the rule of a keyword that sets a bound for numbers."""
    return plain(
        "number", keyword, lambda n: Bound(upper, n, strict), lambda n: Bound(not upper, n, not strict)
    )
