"""What a root document reaches: the documents that its references need, and one document that holds them all."""

from gonogo.schema.engine import standard_document
from gonogo.schema.refs import Bundle, Node, Resource
from gonogo.schema.types import Schema


def reached(bundle: Bundle) -> dict[str, Schema]:
    """Return the documents that the root document needs, by the URI that they were given with, itself first.

    Every reference in each of them is resolved, those of schemas that nothing uses among them: the engine
    compiles no document with a reference that leads nowhere. The drafts' own documents are left out: every
    engine has them. A meta-schema of somebody's own is needed too.

    Raises:
        UnresolvedReference: with the place of the reference.
    """
    documents: dict[str, Schema] = {}
    waiting = [bundle.home(bundle.root)]
    while waiting:
        resource = waiting.pop()
        uri = resource.given
        if uri in documents or standard_document(uri) is not None:
            continue
        documents[uri] = resource.root.schema
        waiting.extend(_needed(bundle, resource.root))
    return documents


def bundled(bundle: Bundle) -> Schema:
    """Return the root document with every other document that it needs embedded under its `$id`.

    Source: JSON Schema 2020-12, section 9.3.1. References stay as they are written.

    Raises:
        UnresolvedReference: as for `reached`.
    """
    root = bundle.root.schema
    others = {uri: schema for uri, schema in reached(bundle).items() if uri != bundle.given}
    if not others or not isinstance(root, dict):
        return root
    keyword = bundle.draft.definitions_keyword
    embedded = {uri: _with_identifier(schema, uri, bundle) for uri, schema in sorted(others.items())}
    return {**root, keyword: {**root.get(keyword, {}), **embedded}}


def _needed(bundle: Bundle, root: Node) -> list[Resource]:
    """The documents that one document refers to, and the meta-schema that it names."""
    needed: dict[str, Resource] = {}
    stack = [root]
    while stack:
        node = stack.pop()
        for _, target in bundle.referred(node):
            home = bundle.home(target)
            needed[home.given] = home
        stack.extend(below for _, below in bundle.children(node))
    dialect = root.schema.get("$schema") if isinstance(root.schema, dict) else None
    own = bundle.resource(dialect.rstrip("#")) if isinstance(dialect, str) else None
    return [*needed.values(), *([own] if own else [])]


def _with_identifier(schema: Schema, uri: str, bundle: Bundle) -> Schema:
    keyword = bundle.draft.id_keyword
    if isinstance(schema, dict):
        return schema if keyword in schema else {**schema, keyword: uri}
    return {keyword: uri} if schema else {keyword: uri, "not": {}}
