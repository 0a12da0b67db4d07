"""A mechanical repairer: it sees the issues of a problem and the payload, and nothing else.

It knows neither the contract nor the change that was made, and it has no model. What it does for each code is
what the code's hint says. It remembers what earlier rounds asked for at a place, so that a text made longer is
not made to break its pattern again.
"""

import json
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from typing import Any

from deep.making import completed, distinct, fits, made, plainest
from gonogo.schema.pointer import split
from gonogo.schema.types import Json

_ANY = "*"
Issue = dict[str, Any]
Holder = tuple[Any, Any]
"""A container and the key or index in it."""


class Repairer:
    """Mends one payload over several rounds."""

    def __init__(self) -> None:
        self._asked: dict[str, dict[str, Json]] = {}

    def mend(self, payload: Json, issues: list[Issue]) -> Json:
        """Return the payload after one edit for each issue.

        Args:
            payload: a value of the repairer's own; it is edited in place.
            issues: the JSON form of a problem's issues.
        """
        root = {"": payload}
        for issue in reversed(
            issues
        ):  # from the back, so that removals do not move what is still to be mended
            edit = _EDITS.get(issue["code"])
            if edit is not None:
                self._note(issue)
                for holder in list(_holders(root, issue["pointer"])):
                    edit(self, holder, issue)
        return root[""]

    def asked(self, issue: Issue) -> dict[str, Json]:
        """Return what has been asked of an issue's place so far."""
        return self.asked_at(issue["pointer"])

    def asked_at(self, pointer: str) -> dict[str, Json]:
        """Return what has been asked of a place so far."""
        return self._asked.get(pointer, {})

    def _note(self, issue: Issue) -> None:
        words = self._asked.setdefault(issue["pointer"], {})
        code, expected = issue["code"], issue["expected"]
        if code in {"required", "dependentRequired"} and isinstance(expected, dict):
            words.update(expected)
        elif code in _WORDS:
            words[_WORDS[code]] = expected


def _holders(root: dict[str, Json], pointer: str) -> Iterator[Holder]:
    """The containers in which a pointer's last step stands, each with that step; `*` is any key."""
    *way, last = ["", *split(pointer)]
    found: list[Any] = [root]
    for step in way:
        found = [holder[key] for holder in found for key in _keys(holder, step)]
    for holder in found:
        if isinstance(holder, dict):
            yield from (
                (holder, key) for key in ([*holder] if last == _ANY and last not in holder else [last])
            )
        elif isinstance(holder, list) and last.isdigit():
            yield holder, int(last)


def _keys(holder: Json, step: str) -> list[Any]:
    if isinstance(holder, dict):
        return [step] if step in holder else [*holder] if step == _ANY else []
    return [int(step)] if isinstance(holder, list) and step.isdigit() and int(step) < len(holder) else []


def _value(holder: Holder) -> Json:
    container, key = holder
    if isinstance(container, dict):
        return container.get(key)
    return container[key] if key < len(container) else None


def _items(holder: Holder) -> list[Json]:
    """The list at a place; an empty one where none stands there, as under a `*` that covers others too."""
    value = _value(holder)
    return value if isinstance(value, list) else []


def _members(holder: Holder) -> dict[str, Json]:
    value = _value(holder)
    return value if isinstance(value, dict) else {}


def _remove(_repairer: Repairer, holder: Holder, _issue: Issue) -> None:
    container, key = holder
    if isinstance(container, dict):
        container.pop(key, None)
    elif key < len(container):
        del container[key]


def _put(holder: Holder, value: Json) -> None:
    container, key = holder
    if isinstance(container, dict) or key < len(container):
        container[key] = json.loads(json.dumps(value))


def _add(_repairer: Repairer, holder: Holder, issue: Issue) -> None:
    container, key = holder
    if isinstance(container, dict) and key not in container:
        _put(holder, made(issue["expected"]))


def _make(repairer: Repairer, holder: Holder, issue: Issue) -> None:
    """Put a value that satisfies all that was asked; what fits already is left, where `*` names several."""
    asked = repairer.asked(issue)
    if not fits(_value(holder), asked):
        _put(holder, made(asked))


def _type(repairer: Repairer, holder: Holder, issue: Issue) -> None:
    value, asked = _value(holder), repairer.asked(issue)
    if not fits(value, {"type": issue["expected"]}):
        held = value[0] if isinstance(value, list) and len(value) == 1 else _decoded(value)
        listed = [value] if isinstance(value, dict | str | int | float) else None
        _put(holder, next((each for each in (held, listed) if fits(each, asked)), made(asked)))


