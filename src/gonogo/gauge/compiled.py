"""A contract made ready to judge: its documents found, its budgets kept, its patterns sorted, its engine built."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from gonogo.schema.dialect import Draft
from gonogo.schema.document import taken_in
from gonogo.schema.engine import Options, Patterns, Validator, compile_schema, registry_of
from gonogo.schema.errors import MalformedSchema, RefusedPattern, SchemaError, SchemaOverBudget
from gonogo.schema.expansion import expansions
from gonogo.schema.limits import DEFAULT_SCHEMA_LIMITS, SchemaLimits
from gonogo.schema.patterns import Tamed, tame
from gonogo.schema.reach import reached
from gonogo.schema.refs import UNNAMED, Bundle
from gonogo.schema.resource import may_refer
from gonogo.schema.types import Schema


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How a contract is compiled.

    Attributes:
        resources: the documents that it may refer to, by absolute URI; nothing else is ever read.
        base_uri: what its relative references start from where it has no `$id`.
        draft: the draft in which it is written where it has no `$schema`.
        formats: whether `format` decides.
        checkers: formats of the caller's own, by name.
        imported: whether it is somebody else's: then patterns with lookaround or back-references run under the
            backtracking engine with a limit, and patterns that no engine takes are dropped and reported.
        limits: what the schema may measure.
    """

    resources: Mapping[str, Schema] | None = None
    base_uri: str = UNNAMED
    draft: Draft = Draft.DRAFT_2020_12
    formats: bool = True
    checkers: Mapping[str, Callable[[str], bool]] | None = None
    imported: bool = False
    limits: SchemaLimits = DEFAULT_SCHEMA_LIMITS


@dataclass(frozen=True)
class Compiled:
    """A contract ready to judge.

    Attributes:
        bundle: its documents, addressable.
        validator: its engine.
        options: how further parts of it are compiled; their registry holds every document.
        dropped: pointers of the patterns that no engine takes.
        backtracking: the patterns whose matching may give up.
    """

    bundle: Bundle
    validator: Validator
    options: Options
    dropped: tuple[str, ...] = ()
    backtracking: tuple[str, ...] = ()


def compile_contract(schema: Schema, recipe: Recipe) -> Compiled:
    """Make a schema ready to judge.

    Args:
        schema: the contract's schema; a copy of it is held.
        recipe: how to compile it.

    Raises:
        SchemaError: one of its kinds, with the place in the schema.
    """
    own = taken_in(schema, recipe.limits)
    bundle = Bundle(own, recipe.resources, recipe.base_uri, recipe.draft, recipe.limits)
    documents = within_budget(bundle, recipe.limits)
    try:
        return _compiled(bundle, documents, recipe, Patterns.LINEAR)
    except RefusedPattern:
        if not recipe.imported:
            raise
    return _compile_tamed(bundle, tame(bundle, documents), recipe)


def within_budget(bundle: Bundle, limits: SchemaLimits) -> dict[str, Schema]:
    """Return the documents that a bundle's root schema leads to.

    Raises:
        UnresolvedReference: a reference leads nowhere.
        SchemaOverBudget: one payload can be made to visit more schemas than the limits permit.
    """
    documents = reached(bundle)
    # Without a reference each schema is visited once, and its size is limited already.
    if may_refer(bundle.root.schema) and expansions(bundle, limits.expansions) > limits.expansions:
        raise SchemaOverBudget(
            "",
            f"one payload can be made to visit more than {limits.expansions} schema nodes",
            "refer to a schema once, not several times at each level",
        )
    return documents


def _compiled(
    bundle: Bundle, documents: Mapping[str, Schema], recipe: Recipe, patterns: Patterns
) -> Compiled:
    others = {uri: document for uri, document in documents.items() if uri != bundle.root.uri}
    options = Options(
        draft=bundle.draft,
        formats=recipe.formats,
        checkers=recipe.checkers,
        patterns=patterns,
        registry=registry_of(documents, bundle.draft) if others else None,
        base_uri=recipe.base_uri,
    )
    try:
        return Compiled(bundle, compile_schema(documents[bundle.root.uri], options), options)
    except (MalformedSchema, RefusedPattern):
        _judge(others, options)
        raise


def _judge(documents: Mapping[str, Schema], options: Options) -> None:
    """Find the fault in the documents themselves: the engine names its place, but not the document."""
    for uri, document in documents.items():
        try:
            compile_schema(document, replace(options, base_uri=uri))
        except SchemaError as error:
            raise error.within(uri) from None


def _compile_tamed(bundle: Bundle, tamed: Tamed, recipe: Recipe) -> Compiled:
    root = tamed.documents[bundle.root.uri]
    resources = {**(recipe.resources or {}), **tamed.documents}
    again = Bundle(root, resources, recipe.base_uri, bundle.draft, recipe.limits)
    compiled = _compiled(again, tamed.documents, recipe, Patterns.BACKTRACKING)
    return replace(compiled, dropped=tamed.dropped, backtracking=tamed.backtracking)
