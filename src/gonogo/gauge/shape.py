"""What a closed contract tells of every value that passes it: how deep it nests, and where its numbers stand.

Where a contract leaves nothing open, its verdict alone rules out deep nesting and numbers that overflow, and
the walk over the whole value that would look for integers spelled `5.0` shrinks to a few look-ups.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from gonogo.schema.numbers import SAFE_INTEGER, make_whole
from gonogo.schema.refs import Bundle
from gonogo.schema.resource import Node
from gonogo.schema.types import Json

Mend: TypeAlias = Callable[[Json], None]
"""Turns the whole floats inside one container into integers, in place."""

_SCALARS = frozenset({"string", "boolean", "null", "number", "integer"})
_NUMBERS = frozenset({"number", "integer"})


@dataclass(frozen=True, slots=True)
class Shape:
    """What is known of the values at one place.

    Attributes:
        depth: the most containers inside one another.
        number: whether the value itself may be a number.
        members: the shapes of declared properties; None where names are not all declared.
        items: the shape of a list's items; None where the value is no list.
    """

    depth: int = 0
    number: bool = False
    members: Mapping[str, "Shape"] | None = field(default_factory=dict)
    items: "Shape | None" = None

    def mend(self) -> Mend | None:
        """Return what turns the whole floats inside a value of this shape into integers; None where none can be."""
        if self.members is None:
            return _mend_everything
        numbers = tuple(name for name, shape in self.members.items() if shape.number)
        inner = [(name, shape.mend()) for name, shape in self.members.items()]
        nested = tuple((name, mend) for name, mend in inner if mend is not None)
        of_items = None if self.items is None else _mending_items(self.items)
        of_members = _mending_members(numbers, nested) if numbers or nested else None
        if of_items is None or of_members is None:
            return of_members or of_items
        return _mending_either(of_members, of_items)


def shape_of(bundle: Bundle) -> Shape | None:
    """Return the shape of the values that pass a bundle's root schema, or None where it leaves something open."""
    return _Search(bundle).at(bundle.root)


class _Search:
    """Looks a bundle's schemas through, each once."""

    def __init__(self, bundle: Bundle) -> None:
        self._bundle = bundle
        self._found: dict[tuple[str, tuple[str | int, ...]], Shape | None] = {}

    def at(self, node: Node) -> Shape | None:
        """Any one schema that judges the value bounds it; a recursion is open, since nothing bounds its depth."""
        key = (node.uri, node.path)
        if key not in self._found:
            self._found[key] = None
            self._found[key] = next((shape for shape in self._bounds(node) if shape is not None), None)
        return self._found[key]

    def _bounds(self, node: Node) -> Iterable[Shape | None]:
        words = node.schema
        if not isinstance(words, dict):
            return
        held: dict[str, list[Node]] = {}
        for child, below in self._bundle.children(node):
            held.setdefault(child.applicator.keyword, []).append(below)
        for targets in self._bundle.possible(node):
            if len(targets) == 1:  # a dynamic reference may lead out of what it seems to lead to
                yield self.at(targets[0])
        if "$ref" in words and node.draft.ref_stands_alone:
            return
        yield _of_literals(words)
        yield self._of_type(words, held)
        for part in held.get("allOf", ()):
            yield self.at(part)
        for union in ("anyOf", "oneOf"):
            if union in held:
                yield _any_of(self.at(part) for part in held[union])

    def _of_type(self, words: dict[str, Json], held: dict[str, list[Node]]) -> Shape | None:
        named = words.get("type")
        types = frozenset([named] if isinstance(named, str) else named or ())
        if not types:
            return None
        shapes: list[Shape | None] = []
        if types & _SCALARS:
            shapes.append(Shape(number=bool(types & _NUMBERS)))
        if "object" in types:
            shapes.append(self._of_object(words, held))
        if "array" in types:
            shapes.append(self._of_array(words, held))
        return _any_of(shapes)

    def _of_object(self, words: dict[str, Json], held: dict[str, list[Node]]) -> Shape | None:
        rest = words.get("additionalProperties", True)
        inside = [self.at(below) for below in held.get("properties", ())]
        others = [self.at(below) for below in held.get("patternProperties", ())]
        if rest is not False:
            others += [self.at(below) for below in held.get("additionalProperties", ())] or [None]
        shapes = [shape for shape in inside + others if shape is not None]
        if len(shapes) < len(inside) + len(others):
            return None
        depth = 1 + max((shape.depth for shape in shapes), default=0)
        names = words.get("properties", {})
        return Shape(depth, members=None if others else dict(zip(names, shapes, strict=True)))

    def _of_array(self, words: dict[str, Json], held: dict[str, list[Node]]) -> Shape | None:
        if isinstance(words.get("items"), list) or "prefixItems" in words or "items" not in held:
            return None
        items = self.at(held["items"][0])
        return None if items is None else Shape(1 + items.depth, items=items)


def _of_literals(words: dict[str, Json]) -> Shape | None:
    values = [words["const"]] if "const" in words else words.get("enum")
    if not isinstance(values, list) or any(isinstance(value, dict | list) for value in values):
        return None
    return Shape(number=any(isinstance(value, int | float) for value in values))


def _any_of(shapes: Iterable[Shape | None]) -> Shape | None:
    """The shape of values that have one of some shapes; open where one of them is."""
    merged: Shape | None = None
    for shape in shapes:
        if shape is None:
            return None
        merged = shape if merged is None else _either(merged, shape)
    return merged


def _either(left: Shape, right: Shape) -> Shape:
    members: dict[str, Shape] | None = None
    if left.members is not None and right.members is not None:
        members = {**left.members, **right.members}
        for name in left.members.keys() & right.members.keys():
            members[name] = _either(left.members[name], right.members[name])
    items = left.items if right.items is None else right.items
    if left.items is not None and right.items is not None:
        items = _either(left.items, right.items)
    return Shape(max(left.depth, right.depth), left.number or right.number, members, items)


def _mend_everything(value: Json) -> None:
    make_whole(value)


def _mending_members(numbers: tuple[str, ...], nested: tuple[tuple[str, Mend], ...]) -> Mend:
    def mend(value: Json) -> None:
        if type(value) is not dict:
            return
        for name in numbers:
            number = value.get(name)
            if type(number) is float and number.is_integer() and -SAFE_INTEGER < number < SAFE_INTEGER:
                value[name] = int(number)
        for name, inner in nested:
            if name in value:
                inner(value[name])

    return mend


def _mending_items(items: Shape) -> Mend | None:
    inner = items.mend()
    if items.number:
        return _mend_everything
    if inner is None:
        return None

    def mend(value: Json) -> None:
        if type(value) is list:
            for item in value:
                inner(item)

    return mend


def _mending_either(of_members: Mend, of_items: Mend) -> Mend:
    def mend(value: Json) -> None:
        (of_items if type(value) is list else of_members)(value)

    return mend
