"""How many schema nodes one instance can be made to visit: what a doubling `allOf` makes explode.

The engine remembers its answers inside a recursion, so that a recursive reference costs one visit; through a
chain of plain references it does not, and two references at each of 25 levels cost 2^25. Children are
counted along one chain of properties: an instance of many branches pays for each with a node of its own, and
its nodes are limited.
"""

from collections.abc import Iterable
from itertools import groupby

from gonogo.schema.dialect import Applicator
from gonogo.schema.refs import Bundle, Node

_EXCLUSIVE = frozenset({"properties", "prefixItems"})
"""Keywords of whose schemas a chain of children takes one only."""

_Key = tuple[str, tuple[str | int, ...]]


def expansions(bundle: Bundle) -> int:
    """Return the visits that the root schema can cost along one chain of children.

    Raises:
        UnresolvedReference: a reference leads nowhere.
    """
    costs: dict[_Key, int] = {}
    open_nodes: set[_Key] = set()
    stack: list[tuple[Node, bool]] = [(bundle.root, False)]
    while stack:
        node, seen = stack.pop()
        key = (node.uri, node.path)
        if seen:
            open_nodes.discard(key)
            costs[key] = _cost(bundle, node, costs)
        elif key not in costs and key not in open_nodes:
            open_nodes.add(key)
            stack.append((node, True))
            stack.extend((below, False) for _, below in _edges(bundle, node))
    return costs[bundle.root.uri, bundle.root.path]


def _edges(bundle: Bundle, node: Node) -> Iterable[tuple[Applicator | None, Node]]:
    for _, target in bundle.referred(node):
        yield None, target
    for child, below in bundle.children(node):
        if child.applicator.asserts:
            yield child.applicator, below


def _cost(bundle: Bundle, node: Node, costs: dict[_Key, int]) -> int:
    """A node that is still open closes a recursion, and counts once."""
    same, members, elements = 1, 0, 0
    for applicator, edges in groupby(_edges(bundle, node), key=lambda edge: edge[0]):
        each = [costs.get((below.uri, below.path), 1) for _, below in edges]
        if applicator is None or applicator.in_place:
            same += sum(each)
        else:
            taken = max(each) if applicator.keyword in _EXCLUSIVE else sum(each)
            if "tems" in applicator.keyword or applicator.keyword == "contains":
                elements += taken
            else:
                members += taken
    return same + max(members, elements)
