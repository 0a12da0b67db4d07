"""What a rule in JSON Schema asks of the fields, and where it would hold because a field is absent."""

from collections.abc import Iterator
from typing import Final

from gonogo.gauge.view import View
from gonogo.routes.asking import NUMBERS, SIZED, Asking, Term, shown
from gonogo.schema.pointer import join
from gonogo.schema.types import Path

_BOUNDS: Final = {"minimum": ">=", "exclusiveMinimum": ">", "maximum": "<=", "exclusiveMaximum": "<"}
_ASKED_OF: Final = {
    **dict.fromkeys(("pattern", "minLength", "maxLength", "format"), frozenset({"string"})),
    **dict.fromkeys(("items", "minItems", "maxItems", "contains", "uniqueItems"), frozenset({"array"})),
    **dict.fromkeys(("properties", "required", "minProperties", "maxProperties"), frozenset({"object"})),
    **dict.fromkeys((*_BOUNDS, "multipleOf"), NUMBERS),
}
"""Keywords that speak of values of some types only: of any other they always hold."""

_SAME_PLACE: Final = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else")
_TOLD: Final = frozenset(
    {"type", "const", "enum", "properties", "required", "$ref", "$defs", "definitions", "$schema", "$id"}
    | {"title", "description", "$comment", "examples", *_BOUNDS, *_SAME_PLACE}
)
_DEPTH: Final = 32


def ask_schema(view: View, asking: Asking) -> None:
    """Gather what a rule asks, and what is wrong with it."""
    _Reading(asking).at(view, (), frozenset(), 0)


class _Reading:
    """Walks one rule and the handoff's contract side by side."""

    def __init__(self, asking: Asking) -> None:
        self.asking = asking

    def at(self, view: View, path: Path, present: frozenset[Path], depth: int) -> None:
        """Read the part of a rule that judges the field at a path."""
        if depth > _DEPTH:
            self.asking.opaque = True
            return
        words = view.keywords
        self.asking.opaque |= not words.keys() <= _TOLD
        self._types(view, path)
        self._values(view, path)
        present = present | {(*path, name) for name in _demanded(view)}
        for name, part in ((name, view.part("properties", name)) for name in words.get("properties", ())):
            self._property(part, (*path, name), present, depth)
        for name in words.get("required", ()):
            self.asking.look_up((*path, name), self._place(view, "required"))
            self.asking.terms.append(Term((*path, name)))
        for word in _SAME_PLACE:
            for part in view.parts(word):
                self.at(part, path, present, depth + 1)
        if "$ref" in words:
            self.at(view.target("$ref"), path, present, depth + 1)

    def _property(self, part: View, path: Path, present: frozenset[Path], depth: int) -> None:
        known = self.asking.look_up(path, self._place(part))
        if known is None:
            return
        if isinstance(part.schema, bool):
            self.asking.terms.append(Term(path))
            return
        if not known.required and path not in present:
            hint = f'add "required": ["{path[-1]}"] beside "properties"'
            self.asking.find(
                "unguarded", f"the rule holds where `{shown(path)}` is absent", self._place(part), hint
            )
        self.at(part, path, present, depth + 1)

    def _types(self, view: View, path: Path) -> None:
        if view.types:
            self.asking.terms.append(Term(path))
            self.asking.expect(path, view.types, "`type`", self._place(view, "type"))
        for word, types in _ASKED_OF.items():
            if word in view.keywords:
                self.asking.expect(path, types, f"`{word}`", self._place(view, word))
                if types <= SIZED:
                    self.asking.terms.append(Term(path))

    def _values(self, view: View, path: Path) -> None:
        words = view.keywords
        if "const" in words:
            self.asking.compare("==", path, [words["const"]], self._place(view, "const"))
        if "enum" in words:
            self.asking.compare("in", path, words["enum"], self._place(view, "enum"))
        for word, operator in _BOUNDS.items():
            bound = words.get(word)
            known = self.asking.fields.at(path)
            if (
                isinstance(bound, (int, float))
                and not isinstance(bound, bool)
                and known is not None
                and (known.types is None or known.types & NUMBERS)
            ):
                self.asking.compare(
                    operator, path, [_as_declared(bound, known.types)], self._place(view, word)
                )

    def _place(self, view: View, *steps: str) -> str:
        return join((*view.node.path, *steps))


def _as_declared(bound: float, types: frozenset[str] | None) -> float:
    """A bound of an integer may have a fraction; it is judged as a bound, not as a value."""
    return int(bound) if types is not None and "number" not in types else bound


def _demanded(view: View) -> Iterator[str]:
    """The names that a schema demands itself, or through `allOf`."""
    yield from view.keywords.get("required", ())
    for part in view.parts("allOf"):
        yield from _demanded(part)
