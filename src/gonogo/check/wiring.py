"""The pairs of `[[wiring]]`: whether what one contract lets out fits the other that takes it in."""

from collections.abc import Iterator
from dataclasses import dataclass

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.config import CONFIG_FILE, Wiring
from gonogo.catalog.contract import Contract, Side
from gonogo.catalog.finding import Finding, Severity
from gonogo.diff.fit import Fit, NoField, fit
from gonogo.gauge.hints import nearest
from gonogo.schema.pointer import PointerError

PRODUCERS = (Side.OUTPUT, Side.HANDOFF, Side.STATE)
"""The sides of contracts that let values out; of one name, the first counts."""

CONSUMERS = (Side.INPUT, Side.HANDOFF, Side.STATE)
"""The sides of contracts that take values in."""


@dataclass(frozen=True)
class Wired:
    """One pair, judged.

    Attributes:
        wiring: the pair as it is configured.
        fit: whether it fits; None where that could not be asked.
        fault: why it could not; None where it could.
    """

    wiring: Wiring
    fit: Fit | None = None
    fault: Finding | None = None


class NoContract(ValueError):
    """Raised for a name that no contract of the wanted sides has; its message names the nearest one."""


def find(catalog: Catalog, name: str, sides: tuple[Side, ...]) -> Contract:
    """Return the contract of a name, of the first of some sides that has one.

    Raises:
        NoContract: there is none.
    """
    found = {each.name: each for side in reversed(sides) for each in catalog.contracts if each.side is side}
    if name in found:
        return found[name]
    near = nearest(name, found)
    kinds = ", ".join(side.value for side in sides)
    raise NoContract(f"there is no {name} ({kinds})" + (f"; did you mean {near}?" if near else ""))


def judge_wiring(catalog: Catalog) -> Iterator[Wired]:
    """Yield every pair of a catalog's configuration with its judgement."""
    for index, wiring in enumerate(catalog.config.wiring):
        try:
            producer, consumer = (
                find(catalog, wiring.producer, PRODUCERS),
                find(catalog, wiring.consumer, CONSUMERS),
            )
            yield Wired(wiring, fit(producer, consumer, wiring.fields or None))
        except (NoContract, NoField, PointerError) as error:
            pointer = f"/wiring/{index}"
            yield Wired(
                wiring, fault=Finding("bad_wiring", Severity.ERROR, CONFIG_FILE, 1, 1, pointer, str(error))
            )
