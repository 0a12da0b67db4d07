"""What a contract tells of every value that passes it: how deep it nests, and where its numbers stand.

As far as a value holds what its contract declares, the verdict alone rules out deep nesting and numbers that
overflow, and the walk over the whole value that would look for integers spelled `5.0` shrinks to a few look-ups.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import TypeAlias

from gonogo.gauge.facts import type_of
from gonogo.schema.dialect import Draft, draft_named
from gonogo.schema.refs import Bundle
from gonogo.schema.resource import Node
from gonogo.schema.types import Json, Token

_NUMBERS = frozenset({"number", "integer"})
_OBJECT = frozenset({"object"})
_CONTAINERS = frozenset({"object", "array"})


@dataclass(frozen=True, slots=True)
class Shape:
    """What is known of the values at one place. Where a shape is None, nothing is known.

    Attributes:
        types: the JSON types that a value may have; none where there can be no value.
        members: the shapes of an object's declared properties.
        rest: the shape of its other members.
        items: the shape of a list's items.
    """

    types: frozenset[str] = frozenset()
    members: Mapping[str, "Shape | None"] = field(default_factory=dict)
    rest: "Shape | None" = None
    items: "Shape | None" = None

    @property
    def number(self) -> bool:
        """Whether the value itself may be a number."""
        return not self.types.isdisjoint(_NUMBERS)

    @property
    def numbers(self) -> tuple[str, ...]:
        """The declared properties that may be numbers."""
        return tuple(name for name, shape in self.members.items() if shape is not None and shape.number)

    @property
    def is_object(self) -> bool:
        """Whether the value is an object and nothing else."""
        return self.types == _OBJECT

    @property
    def is_list(self) -> bool:
        """Whether the value is a list and nothing else."""
        return self.types == {"array"}

    @property
    def inside(self) -> "tuple[Shape | None, ...]":
        """The shapes of all that may stand directly inside the value."""
        return (*self.members.values(), self.other, self.item)

    @property
    def known(self) -> bool:
        """Whether something is known of all that may stand inside the value, however deep."""
        return all(shape is not None and (shape is NOTHING or shape.known) for shape in self.inside)

    @property
    def depth(self) -> int:
        """The most containers inside one another, as far as it is known."""
        if self.types.isdisjoint(_CONTAINERS):
            return 0
        return 1 + max(0 if shape is None or shape is NOTHING else shape.depth for shape in self.inside)

    @property
    def other(self) -> "Shape | None":
        """The shape of the members that `members` does not name."""
        return self.rest if "object" in self.types else NOTHING

    @property
    def item(self) -> "Shape | None":
        """The shape of the items."""
        return self.items if "array" in self.types else NOTHING

    def member(self, name: str) -> "Shape | None":
        """Return the shape of one member."""
        return self.members.get(name, self.other)


NOTHING = Shape()
"""The shape of a value that cannot be there."""


def shape_of(bundle: Bundle) -> Shape | None:
    """Return the shape of the values that pass a bundle's root schema, or None where nothing is known of them."""
    return _Search(bundle).at(bundle.root)


_Held: TypeAlias = dict[str, dict[Token, Node]]
"""The schemas inside one, by the keyword that holds them, and by name or index there."""


