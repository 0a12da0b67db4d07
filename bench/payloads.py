"""What the gauge is timed with: four contracts, each with payloads that it passes and one that it refuses.

Amounts are spelled as shops spell them, with two decimals: one in eight is whole, such as `99.00`, and has to be
handed on as an integer.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from gonogo.schema.types import Schema

HERE = Path(__file__).parent
_STOCK = HERE.parent / "examples" / "orders" / "schemas" / "outputs" / "get_stock.json"
_DATA = HERE / "data"
_ROWS = 7_300
_CENTS = ("99", "95", "49", "90", "00", "50", "25", "75")
_STATUS = ("open", "paid", "refunded")
_FAULTS = 20


@dataclass(frozen=True, slots=True)
class Case:
    """One contract with what is gauged against it.

    Attributes:
        name: how the table calls it.
        contract: the file that holds the schema.
        payload: JSON text that it passes.
        faulty: JSON text that it refuses; None where that is not timed.
    """

    name: str
    contract: Path
    payload: bytes
    faulty: bytes | None

    @property
    def schema(self) -> Schema:
        """The contract's schema."""
        schema: Schema = json.loads(self.contract.read_bytes())
        return schema


def cases() -> list[Case]:
    """Return the cases, the smallest first; the last is the worst that a payload can spell its amounts."""
    rows = _DATA / "rows" / "schema.json"
    return [
        _kept("stock", _STOCK),
        _kept("refund", _DATA / "refund" / "schema.json"),
        _kept("order", _DATA / "order" / "schema.json"),
        Case("rows", rows, _rows(_CENTS), _rows(_CENTS, faults=_FAULTS)),
        Case("rows, all .00", rows, _rows(("00",)), None),
    ]


def _kept(name: str, contract: Path) -> Case:
    payload, faulty = (
        (_DATA / name / f"{kind}.json").read_bytes().removesuffix(b"\n") for kind in ("payload", "faulty")
    )
    return Case(name, contract, payload, faulty)


def _rows(cents: tuple[str, ...], faults: int = 0) -> bytes:
    wrong = {_ROWS // faults * fault for fault in range(faults)} if faults else set()
    return ("[" + ", ".join(_row(index, cents, index in wrong) for index in range(_ROWS)) + "]").encode()


def _row(index: int, cents: tuple[str, ...], wrong: bool) -> str:
    currency = "GBP" if wrong else "EUR"
    return (
        f'{{"id": {100_000 + index}, "order_id": "A-{10_000 + index}", "booked_on": "2026-11-{1 + index % 30:02}", '
        f'"amount": {index * 37 % 500}.{cents[index % len(cents)]}, "currency": "{currency}", '
        f'"status": "{_STATUS[index % 3]}", "note": "see the invoice"}}'
    )
