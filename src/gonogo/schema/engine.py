"""The validation engine behind one door: the only module that imports `jsonschema_rs`.

Every call is offline: by default the engine fetches `http:` references and reads `file:` ones, even from a
schema that is never used. Patterns run in linear time unless a caller asks for the backtracking engine, whose
limit makes an answer a mere *maybe*: the caller then has to look at `reaches_limit` first.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from typing import Protocol

import jsonschema_rs as rs

from gonogo.schema.dialect import Draft, draft_named
from gonogo.schema.errors import (
    MalformedSchema,
    RefusedPattern,
    SchemaError,
    SchemaOverBudget,
    UnknownDialect,
    UnresolvedReference,
)
from gonogo.schema.pointer import join
from gonogo.schema.types import Json, Schema

BACKTRACK_LIMIT = 10_000
"""Steps that one backtracking match may take: under a millisecond on one core."""

_VALIDATORS = {
    Draft.DRAFT_4: rs.Draft4Validator,
    Draft.DRAFT_6: rs.Draft6Validator,
    Draft.DRAFT_7: rs.Draft7Validator,
    Draft.DRAFT_2019_09: rs.Draft201909Validator,
    Draft.DRAFT_2020_12: rs.Draft202012Validator,
}
_DRAFT_NUMBERS = {
    Draft.DRAFT_4: rs.Draft4,
    Draft.DRAFT_6: rs.Draft6,
    Draft.DRAFT_7: rs.Draft7,
    Draft.DRAFT_2019_09: rs.Draft201909,
    Draft.DRAFT_2020_12: rs.Draft202012,
}
_YES, _UNKNOWN = rs.canonical.Containment.YES, rs.canonical.Containment.UNKNOWN
_LINEAR = rs.RegexOptions()
_BACKTRACKING = rs.FancyRegexOptions(backtrack_limit=BACKTRACK_LIMIT)


class Patterns(Enum):
    """Which regular expressions a schema may hold."""

    LINEAR = "linear"
    BACKTRACKING = "backtracking"


class Validator(Protocol):
    """A compiled schema."""

    def is_valid(self, instance: Json, /) -> bool:
        """Whether the instance satisfies the schema; stops at the first failure."""


@dataclass(frozen=True)
class Registry:
    """Schema documents by URI, compiled once for all the schemas that refer to them."""

    native: rs.Registry


@dataclass(frozen=True, kw_only=True)
class Options:
    """How schemas are compiled.

    Attributes:
        draft: the draft in which the schema is written.
        formats: whether `format` decides; as an annotation it never fails.
        checkers: formats of the caller's own, by name; each takes the text and says whether it conforms.
        patterns: which regular expressions are taken.
        registry: the documents that the schema may refer to; there are no others.
        base_uri: what relative references start from where the schema has no identifier of its own.
    """

    draft: Draft = Draft.DRAFT_2020_12
    formats: bool = True
    checkers: Mapping[str, Callable[[str], bool]] | None = None
    patterns: Patterns = Patterns.LINEAR
    registry: Registry | None = None
    base_uri: str | None = None


def registry_of(resources: Mapping[str, Schema], draft: Draft) -> Registry:
    """Compile documents into a registry; each says its own draft by `$schema`, else it is written in `draft`.

    Raises:
        SchemaError: a document cannot be indexed, such as one of an unknown dialect.
    """
    said = [(uri, _with_dialect(document, draft)) for uri, document in resources.items()]
    try:
        return Registry(rs.Registry(said))
    except (ValueError, rs.ReferencingError) as error:
        raise _named(str(error), "") from None


def standard_document(uri: str) -> Schema | None:
    """Return a document that every draft brings along, such as a meta-schema, or None where it is not one."""
    return _standard_documents().get(uri.rstrip("#"))


def compile_schema(schema: Schema, options: Options) -> Validator:
    """Compile a schema, which is first judged by its meta-schema.

    Args:
        schema: an object or a boolean, nested at most as deep as `SchemaLimits.depth` allows.
        options: the draft, formats, patterns and documents to compile it with.

    Raises:
        MalformedSchema: it breaks its meta-schema.
        RefusedPattern: a regular expression is not taken.
        UnresolvedReference: a reference leads to nothing at hand.
        UnknownDialect: a document of an unknown `$schema` is involved.
        SchemaOverBudget: the engine finds it too deep.
    """
    custom = isinstance(schema, dict) and "$schema" in schema
    make = rs.validator_for if custom else _VALIDATORS[options.draft]
    try:
        return make(
            schema,
            formats=dict(options.checkers) if options.checkers else None,
            validate_formats=_asserts_formats(schema, options),
            registry=options.registry.native if options.registry else None,
            base_uri=options.base_uri,
            pattern_options=_LINEAR if options.patterns is Patterns.LINEAR else _BACKTRACKING,
            offline=True,
        )
    except rs.ValidationError as error:
        raise _fault(error) from None
    except (ValueError, rs.ReferencingError) as error:
        raise _named(str(error), "") from None
    except BaseException as error:
        if is_panic(error):
            raise MalformedSchema("", "the engine cannot compile the schema") from None
        raise


def covers(outer: Schema, inner: Schema, *, formats: bool) -> bool | None:
    """Whether the engine proves that a schema accepts all that another accepts; None where it cannot tell.

    Both in draft 2020-12, each one document.
    """
    answer = _compared(lambda one, other: one.covers(other), outer, inner, formats=formats)
    return None if answer is None or answer is _UNKNOWN else answer is _YES


def difference(whole: Schema, part: Schema, *, formats: bool) -> Schema | None:
    """Return a schema of what one schema accepts and another does not; None where the engine cannot write one."""
    rest: Schema | None = _compared(
        lambda one, other: one.subtract(other).to_json_schema(), whole, part, formats=formats
    )
    return rest


def _compared(
    ask: Callable[[rs.CanonicalSchema, rs.CanonicalSchema], Json],
    one: Schema,
    other: Schema,
    *,
    formats: bool,
) -> Json:
    try:
        made = [
            rs.canonicalize(each, draft=rs.Draft202012, validate_formats=formats, offline=True)
            for each in (one, other)
        ]
        return ask(made[0], made[1])
    except (ValueError, rs.ReferencingError):
        return None
    except BaseException as error:
        if is_panic(error):
            return None
        raise


def is_panic(error: BaseException) -> bool:
    """Whether an exception is a panic of the engine: it derives from `BaseException`, and from nothing nearer."""
    return type(error).__name__ == "PanicException"


@cache
def admission(depth: int) -> Callable[[Json], bool]:
    """Return a judge of parsed values: whether one holds finite numbers only and nests at most `depth` containers.

    Safe at any depth: the engine stops where the judge's own nesting does.
    """
    scalar = ["string", "number", "boolean", "null"]
    levels: dict[str, Schema] = {"0": {"type": scalar}}
    for level in range(1, depth + 1):
        below = {"$ref": f"#/$defs/{level - 1}"}
        levels[str(level)] = {
            "type": [*scalar, "object", "array"],
            "additionalProperties": below,
            "items": below,
        }
    return compile_schema({"$defs": levels, "$ref": f"#/$defs/{depth}"}, Options()).is_valid


@dataclass(frozen=True, slots=True)
class Dead:
    """A subschema that the engine proves to admit no value.

    Attributes:
        pointer: where it stands in its document.
        written: whether it is a plain `false`, which is dead on purpose.
        keywords: the keywords that leave nothing between them, as far as the engine names them.
    """

    pointer: str
    written: bool
    keywords: tuple[str, ...]


def dead_places(schema: Schema, options: Options) -> tuple[Dead, ...]:
    """Return the subschemas of a document that admit no value, as far as the engine can prove it.

    What is left out is not proven to admit one; a document that the engine's canonical form does not model reports
    nothing.

    Args:
        schema: a document that compiles with these options.
        options: the draft, formats, patterns and documents to judge it with.
    """
    try:
        found = rs.canonical.find_unsatisfiable(
            schema,
            draft=_DRAFT_NUMBERS[options.draft],
            validate_formats=options.formats,
            pattern_options=_LINEAR if options.patterns is Patterns.LINEAR else _BACKTRACKING,
            registry=options.registry.native if options.registry else None,
            base_uri=options.base_uri,
            offline=True,
        )
    except (ValueError, rs.ReferencingError, rs.canonical.CanonicalizationError):
        return ()
    except BaseException as error:
        if is_panic(error):
            return ()
        raise
    return tuple(Dead(pointer, *_reason(why)) for pointer, why in found.items())


def _reason(why: object) -> tuple[bool, tuple[str, ...]]:
    reasons = rs.canonical.UnsatisfiableReason
    causes = (why.cause,) if isinstance(why, reasons.Empty) else getattr(why, "causes", ())
    keywords = [word for cause in causes for word in cause.keywords]
    return isinstance(why, reasons.Literal), tuple(dict.fromkeys(keywords))


def takes(pattern: str, patterns: Patterns) -> bool:
    """Whether the engine takes a regular expression, as an ECMA-262 pattern."""
    try:
        compile_schema({"pattern": pattern}, Options(patterns=patterns))
    except SchemaError:
        return False
    return True


def reaches_limit(pattern: str, text: str) -> bool:
    """Whether matching a backtracking pattern against a text gives up before it knows the answer."""
    errors = _limit_probe(pattern).iter_errors(text)
    return any(not isinstance(error.kind, rs.ValidationErrorKind.Pattern) for error in errors)


@lru_cache(maxsize=1024)
def _limit_probe(pattern: str) -> rs.Draft202012Validator:
    return rs.Draft202012Validator({"pattern": pattern}, pattern_options=_BACKTRACKING, offline=True)


def _asserts_formats(schema: Schema, options: Options) -> bool | None:
    """Where formats are annotations, a meta-schema of somebody's own may still ask for them to decide."""
    named = schema.get("$schema") if isinstance(schema, dict) else None
    if not options.formats and isinstance(named, str) and draft_named(named) is None:
        return None
    return options.formats


