"""The drafts of JSON Schema, and which of their keywords hold schemas.

Source: the core and applicator vocabularies of drafts 4, 6, 7, 2019-09 and 2020-12. The table of
applicators is what makes a walk aware of positions: a schema is looked for only where a keyword says
that one stands, so that a property called `enum` or a `$ref` inside `const` is never taken for a keyword.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any

from gonogo.schema.errors import UnknownDialect
from gonogo.schema.types import Schema


class Draft(IntEnum):
    """A draft of JSON Schema, ordered by age."""

    DRAFT_4 = 4
    DRAFT_6 = 6
    DRAFT_7 = 7
    DRAFT_2019_09 = 2019
    DRAFT_2020_12 = 2020

    @property
    def uri(self) -> str:
        """The value of `$schema` that names this draft."""
        return _URIS[self]

    @property
    def id_keyword(self) -> str:
        """The keyword that gives a schema its identifier."""
        return "id" if self is Draft.DRAFT_4 else "$id"

    @property
    def definitions_keyword(self) -> str:
        """The keyword under which schemas are kept to be referred to."""
        return "$defs" if self >= Draft.DRAFT_2019_09 else "definitions"

    @property
    def ref_stands_alone(self) -> bool:
        """Whether the siblings of `$ref` are ignored (draft 7 and older)."""
        return self <= Draft.DRAFT_7


_URIS = {
    Draft.DRAFT_4: "http://json-schema.org/draft-04/schema#",
    Draft.DRAFT_6: "http://json-schema.org/draft-06/schema#",
    Draft.DRAFT_7: "http://json-schema.org/draft-07/schema#",
    Draft.DRAFT_2019_09: "https://json-schema.org/draft/2019-09/schema",
    Draft.DRAFT_2020_12: "https://json-schema.org/draft/2020-12/schema",
}
_BY_URI = {uri.rstrip("#"): draft for draft, uri in _URIS.items()}


class Holds(Enum):
    """In what shape a keyword holds schemas."""

    ONE = "one schema"
    LIST = "a list of schemas"
    MAP = "schemas by name"
    ONE_OR_LIST = "one schema or a list of them"


@dataclass(frozen=True, slots=True)
class Applicator:
    """A keyword that holds schemas.

    Attributes:
        keyword: its name.
        holds: the shape of its value.
        in_place: whether its schemas judge the same instance as the schema they stand in, rather than a child.
        asserts: whether its schemas take part in a verdict; `$defs` only keeps them.
        since, until: the first and the last draft that knows it.
    """

    keyword: str
    holds: Holds
    in_place: bool = False
    asserts: bool = True
    since: Draft = Draft.DRAFT_4
    until: Draft = Draft.DRAFT_2020_12


_D6, _D7, _D2019 = Draft.DRAFT_6, Draft.DRAFT_7, Draft.DRAFT_2019_09
_D2020 = Draft.DRAFT_2020_12

_APPLICATORS = (
    Applicator("$defs", Holds.MAP, asserts=False, since=_D2019),
    Applicator("definitions", Holds.MAP, asserts=False),
    Applicator("allOf", Holds.LIST, in_place=True),
    Applicator("anyOf", Holds.LIST, in_place=True),
    Applicator("oneOf", Holds.LIST, in_place=True),
    Applicator("not", Holds.ONE, in_place=True),
    Applicator("if", Holds.ONE, in_place=True, since=_D7),
    Applicator("then", Holds.ONE, in_place=True, since=_D7),
    Applicator("else", Holds.ONE, in_place=True, since=_D7),
    Applicator("dependentSchemas", Holds.MAP, in_place=True, since=_D2019),
    Applicator("dependencies", Holds.MAP, in_place=True),
    Applicator("properties", Holds.MAP),
    Applicator("patternProperties", Holds.MAP),
    Applicator("additionalProperties", Holds.ONE),
    Applicator("unevaluatedProperties", Holds.ONE, since=_D2019),
    Applicator("propertyNames", Holds.ONE, since=_D6),
    Applicator("prefixItems", Holds.LIST, since=_D2020),
    Applicator("items", Holds.ONE_OR_LIST, until=_D2019),
    Applicator("items", Holds.ONE, since=_D2020),
    Applicator("additionalItems", Holds.ONE, until=_D2019),
    Applicator("unevaluatedItems", Holds.ONE, since=_D2019),
    Applicator("contains", Holds.ONE, since=_D6),
    Applicator("contentSchema", Holds.ONE, asserts=False, since=_D2019),
)

APPLICATORS: Mapping[Draft, Mapping[str, Applicator]] = {
    draft: {row.keyword: row for row in _APPLICATORS if row.since <= draft <= row.until} for draft in Draft
}
"""For each draft, its applicators by keyword."""

_KNOWN = {
    **{(row.keyword, row.since): (row.since, row.until) for row in _APPLICATORS},
    ("$dynamicRef", _D2020): (_D2020, _D2020),
    ("$recursiveRef", _D2019): (_D2019, _D2019),
    ("const", _D6): (_D6, _D2020),
    ("dependentRequired", _D2019): (_D2019, _D2020),
    ("maxContains", _D2019): (_D2019, _D2020),
    ("minContains", _D2019): (_D2019, _D2020),
}
"""The first and the last draft in which a keyword means something, for those that are not in all of them."""

FOREIGN: Mapping[Draft, frozenset[str]] = {
    draft: frozenset(word for word, _ in _KNOWN)
    - {word for (word, _), (since, until) in _KNOWN.items() if since <= draft <= until}
    for draft in Draft
}
"""For each draft, the keywords of other drafts, which mean nothing in it."""

ANNOTATIONS = frozenset(
    {"title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "$comment"}
)
"""Keywords that say something about a value and never decide whether it passes."""


def draft_named(uri: str) -> Draft | None:
    """Return the draft that a `$schema` value names, or None where it names no supported one."""
    return _BY_URI.get(uri.rstrip("#"))


def embedded_draft(schema: Schema, around: Draft) -> Draft:
    """Return the draft of a schema that stands inside another: `$schema` counts where it has an identifier beside it.

    Source: JSON Schema 2020-12, section 8.1.1.
    """
    named = schema.get("$schema") if isinstance(schema, dict) else None
    draft = draft_named(named) if isinstance(named, str) else None
    identified = (
        draft is not None and isinstance(schema, dict) and isinstance(schema.get(draft.id_keyword), str)
    )
    return draft if draft is not None and identified else around


def draft_of(
    schema: Schema, resources: Mapping[str, Schema] | None = None, default: Draft = Draft.DRAFT_2020_12
) -> Draft:
    """Return the draft in which a schema is written.

    Args:
        schema: the schema; without `$schema` it is written in `default`.
        resources: documents at hand by URI; a custom meta-schema among them is followed to its own draft.
        default: the draft to take where the schema does not say.

    Raises:
        UnknownDialect: `$schema` is no text, or names neither a supported draft nor a document at hand.
    """
    seen: set[str] = set()
    while isinstance(schema, dict) and "$schema" in schema:
        uri: Any = schema["$schema"]
        if not isinstance(uri, str):
            raise UnknownDialect("/$schema", "`$schema` must be a URI as text")
        draft = draft_named(uri)
        if draft is not None:
            return draft
        name = uri.rstrip("#")
        if name in seen or not resources or name not in resources:
            raise UnknownDialect(
                "/$schema",
                "`$schema` names an unknown dialect",
                "name one of the drafts 4, 6, 7, 2019-09 or 2020-12; nothing is fetched",
            )
        seen.add(name)
        schema = resources[name]
    return default
