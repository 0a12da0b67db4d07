"""A schema document taken in: a copy that nobody else holds, within its budget."""

from gonogo.schema.errors import MalformedSchema, SchemaOverBudget
from gonogo.schema.limits import Limits, SchemaLimits
from gonogo.schema.pointer import join
from gonogo.schema.text import write
from gonogo.schema.types import Schema
from gonogo.schema.value import ValueFault, copy, measure


def taken_in(schema: Schema, limits: SchemaLimits) -> Schema:
    """Return a copy of a schema document in which no two places share a container.

    Args:
        schema: the document, from anywhere: cycles, foreign types and any depth of nesting are survived.
        limits: what it may measure.

    Raises:
        MalformedSchema: it is no object and no boolean, or holds what is not JSON.
        SchemaOverBudget: it is too large or too deep.
    """
    if not isinstance(schema, dict | bool):
        raise MalformedSchema("", "a schema is an object or a boolean")
    try:
        measure(schema, Limits(size=limits.size, depth=limits.depth, nodes=limits.size))
    except ValueFault as fault:
        kind = SchemaOverBudget if fault.code.startswith("too_") else MalformedSchema
        raise kind(join(fault.path), f"the schema is no JSON within its budget: {fault.code}") from None
    own: Schema = copy(schema)
    if len(write(own).encode()) > limits.size:
        raise SchemaOverBudget("", f"the schema is larger than {limits.size} bytes")
    return own
