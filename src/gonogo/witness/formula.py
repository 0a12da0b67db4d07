"""What a value is asked to be: schemas that it has to satisfy or to break, and what follows from them.

A schema is taken in its travelling form (see `schema.portable`): one document in 2020-12 of which every
reference leads to the root or into `$defs`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, TypeAlias

from gonogo.schema import pointer
from gonogo.schema.canonical import canonical, without_annotations
from gonogo.schema.dialect import Draft
from gonogo.schema.engine import Options, Registry, compile_schema, registry_of
from gonogo.schema.resource import may_refer
from gonogo.schema.types import Json, Path, Schema

_DRAFT: Final = Draft.DRAFT_2020_12


class Side:
    """One schema document, with every schema in it as a term.

    Args:
        document: the schema in its travelling form; not to be changed.
        name: what tells this document from another one in the same question.
        formats: whether `format` decides.

    Attributes:
        below: kept by `places`: the schemas that judge what stands one step inside a value that some judge.
    """

    def __init__(self, document: Schema, name: str, *, formats: bool = True) -> None:
        self.document = document
        self.name = name
        self.formats = formats
        self._uri = f"https://gonogo.invalid/{name}"
        self._terms: dict[Path, Term] = {}
        self.below: dict[tuple[tuple[Term, ...], str | int], tuple[Term, ...]] = {}

    @property
    def root(self) -> "Term":
        """The document's own schema."""
        return self.term((), self.document)

    def term(self, path: Path, schema: Schema) -> "Term":
        """Return the term of a schema that stands at a path."""
        found = self._terms.get(path)
        if found is None:
            found = self._terms[path] = Term(self, path, schema)
        return found

    def target(self, reference: str) -> "Term":
        """Return the term that a reference leads to."""
        return self.at(pointer.split(pointer.from_fragment(reference.removeprefix("#"))))

    def at(self, path: Path) -> "Term":
        """Return the term of the schema that stands at a path."""
        found: Json = self.document
        for step in path:
            found = pointer.step(found, step)
        return self.term(path, found)

    @cached_property
    def _registry(self) -> Registry:
        return registry_of({self._uri: self.document}, _DRAFT)

    def validator(self, path: Path) -> Callable[[Json], bool]:
        """Return the engine's verdict on the schema at a path."""
        reference = f"{self._uri}#{pointer.to_fragment(pointer.join(path))}"
        options = Options(draft=_DRAFT, formats=self.formats, registry=self._registry)
        return compile_schema({"$ref": reference}, options).is_valid


class Term:
    """One schema of a side; two terms that say the same are equal, on whichever side they stand."""

    __slots__ = ("__dict__", "path", "schema", "side")

    def __init__(self, side: Side, path: Path, schema: Schema) -> None:
        self.side = side
        self.path = path
        self.schema = schema

    @cached_property
    def refers(self) -> bool:
        """Whether a reference may stand in it, so that its text alone does not say what it means."""
        return isinstance(self.schema, dict) and may_refer(self.schema)

    @cached_property
    def key(self) -> str:
        """What it says, where it says so without a reference; else its place."""
        if self.refers:
            return f"{self.side.name} {pointer.join(self.path)}"
        return canonical(without_annotations(self.schema, _DRAFT))

    @property
    def words(self) -> dict[str, Json]:
        """Its keywords; none where it is a boolean."""
        return self.schema if isinstance(self.schema, dict) else {}

    @cached_property
    def accepts(self) -> Callable[[Json], bool]:
        """The engine's verdict."""
        return self.side.validator(self.path)

    @cached_property
    def _hash(self) -> int:
        return hash(self.key)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Term) and self.key == other.key)

    def part(self, *steps: str | int) -> "Term":
        """Return the schema that stands inside this one."""
        found: Json = self.schema
        for step in steps:
            found = found[step]
        return self.side.term(self.path + steps, found)

    def parts(self, keyword: str) -> "Iterator[tuple[str | int, Term]]":
        """Yield the schemas that a keyword holds by name or by index."""
        held = self.words[keyword]
        for step in held if isinstance(held, dict) else range(len(held)):
            yield step, self.part(keyword, step)


