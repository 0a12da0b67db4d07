"""What tells one schema's payloads from another's at a glance: types, fixed values, names."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from gonogo.gauge.facts import type_of
from gonogo.schema.canonical import canonical
from gonogo.schema.types import Json

ALL_TYPES = ("string", "number", "integer", "boolean", "object", "array", "null")
"""The types of JSON Schema; `integer` is a part of `number`."""

EVERYTHING = frozenset({"string", "number", "boolean", "object", "array", "null"})


@dataclass(frozen=True, slots=True)
class Form:
    """What every payload of a schema has in common.

    Attributes:
        types: the types that it can have, `integer` only without `number`.
        values: the canonical texts of the scalars that it can be; None where they are not listed.
        fixed: for required properties with listed values, the canonical texts of those.
        required: names that an object of it always has.
        declared: names that an object of it can have; None where it can have others.
    """

    types: frozenset[str] = EVERYTHING
    values: frozenset[str] | None = None
    fixed: Mapping[str, frozenset[str]] = field(default_factory=dict)
    required: frozenset[str] = frozenset()
    declared: frozenset[str] | None = None

    def fits(self, value: Json) -> bool:
        """Whether a payload can be of this form."""
        kind = type_of(value)
        if kind not in self.types and not (kind == "integer" and "number" in self.types):
            return False
        if isinstance(value, dict):
            names = value.keys()
            return (
                self.required <= names
                and (self.declared is None or names <= self.declared)
                and all(canonical(value[name]) in texts for name, texts in self.fixed.items())
            )
        return self.values is None or isinstance(value, list) or canonical(value) in self.values


def disjoint(one: Form, other: Form) -> bool:
    """Whether no payload can be of both forms; False where that is not seen."""
    for kind in _shared(one.types, other.types):
        if kind == "object":
            if not _differ(one, other):
                return False
        elif one.values is None or other.values is None or one.values & other.values or kind == "array":
            return False
    return True


def _shared(one: frozenset[str], other: frozenset[str]) -> frozenset[str]:
    shared = one & other
    if ("integer" in one and "number" in other) or ("number" in one and "integer" in other):
        shared |= {"integer"}
    return shared


def _differ(one: Form, other: Form) -> bool:
    if any(name in other.fixed and not (texts & other.fixed[name]) for name, texts in one.fixed.items()):
        return True
    return (other.declared is not None and not one.required <= other.declared) or (
        one.declared is not None and not other.required <= one.declared
    )
