"""A contract made ready to judge: its documents found, its budgets kept, its patterns sorted, its engine built."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gonogo.schema.canonical import canonical
from gonogo.schema.dialect import Draft
from gonogo.schema.engine import Options, Patterns, Validator, compile_schema, registry_of
from gonogo.schema.errors import MalformedSchema, RefusedPattern, SchemaOverBudget
from gonogo.schema.expansion import expansions
from gonogo.schema.limits import DEFAULT_SCHEMA_LIMITS, Limits, SchemaLimits
from gonogo.schema.patterns import Tamed, tame
from gonogo.schema.pointer import join
from gonogo.schema.reach import reached
from gonogo.schema.refs import UNNAMED, Bundle
from gonogo.schema.types import Schema
from gonogo.schema.value import ValueFault, copy, measure


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
    bundle = Bundle(_measured(schema, recipe.limits), recipe.resources, recipe.base_uri, recipe.draft)
    documents = _within_budget(bundle, recipe.limits)
    try:
        return _compiled(bundle, documents, recipe, Patterns.LINEAR)
    except RefusedPattern:
        if not recipe.imported:
            raise
    tamed = {uri: tame(document, bundle.draft) for uri, document in documents.items()}
    return _compile_tamed(bundle, tamed, recipe)


def _measured(schema: Schema, limits: SchemaLimits) -> Schema:
    if not isinstance(schema, dict | bool):
        raise MalformedSchema("", "a schema is an object or a boolean")
    try:
        measure(schema, Limits(size=limits.size, depth=limits.depth, nodes=limits.size))
    except ValueFault as fault:
        kind = SchemaOverBudget if fault.code.startswith("too_") else MalformedSchema
        raise kind(join(fault.path), f"the schema is no JSON within its budget: {fault.code}") from None
    own: Schema = copy(schema)
    if len(canonical(own)) > limits.size:
        raise SchemaOverBudget("", f"the schema is larger than {limits.size} bytes")
    return own


def _within_budget(bundle: Bundle, limits: SchemaLimits) -> dict[str, Schema]:
    documents = reached(bundle)
    cost = expansions(bundle)
    if cost > limits.expansions:
        raise SchemaOverBudget(
            "",
            f"one payload can be made to visit {cost} schema nodes; the budget is {limits.expansions}",
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
        registry=registry_of(others, bundle.draft) if others else None,
        base_uri=recipe.base_uri if recipe.base_uri != UNNAMED else None,
    )
    return Compiled(bundle, compile_schema(bundle.root.schema, options), options)


def _compile_tamed(bundle: Bundle, tamed: Mapping[str, Tamed], recipe: Recipe) -> Compiled:
    documents = {uri: each.schema for uri, each in tamed.items()}
    root = documents[bundle.root.uri]
    again = Bundle(root, {**(recipe.resources or {}), **documents}, recipe.base_uri, bundle.draft)
    compiled = _compiled(again, documents, recipe, Patterns.BACKTRACKING)
    return Compiled(
        again,
        compiled.validator,
        compiled.options,
        dropped=tuple(pointer for each in tamed.values() for pointer in each.dropped),
        backtracking=tuple(dict.fromkeys(text for each in tamed.values() for text in each.backtracking)),
    )
