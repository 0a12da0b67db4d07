"""A schema as the explainer sees it: every part at hand, compiled the first time it is asked.

The engine decides; nothing here repeats what a keyword means, except where one schema's verdict is put
together from those of its parts.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Final, TypeAlias

from gonogo.schema.dialect import FOREIGN, Draft
from gonogo.schema.engine import Options, Validator, compile_schema
from gonogo.schema.pointer import join
from gonogo.schema.refs import Bundle
from gonogo.schema.resource import Node, references
from gonogo.schema.types import Json, Path, Schema
from gonogo.schema.walk import Child, children

_Address: TypeAlias = tuple[str, Path, tuple[str, ...]]

_SCOPE: Final = "https://gonogo.invalid/scope"
"""The identifier of a schema that only leads dynamic anchors; under `urn:` the engine does not find them."""

_FLAGGED: Final = {"minimum": "exclusiveMinimum", "maximum": "exclusiveMaximum"}
"""Bounds that draft 4 turns into exclusive ones by a flag beside them."""


class View:
    """One schema of a bundle, with its parts and its verdicts.

    `plans` is the explainer's: what it does with an instance of each Python type, in order.

    Args:
        bundle: where it stands.
        node: its address there.
        options: how to compile it; its registry holds every document of the bundle, the root one included.
        scope: the resources entered on the way here, outermost first: what dynamic references look through.
        known: the views made so far; shared by all of one bundle.
    """

    def __init__(
        self,
        bundle: Bundle,
        node: Node,
        options: Options,
        scope: tuple[str, ...] = (),
        known: "dict[_Address, View] | None" = None,
    ) -> None:
        self._bundle = bundle
        self._options = options if options.draft is node.draft else replace(options, draft=node.draft)
        self._scope = scope if node.uri in scope else (*scope, node.uri)
        self._known: dict[_Address, View] = {} if known is None else known
        self._parts: dict[Path, View] = {}
        self._asserts: dict[str, Validator] = {}
        self.plans: dict[type, tuple[tuple[Callable[..., None], str], ...]] = {}
        self._places: dict[Path, str] = {}
        self._held: dict[Path, Child] | None = None
        self.node = node
        self.schema: Schema = node.schema
        self.draft: Draft = node.draft
        self.keywords = _known_to(node)

    @cached_property
    def location(self) -> str:
        """Where it stands, as a problem names it."""
        return self._bundle.location(self.node)

    @cached_property
    def is_valid(self) -> Callable[[Json], bool]:
        """Whether an instance satisfies the schema."""
        return compile_schema(self._referring({}), self._options).is_valid

    @cached_property
    def each(self) -> Validator:
        """A compiled schema for lists of which every item satisfies this one."""
        return compile_schema(self._referring({"items": {"$ref": self.node.reference}}), self._options)

    def part(self, *path: str | int) -> "View":
        """Return the schema that stands at a path inside this one, such as `("properties", "amount")`."""
        part = self._parts.get(path)
        if part is None:
            part = self._parts[path] = self._at(self._bundle.child(self.node, self._children()[path]))
        return part

    def parts(self, keyword: str) -> list["View"]:
        """Return the schemas that a keyword holds here, in the order in which they are written."""
        return [self.part(*path) for path in self._children() if path[0] == keyword]

    @cached_property
    def members(self) -> "tuple[tuple[str, str, View], ...]":
        """Each declared property: its name, the step to it as it stands in a pointer, and its schema."""
        names = self.keywords.get("properties", ())
        return tuple((name, join((name,)), self.part("properties", name)) for name in names)

    @cached_property
    def required(self) -> frozenset[str]:
        """The names that it demands."""
        return frozenset(self.keywords.get("required", ()))

    def target(self, keyword: str) -> "View":
        """Return the schema that a reference keyword of this one leads to: `$ref`, or one of the dynamic ones."""
        key = ("$target", keyword)
        target = self._parts.get(key)
        if target is None:
            reference = dict(references(self.node))[keyword]
            if keyword == "$ref":
                node = self._bundle.resolve(self.node, reference)
            elif keyword == "$dynamicRef":
                node = self._bundle.resolve_dynamic(self.node, reference, self._scope)
            else:
                node = self._bundle.resolve_recursive(self.node, self._scope)
            target = self._parts[key] = self._at(node)
        return target

    def assertion(self, keyword: str) -> Validator:
        """Return a compiled schema that holds nothing but one keyword of this one."""
        found = self._asserts.get(keyword)
        if found is None:
            alone = {keyword: self.keywords[keyword]}
            flag = _FLAGGED.get(keyword) if self.draft is Draft.DRAFT_4 else None
            if flag in self.keywords:
                alone[flag] = self.keywords[flag]
            options = self._options
            if keyword == "format" and not options.formats:
                options = replace(options, formats=self._bundle.asserts_formats(self.node))
            found = self._asserts[keyword] = compile_schema(alone, options)
        return found

    def matches(self, pattern: str) -> Validator:
        """Return a compiled schema for names that match a pattern of `patternProperties`."""
        key = f"patternProperties {pattern}"
        found = self._asserts.get(key)
        if found is None:
            found = self._asserts[key] = compile_schema({"pattern": pattern}, self._options)
        return found

    @cached_property
    def types(self) -> frozenset[str]:
        """The JSON types that its own `type` names."""
        value = self.keywords.get("type", ())
        return frozenset([value] if isinstance(value, str) else value)

    def place(self, *path: str | int) -> str:
        """Return where something inside this schema stands, as a problem names it."""
        place = self._places.get(path)
        if place is None:
            place = self._places[path] = self.location + join(path)
        return place

    def _at(self, node: Node) -> "View":
        """One view for each address, so that a recursion comes back to the views that it started from."""
        address = (node.uri, node.path, self._scope)
        view = self._known.get(address)
        if view is None:
            made = View(self._bundle, node, self._options, self._scope, self._known)
            view = self._known.setdefault((node.uri, node.path, made._scope), made)
            self._known[address] = view
        return view

    def _referring(self, schema: dict[str, Json]) -> Schema:
        """A schema to compile in this one's place: it refers to it, in the dynamic scope in which it stands.

        The engine sees no scope but its own, so each dynamic anchor is led to where it was found: by a pointer,
        since a `$ref` to a dynamic anchor would be taken for a dynamic reference again.
        """
        if not schema:
            schema = {"$ref": self.node.reference}
        if self.draft is Draft.DRAFT_2019_09:
            return self._referring_recursively(schema)
        anchors = self._bundle.dynamic_anchors(self._scope)
        if not anchors:
            return schema
        led = {name: {"$dynamicAnchor": name, "$ref": node.reference} for name, node in anchors.items()}
        return {"$id": _SCOPE, "$defs": led, **schema}

    def _referring_recursively(self, schema: dict[str, Json]) -> Schema:
        """The same for `$recursiveRef`: its anchor is a resource's root, so the schema stands inside one that leads on."""
        outermost = self._bundle.recursive_anchor(self._scope)
        if outermost is None:
            return schema
        scope = {
            "$id": _SCOPE,
            "$recursiveAnchor": True,
            "$ref": outermost.reference,
            "$defs": {"here": schema},
        }
        return {"$ref": f"{_SCOPE}#/$defs/here", "$defs": {"scope": scope}}

    def _children(self) -> dict[Path, Child]:
        if self._held is None:
            self._held = {child.path: child for child in children(self.node.schema, self.node.draft)}
        return self._held


def _known_to(node: Node) -> dict[str, Json]:
    """What stands in a schema, less the keywords of other drafts than its own."""
    schema = node.schema if isinstance(node.schema, dict) else {}
    foreign = FOREIGN[node.draft]
    return schema if foreign.isdisjoint(schema) else {k: v for k, v in schema.items() if k not in foreign}
