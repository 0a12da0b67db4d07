"""How many schema nodes one instance can be made to visit: what a doubling `allOf` makes explode.

The engine remembers what it knows of an object or a list inside a recursion, but nothing of a scalar, and nothing
through a chain of plain references: two references at each of 25 levels cost 2^25, and a recursion costs its own
level once more for each way that leads back to it. Children are counted along one chain of properties: an
instance of many branches pays for each with a node of its own, and its nodes are limited.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from gonogo.schema.refs import Bundle
from gonogo.schema.resource import Node
from gonogo.schema.types import Path
from gonogo.schema.walk import Child

_OF_ELEMENTS = frozenset({"items", "prefixItems", "additionalItems", "unevaluatedItems", "contains"})
"""Keywords that judge the children of a list; the others that judge children judge those of an object."""

_TIMES = 2
"""So often a schema is entered on one way in a circle: the engine notices when it comes by once more."""

_PATIENCE = 20
"""So many times the budget may be spent on going through circles, all together."""

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
    count = _Count(_graph(bundle), most)
    try:
        count.once()
        count.once()  # now a recursion finds what the first count found of the level that it leads back to
    except _OverBudget:
        return most + 1
    return count.costs[_key(bundle.root)]


def _graph(bundle: Bundle) -> dict[_Key, _Edges]:
    """Every schema that takes part in a verdict, the root first."""
    graph: dict[_Key, _Edges] = {}
    waiting = [bundle.root]
    while waiting:
        node = waiting.pop()
        if _key(node) in graph:
            continue
        edges = graph[_key(node)] = _Edges()
        for targets in bundle.possible(node):
            edges.beside.append([_key(target) for target in targets])
            waiting += targets
        groups: dict[Path, list[_Key]] = {}
        for child, below in _judging(bundle, node):
            group = groups.get(_group(child))
            if group is None:
                group = groups[_group(child)] = []
                _ways(edges, child).append(group)
            group.append(_key(below))
            waiting.append(below)
    return graph


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


def _circling(graph: dict[_Key, _Edges]) -> set[_Key]:
    """The schemas from which a way leads into a circle without a step down into the instance."""
    leads = {key: {target for group in edges.beside for target in group} for key, edges in graph.items()}
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


class _OverBudget(Exception):
    """Raised when a count has gone over its budget; never leaves this module."""


class _Count:
    """Counts the visits of every schema, each from those of the schemas that it leads to."""

    def __init__(self, graph: dict[_Key, _Edges], most: int) -> None:
        self._graph = graph
        self._circling = _circling(graph)
        self._most = most
        self._patience = most * _PATIENCE
        self._before: dict[_Key, int] = {}
        self.costs: dict[_Key, int] = {}

    def once(self) -> None:
        """Count; for a schema that is not counted yet, what the count before has found stands in."""
        self._before, self.costs = self.costs, {}
        begun: set[_Key] = set()
        stack = [(next(iter(self._graph)), False)]
        while stack:
            key, inside_known = stack.pop()
            if inside_known:
                self._set(key, self._cost_in_circles(key) if key in self._circling else self._cost(key))
            elif key not in begun:
                begun.add(key)
                stack.append((key, True))
                stack.extend((target, False) for target in self._graph[key].all())

    def _set(self, key: _Key, cost: int) -> None:
        """No schema costs more than the root, which leads to it."""
        if cost > self._most:
            raise _OverBudget
        self.costs[key] = cost

    def _cost(self, key: _Key) -> int:
        return self._below(key) + sum(map(self._dearest, self._graph[key].beside))

    def _below(self, key: _Key) -> int:
        """What the schema itself and the children of one instance cost."""
        edges = self._graph[key]
        return 1 + max(sum(map(self._dearest, edges.members)), sum(map(self._dearest, edges.elements)))

    def _dearest(self, group: list[_Key]) -> int:
        return max(self.costs.get(key) or self._before.get(key, 1) for key in group)

    def _cost_in_circles(self, start: _Key) -> int:
        """Go every way, as the engine does."""
        cost = 0
        entered: dict[_Key, int] = {}
        stack = [(start, False)]
        while stack:
            key, leaving = stack.pop()
            if leaving:
                entered[key] -= 1
                continue
            again = entered.get(key) == _TIMES
            if key not in self._circling:
                cost += self._dearest([key])
            else:
                cost += 1 if again else self._below(key)
            self._patience -= 1
            if cost > self._most or self._patience < 0:
                raise _OverBudget
            if key in self._circling and not again:
                entered[key] = entered.get(key, 0) + 1
                stack.append((key, True))
                stack.extend((target, False) for group in self._graph[key].beside for target in group)
        return cost
