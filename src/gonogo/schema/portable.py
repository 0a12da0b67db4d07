"""A schema as it travels: one document, in 2020-12, without identifiers, every reference a pointer into `$defs`.

Clients cache compiled schemas by `$id` and then judge one tool by another's; others fetch, or fall over, at a
reference that leads out of the document. So what is sent names nothing that could be mixed up, and needs nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from gonogo.schema.dialect import APPLICATORS, Draft, Holds
from gonogo.schema.refs import Bundle
from gonogo.schema.resource import Node
from gonogo.schema.types import Json, Path, Schema
from gonogo.schema.walk import Child

_LEFT_OUT: Final = frozenset(
    {
        "$schema",
        "$id",
        "id",
        "$anchor",
        "$dynamicAnchor",
        "$recursiveAnchor",
        "$vocabulary",
        "$defs",
        "definitions",
    }
)
Address: TypeAlias = tuple[str, Path]
"""Where a schema stands in a bundle: its resource, and the steps from there."""

_Scope: TypeAlias = tuple[str, ...]
_Key: TypeAlias = tuple[str, Path, tuple[tuple[str, str], ...]]
_REFERENCES: Final = ("$ref", "$dynamicRef", "$recursiveRef")


def portable(bundle: Bundle, root: str = "#") -> tuple[dict[str, Json], dict[str, Schema]]:
    """Return a bundle's root schema in its travelling form, and the schemas that it refers to by name.

    Args:
        bundle: the schema with its documents.
        root: the reference that will lead to the root schema where it is put; the names go into `$defs` of the
            document around it.

    Raises:
        UnresolvedReference: a reference leads nowhere.
    """
    return _Traveller(bundle, root).pack()


@dataclass(frozen=True, slots=True)
class Travelled:
    """A schema in its travelling form, as one document.

    Attributes:
        document: the schema; what it refers to stands under `$defs`.
        places: where that stands in the bundle, by the names under `$defs`; a place is as `Bundle.location` tells it.
        written: what each schema of the bundle has become in the document.
    """

    document: dict[str, Json]
    places: Mapping[str, str]
    written: Mapping[Address, dict[str, Json]] = field(repr=False)

    def paths(self) -> dict[Address, Path]:
        """Return where each schema of the bundle stands in the document; booleans, and what nothing leads to, do not."""
        steps: dict[int, Path] = {id(self.document): ()}
        waiting: list[tuple[Path, Json]] = [((), self.document)]
        while waiting:
            path, value = waiting.pop()
            for step, item in value.items() if isinstance(value, dict) else enumerate(value):
                if isinstance(item, dict | list) and id(item) not in steps:
                    steps[id(item)] = (*path, step)
                    waiting.append(((*path, step), item))
        return {address: steps[id(out)] for address, out in self.written.items() if id(out) in steps}


def travelled(bundle: Bundle) -> Travelled:
    """Return a bundle's root schema in its travelling form, with where its parts come from.

    Raises:
        UnresolvedReference: a reference leads nowhere.
    """
    traveller = _Traveller(bundle, "#")
    schema, definitions = traveller.pack()
    whole = {**schema, "$defs": definitions} if definitions else schema
    root = bundle.root
    return Travelled(whole, traveller.places, {**traveller.written, (root.uri, root.path): whole})


def document(bundle: Bundle) -> dict[str, Json]:
    """Return a bundle's root schema in its travelling form, as one document."""
    return travelled(bundle).document


