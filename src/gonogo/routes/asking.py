"""What a rule asks, one term at a time, and what is wrong with a term: the same for both forms of a rule."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from gonogo.gauge.facts import is_of, same, type_of
from gonogo.gauge.hints import listed, nearest
from gonogo.routes.fields import Bound, Field, Fields
from gonogo.routes.rule import RuleFault
from gonogo.schema.text import write
from gonogo.schema.types import Json, Path

NUMBERS: Final = frozenset({"integer", "number"})
SIZED: Final = frozenset({"string", "array", "object"})
ORDER: Final = ("<", "<=", ">", ">=")


@dataclass(frozen=True, slots=True)
class Term:
    """One question that a rule asks of one field, where its answer depends on the field's value alone.

    Attributes:
        path: the field.
        literals: what it is compared with; empty where it is asked whether it is there.
    """

    path: Path
    literals: tuple[Json, ...] = ()


@dataclass
class Asking:
    """What one rule asks, gathered while it is read.

    Attributes:
        fields: the fields of the handoff's contract.
        terms: its questions.
        opaque: whether it asks what cannot be told from its terms, such as a pattern.
        faults: what is wrong with it, in order.
    """

    fields: Fields
    terms: list[Term] = field(default_factory=list)
    opaque: bool = False
    faults: list[RuleFault] = field(default_factory=list)

    def find(self, code: str, message: str, pointer: str = "", hint: str = "") -> None:
        """Note a fault, once."""
        fault = RuleFault(code, message, pointer, hint)
        if fault not in self.faults:
            self.faults.append(fault)

    def look_up(self, path: Path, pointer: str = "") -> Field | None:
        """Return what is said of a field; one that nobody declares is a fault, told once for its nearest parent."""
        for length in range(1, len(path) + 1):
            if self.fields.at(path[:length]) is None:
                names = self.fields.declared_in(path[: length - 1])
                near = nearest(path[length - 1], names)
                hint = f"write `{near}`" if near else f"declared are {listed(names)}" if names else ""
                self.find(
                    "unknown_field", f"the contract declares no `{shown(path[:length])}`", pointer, hint
                )
                return None
        return self.fields.at(path)

    def compare(self, operator: str, path: Path, literals: Iterable[Json], pointer: str = "") -> None:
        """Judge a comparison of a declared field with literals, of whatever spelling."""
        values = tuple(literals)
        self.terms.append(Term(path, values))
        known = self.fields.at(path)
        if known is None:
            return
        for value in values:
            fault = (
                _of_type(known, path, value)
                or _of_values(known, path, value, operator)
                or _of_bounds(known, path, value, operator)
            )
            if fault:
                self.find(fault.code, fault.message, pointer, fault.hint)

    def expect(self, path: Path, types: frozenset[str], verb: str, pointer: str = "") -> bool:
        """Judge a question that only values of some types can answer; returns whether the field may have one."""
        known = self.fields.at(path)
        if known is None or known.types is None or _meet(known.types, types):
            return True
        wanted = listed(sorted(types - {"integer"} if "number" in types else types))
        self.find(
            "wrong_type", f"`{shown(path)}` is {_named(known.types)}: {verb} asks for {wanted}", pointer
        )
        return False


def shown(path: Path) -> str:
    """Return a field as CEL writes it."""
    return ".".join(str(token) for token in path) or "handoff"


def _meet(left: frozenset[str], right: frozenset[str]) -> bool:
    return bool(_wide(left) & _wide(right))


def _wide(types: frozenset[str]) -> frozenset[str]:
    return types | {"integer"} if "number" in types else types


def _named(types: frozenset[str]) -> str:
    words = listed(sorted(types))
    return f"an {words}" if words[0] in "aeiou" else f"a {words}" if words != "null" else "null"


def _of_type(known: Field, path: Path, value: Json) -> RuleFault | None:
    if known.types is None or is_of(value, known.types):
        return None
    return RuleFault(
        "wrong_type",
        f"`{shown(path)}` is {_named(known.types)} and is compared with {_named(frozenset({type_of(value)}))}",
    )


def _of_values(known: Field, path: Path, value: Json, operator: str) -> RuleFault | None:
    if known.literals is None or operator in ORDER or any(same(value, each) for each in known.literals):
        return None
    near = nearest(value, known.literals)
    told = write(near) if near is not None else listed(write(each) for each in known.literals[:8])
    message = f"`{shown(path)}` is never {write(value)}"
    return RuleFault("impossible_value", message, hint=f"write {told}")


def _of_bounds(known: Field, path: Path, value: Json, operator: str) -> RuleFault | None:
    if type(value) not in (int, float) or (known.low is None and known.high is None):
        return None
    above, below = _beyond(value, known.high, 1), _beyond(value, known.low, -1)
    never = (
        above if operator == ">=" else above or _is_at(value, known.high) if operator == ">"
        else below if operator == "<=" else below or _is_at(value, known.low) if operator == "<"
        else above or below
    )  # fmt: skip
    always = (operator in (">", ">=") and below) or (operator in ("<", "<=") and above)
    if not never and not always:
        return None
    range_ = " and ".join(
        f"{word} {write(bound[0])}"
        for word, bound in (("at least", known.low), ("at most", known.high))
        if bound is not None
    )
    told = "never" if never else "always"
    spelled = "==" if operator in ("in", "==") else operator
    message = f"`{shown(path)} {spelled} {write(value)}` is {told} true: it is {range_}"
    return RuleFault("out_of_range", message)


def _beyond(value: float, bound: Bound | None, sign: int) -> bool:
    """Whether a number lies beyond a bound, on the side that the sign says; one that is left out lies beyond too."""
    if bound is None:
        return False
    return sign * value > sign * bound[0] or (bound[1] and value == bound[0])


def _is_at(value: float, bound: Bound | None) -> bool:
    return bound is not None and value == bound[0]
