"""One rule in either of its two forms: a JSON Schema that the handoff satisfies, or a CEL expression."""

from dataclasses import dataclass
from typing import Protocol

from gonogo.catalog.contract import Contract
from gonogo.gauge.compiled import Compiled, Recipe, compile_contract
from gonogo.gauge.facts import FactBook
from gonogo.gauge.view import View
from gonogo.routes.cel import CelFault, CelRule
from gonogo.schema.engine import is_panic
from gonogo.schema.errors import SchemaError
from gonogo.schema.types import Json, Schema


class Rule(Protocol):
    """Whatever can say whether a route takes a payload."""

    def decide(self, value: Json) -> bool | None:
        """Return whether it holds of a gauged payload; None where it cannot tell, which is never a no."""


@dataclass(frozen=True, slots=True)
class RuleFault:
    """Why there is no rule: it never decides.

    Attributes:
        code: a row of `faults.FAULTS`.
        message: what is wrong.
        pointer: the place inside `when`.
        hint: what to do about it; empty where the row says it.
        name: the name that nobody declared, where it is that.
    """

    code: str
    message: str
    pointer: str = ""
    hint: str = ""
    name: str | None = None

    def decide(self, _value: Json) -> None:
        """Return None: a rule that does not compile cannot tell."""
        return


class SchemaRule:
    """A JSON Schema as a rule: it holds where the payload is valid.

    Raises:
        SchemaError: the schema is not usable.
    """

    def __init__(self, schema: Schema) -> None:
        self.compiled: Compiled = compile_contract(schema, Recipe())

    def decide(self, value: Json) -> bool | None:
        """Return whether the payload is valid; None where the engine broke off."""
        try:
            return self.compiled.validator.is_valid(value)
        except BaseException as error:
            if isinstance(error, Exception) or is_panic(error):
                return None
            raise


def rule_of(when: str | Schema, contract: Contract) -> Rule:
    """Make a rule of what stands in a route; one that cannot be made is a `RuleFault`.

    Args:
        when: a CEL expression as text, or a JSON Schema.
        contract: the contract of the handoff that it is asked about.
    """
    if not isinstance(when, str):
        try:
            return SchemaRule(when)
        except SchemaError as error:
            return RuleFault("not_a_schema", error.detail, error.pointer, error.hint)
    try:
        return CelRule(when, declared_names(contract))
    except CelFault as fault:
        return RuleFault(fault.code, str(fault), name=fault.name)


def declared_names(contract: Contract) -> tuple[str, ...]:
    """Return the properties that a contract declares at its root, in whatever branch."""
    names: dict[str, None] = {}
    book, seen = FactBook(), set[View]()
    stack = [root_of(contract)]
    while stack:
        view = stack.pop()
        if view in seen:
            continue
        seen.add(view)
        names.update(dict.fromkeys(book.of(view).properties))
        stack.extend(branches_of(view))
    return tuple(names)


def root_of(contract: Contract) -> View:
    """Return the root of a contract's schema, with its parts at hand."""
    bundle = contract.gauge.bundle
    return View(bundle, bundle.root, contract.gauge.options)


BRANCHES = ("allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas")
"""Keywords whose schemas may declare a property of the same object."""


def branches_of(view: View) -> list[View]:
    """Return the schemas that judge the same instance under some condition, or by reference."""
    found = [part for word in BRANCHES if word in view.keywords for part in view.parts(word)]
    return [*found, view.target("$ref")] if "$ref" in view.keywords else found
