"""Sound rules: keywords that decide nothing where they stand."""

from collections.abc import Iterator

from gonogo.catalog.finding import Severity
from gonogo.gauge.hints import nearest
from gonogo.lint.contract import Spot
from gonogo.lint.edit import Remove
from gonogo.lint.rule import Group, Hit, Page, Rule, each_place, hit_at
from gonogo.lint.vocabulary import NEEDS, SPEAKS_OF, decides_format, keywords_of, keywords_of_any
from gonogo.schema.dialect import ANNOTATIONS, Draft, draft_named

_KEEPING = frozenset({"$defs", "definitions"})
"""Keywords under which schemas are kept: a reference makes them count whatever the draft says."""

_BESIDE_REFERENCE = ANNOTATIONS | _KEEPING | {"$ref", "$schema", "$id", "id", "$anchor"}


def _unknown_keywords(spot: Spot) -> Iterator[Hit]:
    if _has_own_dialect(spot):
        return
    known = keywords_of(spot.draft)
    for word in spot.keywords:
        if word in known or word.startswith("x-") or word in _KEEPING:
            continue
        near = nearest(word, known) if word not in keywords_of_any() else None
        hint = (
            f"did you mean {near}?"
            if near
            else "remove it, or begin it with `x-` where it is a note of your own"
        )
        yield hit_at(spot, word, keyword=word, draft=_named(spot.draft), hint=hint)


def _has_own_dialect(spot: Spot) -> bool:
    """Whether the document names a meta-schema of somebody's own, which may know more words."""
    named = spot.contract.root.get("$schema")
    return isinstance(named, str) and draft_named(named) is None


def _unknown_formats(spot: Spot) -> Iterator[Hit]:
    name = spot.keywords.get("format")
    if not isinstance(name, str) or decides_format(name, spot.draft):
        return
    near = nearest(name, [each for each in _FORMATS if decides_format(each, spot.draft)])
    hint = f"did you mean {near}?" if near else "use a format of the specification, or a pattern"
    yield hit_at(spot, "format", format=name, draft=_named(spot.draft), hint=hint)


_FORMATS = (
    "date-time", "date", "time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6", "uri",
    "uri-reference", "iri", "iri-reference", "uuid", "uri-template", "json-pointer", "relative-json-pointer", "regex",
)  # fmt: skip


def _without_if(spot: Spot) -> Iterator[Hit]:
    if spot.draft < Draft.DRAFT_7 or "if" in spot.keywords:
        return
    for word in ("then", "else"):
        if word in spot.keywords:
            yield hit_at(spot, word, keyword=word, edits=_removing(spot, word))


def _idle(spot: Spot) -> Iterator[Hit]:
    words = spot.keywords
    if "$ref" in words and spot.draft.ref_stands_alone:
        for word in words.keys() & keywords_of(spot.draft) - _BESIDE_REFERENCE:
            why = f"{_named(spot.draft)} ignores what stands beside `$ref`"
            yield hit_at(spot, word, keyword=word, why=why)
        return
    for word in words:
        if word not in keywords_of(spot.draft):
            continue
        idle = _why_idle(spot, word)
        if idle is not None:
            yield hit_at(spot, word, keyword=word, why=idle, edits=_removing(spot, word))


def _why_idle(spot: Spot, word: str) -> str | None:
    words = spot.keywords
    types = {"number" if kind == "integer" else kind for kind in spot.types}
    kind = SPEAKS_OF.get(word)
    if kind is not None and types and kind not in types:
        return f"it speaks of a value of type {kind}, and the type here is {' or '.join(sorted(spot.types))}"
    needed = NEEDS.get(word)
    if needed is not None and needed not in words and needed != "if":
        return f"it says something only beside `{needed}`"
    if word == "if" and "then" not in words and "else" not in words:
        return "there is neither `then` nor `else`"
    if word == "additionalItems" and not isinstance(words.get("items"), list):
        return "it says something only beside a list of `items`"
    return None


def _removing(spot: Spot, word: str) -> tuple[Remove, ...]:
    """Take an idle keyword out, unless a reference might lead into it."""
    contract = spot.contract
    references = [each.keywords.get("$ref") for each in contract.spots]
    inside = any(isinstance(text, str) and f"/{word}" in text for text in references)
    return () if inside else (Remove((*contract.candidate.outset, *spot.path, word)),)


def _named(draft: Draft) -> str:
    return f"draft {draft.value}" if draft <= Draft.DRAFT_7 else f"draft {draft.name[6:].replace('_', '-')}"


RULES = (
    Rule(
        "then_without_if",
        Group.SOUND,
        Severity.WARNING,
        "`{keyword}` without `if` beside it decides nothing",
        "write the condition under `if`, or remove it",
        each_place(_without_if),
        Page(
            "`then` or `else` stands in a schema that has no `if`.",
            "The consequence that it spells out is never judged.",
            '{"type": "object", "then": {"required": ["reason"]}}',
            '{"type": "object", "if": {"properties": {"status": {"const": "refused"}}, "required": ["status"]}, '
            '"then": {"required": ["reason"]}}',
        ),
        mechanical=True,
    ),
    Rule(
        "unknown_keyword",
        Group.SOUND,
        Severity.WARNING,
        "`{keyword}` is no keyword of {draft}: it decides nothing",
        "{hint}",
        each_place(_unknown_keywords),
        Page(
            "A keyword is not one of the schema's draft and does not begin with `x-`: a slip of the pen, a word of "
            "OpenAPI such as `nullable`, or a keyword of another draft.",
            "Validators pass over it in silence, so what it was meant to refuse is accepted.",
            '{"type": "string", "maxLenght": 5}',
            '{"type": "string", "maxLength": 5}',
        ),
    ),
    Rule(
        "unknown_format",
        Group.SOUND,
        Severity.WARNING,
        "`{format}` is no format that {draft} knows: any text passes",
        "{hint}",
        each_place(_unknown_formats),
        Page(
            "`format` names nothing that the schema's draft defines, such as `datetime` for `date-time`.",
            "Validators pass over it in silence; some clients refuse the tool for it.",
            '{"type": "string", "format": "datetime"}',
            '{"type": "string", "format": "date-time"}',
        ),
    ),
    Rule(
        "idle_keyword",
        Group.SOUND,
        Severity.WARNING,
        "`{keyword}` decides nothing here: {why}",
        "remove it, or mend what keeps it from counting",
        each_place(_idle),
        Page(
            "A keyword stands where it can decide nothing: it speaks of another type, lacks the keyword that it "
            "belongs to, or stands beside a `$ref` in draft 7 or older.",
            "Readers take it for a rule that holds.",
            '{"type": "integer", "maxLength": 5}',
            '{"type": "integer", "minimum": 0, "maximum": 99999}',
        ),
        mechanical=True,
    ),
)
"""The rules of this module."""
