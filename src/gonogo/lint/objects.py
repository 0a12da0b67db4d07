"""Contract rules: objects that take more than they declare, or ask for nothing."""

from collections.abc import Iterator

from gonogo.catalog.finding import Severity
from gonogo.lint.contract import Spot
from gonogo.lint.demonstrating import misspelt, show
from gonogo.lint.rule import Group, Hit, Page, Rule, each_place, hit_at
from gonogo.lint.vocabulary import SPEAKS_OF
from gonogo.schema.types import Json

_ANYTHING: tuple[Json, ...] = (True, {})
_COMPOSED = frozenset(
    {"$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "not", "if", "const", "enum"}
)
_DEMANDING = _COMPOSED | {"dependentRequired", "dependentSchemas", "dependencies", "minProperties"}


def is_extension(spot: Spot) -> bool:
    """Whether a schema is `metadata`, or stands inside it: the place where a contract is open on purpose."""
    if spot.property_name == "metadata":
        return True
    return spot.around is not None and is_extension(spot.around)


def is_whole(spot: Spot) -> bool:
    """Whether a schema describes an object by itself, in a place where being accepted is being accepted."""
    if spot.is_conditional or is_extension(spot):
        return False
    return not spot.is_part or (spot.around is not None and "properties" not in spot.around.keywords)


def _is_closed(spot: Spot) -> bool:
    """Whether undeclared keys are refused here, or by the schema that this one is a part of."""
    words = spot.keywords
    if words.get("unevaluatedProperties", True) not in _ANYTHING:
        return True
    if words.get("additionalProperties", True) not in _ANYTHING:
        return True
    return spot.is_part and spot.around is not None and _is_closed(spot.around)


def _open(spot: Spot) -> Iterator[Hit]:
    declared = spot.keywords.get("properties")
    if not declared or not is_whole(spot) or _is_closed(spot):
        return
    if spot.around is None and "additionalProperties" in spot.keywords:
        return  # told as an extended root
    yield from _with_extra_key(spot)


def _extended(spot: Spot) -> Iterator[Hit]:
    if spot.around is not None or not spot.keywords.get("properties"):
        return
    if spot.keywords.get("additionalProperties", False) is not False:
        yield from _with_extra_key(spot, "additionalProperties")
    elif spot.keywords.get("patternProperties"):
        yield hit_at(spot, "patternProperties")


def _with_extra_key(spot: Spot, *below: str) -> Iterator[Hit]:
    """Fire where the contract accepts a misspelt key in place of a declared one."""
    declared, required = spot.keywords["properties"], spot.keywords.get("required", ())
    optional = [name for name in declared if name not in required]
    name = max(optional or declared, key=len)
    wrong = misspelt(name)
    while wrong in declared:
        wrong += "_"
    tries = []
    payloads = spot.contract.payloads
    child = spot.inside.get(("properties", name))
    extra = spot.inside.get(("additionalProperties",))
    for value in payloads.of(spot.node):
        if isinstance(value, dict):
            kept = {key: item for key, item in value.items() if key != name or not optional}
            made = [item for node in (extra, child) if node is not None for item in payloads.of(node)]
            tries += [{**kept, wrong: item} for item in (*made, "x")]
    shown = show(spot, *tries)
    if not shown.refused or not tries:
        yield hit_at(spot, *below, name=name, demonstration=shown.demonstration)


def _bare(spot: Spot) -> Iterator[Hit]:
    words = spot.keywords
    if "object" not in spot.types or spot.types - {"object", "null"} or not is_whole(spot):
        return
    said = [word for word in words if SPEAKS_OF.get(word) == "object" and words[word] not in _ANYTHING]
    if said or not _COMPOSED.isdisjoint(words) or _is_closed(spot):
        return
    shown = show(spot, {"anything": ["at", "all"]})
    if not shown.refused:
        yield hit_at(spot, demonstration=shown.demonstration)


def _nothing_required(spot: Spot) -> Iterator[Hit]:
    words = spot.keywords
    if not words.get("properties") or words.get("required") or not is_whole(spot) or spot.is_part:
        return
    if not _DEMANDING.isdisjoint(words):
        return
    shown = show(spot, {}, kind="empty")
    if not shown.refused:
        yield hit_at(spot, demonstration=shown.demonstration)


RULES = (
    Rule(
        "open_object",
        Group.CONTRACT,
        Severity.WARNING,
        "the object takes undeclared keys: a misspelt `{name}` passes in silence",
        "add `additionalProperties: false`; keep a `metadata` object for what others add",
        each_place(_open),
        Page(
            "An object declares properties and does not refuse others, anywhere but inside `metadata`.",
            "A misspelt key is accepted and ignored: the call succeeds, and does something else than was asked.",
            '{"type": "object", "properties": {"owner": {"type": "string", "maxLength": 39}}}',
            '{"type": "object", "properties": {"owner": {"type": "string", "maxLength": 39}, "metadata": {"type": '
            '"object"}}, "required": ["owner"], "additionalProperties": false}',
        ),
    ),
    Rule(
        "extended_root",
        Group.CONTRACT,
        Severity.WARNING,
        "the contract is extended at its root: what is added later cannot be told from a slip of the pen",
        "close the root, and let others add below a property `metadata`",
        each_place(_extended),
        Page(
            "The root declares properties and admits further ones by `additionalProperties` or `patternProperties`.",
            "A key of somebody's own may be a declared one tomorrow, with another meaning; below `metadata` it never is.",
            '{"type": "object", "properties": {"id": {"type": "string", "maxLength": 9}}, "required": ["id"], '
            '"additionalProperties": true}',
            '{"type": "object", "properties": {"id": {"type": "string", "maxLength": 9}, "metadata": {"type": "object"}}, '
            '"required": ["id"], "additionalProperties": false}',
        ),
    ),
    Rule(
        "bare_object",
        Group.CONTRACT,
        Severity.WARNING,
        "the object declares nothing: anything passes",
        "declare its properties; where it is a map, say of what by `additionalProperties`; where it is empty, close it",
        each_place(_bare),
        Page(
            "`type: object` stands alone: no property, no map, not closed.",
            "The model has to guess what goes in, and the next step what comes out.",
            '{"type": "object"}',
            '{"type": "object", "additionalProperties": false}',
        ),
    ),
    Rule(
        "nothing_required",
        Group.CONTRACT,
        Severity.NOTE,
        "no property is required: `{{}}` passes",
        "list under `required` what is always there",
        each_place(_nothing_required),
        Page(
            "An object declares properties and requires none of them.",
            "Whoever reads it can rely on nothing. For the filters of a search that may be meant: then say so by an "
            "`ignore` entry with its reason.",
            '{"type": "object", "properties": {"id": {"type": "string", "maxLength": 9}}, "additionalProperties": false}',
            '{"type": "object", "properties": {"id": {"type": "string", "maxLength": 9}}, "required": ["id"], '
            '"additionalProperties": false}',
        ),
    ),
)
"""The rules of this module."""
