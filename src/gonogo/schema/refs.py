"""References inside a bundle: one root document and the documents it may refer to. Nothing is ever read.

Source: JSON Schema 2020-12, sections 8.2 (identifiers, anchors, references) and 9.2; RFC 3986, section 5.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from gonogo.schema import pointer
from gonogo.schema.canonical import canonical
from gonogo.schema.dialect import Draft, draft_of, embedded_draft
from gonogo.schema.document import taken_in
from gonogo.schema.engine import standard_document
from gonogo.schema.errors import MalformedSchema, SchemaError, UnresolvedReference
from gonogo.schema.limits import DEFAULT_SCHEMA_LIMITS, SchemaLimits
from gonogo.schema.resource import Node, Resource, identifier, references, resources_in
from gonogo.schema.types import Json, Path, Schema
from gonogo.schema.uri import UriError, resolve
from gonogo.schema.walk import Child, children, is_schema

UNNAMED = "gonogo://unnamed/"
"""The base URI of a root document that gives itself no identifier; a hierarchy, so that `other.json` leads on."""

_FORMAT_ASSERTION = "https://json-schema.org/draft/2020-12/vocab/format-assertion"
_BY_IDENTIFIER = "refer to that schema by its own identifier"
_IDENTIFIERS = frozenset(draft.id_keyword for draft in Draft)
_AT_HAND = "give the document as a resource; nothing is fetched"


class Bundle:
    """A root document and the documents at hand, with every place addressable.

    Args:
        schema: the root document. It is held, never changed; no two of its places may share a container.
        resources: further documents by absolute URI; one is taken in when it is first referred to.
        base_uri: what relative identifiers and references of the root document start from.
        draft: the draft of documents without `$schema`.
        limits: what a document of the resources may measure.

    Raises:
        MalformedSchema: an identifier of the root document is no URI, or it or an anchor is given twice.
        UnknownDialect: the root document's `$schema` is not known.
    """

    def __init__(
        self,
        schema: Schema,
        resources: Mapping[str, Schema] | None = None,
        base_uri: str = UNNAMED,
        draft: Draft = Draft.DRAFT_2020_12,
        limits: SchemaLimits = DEFAULT_SCHEMA_LIMITS,
    ) -> None:
        self.draft = draft_of(schema, resources, draft)
        self._given: Mapping[str, Schema] = resources or {}
        self._limits = limits
        self._resources: dict[str, Resource] = {}
        self._by_normal_form: dict[str, Schema] | None = None
        self._followed: dict[tuple[str, str], tuple[str, Node]] = {}
        self.root = self._index(schema, _base(base_uri), self.draft).root
        self.document = self.root.uri

    def child(self, node: Node, child: Child) -> Node:
        """Return the address of a schema that stands directly inside another."""
        below = Node(node.uri, node.path + child.path, child.schema, node.draft)
        return self._opened(below) or below

    def children(self, node: Node) -> tuple[tuple[Child, Node], ...]:
        """Return the schemas directly inside one, each with its address; kept, since several walks ask for them."""
        kept = self._resources[node.uri].inside
        found = kept.get(node.path)
        if found is None:
            inside = children(node.schema, node.draft)
            found = kept[node.path] = tuple([(child, self.child(node, child)) for child in inside])
        return found

    def resource(self, uri: str) -> Resource | None:
        """Return the resource of a URI, taking its document in where that has not been done yet.

        Raises:
            SchemaError: the document is of no use; the place says in which one.
        """
        found = self._resources.get(uri)
        if found is not None:
            return found
        standard = standard_document(uri)
        document = self._at_hand(uri) if standard is None else standard
        if document is None:
            return None
        try:
            own = document if document is standard else taken_in(document, self._limits)
            return self._index(own, uri, draft_of(own, self._given, self.draft))
        except SchemaError as error:
            raise error.within(uri) from None

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

    def recursive_anchor(self, scope: tuple[str, ...]) -> Node | None:
        """Return the outermost root schema with `$recursiveAnchor` (draft 2019-09) in the dynamic scope."""
        return next(self._outermost(scope), None)

    def resolve(self, node: Node, reference: str) -> Node:
        """Return the schema that a `$ref` in `node` leads to.

        Raises:
            UnresolvedReference: it leads to no document at hand, to no place in it, or to no schema.
        """
        return self.follow(node, reference)[1]

    def follow(self, node: Node, reference: str) -> tuple[str, Node]:
        """Return the URI that a reference in `node` names, without its fragment, and the schema that it leads to.

        Raises:
            UnresolvedReference: as for `resolve`.
        """
        key = (node.uri, reference)
        found = self._followed.get(key)
        if found is None:
            found = self._followed[key] = self._follow(node, reference)
        return found

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
        anchor = reference.partition("#")[2]
        return next(self._outer(target, anchor, scope), target)

    def resolve_recursive(self, node: Node, scope: tuple[str, ...]) -> Node:
        """Return the schema that a `$recursiveRef` (draft 2019-09, always `#`) in `node` leads to."""
        target = self.resolve(node, "#")
        return next(self._outermost(scope), target) if _is_recursive(target.schema) else target

    def referred(self, node: Node) -> Iterator[tuple[str, Node]]:
        """Yield the references that a schema holds itself, each with its keyword and the schema it leads to.

        Dynamic ones are followed as if there were no dynamic scope.

        Raises:
            UnresolvedReference: as for `resolve`.
        """
        for keyword, reference in references(node):
            yield keyword, self.resolve(node, reference)

    def possible(self, node: Node) -> Iterator[list[Node]]:
        """Yield for each reference that a schema holds itself all that it can lead to, whatever the dynamic scope.

        Raises:
            UnresolvedReference: as for `resolve`.
        """
        for keyword, reference in references(node):
            target = self.resolve(node, reference)
            others: Iterable[Node] = ()
            if keyword == "$dynamicRef":
                others = self._outer(target, reference.partition("#")[2], self._resources)
            elif keyword == "$recursiveRef" and _is_recursive(target.schema):
                others = self._outermost(self._resources)
            yield list({(each.uri, each.path): each for each in (target, *others)}.values())

    def asserts_formats(self, node: Node) -> bool:
        """Whether the meta-schema that a schema's document names asks for `format` to decide.

        Source: JSON Schema Validation 2020-12, section 7.2.1.
        """
        root = self.home(node).root.schema
        named = root.get("$schema") if isinstance(root, dict) else None
        meta = self.resource(named.rstrip("#")) if isinstance(named, str) else None
        words = meta.root.schema if meta is not None else None
        return isinstance(words, dict) and _FORMAT_ASSERTION in words.get("$vocabulary", ())

    def location(self, node: Node) -> str:
        """Return where a schema stands: a pointer in the root document, else a URI with a fragment."""
        resource = self._resources[node.uri]
        place = pointer.join(resource.outset + node.path)
        if resource.document == self.document:
            return place
        return f"{resource.document}#{pointer.to_fragment(place)}"

    def _follow(self, node: Node, reference: str) -> tuple[str, Node]:
        try:
            uri, fragment = resolve(node.uri, reference)
        except UriError as error:
            raise self._unresolved(node, reference, f"is of no use: {error}", error.hint) from None
        resource = self.resource(uri)
        if resource is None:
            raise self._unresolved(node, reference, "leads to a document that is not at hand", _AT_HAND)
        if fragment and not fragment.startswith("/"):
            if fragment not in resource.anchors:
                raise self._unresolved(node, reference, "names an anchor that does not exist")
            return uri, resource.anchors[fragment]
        try:
            target = self._at(resource.root, pointer.split(pointer.from_fragment(fragment)))
        except pointer.PointerError:
            raise self._unresolved(node, reference, "leads to a place where no schema stands") from None
        if target.draft is not resource.root.draft:  # the engine would judge it by the draft around it
            raise self._unresolved(
                node, reference, "leads through a document into another draft", _BY_IDENTIFIER
            )
        return uri, target

    def _index(self, document: Schema, base: str, draft: Draft) -> Resource:
        """Record the resources of a document; returns its own."""
        found = resources_in(document, base, draft)
        for resource in found:
            uri = resource.root.uri
            known = self._resources.setdefault(uri, resource)
            other = known.root.schema if known is not resource else standard_document(uri)
            if other is not None and not _same(other, resource.root.schema):
                place = pointer.join((*resource.outset, resource.root.draft.id_keyword))
                raise MalformedSchema(
                    place, "the identifier belongs to another schema too", "give each its own"
                )
        return self._resources.setdefault(base, self._resources[found[0].root.uri])

    def _at_hand(self, uri: str) -> Schema | None:
        document = self._given.get(uri)
        if document is not None:
            return document
        if self._by_normal_form is None:
            self._by_normal_form = dict(_by_normal_form(self._given))
        return self._by_normal_form.get(uri)

    def _opened(self, node: Node) -> Node | None:
        """The resource that a schema opens; None where it opens none."""
        if not isinstance(node.schema, dict) or _IDENTIFIERS.isdisjoint(node.schema):
            return None
        draft = embedded_draft(node.schema, node.draft)
        own = identifier(node.schema, draft)
        if not own:
            return None
        try:
            uri = resolve(node.uri, own)[0]
        except (
            UriError
        ) as error:  # under an unknown keyword, which is not looked at before a reference leads there
            place = f"{self.location(node)}/{draft.id_keyword}"
            raise MalformedSchema(place, f"the identifier is of no use: {error}", error.hint) from None
        resource = self._resources.get(uri)
        return resource.root if resource is not None and _same(resource.root.schema, node.schema) else None

    def _at(self, root: Node, steps: tuple[str, ...]) -> Node:
        node = root
        value: Json = root.schema
        for token in steps:
            below = pointer.step(value, token)
            path: Path = (*node.path, int(token) if isinstance(value, list) else token)
            value = below
            node = Node(node.uri, path, value, node.draft)
            node = self._opened(node) or node
        if not is_schema(value):
            raise pointer.PointerError("not a schema")
        return node

    def _outer(self, target: Node, anchor: str, scope: Iterable[str]) -> Iterator[Node]:
        """Yield what a `$dynamicRef` finds in a scope, if its target carries a dynamic anchor of that name."""
        if anchor in self._resources[target.uri].dynamic:
            for uri in scope:
                resource = self._resources[uri]
                if anchor in resource.dynamic:
                    yield resource.anchors[anchor]

    def _outermost(self, scope: Iterable[str]) -> Iterator[Node]:
        """Yield the root schemas with `$recursiveAnchor` in a scope."""
        for uri in scope:
            root = self._resources[uri].root
            if _is_recursive(root.schema):
                yield root

    def _unresolved(self, node: Node, reference: str, why: str, hint: str = "") -> UnresolvedReference:
        keyword = next((word for word, text in references(node) if text == reference), "$ref")
        return UnresolvedReference(f"{self.location(node)}/{keyword}", f"the reference {why}", hint)


def _base(uri: str) -> str:
    try:
        return resolve(UNNAMED, uri)[0]
    except UriError as error:
        raise MalformedSchema("", f"the base URI is of no use: {error}") from None


def _by_normal_form(documents: Mapping[str, Schema]) -> Iterator[tuple[str, Schema]]:
    """Yield documents by the normal form of their URIs; what is given under no URI cannot be referred to."""
    for uri, document in documents.items():
        with suppress(UriError):
            yield resolve(UNNAMED, uri)[0], document


def _same(left: Schema, right: Schema) -> bool:
    return left is right or canonical(left) == canonical(right)


def _is_recursive(schema: Schema) -> bool:
    return isinstance(schema, dict) and schema.get("$recursiveAnchor") is True
