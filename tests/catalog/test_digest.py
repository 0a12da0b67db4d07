"""The digest of a contract set: another where something is judged or decided otherwise, and only there."""

from typing import Any

import pytest

from gonogo import Catalog
from gonogo.catalog.contract import Contract, Side
from gonogo.catalog.routing import table_of

SCHEMA: dict[str, Any] = {"type": "object"}


def digest(schema: dict[str, Any], name: str = "s", otherwise: str = "a") -> str:
    table = table_of("h", {"routes": [], "otherwise": otherwise})
    return Catalog(states={name: Contract.of(name, Side.STATE, schema)}, routes={"h": table}).digest


@pytest.mark.parametrize(
    "other",
    [
        digest({"type": "array"}),
        digest({**SCHEMA, "x-version": "2.0.0"}),
        digest(SCHEMA, name="t"),
        digest(SCHEMA, otherwise="b"),
    ],
)
def test_another_contract_set_has_another_digest(other: str) -> None:
    assert other != digest(SCHEMA)


def test_a_description_changes_nothing() -> None:
    assert digest({**SCHEMA, "description": "Told otherwise."}) == digest(SCHEMA)
