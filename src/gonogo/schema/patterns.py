"""The regular expressions of a schema: where they stand, and which engine takes each.

Source: ECMA-262, section 22.2; JSON Schema 2020-12, section 6.4. The linear engine takes what has neither
lookaround nor back-reference; the backtracking one takes those under a limit.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gonogo.schema import engine
from gonogo.schema.dialect import Draft
from gonogo.schema.engine import Patterns
from gonogo.schema.errors import RefusedPattern
from gonogo.schema.pointer import join
from gonogo.schema.reach import schemas
from gonogo.schema.refs import Bundle
from gonogo.schema.resource import Node
from gonogo.schema.types import Json, Path, Schema
from gonogo.schema.walk import Child, walk

_COVERS_EVERYTHING = ""
"""A name pattern that every name matches."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """One regular expression in a schema.

    Attributes:
        path: the steps to it; for a name under `patternProperties`, to what stands under that name.
        text: the expression.
    """

    path: Path
    text: str


def patterns_in(schema: Schema, draft: Draft) -> Iterator[Pattern]:
    """Yield the regular expressions that decide something, in document order."""
    for place in walk(schema, draft):
        for pattern in _own(place.schema):
            yield Pattern(place.path + pattern.path, pattern.text)


def engine_for(text: str) -> Patterns | None:
    """Return the cheapest engine that takes a regular expression, or None where neither does."""
    for patterns in Patterns:
        if engine.takes(text, patterns):
            return patterns
    return None


@dataclass(frozen=True, slots=True)
class Tamed:
    """Documents of somebody else's, made to compile.

    Attributes:
        documents: by URI, as they were given, less the expressions that no engine takes.
        dropped: where those stood; the documents accept more without them, and refuse nothing new.
        backtracking: the expressions that only the backtracking engine takes.
    """

    documents: Mapping[str, Schema]
    dropped: tuple[str, ...]
    backtracking: tuple[str, ...]


def tame(bundle: Bundle, documents: Mapping[str, Schema]) -> Tamed:
    """Sort the regular expressions of documents by the engine that takes them, and drop those that none takes.

    Args:
        bundle: where the documents come from.
        documents: as `reach.reached` returns them.

    Raises:
        RefusedPattern: an expression that no engine takes stands where dropping it could refuse more: under
            `not`, `if` or `oneOf`, or where a reference from there leads.
    """
    contrary = _contrary(bundle)
    places: dict[str, set[Path]] = {}
    backtracking: dict[str, None] = {}
    dropped: list[str] = []
    for node in schemas(bundle):
        resource = bundle.resource(node.uri)
        for pattern in _own(node.schema):
            patterns = engine_for(pattern.text)
            if patterns is Patterns.BACKTRACKING:
                backtracking[pattern.text] = None
            elif patterns is None and resource is not None:
                place = bundle.location(node) + join(pattern.path)
                if (node.uri, node.path) in contrary:
                    raise RefusedPattern(place, "no engine takes the regular expression")
                dropped.append(place)
                steps = resource.outset + node.path + pattern.path
                places.setdefault(resource.document, set()).add(steps)
    kept = {uri: _without(bundle, uri, document, places) for uri, document in documents.items()}
    return Tamed(kept, tuple(dropped), tuple(backtracking))


def _own(schema: Schema) -> Iterator[Pattern]:
    """The regular expressions of one schema, without those of the schemas inside it."""
    if not isinstance(schema, dict):
        return
    text = schema.get("pattern")
    if isinstance(text, str):
        yield Pattern(("pattern",), text)
    named = schema.get("patternProperties")
    if isinstance(named, dict):
        for name in named:
            yield Pattern(("patternProperties", name), name)


def _contrary(bundle: Bundle) -> set[tuple[str, Path]]:
    """The schemas that may refuse an instance by accepting it."""
    found: set[tuple[str, Path]] = set()
    seen: set[tuple[str, Path, bool]] = set()
    waiting: list[tuple[Node, bool]] = [(bundle.root, False)]
    while waiting:
        node, contrary = waiting.pop()
        if (node.uri, node.path, contrary) in seen:
            continue
        seen.add((node.uri, node.path, contrary))
        if contrary:
            found.add((node.uri, node.path))
        waiting += [(target, contrary) for targets in bundle.possible(node) for target in targets]
        for child, below in bundle.children(node):
            if child.applicator.asserts:
                waiting.append((below, contrary or _turns(child, node)))
    return found


def _turns(child: Child, around: Node) -> bool:
    keyword = child.applicator.keyword
    counted = isinstance(around.schema, dict) and "maxContains" in around.schema
    return keyword in {"not", "if", "oneOf"} or (keyword == "contains" and counted)


def _without(bundle: Bundle, uri: str, document: Schema, places: Mapping[str, set[Path]]) -> Schema:
    resource = bundle.resource(uri)
    dropped = places.get(resource.document) if resource is not None else None
    return document if dropped is None or resource is None else _copied(document, resource.outset, dropped)


def _copied(value: Json, path: Path, dropped: set[Path]) -> Json:
    """Copy what is kept. A name pattern that goes leaves one that covers every name: what it covered counts as named."""
    if isinstance(value, list):
        return [_copied(item, (*path, index), dropped) for index, item in enumerate(value)]
    if not isinstance(value, dict):
        return value
    kept: dict[str, Json] = {}
    for name, item in value.items():
        if (*path, name) not in dropped:
            kept[name] = _copied(item, (*path, name), dropped)
        elif path[-1:] == ("patternProperties",):
            kept.setdefault(_COVERS_EVERYTHING, True)
    return kept
