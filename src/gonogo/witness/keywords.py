"""What each keyword asks of a value of one JSON type, and what it takes to break it.

Source: JSON Schema 2020-12, Core sections 10 and 11, Validation section 6. `format` is a row like the others;
whether it decides is the side's affair. Keywords that are not in the table ask for nothing.
"""

from collections.abc import Callable, Mapping
from typing import Final

from gonogo.schema.types import Json
from gonogo.witness.formats import KNOWN
from gonogo.witness.formula import (
    AllOf,
    AnyOf,
    At,
    Count,
    Distinct,
    Format,
    Formula,
    From,
    Has,
    Literal,
    Matching,
    Member,
    Multiple,
    Names,
    Pattern,
    Rest,
    SomeItem,
    SomeMember,
    Term,
)
from gonogo.witness.rule import Asked, Rule, Ways, at_least, at_most, bound, kind_of, plain, values


def asked_of(term: Term, kind: str) -> Asked:
    """Return what a schema asks of values of a type, less what `evaluated` knows; None where there are none."""
    schema = term.schema
    if isinstance(schema, bool):
        return [] if schema else None
    found: list[Formula] = []
    for keyword in schema:
        rule = RULES.get(keyword)
        if rule is not None and rule.kind in {None, kind}:
            asked = rule.asks(term, kind)
            if asked is None:
                return None
            found += asked
    return found


def breaking(term: Term, kind: str) -> Ways:
    """Return the ways in which a value of a type breaks a schema."""
    schema = term.schema
    if isinstance(schema, bool):
        return [] if schema else [[]]
    found: Ways = []
    for keyword in schema:
        rule = RULES.get(keyword)
        if rule is not None and rule.kind in {None, kind}:
            ways = rule.breaks(term, kind)
            if any(not way for way in ways):
                return [[]]
            found += ways
    return found


def _type(term: Term, kind: str) -> Asked:
    named = term.words["type"]
    types = [named] if isinstance(named, str) else named
    if kind in types:
        return []
    return [Multiple(1)] if kind == "number" and "integer" in types else None


def _not_type(term: Term, kind: str) -> Ways:
    asked = _type(term, kind)
    return [[]] if asked is None else [[Multiple(1, holds=False)]] if asked else []


def _const(term: Term, kind: str) -> tuple[Json, ...]:
    value = term.words["const"]
    return (value,) if kind_of(value) == kind else ()


def _enum(term: Term, kind: str) -> tuple[Json, ...]:
    return tuple(value for value in term.words["enum"] if kind_of(value) == kind)


def _reference(term: Term) -> Term:
    return term.side.target(term.words["$ref"])


def _every(keyword: str) -> Callable[[Term, str], Asked]:
    return lambda term, _kind: [Literal(part) for _, part in term.parts(keyword)]


def _exactly_one(term: Term, _kind: str) -> Asked:
    parts = [part for _, part in term.parts("oneOf")]
    return [AnyOf(tuple(AllOf(tuple(Literal(each, each is one) for each in parts)) for one in parts))]


def _none_or_two(term: Term, _kind: str) -> Ways:
    parts = [part for _, part in term.parts("oneOf")]
    pairs: Ways = [
        [Literal(one), Literal(other)] for at, one in enumerate(parts) for other in parts[at + 1 :]
    ]
    return [[Literal(part, holds=False) for part in parts], *pairs]


def _branch(term: Term, keyword: str, *, holds: bool) -> list[Formula]:
    return [Literal(term.part(keyword), holds)] if keyword in term.words else []


def _condition(term: Term, _kind: str) -> Asked:
    test = term.part("if")
    then = AllOf((Literal(test), *_branch(term, "then", holds=True)))
    other = AllOf((Literal(test, holds=False), *_branch(term, "else", holds=True)))
    if len(then.parts) == len(other.parts) == 1:
        return []
    return [AnyOf((then, other))]


def _broken_condition(term: Term, _kind: str) -> Ways:
    test = term.part("if")
    ways = [[Literal(test), *_branch(term, "then", holds=False)]]
    ways.append([Literal(test, holds=False), *_branch(term, "else", holds=False)])
    return [way for way in ways if len(way) > 1]


def _covered(term: Term) -> tuple[frozenset[str], tuple[str, ...]]:
    return frozenset(term.words.get("properties", ())), tuple(term.words.get("patternProperties", ()))


def _before(term: Term) -> int:
    return len(term.words.get("prefixItems", ()))


def _counts(term: Term) -> tuple[Formula, int, int | None]:
    high = term.words.get("maxContains")
    return (
        Literal(term.part("contains")),
        int(term.words.get("minContains", 1)),
        None if high is None else int(high),
    )


def _contains(term: Term, _kind: str) -> Asked:
    formula, low, high = _counts(term)
    return [Count(formula, low, high)] if low or high is not None else []


def _not_contains(term: Term, _kind: str) -> Ways:
    formula, low, high = _counts(term)
    few: Ways = [[Count(formula, 0, low - 1)]] if low else []
    return few if high is None else [*few, [Count(formula, high + 1, None)]]


