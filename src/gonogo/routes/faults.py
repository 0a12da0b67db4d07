"""What can be wrong with a route table: one row a kind."""

from collections.abc import Mapping
from dataclasses import dataclass

from gonogo.catalog.finding import Severity


@dataclass(frozen=True, slots=True)
class Fault:
    """One kind of fault.

    Attributes:
        code: what stands in the finding.
        severity: an error never does what it says; a warning is not what was meant; a note is told.
        hint: what to do about it, where the finding does not say it better.
    """

    code: str
    severity: Severity
    hint: str


_ROWS = (
    Fault("not_cel", Severity.ERROR, 'write one CEL expression, such as `intent == "refund"`'),
    Fault("no_cel", Severity.ERROR, "install the extra, or write the rule as a JSON Schema"),
    Fault("not_permitted", Severity.ERROR, "compare fields with literals; join with &&, ||, ! and ?:"),
    Fault("not_boolean", Severity.ERROR, "write a comparison"),
    Fault("not_a_schema", Severity.ERROR, "write a JSON Schema"),
    Fault("unknown_field", Severity.ERROR, "name a property that the handoff's contract declares"),
    Fault("wrong_type", Severity.ERROR, "compare with a value of the field's type"),
    Fault("integer_for_number", Severity.ERROR, "a number's literal has a point"),
    Fault("number_for_integer", Severity.ERROR, "an integer's literal has no point"),
    Fault("impossible_value", Severity.ERROR, "name a value that the contract lists"),
    Fault("out_of_range", Severity.ERROR, "name a bound inside the contract's"),
    Fault("unguarded", Severity.ERROR, "ask first whether the field is there"),
    Fault("dead_route", Severity.ERROR, "remove the route, or mend its rule"),
    Fault("shadowed_route", Severity.ERROR, "put it before the routes that take its handoffs, or remove it"),
    Fault("uncovered", Severity.NOTE, "add a route if one is missing"),
    Fault("not_enumerated", Severity.NOTE, "split the table, or compare fewer fields in it"),
)  # fmt: skip

FAULTS: Mapping[str, Fault] = {row.code: row for row in _ROWS}
"""The rows by code."""
