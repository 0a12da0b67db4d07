"""References inside a bundle: one root document and the documents it may refer to. Nothing is ever read.

Source: JSON Schema 2020-12, sections 8.2 (identifiers, anchors, references) and 9.2; RFC 3986, section 5.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import urldefrag, urljoin

from gonogo.schema import pointer
from gonogo.schema.dialect import Draft, draft_named, draft_of
from gonogo.schema.engine import standard_document
from gonogo.schema.errors import UnresolvedReference
from gonogo.schema.types import Json, Path, Schema
from gonogo.schema.walk import Child, children, is_schema

UNNAMED = "urn:gonogo:unnamed"
"""The base URI of a root document that gives itself no identifier."""


@dataclass(frozen=True, slots=True)
class Node:
    """One schema with its address.

    Attributes:
        uri: the resource in which it stands: the nearest `$id`, resolved.
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
        given: the URI by which its document was given, which may differ from its own identifier.
        document: the URI of the document in which it stands, and `outset` the steps to it there.
        anchors: places by `$anchor` or `$dynamicAnchor`.
        dynamic: the anchors that a `$dynamicRef` may find through the dynamic scope.
    """

    root: Node
    given: str
    document: str
    outset: Path
    anchors: dict[str, Node] = field(default_factory=dict)
    dynamic: set[str] = field(default_factory=set)


class Bundle:
    """A root document and the documents at hand, with every place addressable.

    Args:
        schema: the root document. It is held, never changed; no two of its places may share a container.
        resources: further documents by absolute URI.
        base_uri: what relative identifiers and references of the root document start from.
        draft: the draft of documents without `$schema`.

    Raises:
        UnknownDialect: the root document's `$schema` is not known.
    """

    def __init__(
        self,
        schema: Schema,
        resources: Mapping[str, Schema] | None = None,
        base_uri: str = UNNAMED,
        draft: Draft = Draft.DRAFT_2020_12,
    ) -> None:
        self.draft = draft_of(schema, resources, draft)
        self._documents: Mapping[str, Schema] = resources or {}
        self._resources: dict[str, Resource] = {}
        self.root = self._index(schema, base_uri, self.draft)
        self.given = urldefrag(base_uri)[0] if base_uri != UNNAMED else self.root.uri
        self.document = self.root.uri

    def child(self, node: Node, child: Child) -> Node:
        """Return the address of a schema that stands directly inside another."""
        below = Node(node.uri, node.path + child.path, child.schema, node.draft)
        resource = self._resource_at(below)
        return resource.root if resource else below

    def children(self, node: Node) -> Iterator[tuple[Child, Node]]:
        """Yield the schemas directly inside one, each with its address."""
        for child in children(node.schema, node.draft):
            yield child, self.child(node, child)

    def resource(self, uri: str) -> Resource | None:
        """Return the resource of a URI, indexing its document where that has not been done yet."""
        found = self._resources.get(uri)
        if found is not None:
            return found
        document = self._documents.get(uri, self._documents.get(f"{uri}#", standard_document(uri)))
        if document is None:
            return None
        self._index(document, uri, draft_of(document, self._documents, self.draft))
        return self._resources.get(uri)

    def home(self, node: Node) -> Resource:
        """Return the document in which a schema stands."""
        return self._resources[self._resources[node.uri].document]

    def dynamic_anchors(self, scope: tuple[str, ...]) -> dict[str, Node]:
        """Return the anchors that depend on the dynamic scope, each with the outermost schema that carries it."""
        found: dict[str, Node] = {}
        for uri in scope:
            resource = self.resource(uri)
            if resource is not None:
                found = {name: resource.anchors[name] for name in resource.dynamic} | found
        return found

    def resolve(self, node: Node, reference: str) -> Node:
        """Return the schema that a `$ref` in `node` leads to.

        Raises:
            UnresolvedReference: it leads to no document at hand, to no place in it, or to no schema.
        """
        uri, fragment = _joined(node.uri, reference)
        resource = self.resource(uri)
        if resource is None:
            raise self._unresolved(node, "leads to a document that is not at hand")
        fragment = pointer.from_fragment(fragment)
        if fragment and not fragment.startswith("/"):
            if fragment not in resource.anchors:
                raise self._unresolved(node, "names an anchor that does not exist")
            return resource.anchors[fragment]
        try:
            return self._at(resource.root, pointer.split(fragment))
        except pointer.PointerError:
            raise self._unresolved(node, "leads to a place that does not exist") from None

    def resolve_dynamic(self, node: Node, reference: str, scope: tuple[str, ...]) -> Node:
        """Return the schema that a `$dynamicRef` in `node` leads to.

        Args:
            node: the schema that holds the reference.
            reference: its text.
            scope: the resources entered so far, outermost first.

        Raises:
            UnresolvedReference: as for `resolve`.
        """
        target = self.resolve(node, reference)
        anchor = urldefrag(reference)[1]
        own = self.resource(target.uri)
        if own is None or anchor not in own.dynamic:
            return target
        for uri in scope:
            outer = self.resource(uri)
            if outer is not None and anchor in outer.dynamic:
                return outer.anchors[anchor]
        return target

    def resolve_recursive(self, node: Node, scope: tuple[str, ...]) -> Node:
        """Return the schema that a `$recursiveRef` (draft 2019-09, always `#`) in `node` leads to."""
        target = self.resolve(node, "#")
        if _is_recursive(target.schema):
            for uri in scope:
                outer = self.resource(uri)
                if outer is not None and _is_recursive(outer.root.schema):
                    return outer.root
        return target

    def referred(self, node: Node) -> Iterator[tuple[str, Node]]:
        """Yield the references that a schema holds itself, each with its keyword and the schema it leads to.

        Dynamic ones are followed as if there were no dynamic scope.

        Raises:
            UnresolvedReference: as for `resolve`.
        """
        for keyword, reference in references(node):
            yield keyword, self.resolve(node, reference)

    def location(self, node: Node) -> str:
        """Return where a schema stands: a pointer in the root document, else a URI with a fragment."""
        resource = self._resources[node.uri]
        place = pointer.join(resource.outset + node.path)
        if resource.document == self.document:
            return place
        return f"{resource.document}#{place}"

    def _index(self, document: Schema, uri: str, draft: Draft) -> Node:
        """Record a document's resources and anchors; returns its root."""
        base = urldefrag(uri)[0]
        own = identifier(document, draft)
        root = Node(_joined(base, own)[0] if own else base, (), document, draft)
        home = Resource(root, base if base != UNNAMED else root.uri, root.uri, ())
        self._resources[root.uri] = home
        if base != root.uri:
            self._resources.setdefault(base, home)
        stack: list[tuple[Node, Resource]] = [(root, home)]
        while stack:
            node, resource = stack.pop()
            _name_anchors(node, resource)
            for child in children(node.schema, node.draft):
                below = Node(node.uri, node.path + child.path, child.schema, node.draft)
                own = identifier(child.schema, node.draft)
                if own:
                    inner = _joined(node.uri, own)[0]
                    below = Node(inner, (), child.schema, _embedded_draft(child.schema, node.draft))
                    outset = resource.outset + node.path + child.path
                    self._resources[inner] = embedded = Resource(below, base, home.document, outset)
                    stack.append((below, embedded))
                else:
                    stack.append((below, resource))
        return root

    def _resource_at(self, node: Node) -> Resource | None:
        own = identifier(node.schema, node.draft)
        if not own:
            return None
        resource = self._resources.get(_joined(node.uri, own)[0])
        return resource if resource is not None and resource.root.schema is node.schema else None

    def _at(self, root: Node, steps: tuple[str, ...]) -> Node:
        node = root
        value: Json = root.schema
        path: Path = ()
        for token in steps:
            path = (*path, int(token) if isinstance(value, list) and token.isdigit() else token)
            value = pointer.step(value, token)
            if isinstance(value, dict):
                inner = self._resource_at(Node(node.uri, path, value, node.draft))
                if inner is not None:
                    node, path = inner.root, ()
        if not is_schema(value):
            raise pointer.PointerError("not a schema")
        return node if value is node.schema else Node(node.uri, path, value, node.draft)

    def _unresolved(self, node: Node, why: str) -> UnresolvedReference:
        return UnresolvedReference(
            self.location(node), f"a reference {why}", "give the document as a resource; nothing is fetched"
        )