@dataclass(frozen=True, slots=True)
class Literal:
    """A schema that a value satisfies, or breaks."""

    term: Term
    holds: bool = True


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every part is true of the value."""

    parts: "tuple[Formula, ...]"


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one part is true of the value."""

    parts: "tuple[Formula, ...]"


@dataclass(frozen=True, slots=True)
class In:
    """The value is one of some."""

    values: tuple[Json, ...] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Out:
    """The value is none of some."""

    values: tuple[Json, ...] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Size:
    """How many characters, items or members the value has; no `high` is no end."""

    low: int = 0
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Bound:
    """A number is not beyond a bound; where `strict` it is not the bound either."""

    upper: bool
    value: int | float
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Multiple:
    """A number is, or is not, a multiple; an integer is a multiple of 1."""

    of: int | float
    holds: bool = True


@dataclass(frozen=True, slots=True)
class Pattern:
    """A text holds a match of a pattern, or holds none."""

    text: str
    holds: bool = True


@dataclass(frozen=True, slots=True)
class Format:
    """A text conforms to a format, or does not."""

    name: str
    holds: bool = True


@dataclass(frozen=True, slots=True)
class At:
    """The item at one index, where the list is so long, is asked for something."""

    index: int
    formula: "Formula"


@dataclass(frozen=True, slots=True)
class From:
    """Every item from an index on is asked for something."""

    index: int
    formula: "Formula"


@dataclass(frozen=True, slots=True)
class SomeItem:
    """There is an item, from `low` on and before `high`, of which something is true."""

    low: int
    high: int | None
    formula: "Formula"


@dataclass(frozen=True, slots=True)
class Count:
    """Something is true of `low` to `high` items."""

    formula: "Formula"
    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class Distinct:
    """No two items are equal, or some two are."""

    holds: bool = True


@dataclass(frozen=True, slots=True)
class Has:
    """An object has a member of some name, or has none."""

    name: str
    holds: bool = True


@dataclass(frozen=True, slots=True)
class Member:
    """The member of one name, where there is one, is asked for something."""

    name: str
    formula: "Formula"


@dataclass(frozen=True, slots=True)
class Matching:
    """Every member whose name matches a pattern is asked for something."""

    pattern: str
    formula: "Formula"


@dataclass(frozen=True, slots=True)
class Rest:
    """Every member that neither a name nor a pattern covers is asked for something."""

    names: frozenset[str]
    patterns: tuple[str, ...]
    formula: "Formula"


@dataclass(frozen=True, slots=True)
class Names:
    """Every name in an object is asked for something."""

    formula: "Formula"


@dataclass(frozen=True, slots=True)
class SomeMember:
    """There is a member, of a name as described, of which something is true.

    Attributes:
        names, patterns: what does not cover its name.
        matching: the pattern that its name matches.
        name: what is true of its name.
        value: what is true of its value.
    """

    names: frozenset[str] = frozenset()
    patterns: tuple[str, ...] = ()
    matching: str | None = None
    name: "Formula | None" = None
    value: "Formula | None" = None


Atom: TypeAlias = (
    In | Out | Size | Bound | Multiple | Pattern | Format | At | From | SomeItem | Count | Distinct
    | Has | Member | Matching | Rest | Names | SomeMember
)  # fmt: skip
"""What is asked of a value of one JSON type, without alternatives."""

Formula: TypeAlias = Literal | AllOf | AnyOf | Atom
Goal: TypeAlias = frozenset[Formula]
"""Formulas that have to be true of one value together."""


def negated(formula: Formula) -> Formula:
    """Return the opposite of a formula made of literals."""
    if isinstance(formula, Literal):
        return Literal(formula.term, not formula.holds)
    if isinstance(formula, AnyOf):
        return AllOf(tuple(map(negated, formula.parts)))
    if isinstance(formula, AllOf):
        return AnyOf(tuple(map(negated, formula.parts)))
    raise TypeError("only literals, and what is made of them, are turned around")


def is_true(formula: Formula, value: Json) -> bool:
    """Whether a formula made of literals is true of a value, as the engine judges."""
    if isinstance(formula, Literal):
        return formula.term.accepts(value) is formula.holds
    if isinstance(formula, AnyOf):
        return any(is_true(part, value) for part in formula.parts)
    if isinstance(formula, AllOf):
        return all(is_true(part, value) for part in formula.parts)
    raise TypeError("only literals, and what is made of them, are judged")
