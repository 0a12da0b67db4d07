"""What a contract asks of a value, cut down to what one needs to make such a value.

An issue that says *add this* has to say what to add: for an object its required members, for a list its items.
An excerpt is bounded, because a problem is read by a model that pays for every word of it.
"""

from dataclasses import dataclass, field
from itertools import islice

from gonogo.gauge.closure import closure
from gonogo.gauge.view import View
from gonogo.schema.types import Json

_WORDS = (
    "type", "const", "enum", "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf",
    "minLength", "maxLength", "pattern", "format", "minItems", "maxItems", "uniqueItems", "minProperties",
    "maxProperties", "required", "minContains", "maxContains",
)  # fmt: skip
_UNIONS = ("anyOf", "oneOf")
_MEMBERS = ("propertyNames", "additionalProperties")

_DEPTH = 3
"""How many levels below the value itself are told."""

_ROOM = 24
"""How many schemas of members and items are told."""

_MOST_LISTED = 64
_MOST_NAMED = 16
_MOST_FORMS = 16


def excerpt(view: View) -> dict[str, Json]:
    """Return what a schema asks of a value, as a small schema: enough to make a value from."""
    return _Cutting().cut(view, _DEPTH)


@dataclass(slots=True)
class _Cutting:
    """One excerpt in the making.

    Attributes:
        room: how many schemas may still be told.
        around: the schemas that are being told; one that comes back inside itself is not told again.
    """

    room: int = _ROOM
    around: set[View] = field(default_factory=set)

    def cut(self, view: View, depth: int) -> dict[str, Json]:
        views = list(closure(view))
        found = _words(views)
        if not self.around.isdisjoint(views):
            return found
        self.around.update(views)
        self._add_parts(views, found, depth)
        self.around.difference_update(views)
        return found

    def _add_parts(self, views: list[View], found: dict[str, Json], depth: int) -> None:
        for each in views:
            for word in _UNIONS:
                if word in each.keywords and word not in found:
                    found[word] = [self._below(part, depth) for part in each.parts(word)[:_MOST_FORMS]]
        if "const" not in found and "enum" not in found:
            for each in views:
                self._add_members(each, found, depth)
                self._add_items(each, found, depth)

    def _below(self, view: View, depth: int) -> Json:
        """An excerpt of a part, or its own words alone where there is no room for more."""
        self.room -= 1
        if view.schema is False:
            return False
        return self.cut(view, depth - 1) if depth > 0 and self.room > 0 else _words([view])

    def _add_members(self, view: View, found: dict[str, Json], depth: int) -> None:
        """Add what is asked of the members that must be there: the required ones, and any where only a number is asked for."""
        words = view.keywords
        optional = words.get("properties", ()) if "minProperties" in found else ()
        for name in islice(dict.fromkeys([*found.get("required", ()), *optional]), _MOST_NAMED):
            named = found.get("properties", {})
            if name in words.get("properties", ()) and name not in named and self.room > 0:
                found["properties"] = {**named, name: self._below(view.part("properties", name), depth)}
        if "minProperties" in found:
            for word in _MEMBERS:
                if word in words and word not in found:
                    found[word] = self._below(view.part(word), depth)

    def _add_items(self, view: View, found: dict[str, Json], depth: int) -> None:
        if view.types and "array" not in view.types:
            return
        for word in ("prefixItems", "items", "contains"):
            parts = view.parts(word) if word in view.keywords and word not in found else []
            if parts and self.room > 0:
                told = [self._below(part, depth) for part in parts[:_MOST_FORMS]]
                found[word] = told if isinstance(view.keywords[word], list) else told[0]


def _words(views: list[View]) -> dict[str, Json]:
    """What some schemas say of one value themselves; the first that speaks of a thing is heard."""
    found: dict[str, Json] = {}
    for view in views:
        for word in _WORDS:
            value = view.keywords.get(word)
            if word in view.keywords and word not in found and _is_short(value):
                found[word] = value
            elif word == "required" and isinstance(value, list) and word in found:
                found[word] = list(dict.fromkeys([*found[word], *value]))
    return found


def _is_short(value: Json) -> bool:
    return not isinstance(value, list) or len(value) <= _MOST_LISTED
