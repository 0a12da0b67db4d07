"""Which keywords a draft knows, and which of them speak of which type.

Source: the drafts' own meta-schemas, and JSON Schema Validation 2020-12, section 6.
"""

from functools import cache, lru_cache

from gonogo.schema.dialect import APPLICATORS, FOREIGN, Draft
from gonogo.schema.engine import Options, compile_schema, standard_document

_VOCABULARIES = (
    "core", "applicator", "unevaluated", "validation", "meta-data", "format", "format-annotation", "content"
)  # fmt: skip
_ALWAYS = frozenset({"$comment", "$schema", "format"})

SPEAKS_OF = {
    **dict.fromkeys(("minLength", "maxLength", "pattern", "contentEncoding", "contentMediaType"), "string"),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"), "number"),
    **dict.fromkeys(
        ("items", "prefixItems", "additionalItems", "minItems", "maxItems", "uniqueItems", "contains",
         "minContains", "maxContains", "unevaluatedItems"), "array",
    ),
    **dict.fromkeys(
        ("properties", "patternProperties", "additionalProperties", "required", "minProperties", "maxProperties",
         "propertyNames", "dependentRequired", "dependentSchemas", "dependencies", "unevaluatedProperties"), "object",
    ),
}  # fmt: skip
"""The one JSON type of which a keyword says something."""

NEEDS = {
    "minContains": "contains",
    "maxContains": "contains",
    "then": "if",
    "else": "if",
}
"""Keywords that decide nothing without another beside them."""


@cache
def keywords_of(draft: Draft) -> frozenset[str]:
    """Return the keywords that a draft knows, those among them that it keeps from older drafts."""
    names = set(APPLICATORS[draft]) | _ALWAYS
    documents = [standard_document(draft.uri)]
    base = draft.uri.rstrip("#").rpartition("/")[0]
    documents += [standard_document(f"{base}/meta/{each}") for each in _VOCABULARIES]
    for document in documents:
        if isinstance(document, dict):
            names |= document.get("properties", {}).keys()
    return frozenset(names) - FOREIGN[draft]


@cache
def keywords_of_any() -> frozenset[str]:
    """Return the keywords of all drafts together."""
    return frozenset().union(*map(keywords_of, Draft))


@lru_cache(maxsize=1024)
def decides_format(name: str, draft: Draft) -> bool:
    """Whether the engine refuses any text for a `format` in a draft; one that it does not know refuses none."""
    judge = compile_schema({"format": name}, Options(draft=draft))
    return not all(map(judge.is_valid, _OF_NO_FORMAT))


_OF_NO_FORMAT = ("\x00 {%", "[", "~2", "-1 :", "not a one", "http://[")
"""Texts of which each format that the engine knows refuses at least one."""
