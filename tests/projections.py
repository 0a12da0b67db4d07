"""Contracts by chance, cut to a target, with payloads of both."""

import functools
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from gonogo.catalog.contract import Contract, Side
from gonogo.gauge.arguments import NotUndone
from gonogo.gauge.compiled import Recipe
from gonogo.projection.cut import Cut, Cutter, NotProjected, as_json_schema
from gonogo.projection.loss import Kind
from gonogo.projection.targets import TARGETS
from gonogo.schema.engine import Options, Patterns, compile_schema
from gonogo.schema.errors import SchemaError
from toolschemas import Maker

SEEDS = int(os.environ.get("GONOGO_PROJECTIONS", "60"))
"""So many contracts a target; `.ci/run` takes 500, and scripts/deep 5,000."""

TARGETS_BY_SCHEMA = [
    name
    for name in TARGETS
    if name not in ("a2a", "json-schema", "openai-responses-strict", "openai-structured")
]
"""Targets with a table of their own."""


@dataclass
class Sample:
    """A contract, its payloads, and what became of it.

    Attributes:
        seed: what made it.
        contract: the contract.
        good: payloads that it admits.
        cut: the contract in the target's form.
    """

    seed: int
    contract: Contract
    good: list[Any]
    cut: Cut
    _maker: Maker = field(repr=False, default_factory=lambda: Maker(0))

    @functools.cached_property
    def schema(self) -> Any:
        return as_json_schema(self.cut.schema)

    @functools.cached_property
    def takes(self) -> Any:
        return compile_schema(self.schema, Options(patterns=Patterns.BACKTRACKING)).is_valid

    @property
    def fills(self) -> bool:
        """Whether an absent property travels as its default, null, and so comes back."""
        return any("which is null" in loss.reason for loss in self.cut.losses)

    def has(self, kind: Kind) -> bool:
        return any(loss.kind is kind for loss in self.cut.losses)

    def undone(self, wire: Any) -> Any:
        try:
            return self.cut.inverse.undo(wire)
        except NotUndone:
            return NotUndone

    def comes_through(self, wire: Any) -> bool:
        """Whether the host takes what the target takes."""
        value = self.undone(wire)
        return value is not NotUndone and bool(self.contract.gauge.check(value))

    def wires(self) -> Iterator[Any]:
        """Yield payloads that the target takes."""
        for _ in range(20):
            wire = self._maker.payload(self.schema, self.schema.get("$defs", {}))
            if self.takes(wire):
                yield wire


def samples(target: str, seeds: Iterable[int]) -> Iterator[Sample]:
    """Yield contracts that reach a target; those that are too deep for it, or make no contract, are passed over."""
    for seed in seeds:
        maker = Maker(seed)
        schema = maker.root()
        try:
            contract = Contract.of("t", Side.INPUT, schema, recipe=Recipe(imported=True))
            cut = Cutter().cut(contract, TARGETS[target])
        except (SchemaError, NotProjected):
            continue
        near = [maker.payload(schema, schema["$defs"]) for _ in range(40)]
        good = [payload for payload in near if isinstance(payload, dict) and contract.gauge.check(payload)]
        yield Sample(seed, contract, good, cut, maker)
