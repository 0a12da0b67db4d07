"""The rows of a target's table: what becomes of a keyword there, who says so, and since when it is known."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum


class How(str, Enum):
    """What becomes of a keyword; one reading each in the walker."""

    KEEP = "kept"
    DROP = "dropped, told in the description"
    MERGE = "merged into the schema around it"
    INLINE = "written out"
    ALONE = "kept where it stands alone, else written out"
    ANY_OF = "rewritten as anyOf"
    APART = "kept; what stands beside it moves into each branch"
    ENUM = "rewritten as enum"
    TEXTS = "kept for texts only"
    SCALARS = "kept for scalars only"
    LITERALS = "kept for texts, whole numbers, booleans and null only"
    CLOSE = "false at every object"
    BOOLEAN = "true or false only"
    MAPS = "true or false only, but where no property is declared"
    ALL = "every property, null standing for absent"
    LISTED = "listed ones only"
    LINEAR = "without lookaround and back-references"
    PLAIN = "without lookaround, back-references, word boundaries and Unicode classes, from ^ to $"
    AT_MOST_ONE = "0 or 1 only"
    AS_ITEMS = "widened into items"
    TYPED = "given a type; JSON text where any type will do"
    EVERY_TYPE = "written as the list of all types"
    BRANCHES = "a branch for each type, where something is said of any"
    WRITTEN = "written as an object"
    NULLABLE = "nullable beside one type, else anyOf"
    CUT = "cut: the inner one travels as JSON text"
    FLATTEN = "an object without combinators: branches are laid over one another"
    WRAP = "an object without combinators: anything else travels inside one"
    OBJECT = "an object"
    INPUT = "an object where it is an input; anything else stays"
    REFUSED = "not expressible"


_KEEP = How.KEEP  # a member is found more slowly through its class


@dataclass(frozen=True, slots=True)
class Source:
    """Where a row comes from.

    Attributes:
        text: a document or a place in a package's code.
        date: when it was read, as YYYY-MM-DD.
    """

    text: str
    date: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of a target's table.

    Attributes:
        keyword: a keyword of JSON Schema, or a word of `PLACES`.
        how: what becomes of it.
        source: who says so.
    """

    keyword: str
    how: How
    source: Source


PLACES = ("root", "recursion", "ref siblings", "type list", "boolean schema", "untyped", "no items")
"""Rows that are no keywords: shapes in which keywords stand."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What one projected schema may measure.

    Attributes:
        properties, depth, enum_values, enum_chars, chars: as the vendor counts them; None where it does not.
        nodes: schemas in one document, whatever the vendor says: what keeps a hostile one from growing.
        source: who says so.
    """

    properties: int | None = None
    depth: int | None = None
    enum_values: int | None = None
    chars: int | None = None
    enum_chars: int | None = None
    nodes: int = 20_000
    source: Source | None = None


@dataclass(frozen=True, slots=True)
class NameRule:
    """Which names a target takes.

    Attributes:
        name: what the rule is called in the table of names.
        pattern: what a name matches from end to end.
        longest: its most characters.
        filler: what stands for a character that is not taken.
        source: who says so.
    """

    name: str
    pattern: str
    longest: int
    source: Source
    filler: str = "_"


@dataclass(frozen=True, slots=True)
class RequestBudget:
    """What all strict tools of one request may hold together.

    Attributes:
        tools, optional, unions: the most strict tools, optional parameters and union-typed parameters.
        source: who says so.
    """

    tools: int
    optional: int
    unions: int
    source: Source


@dataclass(frozen=True, slots=True)
class Target:
    """Where a catalog is cut to, as data.

    Attributes:
        name: as it is named on the command line.
        rules: the rows by keyword.
        formats: the formats that it takes; None for any.
        names: which tool names it takes.
        keys: which property names it takes; None for any. `top_keys` says that only those at the root count.
        budget: what one schema may measure.
        request: what all strict tools may hold together; None where there is no such limit.
        fallback: the target that a tool is cut to where the request's budget is spent.
        hows: what becomes of each keyword that a row names.
    """

    name: str
    rules: Mapping[str, Rule]
    names: NameRule
    formats: frozenset[str] | None = None
    keys: NameRule | None = None
    top_keys: bool = False
    budget: Budget = field(default_factory=Budget)
    request: RequestBudget | None = None
    fallback: str | None = None
    hows: Mapping[str, How] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "hows", {keyword: rule.how for keyword, rule in self.rules.items()})

    def how(self, keyword: str) -> How:
        """Return what becomes of a keyword; one that no row names is kept."""
        return self.hows.get(keyword, _KEEP)

    def with_root_kept(self) -> "Target":
        """Return the same table for a document whose root has been made ready."""
        rules = {keyword: rule for keyword, rule in self.rules.items() if keyword != "root"}
        return replace(self, rules=rules)
