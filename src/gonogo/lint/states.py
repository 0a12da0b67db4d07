"""Rules on business states: fields that do not follow the state, and failures told as success."""

from collections.abc import Iterator

from gonogo.catalog.contract import Side
from gonogo.catalog.finding import Severity
from gonogo.lint.contract import Spot
from gonogo.lint.demonstrating import show
from gonogo.lint.naming import FAILURES, STATES, last_word, words_of
from gonogo.lint.objects import is_whole
from gonogo.lint.rule import Group, Hit, Page, Rule, each_place, hit_at
from gonogo.schema.types import Json

_TYING = frozenset(
    {"if", "oneOf", "anyOf", "allOf", "not", "dependentSchemas", "dependentRequired", "dependencies", "$ref"}
)


def _states_of(schema: Json) -> list[str]:
    """The states that a property's schema lists; empty where it is no list of states."""
    if not isinstance(schema, dict):
        return []
    listed = schema.get("enum")
    if not isinstance(listed, list):
        forms = schema.get("oneOf") or schema.get("anyOf") or []
        listed = [form.get("const") for form in forms if isinstance(form, dict)]
    return [state for state in listed if isinstance(state, str)]


def _stateful(spot: Spot) -> Iterator[tuple[str, list[str]]]:
    """The properties of an object that say how something went, where nothing ties other fields to them."""
    if spot.contract.candidate.side is Side.INPUT or not is_whole(spot) or spot.is_part:
        return
    if not _TYING.isdisjoint(spot.keywords):
        return
    for name, schema in spot.keywords.get("properties", {}).items():
        states = _states_of(schema)
        if last_word(name) in STATES and len(states) > 1:
            yield name, states


def _loose_fields(spot: Spot, status: str) -> list[str]:
    """The other fields that may be there or not, or be null."""
    required = spot.keywords.get("required", ())
    return [
        name
        for name, schema in spot.keywords["properties"].items()
        if name not in {status, "metadata"} and (name not in required or _is_nullable(schema))
    ]


def _is_nullable(schema: Json) -> bool:
    if not isinstance(schema, dict):
        return False
    forms = schema.get("anyOf") or schema.get("oneOf") or []
    return "null" in schema.get("type", ()) or {"type": "null"} in forms


def _untied(spot: Spot) -> Iterator[Hit]:
    for name, states in _stateful(spot):
        fields = _loose_fields(spot, name)
        if not fields:
            continue
        values = [
            value for value in reversed(spot.contract.payloads.of(spot.node)) if isinstance(value, dict)
        ]
        tries = [{**value, name: state} for value in values for state in _failures_first(states)]
        shown = show(spot, *tries, kind="contradictory")
        if not shown.refused:
            told = ", ".join(f"`{field}`" for field in fields[:3])
            yield hit_at(spot, "properties", name, name=name, fields=told, demonstration=shown.demonstration)


def _failures_first(states: list[str]) -> list[str]:
    return sorted(states, key=lambda state: not _is_failure(state))


def _is_failure(state: str) -> bool:
    return not FAILURES.isdisjoint(words_of(state))


def _failure_as_success(spot: Spot) -> Iterator[Hit]:
    if spot.contract.candidate.side not in {Side.OUTPUT, None}:
        return
    for name, states in _stateful(spot):
        failing = [state for state in states if _is_failure(state)]
        if not failing or len(failing) == len(states):
            continue
        values = [
            value for value in reversed(spot.contract.payloads.of(spot.node)) if isinstance(value, dict)
        ]
        bare = [{**value, name: failing[0]} for value in values]
        shown = show(spot, *bare, kind="failed")
        if not shown.refused:
            yield hit_at(
                spot, "properties", name, name=name, state=failing[0], demonstration=shown.demonstration
            )


RULES = (
    Rule(
        "untied_state",
        Group.CONTRACT,
        Severity.WARNING,
        "{fields} may be there or not whatever `{name}` says",
        "tie the fields to the state: `if`/`then`, or one `oneOf` branch a state",
        each_place(_untied),
        Page(
            "An object has a state with several values beside fields that are optional or nullable, and nothing says "
            "which field goes with which state.",
            "A result that contradicts itself passes: refused, and with a refund number. Each reader resolves it "
            "differently.",
            '{"type": "object", "properties": {"status": {"enum": ["refunded", "refused"]}, "refund_id": {"type": '
            '["string", "null"], "maxLength": 9}}, "required": ["status", "refund_id"], "additionalProperties": false}',
            '{"type": "object", "properties": {"status": {"enum": ["refunded", "refused"]}, "refund_id": {"type": '
            '["string", "null"], "maxLength": 9}}, "required": ["status", "refund_id"], "additionalProperties": false, '
            '"if": {"properties": {"status": {"const": "refused"}}, "required": ["status"]}, "then": {"properties": '
            '{"refund_id": {"type": "null"}}}, "else": {"properties": {"refund_id": {"type": "string"}}}}',
        ),
    ),
    Rule(
        "failure_as_success",
        Group.AGENT,
        Severity.WARNING,
        "`{name}: {state}` is a success with the word failure in it: nothing else about the result is different",
        "answer a failure as an error (`isError: true`), or give the state fields of its own by `if`/`then`",
        each_place(_failure_as_success),
        Page(
            "An output lists a state named like a failure, and a result in that state looks like any other.",
            "The protocol says that the call succeeded; the model reads the shape, not the word, and goes on.",
            '{"type": "object", "properties": {"status": {"enum": ["ok", "error"]}, "reason": {"type": "string", '
            '"maxLength": 99}}, "required": ["status"], "additionalProperties": false}',
            '{"type": "object", "properties": {"status": {"enum": ["ok", "pending"]}, "count": {"type": "integer", '
            '"minimum": 0, "maximum": 99}}, "required": ["status", "count"], "additionalProperties": false}',
        ),
    ),
)
"""The rules of this module."""
