"""Names that travel: one to one, and the same tomorrow."""

import random
import re

import pytest

from gonogo.projection.card import Agent
from gonogo.projection.names import aliases
from gonogo.projection.project import name_rule
from gonogo.projection.targets import TARGETS

RULE = TARGETS["openai-chat"].names


def test_a_name_that_fits_is_its_own() -> None:
    assert aliases(["get_stock", "a-b"], RULE) == {"get_stock": "get_stock", "a-b": "a-b"}


def test_two_names_never_fall_together() -> None:
    given = aliases(["foo/bar", "foo_bar", "foo.bar"], RULE)
    assert given["foo_bar"] == "foo_bar"
    assert len(set(given.values())) == 3


@pytest.mark.parametrize("target", TARGETS)
def test_every_alias_fits_and_is_one_to_one(target: str) -> None:
    rule = TARGETS[target].names
    chance = random.Random(7)
    names = list({"".join(chance.choices("ab./_-é ", k=chance.randint(1, 90))) for _ in range(400)})
    given = aliases(names, rule)
    assert len(set(given.values())) == len(names)
    for alias in given.values():
        assert re.fullmatch(rule.pattern, alias)
        assert len(alias) <= rule.longest


def test_the_order_of_the_names_counts_for_nothing() -> None:
    chance = random.Random(8)
    names = list({"".join(chance.choices("ab./_", k=4)) for _ in range(60)})
    first = aliases(names, RULE)
    for _ in range(20):
        chance.shuffle(names)
        assert aliases(names, RULE) == first


def test_a_stored_alias_stays_whatever_is_added() -> None:
    first = aliases(["a.b"], RULE)
    later = aliases(["a_b", "a/b", "a.b"], RULE, first)
    assert later["a.b"] == first["a.b"] == "a_b"
    assert later["a_b"] != "a_b"
    assert aliases(["a/b", "a.b", "a_b", "zz"], RULE, later) == {**later, "zz": "zz"}


def test_a_stored_alias_that_no_longer_fits_is_given_anew() -> None:
    assert aliases(["a.b"], RULE, {"a.b": "a b"}) == {"a.b": "a_b"}


def test_long_names_are_cut_and_told_apart() -> None:
    given = aliases(["x" * 70, "x" * 71], RULE)
    assert {len(alias) for alias in given.values()} == {64}
    assert len(set(given.values())) == 2


def test_portable_names_leave_room_for_the_server() -> None:
    rule = name_rule(TARGETS["mcp-portable"], Agent(name="warehouse"))
    assert len("mcp__warehouse__") + rule.longest <= 64
    assert len("warehouse") + rule.longest < 60
