"""What a handoff's contract says of each field that a rule may ask about."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from gonogo.catalog.contract import Contract
from gonogo.gauge.closure import closure
from gonogo.gauge.facts import FactBook, Facts
from gonogo.gauge.view import View
from gonogo.routes.rule import branches_of, declared_names, root_of
from gonogo.schema.types import Json, Path

Bound: TypeAlias = tuple[float, bool]
"""A bound of a number, and whether it is left out itself."""


@dataclass(frozen=True, slots=True)
class Field:
    """What a contract says of one field.

    Attributes:
        types: its JSON types; None where the contract does not say.
        literals: its values; None where the contract does not list them.
        low, high: the bounds of its numbers; None where there is none.
        required: whether it is there wherever its parent is.
    """

    types: frozenset[str] | None = None
    literals: tuple[Json, ...] | None = None
    low: Bound | None = None
    high: Bound | None = None
    required: bool = False


OPEN = Field(required=True)
"""An item of a list: nothing is said of it here."""


class Fields:
    """The fields of one contract.

    Args:
        contract: the contract of a handoff.
    """

    def __init__(self, contract: Contract) -> None:
        self.contract = contract
        self._book = FactBook()
        self._known: dict[Path, Field | None] = {}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The properties that the contract declares at its root."""
        return declared_names(self.contract)

    def at(self, path: Path) -> Field | None:
        """Return what is said of a field; None where the contract declares no such field."""
        if any(isinstance(token, int) for token in path):
            return OPEN
        if path not in self._known:
            self._known[path] = self._look(path)
        return self._known[path]

    def declared_in(self, path: Path) -> tuple[str, ...]:
        """Return the properties that are declared in the object at a path."""
        found: dict[str, None] = {}
        for view in self._views(path)[0]:
            for each in _whole(view):
                found.update(dict.fromkeys(self._book.of(each).properties))
        return tuple(found)

    def _look(self, path: Path) -> Field | None:
        views, required = self._views(path)
        if not views:
            return None
        facts = [self._book.of(view) for view in views]
        bounds = [_bounds(each) for view in views for each in closure(view)]
        return Field(
            _types(facts),
            next((fact.literals for fact in facts if fact.literals is not None), None),
            max((low for low, _ in bounds if low), default=None),
            min((high for _, high in bounds if high), key=lambda high: (high[0], not high[1]), default=None),
            required,
        )

    def _views(self, path: Path) -> tuple[list[View], bool]:
        """The schemas of the field at a path, and whether the last step is required."""
        views, required = [root_of(self.contract)], True
        for token in path:
            required = any(token in self._book.of(view).required for view in views)
            views = self._below(views, str(token))
        return views, required

    def _below(self, views: list[View], name: str) -> list[View]:
        """The schemas of a property: what always judges it; else what judges it in a branch, or as any other key."""
        always = [part for view in views for part in self._book.of(view).properties.get(name, ())]
        if always:
            return always
        inside = [each for view in views for each in _whole(view)]
        branches = [part for view in inside for part in self._book.of(view).properties.get(name, ())]
        return branches[:1] or [
            view.part("additionalProperties")
            for view in inside
            if isinstance(view.keywords.get("additionalProperties"), dict)
        ]


def _whole(view: View) -> Iterator[View]:
    """A schema and those that judge the same instance, in whatever branch."""
    seen: set[View] = set()
    stack = [view]
    while stack:
        each = stack.pop()
        if each not in seen:
            seen.add(each)
            yield each
            stack.extend(branches_of(each))


def _types(facts: list[Facts]) -> frozenset[str] | None:
    named = [fact.types for fact in facts if fact.types is not None]
    return named[0] if named else None


def _bounds(view: View) -> tuple[Bound | None, Bound | None]:
    """What one schema says of a number's bounds; in draft 4 a flag says whether they are left out."""
    return _bound(view, "minimum", "exclusiveMinimum"), _bound(view, "maximum", "exclusiveMaximum")


def _bound(view: View, word: str, strict: str) -> Bound | None:
    plain, exclusive = view.keywords.get(word), view.keywords.get(strict)
    if isinstance(exclusive, bool):
        return None if plain is None else (plain, exclusive)
    if exclusive is None:
        return None if plain is None else (plain, False)
    return (exclusive, True)
