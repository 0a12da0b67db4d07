"""The keywords by the type that they speak of; what stands in none of these lists speaks of every type.

Source: JSON Schema Validation 2020-12, section 6, and Core, section 10.
"""

from collections.abc import Mapping

from gonogo.schema import dialect

OBJECT_WORDS = (
    "properties", "patternProperties", "additionalProperties", "required", "propertyNames", "minProperties",
    "maxProperties", "dependentRequired", "dependentSchemas", "unevaluatedProperties",
)  # fmt: skip
ARRAY_WORDS = (
    "items", "prefixItems", "contains", "minContains", "maxContains", "minItems", "maxItems", "uniqueItems",
    "unevaluatedItems",
)  # fmt: skip
STRING_WORDS = ("minLength", "maxLength", "pattern", "format")
NUMBER_WORDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
CONTENT_WORDS = ("contentEncoding", "contentMediaType", "contentSchema")

WORDS_OF: Mapping[str, tuple[str, ...]] = {
    "object": OBJECT_WORDS,
    "array": ARRAY_WORDS,
    "string": (*STRING_WORDS, *CONTENT_WORDS),
    "number": (*NUMBER_WORDS, "format"),
    "integer": (*NUMBER_WORDS, "format"),
    "boolean": (),
    "null": (),
}
"""What speaks of values of one type only."""

SPECIFIC = frozenset(word for words in WORDS_OF.values() for word in words)

GENERAL = (
    "type", "const", "enum", "anyOf", "oneOf", "allOf", "not", "if", "then", "else", "$ref",
)  # fmt: skip
"""What speaks of values of every type."""

ANNOTATIONS = dialect.ANNOTATIONS | {*CONTENT_WORDS}
"""What never decides."""

KNOWN = frozenset({*GENERAL, *SPECIFIC, *dialect.ANNOTATIONS})
"""Every keyword that a projection knows; any other one is somebody's own and decides nothing."""

IN_PLACE = frozenset({"anyOf", "oneOf", "allOf", "if", "then", "else", "$ref", "dependentSchemas", "not"})
"""What `unevaluated…` looks into."""


def says(word: str) -> bool:
    """Whether a keyword takes part in a verdict."""
    return word in KNOWN and word not in ANNOTATIONS
