"""How many schema nodes one instance can be made to visit: what a doubling `allOf` makes explode.

The engine remembers nothing through a chain of plain references: two at each of 25 levels cost 2^25. Inside a
recursion it remembers most of what it knows of a value, but not of the innermost ones: there, each way that leads
back costs the whole level again. Children are counted along one chain of properties: an instance of many branches
pays for each with a node of its own, and its nodes are limited.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from gonogo.schema.refs import Bundle
from gonogo.schema.resource import Node, references
from gonogo.schema.types import Path
from gonogo.schema.walk import Child

_OF_ELEMENTS = frozenset({"items", "prefixItems", "additionalItems", "unevaluatedItems", "contains"})
"""Keywords that judge the children of a list; the others that judge children judge those of an object."""

_REMEMBERED = 10
"""So much less a recursion's second level weighs than its first."""

_PATIENCE = 200_000
"""So many states of its circles are looked at; a schema that has more is over any budget."""

_Key = tuple[str, Path]


@dataclass(slots=True)
class _Edges:
    """Where one schema leads, in groups of which one instance or child visits one schema only.

    Attributes:
        beside: what judges the same instance.
        members: what judges the children of an object.
        elements: what judges the children of a list.
    """

    beside: list[list[_Key]] = field(default_factory=list)
    members: list[list[_Key]] = field(default_factory=list)
    elements: list[list[_Key]] = field(default_factory=list)

    def all(self) -> Iterator[_Key]:
        """Yield every schema that it leads to."""
        for group in (*self.beside, *self.members, *self.elements):
            yield from group


