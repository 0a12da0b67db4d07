"""One candidate looked at: whether it compiles, every schema inside it, and payloads that reach them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from gonogo.catalog.candidate import Candidate, Origin
from gonogo.gauge.compiled import Compiled, Recipe, compile_contract
from gonogo.lint.payloads import Payloads, values_of, witness_of
from gonogo.schema.dialect import Applicator, Draft
from gonogo.schema.engine import Dead, Options, Validator, compile_schema, dead_places, registry_of
from gonogo.schema.errors import SchemaError
from gonogo.schema.pointer import join
from gonogo.schema.reach import reached
from gonogo.schema.refs import UNNAMED, Bundle
from gonogo.schema.resource import Node
from gonogo.schema.types import Json, Path, Schema
from gonogo.witness.payloads import Payloads as Witness

_CONDITIONAL = frozenset(
    {"not", "if", "then", "else", "dependentSchemas", "dependencies", "contains", "propertyNames"}
)


@dataclass(frozen=True)
class Spot:
    """One schema inside a contract.

    Attributes:
        contract: the contract.
        node: its address.
        path: the steps from the contract's root.
        applicator: the keyword that holds it; None at the root.
        around: the schema in which it stands; None at the root.
    """

    contract: "Examined" = field(repr=False)
    node: Node
    path: Path
    applicator: Applicator | None = None
    around: "Spot | None" = None

    @property
    def schema(self) -> Schema:
        """The schema itself."""
        return self.node.schema

    @property
    def draft(self) -> Draft:
        """The draft in which it is written."""
        return self.node.draft

    @property
    def keywords(self) -> dict[str, Json]:
        """What stands in it; nothing for a boolean."""
        return self.node.schema if isinstance(self.node.schema, dict) else {}

    @property
    def property_name(self) -> str | None:
        """The property that it is the schema of; None where it is none's."""
        kept = self.applicator is not None and self.applicator.keyword == "properties"
        return str(self.path[-1]) if kept else None

    @property
    def types(self) -> frozenset[str]:
        """The JSON types that its own `type` names."""
        named = self.keywords.get("type", ())
        return frozenset([named] if isinstance(named, str) else named)

    @cached_property
    def is_conditional(self) -> bool:
        """Whether it judges some payloads only, or where being accepted may mean to be refused, as under `not`."""
        if self.applicator is not None and self.applicator.keyword in _CONDITIONAL:
            return True
        return self.around is not None and self.around.is_conditional

    @cached_property
    def is_part(self) -> bool:
        """Whether it judges the same instance as the schema around it, so that it need not be complete by itself."""
        return self.applicator is not None and self.applicator.in_place

    @cached_property
    def is_branch(self) -> bool:
        """Whether it is one of the whole forms that an instance may take, rather than an addition to one."""
        return self.applicator is not None and self.applicator.keyword in {"anyOf", "oneOf"}

    @property
    def inside(self) -> dict[Path, Node]:
        """The schemas directly inside it, by the steps to them."""
        bundle = self.contract.bundle
        return {} if bundle is None else {child.path: node for child, node in bundle.children(self.node)}

    def accepts(self, value: Json) -> bool:
        """Whether a value satisfies it by itself."""
        return self.contract.judge(self.node, value)

    def payload(self, value: Json) -> Json:
        """Return a whole payload that the contract accepts, with a value put where this schema judges; None for none."""
        return self.contract.payloads.with_value(self.node, value)