class _Search:
    """Looks a bundle's schemas through, each once."""

    def __init__(self, bundle: Bundle) -> None:
        self._bundle = bundle
        self._found: dict[tuple[str, tuple[str | int, ...]], Shape | None] = {}
        self._standard: dict[str, bool] = {}

    def at(self, node: Node) -> Shape | None:
        """What all schemas that judge a value tell of it together; of a recursion nothing, as nothing bounds its depth."""
        key = (node.uri, node.path)
        if key not in self._found:
            self._found[key] = None
            self._found[key] = reduce(_both, self._bounds(node), None)
        return self._found[key]

    def _bounds(self, node: Node) -> Iterable[Shape | None]:
        words = node.schema
        if words is False:
            yield NOTHING
        if not isinstance(words, dict) or not self._is_standard(node.uri):
            return
        held: _Held = {}
        for child, below in self._bundle.children(node):
            held.setdefault(child.applicator.keyword, {})[child.path[-1]] = below
        for targets in self._bundle.possible(node):
            if len(targets) == 1:  # a dynamic reference may lead out of what it seems to lead to
                yield self.at(targets[0])
        if "$ref" in words and node.draft.ref_stands_alone:
            return
        yield _of_literals(words, node.draft)
        yield self._of_type(words, held)
        for part in held.get("allOf", {}).values():
            yield self.at(part)
        for union in ("anyOf", "oneOf"):
            if union in held:
                yield _any_of(map(self.at, held[union].values()))

    def _is_standard(self, uri: str) -> bool:
        """Whether a resource is written in a draft as it stands: another dialect may leave any keyword out."""
        if uri not in self._standard:
            resource = self._bundle.resource(uri)
            document = resource and self._bundle.resource(resource.document)
            self._standard[uri] = all(
                home is not None and _names_draft(home.root) for home in (resource, document)
            )
        return self._standard[uri]

    def _of_type(self, words: dict[str, Json], held: _Held) -> Shape | None:
        named = words.get("type")
        types = frozenset([named] if isinstance(named, str) else named or ())
        if not types:
            return None
        if "object" not in types:
            return Shape(types, items=self._of_items(words, held))
        members = {str(name): self.at(below) for name, below in held.get("properties", {}).items()}
        return Shape(types, members, self._of_rest(words, held), self._of_items(words, held))

    def _of_rest(self, words: dict[str, Json], held: _Held) -> Shape | None:
        """The shape of members that `properties` does not name."""
        if "additionalProperties" not in words:
            return None
        others = [*held.get("additionalProperties", {}).values(), *held.get("patternProperties", {}).values()]
        return _any_of(map(self.at, others))

    def _of_items(self, words: dict[str, Json], held: _Held) -> Shape | None:
        if isinstance(words.get("items"), list) or "prefixItems" in words or "items" not in held:
            return None
        return self.at(held["items"]["items"])


def _names_draft(root: Node) -> bool:
    named = root.schema.get("$schema") if isinstance(root.schema, dict) else None
    return named is None or draft_named(named) is not None


def _of_literals(words: dict[str, Json], draft: Draft) -> Shape | None:
    values = [words["const"]] if "const" in words and draft > Draft.DRAFT_4 else words.get("enum")
    if not isinstance(values, list) or any(isinstance(value, dict | list) for value in values):
        return None
    return Shape(frozenset(map(type_of, values)))


def _any_of(shapes: Iterable[Shape | None]) -> Shape | None:
    """The shape of values of which each has one of some shapes."""
    merged: Shape | None = NOTHING
    for shape in shapes:
        merged = _either(merged, shape)
    return merged


def _either(left: Shape | None, right: Shape | None) -> Shape | None:
    if left is None or right is None:
        return None
    if left is NOTHING or right is NOTHING:
        return right if left is NOTHING else left
    return Shape(
        left.types | right.types,
        {name: _either(left.member(name), right.member(name)) for name in {**left.members, **right.members}},
        _either(left.other, right.other),
        _either(left.item, right.item),
    )


def _both(left: Shape | None, right: Shape | None) -> Shape | None:
    """The shape of values that have two shapes at once."""
    if left is None or right is None:
        return left if right is None else right
    if left is NOTHING or right is NOTHING:
        return NOTHING
    return Shape(
        _shared(left.types, right.types),
        {name: _both(left.member(name), right.member(name)) for name in {**left.members, **right.members}},
        _both(left.other, right.other),
        _both(left.item, right.item),
    )


def _shared(left: frozenset[str], right: frozenset[str]) -> frozenset[str]:
    """The types of which both sets admit values: an integer is a number."""
    both = left & right
    numbers = not left.isdisjoint(_NUMBERS) and not right.isdisjoint(_NUMBERS)
    return both | {"integer"} if numbers else both
