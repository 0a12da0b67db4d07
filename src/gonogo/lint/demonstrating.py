"""Wrong payloads that a contract accepts: what a finding of the contract group stands on."""

from dataclasses import dataclass

from gonogo.catalog.contract import Side
from gonogo.catalog.finding import Demonstration
from gonogo.lint.contract import Spot
from gonogo.schema.types import Json

_PAYLOADS = {
    Side.INPUT: "call",
    Side.OUTPUT: "result",
    Side.HANDOFF: "handoff",
    Side.STATE: "state",
    None: "payload",
}


@dataclass(frozen=True)
class Shown:
    """What trying a wrong value came to.

    Attributes:
        refused: whether the contract refuses it where it accepts a right one: then there is nothing to find.
        demonstration: the payload that was accepted; None where none was, or none could be made.
    """

    refused: bool
    demonstration: Demonstration | None


def show(spot: Spot, *wrong: Json, kind: str = "wrong") -> Shown:
    """Put wrong values where a schema judges, and see whether the whole contract accepts one.

    Args:
        spot: the schema.
        wrong: values that ought to be refused there; the first that is accepted is shown.
        kind: what is wrong with them, in a word.
    """
    for value in wrong:
        if spot.accepts(value):
            payload = spot.payload(value)
            if payload is not None:
                return Shown(False, Demonstration(f"this {kind} {_noun(spot)} is accepted", payload))
    if not any(map(spot.accepts, wrong)):
        return Shown(True, None)
    rights = spot.contract.payloads.of(spot.node)
    return Shown(any(spot.payload(right) is not None for right in rights), None)


def _noun(spot: Spot) -> str:
    return _PAYLOADS[spot.contract.candidate.side]


def misspelt(name: str) -> str:
    """Return a name as a hurried hand writes it: a letter short."""
    if len(name) < 3:  # noqa: PLR2004 - too short to lose one
        return name + "_"
    middle = len(name) // 2
    return name[:middle] + name[middle + 1 :]
