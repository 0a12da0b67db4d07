"""Every loss of other projects' tools is shown by a payload, and the payload shows it."""

from typing import Any

import pytest

from gonogo.catalog.catalog import Catalog
from gonogo.gauge.arguments import NotUndone
from gonogo.projection.cut import Cut, Cutter, NotProjected, as_json_schema
from gonogo.projection.loss import Kind, Loss
from gonogo.projection.project import project
from gonogo.projection.targets import TARGETS, TYPES
from gonogo.projection.witnesses import unwitnessed
from gonogo.schema.engine import Options, Patterns, compile_schema
from peers.test_oracles import CATALOGS

TABLES = {name: table for name, table in {**TARGETS, **TYPES}.items() if name != "a2a"}


def accepts(schema: Any, value: Any) -> bool:
    return bool(compile_schema(schema, Options(patterns=Patterns.BACKTRACKING)).is_valid(value))


def shows(loss: Loss, cut: Cut, contract: Any) -> bool:
    """Whether a witness is what it says: sent and refused, or admitted and not to be sent."""
    assert loss.witness is not None
    value = loss.witness.value
    wire = value if loss.kind is Kind.WIDENED else cut.inverse.apply(value)
    taken = accepts(as_json_schema(cut.schema), wire)
    try:
        undone = cut.inverse.undo(wire)
    except NotUndone:
        return taken if loss.kind is Kind.WIDENED else bool(contract.gauge.check(value))
    if loss.kind is Kind.WIDENED:
        return taken and not contract.gauge.check(undone)
    return bool(contract.gauge.check(value)) and not (taken and undone == value)


@pytest.mark.parametrize("catalog", CATALOGS)
def test_every_loss_has_a_witness_that_shows_it(catalog: Catalog) -> None:
    cutter = Cutter(witnesses=True)
    for table in TABLES.values():
        for contract in catalog.contracts:
            try:
                cut = cutter.cut(contract, table)
            except NotProjected:
                continue
            assert unwitnessed(cut.losses) == ()
            for loss in cut.losses:
                assert loss.witness is None or shows(loss, cut, contract), (contract.name, loss)


@pytest.mark.parametrize("catalog", CATALOGS)
def test_what_mcp_clients_are_told_loses_nothing_without_a_witness(catalog: Catalog) -> None:
    for target in ("mcp", "mcp-2025-11-25"):
        assert unwitnessed(project(catalog, target, cutter=Cutter(witnesses=True)).losses) == ()
