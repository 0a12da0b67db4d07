"""What can be wrong with a schema itself, before any payload is looked at."""

from dataclasses import dataclass
from typing import Self

from gonogo.schema.pointer import to_fragment


@dataclass(eq=False)
class SchemaError(ValueError):
    """A schema that cannot be used as a contract.

    Attributes:
        pointer: where in the schema document the fault lies; in another document, its URI with the pointer as
            fragment.
        detail: what is wrong, in one sentence.
        hint: what to do about it.
    """

    pointer: str
    detail: str
    hint: str = ""

    code = "schema"

    def within(self, document: str) -> Self:
        """Return the same fault as seen from outside the document in which it lies.

        Args:
            document: the URI of that document; the pointer becomes its fragment.
        """
        return type(self)(f"{document}#{to_fragment(self.pointer)}", self.detail, self.hint)

    def __str__(self) -> str:
        place = self.pointer or "the root"
        tail = f" ({self.hint})" if self.hint else ""
        return f"{self.detail} at {place}{tail}"


class MalformedSchema(SchemaError):
    """Raised when a schema breaks its own meta-schema, or is not a JSON object or boolean."""

    code = "malformed_schema"


class UnknownDialect(SchemaError):
    """Raised when `$schema` names neither a supported draft nor a meta-schema at hand."""

    code = "unknown_dialect"


class UnresolvedReference(SchemaError):
    """Raised when a reference leads to a document or a place that is not at hand. Nothing is ever fetched."""

    code = "unresolved_reference"


class RefusedPattern(SchemaError):
    """Raised when a regular expression is outside what the chosen engine takes."""

    code = "refused_pattern"


class SchemaOverBudget(SchemaError):
    """Raised when a schema is larger, deeper or more explosive than its budget allows."""

    code = "schema_over_budget"
