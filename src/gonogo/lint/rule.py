"""A lint rule: one row of the table, with its page."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from gonogo.catalog.document import Document
from gonogo.catalog.finding import Demonstration, Severity
from gonogo.lint.contract import Examined, Spot
from gonogo.lint.edit import Edit
from gonogo.lint.lot import Lot, Toolbox
from gonogo.schema.types import Path


class Group(str, Enum):
    """What a rule's findings are."""

    SOUND = "sound"
    CONTRACT = "contract"
    AGENT = "agent"

    @property
    def meaning(self) -> str:
        """What the findings of this group say."""
        return _MEANINGS[self]


_MEANINGS = {
    Group.SOUND: "facts about the schema, each proven by the validator",
    Group.CONTRACT: "what a contract leaves open, with a wrong payload that it accepts where there is one",
    Group.AGENT: "what models and their clients stumble over",
}


@dataclass(frozen=True)
class Hit:
    """One place where a rule fires.

    Attributes:
        document: the file.
        path: the steps to the place in it.
        words: what the rule's message and hint leave open.
        demonstration: a payload that shows it.
        edits: what mends it, where that is mechanical.
    """

    document: Document
    path: Path
    words: Mapping[str, str] = field(default_factory=dict)
    demonstration: Demonstration | None = None
    edits: tuple[Edit, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """What a rule's page says.

    Attributes:
        what: when the rule fires.
        why: what goes wrong where it does.
        wrong: an example that fires, as JSON.
        right: the same, mended.
    """

    what: str
    why: str
    wrong: str
    right: str


Judge = Callable[[Lot], Iterator[Hit]]


@dataclass(frozen=True)
class Rule:
    """One row of the table.

    Attributes:
        id: its name in findings, configuration and documentation.
        group: what its findings are.
        severity: how much they weigh where nobody says otherwise.
        message: what is wrong, in one sentence; `{words}` of the hit fill it.
        hint: what to do about it, likewise.
        judge: finds the places where it fires.
        page: its documentation.
        mechanical: whether its findings may carry edits that mend them.
    """

    id: str
    group: Group
    severity: Severity
    message: str
    hint: str
    judge: Judge
    page: Page
    mechanical: bool = False


def each_place(judge: Callable[[Spot], Iterator[Hit]]) -> Judge:
    """Return a judge that looks at every schema inside every contract that compiles."""

    def hits(lot: Lot) -> Iterator[Hit]:
        for contract in lot.contracts:
            for spot in contract.spots:
                yield from judge(spot)

    return hits


def each_contract(judge: Callable[[Examined], Iterator[Hit]]) -> Judge:
    """Return a judge that looks at every contract, also at those that do not compile."""

    def hits(lot: Lot) -> Iterator[Hit]:
        for contract in lot.contracts:
            yield from judge(contract)

    return hits


def each_tool(judge: Callable[[Toolbox], Iterator[Hit]]) -> Judge:
    """Return a judge that looks at every tool."""

    def hits(lot: Lot) -> Iterator[Hit]:
        for tool in lot.tools:
            yield from judge(tool)

    return hits


def hit_at(
    spot: Spot,
    *below: str | int,
    demonstration: Demonstration | None = None,
    edits: tuple[Edit, ...] = (),
    **words: str,
) -> Hit:
    """Return a hit at a place inside a schema."""
    candidate = spot.contract.candidate
    path = candidate.outset + spot.path + below
    return Hit(candidate.document, path, words, demonstration, edits)


def hit_in(
    contract: Examined, *below: str | int, edits: tuple[Edit, ...] = (), demonstration: Demonstration | None = None, **words: str
) -> Hit:  # fmt: skip
    """Return a hit at a place of a contract, named from its root."""
    candidate = contract.candidate
    return Hit(candidate.document, candidate.outset + below, words, demonstration, edits)