@cache
def _standard_documents() -> Mapping[str, Schema]:
    """The engine's own copies of the meta-schemas: it hands them out by bundling a reference to each."""
    documents: dict[str, Schema] = {}
    named = [(draft, draft.uri) for draft in Draft]
    named.append((Draft.DRAFT_2020_12, "https://json-schema.org/draft/2020-12/meta/format-assertion"))
    for draft, uri in named:
        reference = {"$schema": draft.uri, "$ref": uri}
        bundled: dict[str, Json] = rs.bundle(reference, offline=True)
        for document in bundled[draft.definitions_keyword].values():
            documents[document[draft.id_keyword].rstrip("#")] = document
    return documents


def _with_dialect(document: Schema, draft: Draft) -> Schema:
    if isinstance(document, dict) and "$schema" not in document:
        return {"$schema": draft.uri, **document}
    return document


def _fault(error: rs.ValidationError) -> SchemaError:
    pointer = join(error.instance_path)
    kind = error.kind
    if isinstance(kind, rs.ValidationErrorKind.Referencing):
        return _named(str(kind.error), pointer)
    if isinstance(kind, rs.ValidationErrorKind.Format) and kind.format == "regex":
        return RefusedPattern(
            pointer,
            "the regular expression is not taken",
            "use ECMA-262 without lookaround and back-references, so that it runs in linear time",
        )
    return MalformedSchema(
        pointer,
        f"the schema breaks the `{kind.name}` of its meta-schema" if kind.name else "a keyword is malformed",
        "see the draft's meta-schema for what may stand here",
    )


