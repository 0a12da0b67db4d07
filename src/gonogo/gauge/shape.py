"""What a closed contract tells of every value that passes it: how deep it nests, and where its numbers stand.

Where a contract leaves nothing open, its verdict alone rules out deep nesting and numbers that overflow, and
the walk over the whole value that would look for integers spelled `5.0` shrinks to a few look-ups.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from gonogo.gauge.facts import type_of
from gonogo.schema.dialect import Draft, draft_named
from gonogo.schema.numbers import make_members_whole, make_whole
from gonogo.schema.refs import Bundle
from gonogo.schema.resource import Node
from gonogo.schema.types import Json

Mend: TypeAlias = Callable[[Json], None]
"""Turns the whole floats below one value into integers, in place, but for the members of the value itself."""

_NUMBERS = frozenset({"number", "integer"})
_OBJECT = frozenset({"object"})
_ARRAY = frozenset({"array"})


@dataclass(frozen=True, slots=True)
class Shape:
    """What is known of the values at one place.

    Attributes:
        types: the JSON types that a value may have.
        depth: the most containers inside one another.
        members: the shapes of declared properties; None where names are not all declared.
        items: the shape of a list's items; None where the value is no list.
    """

    types: frozenset[str] = frozenset()
    depth: int = 0
    members: Mapping[str, "Shape"] | None = field(default_factory=dict)
    items: "Shape | None" = None

    @property
    def number(self) -> bool:
        """Whether the value itself may be a number."""
        return not self.types.isdisjoint(_NUMBERS)

    @property
    def numbers(self) -> tuple[str, ...]:
        """The properties that may be numbers, where all of them are declared."""
        return tuple(name for name, shape in (self.members or {}).items() if shape.number)

    @property
    def is_object(self) -> bool:
        """Whether the value is an object of declared properties, and nothing else."""
        return self.types == _OBJECT and self.members is not None

    def bounds(self, depth: int) -> bool:
        """Whether it rules out values deeper than `depth`, and numbers that are no members of an object."""
        return self.depth <= depth and not self.number and (self.is_object or not self.numbers)

    def mend(self) -> Mend | None:
        """Return what mends a value of this shape; None where nothing below it can be a number.

        An object's own numbers are left to the caller, who reaches them without a call.
        """
        if self.members is None or (self.items is not None and self.items.number):
            return _mend_everything
        below = [(name, shape.numbers, shape.mend()) for name, shape in self.members.items()]
        members = tuple((name, numbers, mend) for name, numbers, mend in below if numbers or mend)
        of_members = _mending_members(members) if members else None
        of_items = _mending_items(self.items) if self.items is not None else None
        if of_members is not None and of_items is not None:
            return _mending_either(of_members, of_items)
        return of_members or of_items


def shape_of(bundle: Bundle) -> Shape | None:
    """Return the shape of the values that pass a bundle's root schema, or None where it leaves something open."""
    return _Search(bundle).at(bundle.root)


class _Search:
    """Looks a bundle's schemas through, each once."""

    def __init__(self, bundle: Bundle) -> None:
        self._bundle = bundle
        self._found: dict[tuple[str, tuple[str | int, ...]], Shape | None] = {}
        self._standard: dict[str, bool] = {}

    def at(self, node: Node) -> Shape | None:
        """Any one schema that judges the value bounds it; a recursion is open, since nothing bounds its depth."""
        key = (node.uri, node.path)
        if key not in self._found:
            self._found[key] = None
            self._found[key] = next((shape for shape in self._bounds(node) if shape is not None), None)
        return self._found[key]

    def _bounds(self, node: Node) -> Iterable[Shape | None]:
        words = node.schema
        if words is False:
            yield Shape()
        if not isinstance(words, dict) or not self._is_standard(node.uri):
            return
        held: dict[str, list[Node]] = {}
        for child, below in self._bundle.children(node):
            held.setdefault(child.applicator.keyword, []).append(below)
        for targets in self._bundle.possible(node):
            if len(targets) == 1:  # a dynamic reference may lead out of what it seems to lead to
                yield self.at(targets[0])
        if "$ref" in words and node.draft.ref_stands_alone:
            return
        yield _of_literals(words, node.draft)
        yield self._of_type(words, held)
        for part in held.get("allOf", ()):
            yield self.at(part)
        for union in ("anyOf", "oneOf"):
            if union in held:
                yield _any_of(self.at(part) for part in held[union])

    def _is_standard(self, uri: str) -> bool:
        """Whether a resource is written in a draft as it stands: another dialect may leave any keyword out."""
        if uri not in self._standard:
            resource = self._bundle.resource(uri)
            document = resource and self._bundle.resource(resource.document)
            self._standard[uri] = all(
                home is not None and _names_draft(home.root) for home in (resource, document)
            )
        return self._standard[uri]

    def _of_type(self, words: dict[str, Json], held: dict[str, list[Node]]) -> Shape | None:
        named = words.get("type")
        types = frozenset([named] if isinstance(named, str) else named or ())
        if not types:
            return None
        shapes: list[Shape | None] = []
        scalars = types - _OBJECT - _ARRAY
        if scalars:
            shapes.append(Shape(scalars))
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
        return Shape(_OBJECT, depth, members=None if others else dict(zip(names, shapes, strict=True)))

    def _of_array(self, words: dict[str, Json], held: dict[str, list[Node]]) -> Shape | None:
        if isinstance(words.get("items"), list) or "prefixItems" in words or "items" not in held:
            return None
        items = self.at(held["items"][0])
        return None if items is None else Shape(_ARRAY, 1 + items.depth, items=items)


def _names_draft(root: Node) -> bool:
    named = root.schema.get("$schema") if isinstance(root.schema, dict) else None
    return named is None or draft_named(named) is not None


def _is_dynamic(node: Node) -> bool:
    """Whether a reference to a place may lead somewhere else, by the way on which it is reached."""
    return isinstance(node.schema, dict) and "$dynamicAnchor" in node.schema


def _of_literals(words: dict[str, Json], draft: Draft) -> Shape | None:
    values = [words["const"]] if "const" in words and draft > Draft.DRAFT_4 else words.get("enum")
    if not isinstance(values, list) or any(isinstance(value, dict | list) for value in values):
        return None
    return Shape(frozenset(map(type_of, values)))


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
    return Shape(left.types | right.types, max(left.depth, right.depth), members, items)


def _mend_everything(value: Json) -> None:
    make_whole(value)


def _mending_members(members: tuple[tuple[str, tuple[str, ...], Mend | None], ...]) -> Mend:
    def mend(value: Json) -> None:
        if type(value) is not dict:
            return
        for name, numbers, below in members:
            held = value.get(name)
            if numbers and type(held) is dict:
                make_members_whole((held,), numbers)
            if below is not None:
                below(held)

    return mend


def _mending_items(items: Shape) -> Mend | None:
    numbers, below = items.numbers, items.mend()
    if not numbers and below is None:
        return None

    def mend(value: Json) -> None:
        if type(value) is not list:
            return
        if numbers:
            make_members_whole(value if items.is_object else [i for i in value if type(i) is dict], numbers)
        if below is not None:
            for item in value:
                below(item)

    return mend


def _mending_either(of_members: Mend, of_items: Mend) -> Mend:
    def mend(value: Json) -> None:
        (of_items if type(value) is list else of_members)(value)

    return mend
