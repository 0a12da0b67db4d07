"""The fuzz of the gauge with few inputs and a kept seed; `scripts/deep` runs the same code with 200,000."""

import pytest

from deep.fuzz import fuzz_payloads, fuzz_schemas, fuzz_texts

SEED = 20_261_130


def test_payloads_by_chance() -> None:
    tally = fuzz_payloads(4_000, SEED)
    assert tally.inputs >= 4_000
    assert not tally.untold
    assert tally.verdicts.keys() == {"Go", "NoGo"}


def test_texts_by_chance() -> None:
    tally = fuzz_texts(1_000, SEED)
    assert tally.inputs >= 1_000
    assert not tally.untold


@pytest.mark.parametrize(
    ("kind", "count"), [("schemas", 2_500), ("schemas-7", 1_500), ("schemas-mixed", 500)]
)
def test_schemas_by_chance(kind: str, count: int) -> None:
    tally = fuzz_schemas(count, SEED, kind)
    assert tally.inputs >= count
    assert not tally.untold
    assert tally.verdicts.keys() == {"Go", "NoGo"}


def test_broken_schemas_raise_typed_errors_only() -> None:
    tally = fuzz_schemas(500, SEED, "schemas-broken")
    assert tally.inputs >= 500
    assert {"malformed_schema", "compiled"} <= tally.schemas.keys()
