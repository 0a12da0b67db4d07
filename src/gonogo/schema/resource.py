"""The resources of one document: the schemas in it that carry an identifier, and the names that their places carry.

Source: JSON Schema 2020-12, section 8.2; in drafts up to 7, `$id: "#name"` (draft 4: `id`) names a place.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from gonogo.schema import pointer
from gonogo.schema.dialect import Draft, draft_named, embedded_draft
from gonogo.schema.errors import MalformedSchema
from gonogo.schema.types import Json, Path, Schema
from gonogo.schema.uri import UriError, resolve
from gonogo.schema.walk import Child, children

_NAMING = frozenset({"$id", "id", "$schema", "$anchor", "$dynamicAnchor"})
"""The keywords that can give a schema a name or a draft of its own; most schemas hold none of them."""


@dataclass(frozen=True, slots=True)
class Node:
    """One schema with its address.

    Attributes:
        uri: the resource in which it stands: the nearest identifier around it, resolved.
        path: the steps from the resource's root.
        schema: the schema itself.
        draft: the draft in which it is written.
    """

    uri: str
    path: Path
    schema: Schema
    draft: Draft

    @property
    def reference(self) -> str:
        """The absolute reference that leads here."""
        return f"{self.uri}#{pointer.to_fragment(pointer.join(self.path))}" if self.path else self.uri


@dataclass(frozen=True, slots=True)
class Resource:
    """A schema with an identifier of its own, and the names that its places carry.

    Attributes:
        root: the schema that carries the identifier.
        document: the identifier of the document in which it stands, and `outset` the steps to it there.
        anchors: places by `$anchor` or `$dynamicAnchor`.
        dynamic: the anchors that a `$dynamicRef` may find through the dynamic scope.
        inside: by the path of a schema, those directly inside it, as far as they have been looked for.
    """

    root: Node
    document: str
    outset: Path
    anchors: dict[str, Node] = field(default_factory=dict)
    dynamic: set[str] = field(default_factory=set)
    idle: list[Path] = field(default_factory=list)
    inside: dict[Path, tuple[tuple[Child, Node], ...]] = field(default_factory=dict)


def resources_in(document: Schema, base: str, draft: Draft) -> list[Resource]:
    """Return the resources of a document: itself first, then those embedded in it, in document order.

    Args:
        document: a tree: no two of its places share a container.
        base: the absolute URI by which it was given, in its normal form.
        draft: the draft in which it is written.

    Raises:
        MalformedSchema: an identifier is no URI reference, or one name is given to two places of a resource.
    """
    root = Node(_identified(Node(base, (), document, draft), ()), (), document, draft)
    found = [Resource(root, root.uri, ())]
    stack: list[tuple[Node, Resource]] = [(root, found[0])]
    while stack:
        node, resource = stack.pop()
        if node is resource.root and node is not root:
            found.append(resource)
        _name_anchors(node, resource)
        inside: list[tuple[Child, Node]] = []
        waiting: list[tuple[Node, Resource]] = []
        for child in children(node.schema, node.draft):
            below, home = _embedded(node, child, resource, found[0].idle)
            waiting.append((below, home))
            if home is resource:
                inside.append((child, below))
        if len(inside) == len(waiting):
            resource.inside[node.path] = tuple(inside)
        waiting.reverse()
        stack += waiting
    return found


def _embedded(node: Node, child: Child, resource: Resource, idle: list[Path]) -> tuple[Node, Resource]:
    """The address of a schema inside another, and its resource: a new one where it carries an identifier."""
    path, schema = node.path + child.path, child.schema
    if isinstance(schema, bool) or _NAMING.isdisjoint(schema):
        return Node(node.uri, path, schema, node.draft), resource
    below = Node(node.uri, path, schema, embedded_draft(schema, node.draft))
    if "$schema" in schema and _is_idle(below):
        idle.append((*resource.outset, *path, "$schema"))
    if not identifier(schema, below.draft):
        return below, resource
    outset = resource.outset + path
    root = Node(_identified(below, outset), (), schema, below.draft)
    return root, Resource(root, resource.document, outset)


def references(node: Node) -> list[tuple[str, str]]:
    """Return the reference keywords of one schema, as far as its draft knows them, with their texts."""
    schema = node.schema
    if not isinstance(schema, dict) or _ANY_REFERENCE.isdisjoint(schema):
        return []
    return [
        (keyword, "#" if keyword == "$recursiveRef" else schema[keyword])
        for keyword in _REFERENCES[node.draft]
        if isinstance(schema.get(keyword), str)
    ]


def may_refer(document: Schema) -> bool:
    """Whether a document holds what looks like a reference, be it where no schema stands."""
    stack: list[Json] = [document]
    while stack:
        value = stack.pop()
        if isinstance(value, dict):
            if not _ANY_REFERENCE.isdisjoint(value):
                return True
            stack.extend(value.values())
        elif isinstance(value, list):
            stack.extend(value)
    return False


_ANY_REFERENCE = frozenset({"$ref", "$dynamicRef", "$recursiveRef"})
_REFERENCES = dict.fromkeys(Draft, ("$ref",)) | {
    Draft.DRAFT_2019_09: ("$ref", "$recursiveRef"),
    Draft.DRAFT_2020_12: ("$ref", "$dynamicRef"),
}


def identifier(schema: Schema, draft: Draft) -> str:
    """Return the identifier that a schema gives itself, without a fragment; empty where it gives none."""
    if not isinstance(schema, dict) or (draft.ref_stands_alone and "$ref" in schema):
        return ""
    own = schema.get(draft.id_keyword)
    return own.split("#", 1)[0] if isinstance(own, str) else ""


def _identified(node: Node, outset: Path) -> str:
    """The URI of a schema that stands at `outset` in its document: its own identifier, resolved, or the one around it."""
    own = identifier(node.schema, node.draft)
    try:
        return resolve(node.uri, own)[0] if own else node.uri
    except UriError as error:
        place = pointer.join((*outset, node.draft.id_keyword))
        raise MalformedSchema(place, f"the identifier is of no use: {error}", error.hint) from None


def _is_idle(node: Node) -> bool:
    """Whether a `$schema` stands where it means nothing: see `dialect.embedded_draft`."""
    named = node.schema.get("$schema") if isinstance(node.schema, dict) else None
    return isinstance(named, str) and draft_named(named) is not node.draft


def _name_anchors(node: Node, resource: Resource) -> None:
    if isinstance(node.schema, bool) or _NAMING.isdisjoint(node.schema):
        return
    for keyword, name in _names(node):
        if resource.anchors.setdefault(name, node) is not node:
            place = pointer.join(resource.outset + node.path + (keyword,))
            raise MalformedSchema(place, "the name belongs to another place too", "give each place its own")
        if keyword == "$dynamicAnchor":
            resource.dynamic.add(name)


def _names(node: Node) -> Iterator[tuple[str, str]]:
    """The names that one schema gives its place, each with its keyword."""
    schema = node.schema
    if not isinstance(schema, dict):
        return
    if node.draft >= Draft.DRAFT_2019_09:
        for keyword in ("$anchor", "$dynamicAnchor")[: 2 if node.draft >= Draft.DRAFT_2020_12 else 1]:
            if isinstance(schema.get(keyword), str):
                yield keyword, schema[keyword]
        return
    own = schema.get(node.draft.id_keyword)
    name = own.partition("#")[2] if isinstance(own, str) else ""
    if name and not name.startswith("/"):
        yield node.draft.id_keyword, name