def _decoded(value: Json) -> Json:
    try:
        return json.loads(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _literal(_repairer: Repairer, holder: Holder, issue: Issue) -> None:
    value, expected = _value(holder), issue["expected"]
    listed = expected if issue["code"] == "enum" else [expected]
    if not fits(value, {"enum": listed}):
        texts = [each for each in listed if isinstance(each, str)]
        near = get_close_matches(value, texts, 1, 0.0) if isinstance(value, str) else []
        _put(holder, [*near, *listed][0])


def _keep(_repairer: Repairer, holder: Holder, issue: Issue) -> None:
    """An undeclared key is repaired by keeping only the names in `expected`."""
    container, key = holder
    if key not in issue["expected"]:
        container.pop(key, None)


def _name(_repairer: Repairer, holder: Holder, issue: Issue) -> None:
    container, key = holder
    if not fits(key, issue["expected"]):
        container.pop(key, None)


def _truncate(_repairer: Repairer, holder: Holder, issue: Issue) -> None:
    del _items(holder)[issue["expected"] :]


def _pad(_repairer: Repairer, holder: Holder, issue: Issue) -> None:
    items = _items(holder)
    items += [None] * (issue["expected"] - len(items))


def _distinct(repairer: Repairer, holder: Holder, issue: Issue) -> None:
    """Take out what stands twice; where the list would become too short, put another value in its place."""
    items = _items(holder)
    kept: list[Json] = []
    for item in items:
        if fits([*kept, item], {"uniqueItems": True}):
            kept.append(item)
    if len(kept) < repairer.asked(issue).get("minItems", 0):
        pointers = [f"{issue['pointer']}/{index}" for index in range(len(items))]
        kept = distinct(items, [repairer.asked_at(pointer) for pointer in pointers])
    items[:] = kept


def _contain(_repairer: Repairer, holder: Holder, issue: Issue) -> None:
    items, expected = _items(holder), issue["expected"]
    part = expected["contains"]
    most = expected.get("maxContains")
    found = [index for index, item in enumerate(items) if fits(item, part)]
    for index in reversed(found[most:] if most is not None else []):
        del items[index]
    items += [made(part)] * (expected.get("minContains", 1) - len(found))


def _shorten(_repairer: Repairer, holder: Holder, issue: Issue) -> None:
    value = _members(holder)
    for name in list(value)[issue["expected"] :]:
        del value[name]


def _lengthen(_repairer: Repairer, holder: Holder, issue: Issue) -> None:
    expected = issue["expected"]
    members = _members(holder)
    members |= completed(members, expected if isinstance(expected, dict) else {"minProperties": expected})


def _unlike(_repairer: Repairer, holder: Holder, issue: Issue) -> None:
    """Look for a value near the one that stands there and not of the excluded form."""
    value = _value(holder)
    near: list[Json] = [f"{value}x", "x"] if isinstance(value, str) else []
    near += [value + 1, value - 1, value + 0.5] if isinstance(value, int | float) else []
    for other in [*near, [], {}, None, "text", 1]:
        if fits(other, issue["expected"]):
            _put(holder, other)
            return


def _one_form(_repairer: Repairer, holder: Holder, issue: Issue) -> None:
    """Mend a union: by the fields of its forms, or by a value made from one of them."""
    expected, value = issue["expected"], _value(holder)
    if isinstance(expected, dict):
        forms = expected[issue["code"]]
        _put(holder, next((each for each in map(made, forms) if fits(each, {"oneOf": forms})), value))
    elif isinstance(value, dict) and all(isinstance(group, str | list) for group in expected):
        groups = [group if isinstance(group, list) else [group] for group in expected]
        present = [group for group in groups if all(name in value for name in group)]
        chosen = present[0] if present else groups[0]
        for name in {name for group in present[1:] for name in group} - set(chosen):
            del value[name]
        value.update({name: None for name in chosen if name not in value})
    else:
        form = made(plainest(expected))
        if isinstance(form, dict) and isinstance(value, dict):
            value.update({name: item for name, item in form.items() if name not in value})
        else:
            _put(holder, form)


Edit = Callable[[Repairer, Holder, Issue], None]

_BOUNDS = (
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    *("minLength", "maxLength", "pattern", "format"),
)
_WORDS = {"type": "type", "stringified_json": "type", **{word: word for word in (*_BOUNDS, "minItems")}}

_EDITS: dict[str, Edit] = {
    **dict.fromkeys(("type", "stringified_json"), _type),
    **dict.fromkeys(_BOUNDS, _make),
    **dict.fromkeys(("enum", "const"), _literal),
    **dict.fromkeys(("required", "dependentRequired"), _add),
    **dict.fromkeys(("additionalProperties", "unevaluatedProperties"), _keep),
    "forbidden": _remove,
    "propertyNames": _name,
    **dict.fromkeys(("items", "unevaluatedItems", "maxItems"), _truncate),
    "minItems": _pad,
    "uniqueItems": _distinct,
    **dict.fromkeys(("contains", "minContains", "maxContains"), _contain),
    "maxProperties": _shorten,
    "minProperties": _lengthen,
    "not": _unlike,
    **dict.fromkeys(("anyOf", "oneOf"), _one_form),
}
"""What is done for each code."""
