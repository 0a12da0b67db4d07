"""A schema held to the keys that it declares: what its payloads look like when nobody sends anything of his own.

An object that declares properties and says nothing of others is closed; one that declares none is a map, and stays
open. Under `not` and `if` nothing is closed: that would accept more, not less.
"""

from typing import Final

from gonogo.schema.dialect import APPLICATORS, Draft, Holds
from gonogo.schema.types import Json, Path, Schema
from gonogo.witness.formula import Side, Term
from gonogo.witness.places import together

_TABLE: Final = APPLICATORS[Draft.DRAFT_2020_12]
_LEFT: Final = frozenset({"not", "if"})
_SAYS: Final = frozenset(
    {"additionalProperties", "unevaluatedProperties", "patternProperties", "propertyNames"}
)
_JOINS: Final = frozenset(
    {"$ref", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas", "not"}
)


def closed(document: Schema, declaring: frozenset[Path] = frozenset()) -> Schema:
    """Return a schema that refuses undeclared keys wherever the given one says nothing about them.

    Args:
        document: the schema in its travelling form.
        declaring: the paths of schemas that count as declaring properties though they do not: they did once.
    """
    side = Side(document, "closing")
    return _closed(side.root, declaring, whole=True)


def _closed(term: Term, declaring: frozenset[Path], *, whole: bool) -> Schema:
    """Rewrite one schema; `whole` where it is all that judges its value, and so is the one to close it."""
    if isinstance(term.schema, bool):
        return term.schema
    out: dict[str, Json] = {}
    for keyword, value in term.words.items():
        applicator = _TABLE.get(keyword)
        if applicator is None or keyword in _LEFT:
            out[keyword] = value
            continue
        below = not applicator.in_place and applicator.asserts
        if applicator.holds is Holds.ONE:
            out[keyword] = _closed(term.part(keyword), declaring, whole=below)
        elif isinstance(value, dict):
            out[keyword] = {name: _closed(part, declaring, whole=below) for name, part in term.parts(keyword)}
        else:
            out[keyword] = [_closed(part, declaring, whole=below) for _, part in term.parts(keyword)]
    if whole and _is_open(term, declaring):
        out["unevaluatedProperties" if _JOINS & out.keys() else "additionalProperties"] = False
    return out


def _is_open(term: Term, declaring: frozenset[Path]) -> bool:
    """Whether a schema declares properties, and neither it nor what judges beside it says anything of others."""
    judging = together((term,))
    declares = any(each.words.get("properties") or each.path in declaring for each in judging)
    return declares and not any(_SAYS & each.words.keys() for each in judging)
