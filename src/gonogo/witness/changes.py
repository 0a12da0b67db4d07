"""Changes of a value at one place, as near to what its schemas allow as one can come: on the bound, and beyond it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from gonogo.gauge.facts import same
from gonogo.schema.types import Json, Path
from gonogo.witness.formats import others, specimens
from gonogo.witness.formula import Literal, Pattern, Term
from gonogo.witness.places import Spot, spots
from gonogo.witness.solver import Solver

UNDECLARED: Final = "undeclared_key"
"""The name of a member that no schema declares."""

_OF_TYPES: Final[tuple[Json, ...]] = (None, True, 1, 1.5, "text", [], {})
_MOST_LETTERS: Final = 100_000
_MOST_ITEMS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Change:
    """A value with one change.

    Attributes:
        value: the changed value.
        path: the steps to the place that changed.
        keyword: the keyword that the change reckons with.
    """

    value: Json
    path: Path
    keyword: str


def changes(value: Json, roots: tuple[Term, ...], solver: Solver) -> Iterator[Change]:
    """Yield a value with one change each, place by place.

    Args:
        value: a value that the schema accepts.
        roots: the schemas that judge it.
        solver: what makes values for members that the value lacks.

    Raises:
        OutOfSteps: the solver's steps are used up.
    """
    for spot in spots(value, roots):
        seen: list[Json] = [spot.value]
        for keyword, item in _at(spot, solver):
            if not any(same(item, other) for other in seen):
                seen.append(item)
                yield Change(put(value, spot.path, item), spot.path, keyword)


def put(value: Json, path: Path, item: Json) -> Json:
    """Return a value with another item at a place; what is not on the way there is shared."""
    if not path:
        return item
    step, *rest = path
    whole = value.copy()
    whole[step] = put(value[step], tuple(rest), item) if rest else item
    return whole


def _at(spot: Spot, solver: Solver) -> Iterator[tuple[str, Json]]:
    """Values to put at a place, each with the keyword that it reckons with."""
    for term in spot.terms:
        words = term.words
        yield from (("const", words["const"]),) if "const" in words else ()
        yield from (("enum", value) for value in words.get("enum", ()))
        yield from (
            ("examples", value) for value in words.get("examples", ()) if isinstance(words["examples"], list)
        )
    kind = type(spot.value)
    if kind in _OF_KIND:
        yield from _OF_KIND[kind](spot, solver)
    yield from (("type", value) for value in _OF_TYPES)


def _numbers(spot: Spot, _solver: Solver) -> Iterator[tuple[str, Json]]:
    value = spot.value
    for term in spot.terms:
        for keyword in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"):
            if keyword in term.words:
                bound = term.words[keyword]
                yield from (
                    (keyword, each) for each in (bound, bound - 1, bound + 1, bound - 0.5, bound + 0.5)
                )
        step = term.words.get("multipleOf")
        if step is not None:
            yield from (("multipleOf", each) for each in (value + step, value + step / 2, value - step))
    yield from (("type", value + part) for part in (1, -1, 0.5))


def _texts(spot: Spot, solver: Solver) -> Iterator[tuple[str, Json]]:
    value = spot.value
    for term in spot.terms:
        for keyword in ("minLength", "maxLength"):
            length = int(term.words.get(keyword, -1))
            for size in (length, length - 1, length + 1) if 0 <= length < _MOST_LETTERS else ():
                yield keyword, value[: max(size, 0)].ljust(max(size, 0), "x")
        if "pattern" in term.words:
            for holds in (True, False):
                answer = solver.solve(frozenset({Literal(term, holds)}), 2)
                yield from (("pattern", each) for each in answer.values if isinstance(each, str))
        if "format" in term.words:
            yield from (("format", each) for each in (*specimens(term.words["format"]), *others()))
    if value in {"true", "false", "null"} or value.isdecimal():
        return
    yield "enum", value.swapcase() if value.swapcase() != value else value + "x"
    yield "minLength", ""


def _lists(spot: Spot, solver: Solver) -> Iterator[tuple[str, Json]]:
    value = spot.value
    lengths = {
        int(term.words[word])
        for term in spot.terms
        for word in ("minItems", "maxItems")
        if word in term.words
    }
    item = value[-1:] or _item(spot, solver)
    for length in sorted({each for n in lengths for each in (n - 1, n, n + 1) if 0 <= each <= _MOST_ITEMS}):
        yield (
            "minItems" if length < len(value) else "maxItems",
            (value + item * length)[:length] if item else value,
        )
    for index in range(min(len(value), 3)):
        yield "items", value[:index] + value[index + 1 :]
    if item:
        yield "uniqueItems", value + item
    yield "items", [*value, None]
    yield "items", [*value, {}]


def _item(spot: Spot, solver: Solver) -> list[Json]:
    terms = [term.part("items") for term in spot.terms if "items" in term.words]
    answer = solver.solve(frozenset(map(Literal, terms))) if terms else None
    return list(answer.values[:1]) if answer else [1]


def _objects(spot: Spot, solver: Solver) -> Iterator[tuple[str, Json]]:
    value = spot.value
    for name in value:
        yield "required", {other: item for other, item in value.items() if other != name}
    for term in spot.terms:
        for name, part in term.parts("properties") if "properties" in term.words else ():
            if name not in value:
                made = solver.solve(frozenset({Literal(part)})).values
                yield from (("properties", {**value, str(name): item}) for item in made[:1])
        for pattern in term.words.get("patternProperties", ()):
            yield from (("patternProperties", {**value, name: 1}) for name in _names(pattern, solver))
    yield "additionalProperties", {**value, UNDECLARED: "text"}


def _names(pattern: str, solver: Solver) -> tuple[Json, ...]:
    return solver.texts(frozenset(), (Pattern(pattern),)).values[:1]


_OF_KIND: Final[dict[type, Callable[[Spot, Solver], Iterator[tuple[str, Json]]]]] = {
    int: _numbers,
    float: _numbers,
    str: _texts,
    list: _lists,
    dict: _objects,
}