def references(node: Node) -> Iterator[tuple[str, str]]:
    """Yield the reference keywords of one schema with their texts."""
    schema = node.schema
    if not isinstance(schema, dict):
        return
    for keyword in ("$ref", "$dynamicRef", "$recursiveRef"):
        reference = schema.get(keyword)
        if isinstance(reference, str):
            yield keyword, reference


def identifier(schema: Schema, draft: Draft) -> str:
    """Return the identifier that a schema gives itself, without a fragment; empty where it gives none."""
    if not isinstance(schema, dict) or (draft.ref_stands_alone and "$ref" in schema):
        return ""
    own = schema.get(draft.id_keyword)
    return urldefrag(own)[0] if isinstance(own, str) else ""


def _joined(base: str, reference: str) -> tuple[str, str]:
    """Resolve a reference; returns its URI and its fragment, still encoded."""
    uri, fragment = urldefrag(reference)
    return (urldefrag(urljoin(base, uri))[0] if uri else base), fragment


def _embedded_draft(schema: Schema, draft: Draft) -> Draft:
    """The draft of an embedded resource: what its `$schema` names, where that is a supported draft."""
    named = schema.get("$schema") if isinstance(schema, dict) else None
    return (draft_named(named) if isinstance(named, str) else None) or draft


def _name_anchors(node: Node, resource: Resource) -> None:
    schema = node.schema
    if not isinstance(schema, dict):
        return
    for keyword in ("$anchor", "$dynamicAnchor"):
        name = schema.get(keyword)
        if isinstance(name, str) and node.draft >= Draft.DRAFT_2019_09:
            resource.anchors[name] = node
            if keyword == "$dynamicAnchor":
                resource.dynamic.add(name)
    own = schema.get(node.draft.id_keyword)
    if node.draft <= Draft.DRAFT_7 and isinstance(own, str) and "#" in own:
        name = urldefrag(own)[1]
        if name:
            resource.anchors[name] = node


def _is_recursive(schema: Schema) -> bool:
    return isinstance(schema, dict) and schema.get("$recursiveAnchor") is True
