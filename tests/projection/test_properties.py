"""By chance: what a contract admits reaches every target and comes back, and nothing is lost in silence."""

import pytest

from gonogo.projection.loss import Kind
from projections import SEEDS, TARGETS_BY_SCHEMA, Sample, samples


@pytest.mark.parametrize("target", TARGETS_BY_SCHEMA)
def test_what_the_contract_admits_is_sent_and_comes_back(target: str) -> None:
    sent = 0
    for sample in samples(target, range(SEEDS)):
        for payload in sample.good:
            wire = sample.cut.inverse.apply(payload)
            if not sample.takes(wire):
                assert sample.has(Kind.NARROWED), (sample.seed, payload)
            elif not sample.has(Kind.NARROWED) and not sample.fills:
                assert sample.undone(wire) == payload, (sample.seed, payload)
                sent += 1
    assert sent > SEEDS


@pytest.mark.parametrize("target", TARGETS_BY_SCHEMA)
def test_what_the_target_admits_beyond_is_told(target: str) -> None:
    seen = 0
    for sample in samples(target, range(SEEDS)):
        for wire in sample.wires():
            seen += 1
            if not sample.comes_through(wire):
                assert sample.has(Kind.WIDENED), (sample.seed, wire)
    assert seen > SEEDS


def test_a_sample_that_loses_in_silence_is_noticed() -> None:
    """The properties can fail: a projection whose losses are taken away does not pass them."""
    silent = [
        wire
        for sample in samples("openai-chat-strict", range(SEEDS))
        for wire in Sample.wires(sample)
        if not sample.comes_through(wire)
    ]
    assert silent
