"""The CEL engine behind one door: the only module that imports it (extra `rules`).

Source: the Common Expression Language (cel-spec). A rule sees each property of the handoff by its name, and the whole
as `handoff`, so that `has(handoff.note)` can ask for one that may be absent. Of the language it may use what a JSON
Schema can say too: comparisons, `in`, `has`, `&& || ! ?:`, and a few tests of texts and sizes. There is no arithmetic
and no loop, so every rule is short work.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

from gonogo.routes.expression import Call, Expression, Listed, Select, Unknown, read_checked
from gonogo.schema.types import Json

WHOLE = "handoff"
"""The variable that holds the whole payload."""

OPERATORS = frozenset(
    {"_&&_", "_||_", "!_", "_?_:_", "_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_", "@in", "_[_]"}
)
FUNCTIONS = frozenset({"size", "startsWith", "endsWith", "contains", "matches"})

_NAME = re.compile(r"[_a-zA-Z][_a-zA-Z0-9]*")
_WORDS = frozenset(
    {
        "true",
        "false",
        "null",
        "in",
        "as",
        "break",
        "const",
        "continue",
        "else",
        "for",
        "function",
        "if",
        "import",
    }
    | {"let", "loop", "package", "namespace", "return", "var", "void", "while", WHOLE}
)
_UNDECLARED = re.compile(r"undeclared reference to '([^']*)'")
_PLACE = re.compile(r"<input>:(\d+):(\d+): (.*)")


class CelFault(ValueError):
    """Raised when a text is no usable rule.

    Attributes:
        code: a row of `faults.FAULTS`.
        name: the name that nobody declared, where it is that.
    """

    def __init__(self, code: str, message: str, name: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.name = name


def is_available() -> bool:
    """Whether the engine is installed: it comes with the extra `rules`."""
    return find_spec("cel_expr_python") is not None


class CelRule:
    """A CEL expression, ready to be asked.

    Args:
        text: the expression.
        names: the properties that the handoff's contract declares at its root.

    Raises:
        CelFault: the engine is not installed, or the text is no usable rule.
    """

    def __init__(self, text: str, names: Iterable[str]) -> None:
        if not is_available():
            raise CelFault("no_cel", "rules in CEL need an engine: pip install 'gonogo[rules]'")
        self.text = text
        self._names = tuple(sorted(name for name in names if _NAME.fullmatch(name) and name not in _WORDS))
        self._compiled = _compile(text, self._names)
        self.tree: Expression = read_checked(self._compiled.serialize())
        for part in parts_of(self.tree):
            _permit(part)
        kind = self._compiled.return_type().name()
        if kind not in ("bool", "BOOL", "dyn", "DYN"):
            raise CelFault("not_boolean", "the rule answers neither true nor false")

    def decide(self, value: Json) -> bool | None:
        """Return whether the rule holds of a gauged payload; None where it cannot tell.

        The engine answers an error with a value of the type ERROR, which Python takes for true: only a BOOL counts.
        """
        seen = {name: value[name] for name in self._names if name in value} if isinstance(value, dict) else {}
        try:
            answer = self._compiled.eval(data={**seen, WHOLE: value})
            decided = answer.value() if _is_bool(answer) else None
        except Exception:  # noqa: BLE001 - whatever it is, the rule did not decide, and its text may hold a value
            return None
        return decided if isinstance(decided, bool) else None


def parts_of(tree: Expression) -> Iterator[Expression]:
    """Yield every part of an expression, itself first."""
    yield tree
    inside: tuple[Expression, ...] = ()
    if isinstance(tree, Call):
        inside = tree.arguments
    elif isinstance(tree, Select):
        inside = (tree.operand,)
    elif isinstance(tree, Listed):
        inside = tree.items
    for part in inside:
        yield from parts_of(part)


def _permit(part: Expression) -> None:
    if isinstance(part, Unknown):
        raise CelFault("not_permitted", f"a rule holds no {part.kind.removeprefix('a ')}")
    if isinstance(part, Call) and part.function not in OPERATORS | FUNCTIONS:
        shown = part.function.strip("_@")
        raise CelFault("not_permitted", f"a rule does not use `{shown}`")


def _compile(text: str, names: tuple[str, ...]) -> Any:
    try:
        return _environment(names).compile(text)
    except RuntimeError as error:
        message = str(error)
        undeclared = _UNDECLARED.search(message)
        if undeclared:
            raise CelFault("unknown_field", f"nothing is called `{undeclared[1]}`", undeclared[1]) from None
        place = _PLACE.search(message)
        told = f"line {place[1]}, column {place[2]}: {place[3]}" if place else "it does not compile"
        code = "wrong_type" if "no matching overload" in message else "not_cel"
        raise CelFault(code, told.removesuffix(" [INVALID_ARGUMENT]")) from None


@lru_cache(256)
def _environment(names: tuple[str, ...]) -> Any:
    from cel_expr_python import cel  # noqa: PLC0415 - an extra

    variables = dict.fromkeys(names, cel.Type.DYN)
    return cel.NewEnv(variables={**variables, WHOLE: cel.Type.DYN})


@lru_cache(1)
def _bool() -> Callable[[Any], bool]:
    from cel_expr_python import cel  # noqa: PLC0415 - an extra

    return lambda answer: bool(answer.type() == cel.Type.BOOL)


def _is_bool(answer: Any) -> bool:
    return _bool()(answer)