class _Traveller:
    """Rewrites one bundle; used once.

    What a dynamic reference leads to depends on the resources entered on the way to it, so a schema is written
    once for each way that leads a dynamic anchor elsewhere.
    """

    def __init__(self, bundle: Bundle, root: str) -> None:
        self._bundle = bundle
        self._root = root
        self._names: dict[_Key, str] = {}
        self._waiting: list[tuple[str, Node, _Scope]] = []
        self.places: dict[str, str] = {}
        self.written: dict[Address, dict[str, Json]] = {}

    def pack(self) -> tuple[dict[str, Json], dict[str, Schema]]:
        root = self._bundle.root
        self._first = self._key(root, (root.uri,))
        schema = self._rewrite(root, (root.uri,))
        definitions: dict[str, Schema] = {}
        while self._waiting:
            name, node, scope = self._waiting.pop(0)
            definitions[name] = self._rewrite(node, scope)
        whole: dict[str, Json] = schema if isinstance(schema, dict) else ({} if schema else {"not": {}})
        return whole, definitions

    def _rewrite(self, node: Node, scope: _Scope) -> Schema:
        """Rewrite one schema with those inside it; recursion is as deep as the schema, which is limited."""
        words = node.schema
        if not isinstance(words, dict):
            return words
        alone = node.draft.ref_stands_alone and "$ref" in words
        inside = {} if alone else self._inside(node, scope)
        table = APPLICATORS[node.draft]
        out: dict[str, Json] = {}
        for keyword, value in words.items():
            if keyword in _REFERENCES and isinstance(value, str):
                out |= self._reference(node, keyword, value, scope, out)
            elif not alone and keyword not in _LEFT_OUT:
                holds = table[keyword].holds if keyword in table else None
                held = value if holds is None else _held(holds, value, inside.get(keyword, []))
                out[keyword] = [*out["allOf"], *held] if keyword == "allOf" and "allOf" in out else held
        for modernise in _MODERNISE if node.draft < Draft.DRAFT_2020_12 else ():
            modernise(out, node.draft)
        self.written.setdefault((node.uri, node.path), out)
        return out

    def _inside(self, node: Node, scope: _Scope) -> dict[str, list[tuple[Child, Schema]]]:
        inside: dict[str, list[tuple[Child, Schema]]] = {}
        for child, below in self._bundle.children(node):
            keyword = child.applicator.keyword
            if keyword not in _LEFT_OUT:
                inside.setdefault(keyword, []).append((child, self._rewrite(below, _entered(scope, below))))
        return inside

    def _reference(
        self, node: Node, keyword: str, text: str, scope: _Scope, out: dict[str, Json]
    ) -> dict[str, Json]:
        """A second reference in one schema goes into an `allOf`: there is one `$ref` to a schema."""
        if keyword == "$ref":
            target = self._bundle.resolve(node, text)
        elif keyword == "$dynamicRef":
            target = self._bundle.resolve_dynamic(node, text, scope)
        else:
            target = self._bundle.resolve_recursive(node, scope)
        reference = {"$ref": self._named(target, _entered(scope, target))}
        return {"allOf": [*out.get("allOf", ()), reference]} if "$ref" in out else reference

    def _named(self, node: Node, scope: _Scope) -> str:
        key = self._key(node, scope)
        if key == self._first:
            return self._root
        if key not in self._names:
            name = self._free_name(node)
            self._names[key] = name
            self.places[name] = self._bundle.location(node)
            self._waiting.append((name, node, scope))
        return "#/$defs/" + self._names[key]

    def _key(self, node: Node, scope: _Scope) -> _Key:
        led = self._bundle.dynamic_anchors(scope)
        return node.uri, node.path, tuple(sorted((name, place.uri) for name, place in led.items()))

    def _free_name(self, node: Node) -> str:
        """The last word of a schema's address, in letters that need no escape anywhere."""
        own = (
            str(node.path[-1]) if node.path else node.uri.rstrip("/").rpartition("/")[2].removesuffix(".json")
        )
        base = "".join(
            letter if letter.isascii() and (letter.isalnum() or letter in "_-") else "_" for letter in own
        )
        name, number = base or "schema", 2
        while name in self._names.values():
            name, number = f"{base}_{number}", number + 1
        return name


def _entered(scope: _Scope, node: Node) -> _Scope:
    return scope if node.uri in scope else (*scope, node.uri)


def _held(holds: Holds, value: Json, inside: list[tuple[Child, Schema]]) -> Json:
    """Put rewritten schemas back where their keyword holds them; what is no schema there stays as it is."""
    if holds is Holds.MAP and isinstance(value, dict):
        return {**value, **{str(child.path[1]): schema for child, schema in inside}}
    if isinstance(value, list):
        return [schema for _, schema in inside]
    return inside[0][1] if inside else value


def _tuples(out: dict[str, Json], _draft: Draft) -> None:
    """A list under `items` is `prefixItems` since 2020-12, and `additionalItems` is `items`."""
    rest = out.pop("additionalItems", None)
    if isinstance(out.get("items"), list):
        out["prefixItems"] = out.pop("items")
        if rest is not None:
            out["items"] = rest


def _dependencies(out: dict[str, Json], _draft: Draft) -> None:
    dependencies = out.pop("dependencies", None)
    if not isinstance(dependencies, dict):
        return
    names = {name: value for name, value in dependencies.items() if isinstance(value, list)}
    schemas = {name: value for name, value in dependencies.items() if not isinstance(value, list)}
    if names:
        out["dependentRequired"] = {**out.get("dependentRequired", {}), **names}
    if schemas:
        out["dependentSchemas"] = {**out.get("dependentSchemas", {}), **schemas}


def _flags(out: dict[str, Json], draft: Draft) -> None:
    """In draft 4 an exclusive bound is a flag beside the bound."""
    if draft is not Draft.DRAFT_4:
        return
    for bound, flag in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        exclusive = out.pop(flag, None)
        if exclusive is True and bound in out:
            out[flag] = out.pop(bound)


_MODERNISE: Final[tuple[Callable[[dict[str, Json], Draft], None], ...]] = (_tuples, _dependencies, _flags)
