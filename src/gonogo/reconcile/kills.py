"""How many mutants of a tool's results are refused: by its contract, and by what is told of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gonogo.reconcile.mutants import KINDS, mutants
from gonogo.reconcile.proposal import Proposal, judge_of
from gonogo.schema.pointer import split
from gonogo.schema.refs import Bundle
from gonogo.schema.types import Json
from gonogo.witness.payloads import NoPayload, Payloads

_MOST_BASES: Final = 3
_STEPS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Kills:
    """What became of the mutants of one kind.

    Attributes:
        made: how many there are.
        declared: how many the contract refuses as it is written.
        unexcused: how many of them no evidence excuses.
        told: how many of those clients refuse as they are told.
    """

    made: int = 0
    declared: int = 0
    unexcused: int = 0
    told: int = 0

    def __add__(self, other: "Kills") -> "Kills":
        return Kills(
            self.made + other.made,
            self.declared + other.declared,
            self.unexcused + other.unexcused,
            self.told + other.told,
        )


def kills(proposal: Proposal, values: Sequence[Json]) -> dict[str, Kills]:
    """Return what becomes of mutants, by kind.

    Args:
        proposal: what is to be told of the tool.
        values: results of the tool that its contract accepts; where there are none, one is made.
    """
    subject = proposal.subject
    told = judge_of(subject, proposal.mode, proposal.pointers)
    excuses = frozenset(each.deviation.path for each in proposal.shown) | frozenset(
        map(split, proposal.pointers)
    )
    assertions = subject.deviations.assertions
    found = {kind: Kills() for kind in KINDS}
    for base in _bases(proposal, values):
        for mutant in mutants(subject.deviations, base):
            excused = all(assertions.goes_with(path, excuses) for path in mutant.against)
            found[mutant.kind] += Kills(
                1,
                int(not subject.deviations.accepts((), mutant.value)),
                int(not excused),
                int(not excused and told is not None and not told(mutant.value)),
            )
    return found


def _bases(proposal: Proposal, values: Sequence[Json]) -> Iterable[Json]:
    contract = proposal.subject.deviations
    accepted = [value for value in values if contract.accepts((), value)][:_MOST_BASES]
    if accepted:
        return accepted
    try:
        return [Payloads(Bundle(proposal.subject.document), steps=_STEPS).smallest()]
    except NoPayload:
        return []
