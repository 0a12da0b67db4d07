"""The forms of schemas, as far as they are seen at a glance through references, `allOf` and unions."""

from collections.abc import Callable, Mapping

from gonogo.gauge.facts import type_of
from gonogo.projection.form import EVERYTHING, Form
from gonogo.schema.canonical import canonical
from gonogo.schema.types import Json, Schema

_MOST_LEVELS = 12


def form_of(schema: Schema, resolve: Callable[[str], Schema], level: int = 0) -> Form:
    """Return what every payload of a schema has in common.

    Args:
        schema: a schema in 2020-12.
        resolve: from a reference to the schema that it names.
        level: how many schemas have been entered on the way.
    """
    if isinstance(schema, bool):
        return Form() if schema else Form(types=frozenset())
    if level > _MOST_LEVELS:
        return Form()
    form = _own(schema, resolve, level)
    if "$ref" in schema:
        form = _both(form, form_of(resolve(schema["$ref"]), resolve, level + 1))
    for part in schema.get("allOf", ()):
        form = _both(form, form_of(part, resolve, level + 1))
    for word in ("anyOf", "oneOf"):
        if word in schema:
            form = _both(form, _either([form_of(part, resolve, level + 1) for part in schema[word]]))
    return form


def _own(schema: Mapping[str, Json], resolve: Callable[[str], Schema], level: int) -> Form:
    named = schema.get("type", list(EVERYTHING))
    types = frozenset([named] if isinstance(named, str) else named)
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    listed = None
    if values is not None:
        types = frozenset(kind for value in values for kind in (type_of(value),)) & _with_integer(types)
        listed = frozenset(canonical(value) for value in values)
    if schema.get("nullable") is True:  # what some targets write beside a type
        types |= {"null"}
        listed = None if listed is None else listed | {"null"}
    properties = schema.get("properties", {})
    required = frozenset(schema.get("required", ()))
    fixed: dict[str, frozenset[str]] = {}
    for name, inner in properties.items():
        if name in required and isinstance(inner, dict) and not {"const", "enum", "$ref"}.isdisjoint(inner):
            texts = form_of(inner, resolve, level + 1).values
            if texts is not None:
                fixed[name] = texts
    closed = schema.get("additionalProperties", True) is False and not schema.get("patternProperties")
    return Form(types, listed, fixed, required, frozenset(properties) if closed else None)


def _with_integer(types: frozenset[str]) -> frozenset[str]:
    return types | {"integer"} if "number" in types else types


def _both(one: Form, other: Form) -> Form:
    types = _with_integer(one.types) & _with_integer(other.types)
    if "number" in types:
        types -= {"integer"}
    values = other.values if one.values is None else one.values
    if one.values is not None and other.values is not None:
        values = one.values & other.values
    declared = other.declared if one.declared is None else one.declared
    if one.declared is not None and other.declared is not None:
        declared = one.declared & other.declared
    fixed = {**one.fixed, **other.fixed}
    for name in one.fixed.keys() & other.fixed.keys():
        fixed[name] = one.fixed[name] & other.fixed[name]
    return Form(types, values, fixed, one.required | other.required, declared)


def _either(forms: list[Form]) -> Form:
    forms = [form for form in forms if form.types] or [Form(types=frozenset())]
    types = frozenset[str]().union(*(form.types for form in forms))
    values: frozenset[str] | None = frozenset()
    declared: frozenset[str] | None = frozenset()
    for form in forms:
        values = None if values is None or form.values is None else values | form.values
        declared = None if declared is None or form.declared is None else declared | form.declared
    required = frozenset.intersection(*(form.required for form in forms))
    shared = set.intersection(*({*form.fixed} for form in forms))
    fixed = {name: frozenset[str]().union(*(form.fixed[name] for form in forms)) for name in shared}
    return Form(types, values, fixed, required, declared)