def expansions(bundle: Bundle, most: int) -> int:
    """Return the visits that the root schema can cost along one chain of children.

    Args:
        bundle: one whose documents are taken in, as `reach.reached` leaves it: a dynamic reference may lead to any.
        most: the budget; counting stops above it.

    Raises:
        UnresolvedReference: a reference leads nowhere.
    """
    graph, root = _graph(bundle), _key(bundle.root)
    try:
        first = _First(graph, most)
        if not first.back:
            return first.costs[root]
        second = _Second(graph, most * _REMEMBERED, first)
    except _OverBudget:
        return most + 1
    return max(first.costs[root], second.costs[root] // _REMEMBERED)


def _graph(bundle: Bundle) -> dict[_Key, _Edges]:
    """Every schema that takes part in a verdict and leads to others, the root first; what is not here costs one visit."""
    graph: dict[_Key, _Edges] = {}
    waiting = [bundle.root]
    while waiting:
        node = waiting.pop()
        if _key(node) in graph:
            continue
        edges = graph[_key(node)] = _Edges()
        for targets in bundle.possible(node):
            edges.beside.append([_key(target) for target in targets])
            waiting += [target for target in targets if _leads_on(bundle, target)]
        groups: dict[Path, list[_Key]] = {}
        for child, below in _judging(bundle, node):
            group = groups.get(_group(child))
            if group is None:
                group = groups[_group(child)] = []
                _ways(edges, child).append(group)
            group.append(_key(below))
            if _leads_on(bundle, below):
                waiting.append(below)
    return graph


def _leads_on(bundle: Bundle, node: Node) -> bool:
    return bool(bundle.children(node) or references(node))


def _judging(bundle: Bundle, node: Node) -> Iterator[tuple[Child, Node]]:
    if isinstance(node.schema, dict) and "$ref" in node.schema and node.draft.ref_stands_alone:
        return
    for child, below in bundle.children(node):
        if child.applicator.asserts:
            yield child, below


def _group(child: Child) -> Path:
    """Properties judge one child each, and so do the schemas of a tuple; anything else may judge the same one."""
    keyword = child.applicator.keyword
    alone = keyword in {"properties", "prefixItems"} or (keyword == "items" and len(child.path) > 1)
    return (keyword,) if alone else child.path


def _ways(edges: _Edges, child: Child) -> list[list[_Key]]:
    if child.applicator.in_place:
        return edges.beside
    return edges.elements if child.applicator.keyword in _OF_ELEMENTS else edges.members


def _key(node: Node) -> _Key:
    return node.uri, node.path


class _OverBudget(Exception):
    """Raised when a count has gone over its budget; never leaves this module."""


class _First:
    """Counts the visits of every schema, each from those of the schemas that it leads to.

    `costs` are what it finds, where a way that leads back counts as one visit; `back` are those ways.
    """

    def __init__(self, graph: dict[_Key, _Edges], most: int) -> None:
        self._graph = graph
        self._most = most
        self.costs: dict[_Key, int] = {}
        self.back: set[tuple[_Key, _Key]] = set()
        root = next(iter(graph))
        begun: set[_Key] = set()
        stack: list[tuple[_Key, _Key | None]] = [(root, root)]
        while stack:
            key, source = stack.pop()
            if source is None:
                self.costs[key] = self._checked(self._cost(key))
            elif key not in begun:
                begun.add(key)
                stack.append((key, None))
                stack.extend((target, key) for target in graph[key].all() if target in graph)
            elif key not in self.costs:
                self.back.add((source, key))

    def _cost(self, key: _Key) -> int:
        return self._below(key) + sum(map(self._dearest, self._graph[key].beside))

    def _below(self, key: _Key) -> int:
        """What the schema itself and the children of one instance cost."""
        edges = self._graph[key]
        return 1 + max(sum(map(self._dearest, edges.members)), sum(map(self._dearest, edges.elements)))

    def _dearest(self, group: list[_Key]) -> int:
        return max(map(self._known, group))

    def _known(self, key: _Key) -> int:
        return self.costs.get(key, 1)

    def _checked(self, cost: int) -> int:
        """No schema costs more than the root, which leads to it: one that is over the budget is enough to know."""
        if cost > self._most:
            raise _OverBudget
        return cost


class _Second(_First):
    """Counts again, now that it is known what each level of a recursion costs, and which ways lead in circles.

    In a circle without a step down into the instance, the engine enters each schema once by a way that leads back.
    """

    def __init__(self, graph: dict[_Key, _Edges], most: int, first: _First) -> None:
        self._earlier = first
        self._circling = _circling(graph)
        self._states: dict[_State, int] = {}
        super().__init__(graph, most)

    def _known(self, key: _Key) -> int:
        return self.costs.get(key) or self._earlier.costs.get(key, 1)

    def _cost(self, key: _Key) -> int:
        return self._cost_in_circles(key) if key in self._circling else super()._cost(key)

    def _cost_in_circles(self, start: _Key) -> int:
        first: _State = (start, frozenset())
        stack = [(first, False)]
        while stack:
            state, seen = stack.pop()
            if state in self._states:
                continue
            following = self._following(state)
            if not seen:
                stack.append((state, True))
                stack.extend((each, False) for each in following if isinstance(each, tuple))
                continue
            costs = (each if isinstance(each, int) else self._states[each] for each in following)
            self._states[state] = self._checked(self._below(state[0]) + sum(costs))
            if len(self._states) > _PATIENCE:
                raise _OverBudget
        return self._states[first]

    def _following(self, state: "_State") -> "list[_State | int]":
        """What judges the same instance next: a further state of the circle, or a known cost."""
        key, entered = state
        following: list[_State | int] = []
        for target in (target for group in self._graph[key].beside for target in group):
            if target not in self._circling:
                following.append(self._known(target))
            elif (key, target) not in self._earlier.back:
                following.append((target, entered))
            else:
                following.append(1 if target in entered else (target, entered | {target}))
        return following


_State = tuple[_Key, frozenset[_Key]]
"""A schema in a circle, with those that were entered by a way that leads back."""


def _circling(graph: dict[_Key, _Edges]) -> set[_Key]:
    """The schemas from which a way leads into a circle without a step down into the instance."""
    leads = {
        key: {target for group in edges.beside for target in group if target in graph}
        for key, edges in graph.items()
    }
    before: dict[_Key, list[_Key]] = {}
    for key, targets in leads.items():
        for target in targets:
            before.setdefault(target, []).append(key)
    ends = [key for key, targets in leads.items() if not targets]
    while ends:
        end = ends.pop()
        del leads[end]
        for key in before.get(end, ()):
            leads[key].discard(end)
            if not leads[key]:
                ends.append(key)
    return set(leads)
