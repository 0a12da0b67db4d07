"""What a root document reaches: the schemas and documents that its references need, and one that holds them all."""

from collections.abc import Iterator

from gonogo.schema.engine import standard_document
from gonogo.schema.refs import Bundle
from gonogo.schema.resource import Node, Resource, identifier, references
from gonogo.schema.types import Json, Path, Schema


def schemas(bundle: Bundle) -> Iterator[Node]:
    """Yield every schema of the root document and of each document that it needs, the root first.

    A schema under an unknown keyword is among them where a reference leads to it. A meta-schema of somebody's own
    is needed where a document names it; a draft's own, where a reference leads there.

    Raises:
        UnresolvedReference: a reference leads nowhere, even one that nothing uses: the engine takes none such.
        SchemaError: a document that is referred to is of no use.
    """
    waiting = [bundle.root]
    seen: set[tuple[str, tuple[str | int, ...]]] = set()
    while waiting:
        node = waiting.pop()
        key = (node.uri, node.path)
        if key in seen:
            continue
        seen.add(key)
        yield node
        targets = [target for _, target in bundle.referred(node)]
        waiting += [bundle.home(target).root for target in targets]
        waiting += targets
        if not node.path:
            waiting += _meta_schema(bundle, node)
        waiting += reversed([below for _, below in bundle.children(node)])


def reached(bundle: Bundle) -> dict[str, Schema]:
    """Return the documents that the root document needs by their own URIs, itself first, as the engine takes them.

    One that is referred to by another URI than its own stands under both. Relative identifiers are written out,
    and a `$schema` is left out where it means nothing: the engine would heed it where it comes by.

    Raises:
        SchemaError: as for `schemas`.
    """
    documents: dict[str, Schema] = {}
    for node in schemas(bundle):
        home = bundle.home(node)
        if home.document not in documents:
            documents[home.document] = _plain(bundle, home)
        for _, reference in references(node):
            uri, _ = bundle.follow(node, reference)
            resource = bundle.resource(uri)
            if resource is not None and uri != resource.root.uri:
                documents[uri] = _plain(bundle, resource)
    return documents


def bundled(bundle: Bundle) -> Schema:
    """Return the root document with every other document that it needs embedded under its `$id`.

    Source: JSON Schema 2020-12, section 9.3.1. The drafts' own documents are left out: every validator has them.
    References stay as they are written; a document that is referred to by another URI than its own stands under
    that one as a reference to itself.

    Raises:
        SchemaError: as for `schemas`.
    """
    root = bundle.root.schema
    others = {
        uri: schema
        for uri, schema in reached(bundle).items()
        if uri != bundle.document and standard_document(uri) is None
    }
    if not others or not isinstance(root, dict):
        return root
    keyword = bundle.draft.definitions_keyword
    kept: dict[str, Json] = dict(root.get(keyword, {}))
    for uri in sorted(others):
        name = uri
        while name in kept:
            name += "#"
        kept[name] = _embedded(bundle, uri, others[uri])
    return {**root, keyword: kept}


def _meta_schema(bundle: Bundle, node: Node) -> list[Node]:
    """The root of the meta-schema that a document names."""
    named = node.schema.get("$schema") if isinstance(node.schema, dict) else None
    if not isinstance(named, str) or bundle.home(node).root is not node:
        return []
    uri = named.rstrip("#")
    resource = bundle.resource(uri) if standard_document(uri) is None else None
    return [resource.root] if resource is not None else []


def _plain(bundle: Bundle, resource: Resource) -> Schema:
    root, outset = resource.root, resource.outset
    schema, keyword = root.schema, root.draft.id_keyword
    for path in bundle.home(root).idle:
        if path[: len(outset)] == outset:
            schema = _without(schema, path[len(outset) :])
    if not isinstance(schema, dict) or identifier(schema, root.draft) in {"", root.uri}:
        return schema
    _, mark, fragment = schema[keyword].partition("#")
    return {**schema, keyword: root.uri + mark + fragment}


def _without(value: Json, path: Path) -> Json:
    """Copy a value without the member at a path."""
    first, *rest = path
    if isinstance(value, list):
        return [_without(item, tuple(rest)) if index == first else item for index, item in enumerate(value)]
    kept = {name: item for name, item in value.items() if name != first or rest}
    return {**kept, first: _without(kept[first], tuple(rest))} if rest else kept


def _embedded(bundle: Bundle, uri: str, schema: Schema) -> Schema:
    resource = bundle.resource(uri)
    root = bundle.root if resource is None else resource.root
    keyword = root.draft.id_keyword
    if root.uri != uri:
        return {keyword: uri, "allOf": [{"$ref": root.uri}]}
    if isinstance(schema, dict):
        return schema if keyword in schema else {**schema, keyword: uri}
    return {keyword: uri} if schema else {keyword: uri, "not": {}}
