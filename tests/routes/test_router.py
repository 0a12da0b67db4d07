"""Who receives a handoff, and who does not."""

from typing import Any

import pytest

from gonogo.catalog.contract import Contract, Side
from gonogo.catalog.routing import table_of
from gonogo.routes.router import NoTarget, Router, Target

CONTRACT = Contract.of(
    "h",
    Side.HANDOFF,
    {
        "type": "object",
        "properties": {"n": {"type": "number"}, "to": {"type": "string"}, "x": {"type": "string"}},
    },
)


def router(*routes: tuple[str, Any], otherwise: str = "refuse") -> Router:
    rows = [{"to": to, "when": when} for to, when in routes]
    return Router(table_of("h", {"routes": rows, "otherwise": otherwise}), CONTRACT)


def test_the_first_rule_that_holds_wins() -> None:
    table = router(("a", "n > 2.0"), ("b", {"properties": {"n": {"exclusiveMinimum": 1}}}), otherwise="c")
    assert table.decide({"n": 3}) == Target("a", "/routes/0")
    assert table.decide({"n": 2}) == Target("b", "/routes/1")
    assert table.decide({"n": 1}) == Target("c", "/otherwise")


def test_otherwise_can_refuse() -> None:
    assert router(("a", "n > 2.0")).decide({"n": 1}) == NoTarget("no_route", "/otherwise")


def test_a_rule_that_cannot_decide_refuses_and_is_not_taken_for_a_no() -> None:
    table = router(("a", 'x == "1" && x > 1'), ("b", True), otherwise="c")
    assert table.decide({"n": 1}) == NoTarget("rule_failed", "/routes/0")


def test_a_rule_behind_the_one_that_holds_is_not_asked() -> None:
    assert router(("a", True), ("b", "nobody == 1")).decide({}) == Target("a", "/routes/0")


def test_a_payload_that_names_its_target_goes_there_or_nowhere() -> None:
    table = router(("a", "n > 2.0"), otherwise="human")
    assert table.decide({"n": 3, "to": "a"}) == Target("a", "/routes/0")
    assert table.decide({"n": 3, "to": "b"}) == NoTarget("other_target", "/routes/0", "a")


def test_otherwise_is_where_what_may_not_go_to_its_target_is_sent() -> None:
    table = router(("a", "n > 2.0"), otherwise="human")
    assert table.decide({"n": 1, "to": "a"}) == Target("human", "/otherwise")


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ({"routes": []}, "required at /otherwise"),
        ({"routes": [{"to": "", "when": True}], "otherwise": "b"}, "minLength at /routes/0/to"),
        ({"routes": [{"to": "refuse", "when": True}], "otherwise": "b"}, "/routes/0/to"),
        ({"routes": [{"to": "a", "when": 1}], "otherwise": "b"}, "/routes/0/when"),
    ],
)
def test_a_malformed_table_is_told(table: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        table_of("h", table)