@dataclass(frozen=True)
class Examined:
    """A candidate that has been looked at. What it asks of the engine is asked once.

    Attributes:
        candidate: the schema as it was written.
    """

    candidate: Candidate

    @cached_property
    def compiled(self) -> Compiled | SchemaError:
        """The contract ready to judge, or why it is of no use; patterns are nobody's fault here."""
        own = self.candidate
        base = UNNAMED if own.origin is Origin.LIST else own.document.address
        recipe = Recipe(resources=own.resources, base_uri=base, imported=True)
        try:
            return compile_contract(own.schema, recipe)
        except SchemaError as error:
            return error

    @property
    def bundle(self) -> Bundle | None:
        """Its documents, addressable; None where it does not compile."""
        return None if isinstance(self.compiled, SchemaError) else self.compiled.bundle

    @property
    def root(self) -> dict[str, Json]:
        """What stands at its root; nothing for a boolean."""
        return self.candidate.schema if isinstance(self.candidate.schema, dict) else {}

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """Every schema inside it, the root first; none where it does not compile."""
        bundle = self.bundle
        return () if bundle is None else tuple(self._walked(bundle))

    def _walked(self, bundle: Bundle) -> Iterator[Spot]:
        waiting = [Spot(self, bundle.root, ())]
        while waiting:
            spot = waiting.pop()
            yield spot
            below = [
                Spot(self, node, spot.path + child.path, child.applicator, spot)
                for child, node in bundle.children(spot.node)
            ]
            waiting += reversed(below)

    @cached_property
    def options(self) -> Options:
        """How parts of it are compiled; the registry holds every document, its own included."""
        if isinstance(self.compiled, SchemaError):
            raise self.compiled
        options, bundle = self.compiled.options, self.compiled.bundle
        documents = reached(bundle)
        return Options(
            draft=bundle.draft, patterns=options.patterns, registry=registry_of(documents, bundle.draft)
        )

    @cached_property
    def _judges(self) -> dict[tuple[str, Path], Validator]:
        return {}

    def judge(self, node: Node, value: Json) -> bool:
        """Whether a value satisfies one schema of the contract."""
        key = (node.uri, node.path)
        found = self._judges.get(key)
        if found is None:
            found = self._judges[key] = compile_schema({"$ref": node.reference}, self.options)
        return found.is_valid(value)

    @cached_property
    def payloads(self) -> Payloads:
        """Payloads that it accepts."""
        bundle = self.bundle
        if bundle is None:
            raise ValueError("a contract that does not compile accepts nothing")
        return Payloads(bundle, self.judge)

    @cached_property
    def dead(self) -> tuple[Dead, ...]:
        """The places in it that admit no value, as far as the engine can prove it."""
        return self.dead_in(self.candidate.schema)

    def dead_in(self, schema: Schema) -> tuple[Dead, ...]:
        """The places that admit no value in a variant of its root document."""
        compiled = self.compiled
        if isinstance(compiled, SchemaError):
            return ()
        return dead_places(schema, compiled.options)

    def opened(self, paths: Iterable[Path]) -> Schema:
        """Return the root document with schemas that accept everything in some places."""
        document = self.candidate.schema
        for path in paths:
            document = _with(document, path, True)
        return document

    def variant(self, spot: Spot, schema: Schema) -> "Variant":
        """Return the contract with another schema in one place.

        Args:
            spot: the place.
            schema: what is to stand there.
        """
        return Variant(self, spot, _with(self.candidate.schema, spot.path, schema))


@dataclass(frozen=True)
class Variant:
    """A contract with another schema in one place.

    Attributes:
        contract: the contract.
        spot: the place.
        document: the root document as it would be.
    """

    contract: Examined
    spot: Spot
    document: Schema

    @property
    def is_dead(self) -> bool:
        """Whether the engine proves that nothing satisfies the place."""
        return join(self.spot.path) in {each.pointer for each in self.contract.dead_in(self.document)}

    def satisfying(self, *paths: Path) -> Iterator[Json]:
        """Yield values that satisfy the place as it would be, together with schemas inside it.

        Args:
            paths: the steps from the place to those.
        """
        node = self.spot.node
        nodes = [Node(node.uri, node.path + path, True, node.draft) for path in ((), *paths)]
        return values_of(None if self._witness is None else self._witness.inside(*nodes))

    @cached_property
    def _witness(self) -> Witness | None:
        bundle = self.contract.bundle
        if bundle is None:
            return None
        documents = {**reached(bundle), bundle.document: self.document}
        return witness_of([self.spot.node.reference], documents, bundle.draft)


def _with(value: Json, path: Path, schema: Schema) -> Json:
    """Copy a value with a schema put at a path."""
    if not path:
        return schema
    first, *rest = path
    if isinstance(value, list):
        return [
            _with(item, tuple(rest), schema) if index == first else item for index, item in enumerate(value)
        ]
    return {name: _with(item, tuple(rest), schema) if name == first else item for name, item in value.items()}