_MESSAGES = (
    ("Unknown meta-schema:", UnknownDialect, "`$schema` names an unknown dialect", "nothing is fetched"),
    ("Recursion limit reached", SchemaOverBudget, "the schema is nested too deep", ""),
    ("Resource '", UnresolvedReference, "a reference leads to a document that is not at hand", "nothing is fetched"),
    ("Pointer '", UnresolvedReference, "a reference leads to a place where no schema stands", ""),
    ("Anchor '", UnresolvedReference, "a reference names an anchor that does not exist", ""),
    ("Failed to resolve '", UnresolvedReference, "a relative reference needs a base with a hierarchy", ""),
    ("Failed to parse array index '", UnresolvedReference, "a reference leads to a place where no schema stands", ""),
    ("Invalid URI reference '", UnresolvedReference, "a reference is not a URI reference", ""),
    ("Invalid percent encoding in pointer '", UnresolvedReference, "a reference is not a URI reference", ""),
)  # fmt: skip
"""How the engine's messages without a kind begin, with what each means; what follows is the schema's own words.

`Bundle` finds all but the second before the engine does, and knows their places.
"""


def _named(message: str, pointer: str) -> SchemaError:
    for beginning, kind, detail, hint in _MESSAGES:
        if message.startswith(beginning):
            return kind(pointer, detail, hint)
    return MalformedSchema(pointer, "the schema cannot be compiled")
