"""One table of rules and payloads, judged alike by the JSON Schema form, by CEL, and by a second CEL engine."""

import json
from pathlib import Path
from typing import Any

import cel as second
import pytest

from gonogo.catalog.contract import Contract, Side
from gonogo.routes import cel
from gonogo.routes.cel import CelRule
from gonogo.routes.rule import Rule, RuleFault, SchemaRule, rule_of

CASES = Path(__file__).parent.parent / "cases" / "routes"
DECISIONS = json.loads((CASES / "decisions.json").read_text(encoding="utf-8"))
ROWS = [
    pytest.param(rule, row, id=f"{rule['name']}-{number}")
    for rule in DECISIONS
    for number, row in enumerate(rule["payloads"])
]
NAMES = ("amount", "confidence", "intent", "note", "order", "order_id", "quantity", "tags", "urgent")
CONTRACT = Contract.of(
    "triage_to_billing",
    Side.HANDOFF,
    json.loads((CASES / "contract.json").read_text(encoding="utf-8")),
)


@pytest.mark.parametrize(("rule", "row"), ROWS)
def test_both_forms_and_a_second_engine_decide_alike(rule: dict[str, Any], row: dict[str, Any]) -> None:
    payload = row["payload"]
    assert SchemaRule(rule["schema"]).decide(payload) is row["holds"]
    assert CelRule(rule["cel"], NAMES).decide(payload) is row["holds"]
    assert second.evaluate(rule["cel"], {**payload, "handoff": payload}) is row["holds"]


@pytest.mark.parametrize(
    ("text", "payload"),
    [
        ('intent == "refund" && confidence >= 0.8', {"intent": "refund"}),
        ('intent == "refund" && confidence >= 0.8', {"intent": "refund", "confidence": "0.9"}),
        ('intent == "refund" && confidence >= 0.8', {"intent": "refund", "confidence": True}),
        ("quantity > 3", {"quantity": 2**70}),
        ("intent", {"intent": "a text that Python takes for true"}),
        ("handoff.order.qty > 1", {"order": {}}),
        ('note.matches("(")', {"note": "x"}),
    ],
)
def test_what_cannot_be_decided_is_never_true(text: str, payload: dict[str, Any]) -> None:
    assert CelRule(text, NAMES).decide(payload) is None


def test_an_error_is_absorbed_where_the_other_side_decides() -> None:
    assert CelRule('intent == "refund" && confidence >= 0.8', NAMES).decide({"intent": "human"}) is False


def test_a_rule_without_its_engine_decides_nothing_and_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cel, "find_spec", lambda _name: None)
    rule: Rule = rule_of("true", CONTRACT)
    assert rule.decide({}) is None
    assert isinstance(rule, RuleFault)
    assert "gonogo[rules]" in rule.message


def test_a_name_that_cel_keeps_for_itself_is_reached_through_the_whole() -> None:
    rule = CelRule('handoff["in"] == 1 && handoff["a-b"] == 2', ("in", "a-b"))
    assert rule.decide({"in": 1, "a-b": 2}) is True
