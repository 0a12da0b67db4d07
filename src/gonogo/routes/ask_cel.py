"""What a CEL rule asks of the fields, and where it would answer with an error instead of false.

CEL's `&&` and `||` absorb an error where the other side decides alone, whichever side that is, so a field is guarded
by `has` on either side of the operator (cel-spec, "Logical Operators").
"""

from collections.abc import Callable, Mapping
from typing import Final

from gonogo.gauge.facts import type_of
from gonogo.gauge.hints import listed
from gonogo.routes.asking import NUMBERS, ORDER, SIZED, Asking, shown
from gonogo.routes.cel import WHOLE
from gonogo.routes.expression import Call, Expression, Listed, Literal, Name, Select
from gonogo.schema.text import write
from gonogo.schema.types import Path

_COMPARISONS: Final = {"_==_": "==", "_!=_": "!=", "_<_": "<", "_<=_": "<=", "_>_": ">", "_>=_": ">="}
_MIRRORED: Final = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_TEXTS: Final = frozenset({"startsWith", "endsWith", "contains", "matches"})
_TEXT: Final = frozenset({"string"})
_NULL: Final = ("", None)
"""The step that stands for *not null* behind a path, among what is known to be there."""

Present = frozenset[tuple[str | int | None, ...]]
"""The paths that are known to be there; one that ends in `_NULL` is known not to be null."""


def ask_cel(tree: Expression, asking: Asking) -> None:
    """Gather what an expression asks, and what is wrong with it."""
    _Reading(asking).truth(tree, frozenset())


class _Reading:
    """Walks one expression."""

    def __init__(self, asking: Asking) -> None:
        self.asking = asking
        self._calls: Mapping[str, Callable[[Call, Present], None]] = {
            "_&&_": self._both,
            "_||_": self._either,
            "!_": lambda call, present: self.truth(call.arguments[0], present),
            "_?_:_": self._choice,
            "@in": self._in,
            **dict.fromkeys(_COMPARISONS, self._comparison),
            **dict.fromkeys(_TEXTS, self._text),
        }

    def truth(self, node: Expression, present: Present) -> None:
        """Read a part that has to be true or false."""
        path = path_of(node)
        if path is not None:
            self._is_there(path, present)
            known = self.asking.look_up(path)
            self.asking.compare("==", path, ())
            if known is not None and known.types is not None and known.types != {"boolean"}:
                kind = listed(sorted(known.types))
                hint = f"write what `{shown(path)}` is compared with"
                self.asking.find(
                    "not_boolean", f"`{shown(path)}` is of type {kind}, not true or false", hint=hint
                )
        elif isinstance(node, Select):
            self._has(node, present)
        elif isinstance(node, Call):
            self._calls.get(node.function, self._no_truth)(node, present)
        elif not (isinstance(node, Literal) and node.kind == "bool"):
            self.asking.find("not_boolean", "a part of the rule is neither true nor false")

    def _no_truth(self, call: Call, present: Present) -> None:
        self._value(call, present)
        if call.function == "size":
            self.asking.find("not_boolean", "a size is a number", hint="write what the size is compared with")

    def _both(self, call: Call, present: Present) -> None:
        left, right = call.arguments
        self.truth(left, present | _guards(right, holds=True))
        self.truth(right, present | _guards(left, holds=True))

    def _either(self, call: Call, present: Present) -> None:
        left, right = call.arguments
        self.truth(left, present | _guards(right, holds=False))
        self.truth(right, present | _guards(left, holds=False))

    def _choice(self, call: Call, present: Present) -> None:
        asked, then, other = call.arguments
        self.truth(asked, present)
        self.truth(then, present | _guards(asked, holds=True))
        self.truth(other, present | _guards(asked, holds=False))

    def _has(self, node: Select, present: Present) -> None:
        path = path_of(node.operand)
        if path is None:
            self.asking.opaque = True
            return
        self._is_there(path, present)
        whole = (*path, node.field)
        if self.asking.look_up(whole) is not None:
            self.asking.compare("has", whole, ())

    def _comparison(self, call: Call, present: Present) -> None:
        operator = _COMPARISONS[call.function]
        left, right = call.arguments
        if isinstance(left, Literal):
            left, right, operator = right, left, _MIRRORED[operator]
        path = path_of(left)
        if path is not None and isinstance(right, Literal):
            self._with_literals(operator, path, (right,), present)
            return
        self.asking.opaque = True
        self._value(left, present, operator)
        self._value(right, present, operator)
        if _is_size(left) and isinstance(right, Literal) and right.kind == "double":
            self.asking.find("number_for_integer", "a size is an integer", hint=_without_point(right))

    def _in(self, call: Call, present: Present) -> None:
        needle, hay = call.arguments
        path = path_of(needle)
        if (
            path is not None
            and isinstance(hay, Listed)
            and all(isinstance(item, Literal) for item in hay.items)
        ):
            literals = tuple(item for item in hay.items if isinstance(item, Literal))
            self._with_literals("in", path, literals, present)
            return
        self.asking.opaque = True
        self._value(needle, present)
        self._value(hay, present)
        held = path_of(hay)
        if held is not None:
            self.asking.expect(held, frozenset({"array", "object"}), "`in`")

    def _text(self, call: Call, present: Present) -> None:
        self.asking.opaque = True
        for argument in call.arguments:
            self._value(argument, present, call.function)
            path = path_of(argument)
            if path is not None:
                self.asking.expect(path, _TEXT, f"`{call.function}`")

    def _with_literals(
        self, operator: str, path: Path, literals: tuple[Literal, ...], present: Present
    ) -> None:
        self._is_there(path, present, operator)
        known = self.asking.look_up(path)
        if known is None:
            return
        if operator in ORDER and known.types is not None:
            numbers = all(type_of(literal.value) in NUMBERS for literal in literals)
            if not self.asking.expect(path, NUMBERS if numbers else _TEXT, f"`{operator}` here"):
                return
        for literal in literals:
            if literal.kind in ("int", "uint") and known.types is not None and "integer" not in known.types:
                if "number" in known.types:
                    hint = f"write `{literal.value}.0`, not `{literal.value}`"
                    self.asking.find(
                        "integer_for_number",
                        f"`{shown(path)}` is a number, the literal an integer",
                        hint=hint,
                    )
            elif (
                literal.kind == "double" and known.types is not None and known.types & NUMBERS == {"integer"}
            ):
                message = f"`{shown(path)}` is an integer, the literal is not"
                self.asking.find("number_for_integer", message, hint=_without_point(literal))
                return
        self.asking.compare(operator, path, [literal.value for literal in literals])

    def _value(self, node: Expression, present: Present, operator: str = "") -> None:
        """Read a part whose value is used as it is."""
        path = path_of(node)
        if path is not None:
            self.asking.opaque = True
            self._is_there(path, present, operator)
            self.asking.look_up(path)
        elif isinstance(node, Listed):
            for item in node.items:
                self._value(item, present)
        elif isinstance(node, Call):
            for argument in node.arguments:
                self._value(argument, present, node.function)
                held = path_of(argument)
                if node.function == "size" and held is not None:
                    self.asking.expect(held, SIZED, "`size`")

    def _is_there(self, path: Path, present: Present, operator: str = "") -> None:
        """Judge that a field is there when it is used, and, where null has no answer to give, that it is not null."""
        for length in range(1, len(path) + 1):
            known = self.asking.fields.at(path[:length])
            if known is None:
                return
            if not known.required and path[:length] not in present:
                place = shown((WHOLE, *path[:length]))
                hint = f"write `has({place}) && …`, and `{place}` where it stands at the root"
                self.asking.find("unguarded", f"`{shown(path[:length])}` may be absent", hint=hint)
                return
        known = self.asking.fields.at(path)
        orders = operator in ORDER or operator in _TEXTS or operator == "size"
        if orders and known is not None and "null" in (known.types or ()) and (*path, *_NULL) not in present:
            hint = f"write `{shown(path)} != null && …`"
            self.asking.find("unguarded", f"`{shown(path)}` may be null", hint=hint)