def _format(term: Term, _kind: str) -> Asked:
    name = term.words["format"]
    return [Format(name)] if term.side.formats and name in KNOWN else []


def _broken_format(term: Term, _kind: str) -> Ways:
    name = term.words["format"]
    return [[Format(name, holds=False)]] if term.side.formats and name in KNOWN else []


def _needs(term: Term, _kind: str) -> Asked:
    return [
        AnyOf((Has(name, holds=False), AllOf(tuple(map(Has, others)))))
        for name, others in term.words["dependentRequired"].items()
        if others
    ]


def _lacks_needed(term: Term, _kind: str) -> Ways:
    rows = term.words["dependentRequired"].items()
    return [[Has(name), Has(other, holds=False)] for name, others in rows for other in others]


RULES: Final[Mapping[str, Rule]] = {
    "$ref": Rule(
        None, lambda t, _: [Literal(_reference(t))], lambda t, _: [[Literal(_reference(t), holds=False)]]
    ),
    "type": Rule(None, _type, _not_type),
    "enum": values(_enum),
    "const": values(_const),
    "allOf": Rule(
        None, _every("allOf"), lambda t, _: [[Literal(p, holds=False)] for _, p in t.parts("allOf")]
    ),
    "anyOf": Rule(
        None,
        lambda t, _: [AnyOf(tuple(Literal(p) for _, p in t.parts("anyOf")))],
        lambda t, _: [[Literal(p, holds=False) for _, p in t.parts("anyOf")]],
    ),
    "oneOf": Rule(None, _exactly_one, _none_or_two),
    "not": Rule(
        None, lambda t, _: [Literal(t.part("not"), holds=False)], lambda t, _: [[Literal(t.part("not"))]]
    ),
    "if": Rule(None, _condition, _broken_condition),
    "minimum": bound("minimum", upper=False, strict=False),
    "exclusiveMinimum": bound("exclusiveMinimum", upper=False, strict=True),
    "maximum": bound("maximum", upper=True, strict=False),
    "exclusiveMaximum": bound("exclusiveMaximum", upper=True, strict=True),
    "multipleOf": plain("number", "multipleOf", Multiple, lambda n: Multiple(n, holds=False)),
    "minLength": at_least("string", "minLength"),
    "maxLength": at_most("string", "maxLength"),
    "pattern": plain("string", "pattern", Pattern, lambda text: Pattern(text, holds=False)),
    "format": Rule("string", _format, _broken_format),
    "minItems": at_least("array", "minItems"),
    "maxItems": at_most("array", "maxItems"),
    "uniqueItems": plain(
        "array",
        "uniqueItems",
        lambda on: Distinct() if on else None,
        lambda on: Distinct(holds=False) if on else None,
    ),
    "prefixItems": Rule(
        "array",
        lambda t, _: [At(int(i), Literal(p)) for i, p in t.parts("prefixItems")],
        lambda t, _: [
            [SomeItem(int(i), int(i) + 1, Literal(p, holds=False))] for i, p in t.parts("prefixItems")
        ],
    ),
    "items": Rule(
        "array",
        lambda t, _: [From(_before(t), Literal(t.part("items")))],
        lambda t, _: [[SomeItem(_before(t), None, Literal(t.part("items"), holds=False))]],
    ),
    "contains": Rule("array", _contains, _not_contains),
    "minProperties": at_least("object", "minProperties"),
    "maxProperties": at_most("object", "maxProperties"),
    "required": Rule(
        "object",
        lambda t, _: [Has(name) for name in t.words["required"]],
        lambda t, _: [[Has(name, holds=False)] for name in t.words["required"]],
    ),
    "properties": Rule(
        "object",
        lambda t, _: [Member(str(name), Literal(p)) for name, p in t.parts("properties")],
        lambda t, _: [
            [Has(str(name)), Member(str(name), Literal(p, holds=False))] for name, p in t.parts("properties")
        ],
    ),
    "patternProperties": Rule(
        "object",
        lambda t, _: [Matching(str(name), Literal(p)) for name, p in t.parts("patternProperties")],
        lambda t, _: [
            [SomeMember(matching=str(name), value=Literal(p, holds=False))]
            for name, p in t.parts("patternProperties")
        ],
    ),
    "additionalProperties": Rule(
        "object",
        lambda t, _: [Rest(*_covered(t), Literal(t.part("additionalProperties")))],
        lambda t, _: [[SomeMember(*_covered(t), value=Literal(t.part("additionalProperties"), holds=False))]],
    ),
    "propertyNames": Rule(
        "object",
        lambda t, _: [Names(Literal(t.part("propertyNames")))],
        lambda t, _: [[SomeMember(name=Literal(t.part("propertyNames"), holds=False))]],
    ),
    "dependentRequired": Rule("object", _needs, _lacks_needed),
    "dependentSchemas": Rule(
        "object",
        lambda t, _: [
            AnyOf((Has(str(name), holds=False), Literal(p))) for name, p in t.parts("dependentSchemas")
        ],
        lambda t, _: [[Has(str(name)), Literal(p, holds=False)] for name, p in t.parts("dependentSchemas")],
    ),
}
"""The keywords, less the two that depend on what others have looked at: see `evaluated`."""
