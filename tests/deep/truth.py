"""Whether an issue is true: whether what it names is wrong with the payload, by what the issue itself says.

An issue that explains nothing can still be false, where the explanation looks at a keyword that decides nothing.
"""

from collections.abc import Iterator

from deep.oracle import Oracle
from gonogo.gauge.problem import UNDECLARED, Issue
from gonogo.schema.pointer import split
from gonogo.schema.types import Json

_MISSING = object()

_OF_VALUE = frozenset(
    {"const", "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength"}
    | {"maxLength", "pattern", "format", "minItems", "maxItems", "maxProperties", "uniqueItems"}
)
_OF_ABSENCE = frozenset({"required", "dependentRequired"})
_OF_NAMES = frozenset({"additionalProperties", "unevaluatedProperties"})
_OF_ITEMS = frozenset({"items", "unevaluatedItems"})


def is_true(issue: Issue, payload: Json) -> bool:
    """Whether what an issue names is wrong at one of the places that it names."""
    steps = split(issue.pointer)
    if issue.code in _OF_NAMES:
        holders = list(_values(payload, steps[:-1]))
        return any(isinstance(holder, dict) and holder.keys() - set(issue.expected) for holder in holders)
    values = list(_values(payload, steps))
    if issue.code in _OF_ABSENCE:
        return any(value is _MISSING for value in values)
    found = [value for value in values if value is not _MISSING]
    return bool(found) and any(_is_wrong(issue, value) for value in found)


def _is_wrong(issue: Issue, value: Json) -> bool:
    """Whether a value breaks what an issue expects; what its excerpt does not tell whole is believed."""
    code, expected = issue.code, issue.expected
    if code in _OF_ITEMS:
        return isinstance(value, list) and len(value) > expected
    if code in {"type", "stringified_json"}:
        return Oracle({"type": expected}).is_valid(value) is False
    if code == "minProperties":
        least = expected[code] if isinstance(expected, dict) else expected
        return isinstance(value, dict) and len(value) < least
    return code not in _OF_VALUE or Oracle({code: expected}).is_valid(value) is False


def _values(value: Json, steps: tuple[str, ...]) -> Iterator[Json]:
    """What stands at a pointer; `*` is any key, and what is not there is `_MISSING`."""
    if not steps:
        yield value
        return
    first, rest = steps[0], steps[1:]
    if isinstance(value, dict):
        if first in value:
            yield from _values(value[first], rest)
        elif first == UNDECLARED:
            for item in value.values():
                yield from _values(item, rest)
        elif not rest:
            yield _MISSING
    elif isinstance(value, list) and first.isdigit() and int(first) < len(value):
        yield from _values(value[int(first)], rest)
