"""Where a pointer into a payload leads in its contract."""

from collections.abc import Iterator

from gonogo.lint.contract import Examined
from gonogo.schema.pointer import PointerError, split
from gonogo.schema.refs import Bundle
from gonogo.schema.resource import Node
from gonogo.schema.types import Schema

_SAME_INSTANCE = frozenset({"allOf", "anyOf", "oneOf", "then", "else", "if", "dependentSchemas"})


def led_to(contract: Examined, pointer: str) -> list[Schema]:
    """Return the schemas declared for the place in a payload that a pointer names; none where none is.

    Args:
        contract: a contract that compiles.
        pointer: a JSON pointer into its payloads.
    """
    bundle = contract.bundle
    if bundle is None:
        return []
    try:
        tokens = split(pointer)
    except PointerError:
        return []
    here = list(_together(bundle, [bundle.root]))
    for token in tokens:
        here = list(_together(bundle, [below for node in here for below in _below(bundle, node, token)]))
    return [node.schema for node in here]


def _below(bundle: Bundle, node: Node, token: str) -> Iterator[Node]:
    for child, below in bundle.children(node):
        keyword = child.applicator.keyword
        if (keyword == "properties" and child.path[1] == token) or (
            keyword in {"items", "prefixItems"} and token.isdigit()
        ):
            yield below


def _together(bundle: Bundle, nodes: list[Node]) -> Iterator[Node]:
    """Schemas with all that judge the same instance beside them."""
    seen: set[tuple[str, tuple[str | int, ...]]] = set()
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if (node.uri, node.path) in seen:
            continue
        seen.add((node.uri, node.path))
        yield node
        waiting += [target for _, target in bundle.referred(node)]
        waiting += [
            below for child, below in bundle.children(node) if child.applicator.keyword in _SAME_INSTANCE
        ]
