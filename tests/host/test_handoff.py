"""Door 3: nothing is handed over that its contract refuses, and each handoff goes where its table says."""

import json
from pathlib import Path
from typing import Any

import pytest

from gonogo import Catalog, Gauge, Host
from gonogo.catalog.contract import Contract, Side
from gonogo.catalog.routing import table_of
from gonogo.contracts import contract
from gonogo.gauge.problem import Door
from gonogo.host.handoff import Handed, Refused, Routed
from gonogo.host.journal import Journal

RULE = 'intent == "refund" && confidence >= 0.8'
FORMS: dict[str, Any] = {
    "cel": RULE,
    "schema": {
        "properties": {"intent": {"const": "refund"}, "confidence": {"minimum": 0.8}},
        "required": ["intent", "confidence"],
    },
}
SCHEMA: dict[str, Any] = {
    "$id": "https://example.com/schemas/handoffs/h.json",
    "x-version": "1.0.0",
    "type": "object",
    "properties": {
        "from_agent": {"type": "string", "minLength": 1},
        "to": {"enum": ["billing", "sales"]},
        "intent": {"enum": ["refund", "exchange"]},
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
        "acceptance": {"type": "object", "required": ["criteria"]},
    },
    "required": ["from_agent", "intent", "confidence"],
    "additionalProperties": False,
}
GOOD = {"from_agent": "triage", "intent": "refund", "confidence": 0.9}


def host_of(when: Any = RULE, otherwise: str = "human", journal: Journal | None = None) -> Host:
    table = table_of("h", {"routes": [{"to": "billing", "when": when}], "otherwise": otherwise})
    handoff = Contract.of("h", Side.HANDOFF, SCHEMA)
    return Host(Catalog(handoffs={"h": handoff}, routes={"h": table}), journal=journal)


def codes(handed: Handed) -> list[tuple[str, str]]:
    assert isinstance(handed, Refused)
    assert Gauge(contract("problem")).check(handed.problem.to_dict())
    return [(issue.code, issue.pointer) for issue in handed.problem.issues]


def test_g1_a_malformed_envelope_is_told_all_its_faults_at_once() -> None:
    payload = {"from_agent": "", "intent": "refnd", "confidence": "0.9", "acceptance": {}, "secret-key": 1}
    handed = host_of().handoff("h", payload)
    assert sorted(codes(handed)) == [
        ("additionalProperties", "/*"),
        ("enum", "/intent"),
        ("minLength", "/from_agent"),
        ("required", "/acceptance/criteria"),
        ("stringified_json", "/confidence"),
    ]
    assert "secret" not in repr(handed)
    assert "refnd" not in repr(handed)


def test_g2_an_empty_agent_name_is_refused() -> None:
    assert codes(host_of().handoff("h", {**GOOD, "from_agent": ""})) == [("minLength", "/from_agent")]


@pytest.mark.parametrize("form", FORMS)
def test_g3_low_confidence_falls_to_otherwise_and_a_missing_one_is_invalid(form: str) -> None:
    host = host_of(FORMS[form])
    assert host.handoff("h", {**GOOD, "confidence": 0.8}) == Routed(
        "billing", "/routes/0", {**GOOD, "confidence": 0.8}
    )
    low = host.handoff("h", {**GOOD, "confidence": 0.79})
    assert isinstance(low, Routed)
    assert (low.target, low.rule) == ("human", "/otherwise")
    missing = {name: value for name, value in GOOD.items() if name != "confidence"}
    assert codes(host.handoff("h", missing)) == [("required", "/confidence")]
    assert codes(host.handoff("h", {**GOOD, "confidence": "0.9"})) == [("stringified_json", "/confidence")]
    assert codes(host.handoff("h", {**GOOD, "confidence": True})) == [("type", "/confidence")]


def test_g4_what_is_dispatched_is_what_was_gauged() -> None:
    payloads = (
        GOOD,
        {**GOOD, "undeclared": 1},
        json.dumps(GOOD),
        '{"intent": "refund", "intent": "exchange"}',
    )
    answers = [host_of().handoff("h", payload) for payload in payloads]
    sent = [handed.value for handed in answers if isinstance(handed, Routed)]
    assert sent == [GOOD, GOOD]


def test_another_target_than_the_routes_is_refused() -> None:
    assert codes(host_of().handoff("h", {**GOOD, "to": "sales"})) == [("other_target", "/to")]
    assert host_of().handoff("h", {**GOOD, "to": "sales", "confidence": 0.1})


def test_otherwise_refuses_where_it_says_so() -> None:
    assert codes(host_of(otherwise="refuse").handoff("h", {**GOOD, "confidence": 0.1})) == [("no_route", "")]


def test_a_rule_that_cannot_decide_is_a_refusal_that_the_sender_cannot_mend() -> None:
    handed = host_of('to == "billing"').handoff("h", GOOD)
    assert codes(handed) == [("rule_failed", "")]
    assert isinstance(handed, Refused)
    assert not handed.problem.retryable


def test_an_unknown_handoff_names_the_nearest() -> None:
    catalog = Catalog(handoffs={"triage_to_billing": Contract.of("triage_to_billing", Side.HANDOFF, SCHEMA)})
    host = Host(catalog)
    handed = host.handoff("triage-to-billing", GOOD)
    assert codes(handed) == [("unknown_handoff", "")]
    assert "triage_to_billing" in repr(handed)
    assert codes(host.handoff("triage_to_billing", GOOD)) == [("no_routes", "")]
    assert [finding.code for finding in host.findings] == ["handoff_without_routes"]


def test_what_is_wrong_with_a_table_is_a_finding_of_the_host() -> None:
    (finding,) = host_of('intent == "refnd"').findings
    assert (finding.code, finding.file) == ("impossible_value", "routes/h.json")


def test_every_handoff_is_one_line_of_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    host = host_of(journal=Journal(path))
    host.handoff("h", GOOD)
    host.handoff("h", {**GOOD, "confidence": 0.1})
    host.handoff("h", {**GOOD, "confidence": "0.9"})
    host.handoff("nobody", GOOD)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    gauge = Gauge(contract("journal-line"))
    assert all(gauge.check(line) for line in lines)
    told = [(line["gonogo.verdict"], line.get("gonogo.target"), line.get("gonogo.rule")) for line in lines]
    assert told == [
        ("go", "billing", "/routes/0"),
        ("go", "human", "/otherwise"),
        ("no-go", None, None),
        ("no-go", None, None),
    ]
    assert {line["gonogo.door"] for line in lines} == {Door.HANDOFF.value}
    assert [line["gonogo.tool"] for line in lines] == ["h", "h", "h", "*"]