def path_of(node: Expression) -> Path | None:
    """Return the field that a part of a rule stands for; None where it is something else."""
    if isinstance(node, Name):
        return () if node.name == WHOLE else (node.name,)
    if isinstance(node, Select) and not node.test:
        parent = path_of(node.operand)
        return None if parent is None else (*parent, node.field)
    if isinstance(node, Call) and node.function == "_[_]" and isinstance(node.arguments[1], Literal):
        parent = path_of(node.arguments[0])
        key = node.arguments[1].value
        return None if parent is None or not isinstance(key, (str, int)) else (*parent, key)
    return None


def _guards(node: Expression, *, holds: bool) -> Present:
    """The paths that must be there where a part of a rule holds, or where it does not."""
    if isinstance(node, Select) and node.test and holds:
        path = path_of(node.operand)
        return frozenset() if path is None else frozenset({(*path, node.field)})
    if not isinstance(node, Call):
        return frozenset()
    if node.function == "!_":
        return _guards(node.arguments[0], holds=not holds)
    if node.function in ("_==_", "_!=_"):
        return _not_null(node) if holds is (node.function == "_!=_") else frozenset()
    if node.function in ("_&&_", "_||_"):
        left, right = (_guards(argument, holds=holds) for argument in node.arguments)
        return left | right if holds is (node.function == "_&&_") else left & right
    return frozenset()


def _not_null(call: Call) -> Present:
    left, right = call.arguments
    path = path_of(left) if isinstance(right, Literal) and right.kind == "null" else None
    return frozenset() if path is None else frozenset({(*path, *_NULL)})


def _is_size(node: Expression) -> bool:
    return isinstance(node, Call) and node.function == "size"


def _without_point(literal: Literal) -> str:
    whole = float(literal.value).is_integer()
    return f"write `{int(literal.value)}`, not `{write(literal.value)}`" if whole else "write an integer"
