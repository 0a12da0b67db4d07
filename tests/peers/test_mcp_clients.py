"""Nine real clients over stdio: the demo's tools, the 21 situations of the matrix, and what revisions disagree about."""

import json
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gonogo import Gauge
from gonogo.contracts import contract
from peers.conftest import ABSENT, REPOSITORY, shared
from peers.edge_server import BIG, HUGE, RESULTS
from peers.mcp_clients import CLIENTS, MODERN, Answer, Report

HERE = Path(__file__).parent
ORDERS = REPOSITORY / "examples" / "orders"
PROBLEM = Gauge(contract("problem"))
MATRIX = shared("data/client-matrix.json")

PASSES = {"ok", "extra_open", "format_unknown", "same_id_1", "same_id_2", "vendor_kw"}
"""The situations of the matrix that are as their contract says."""

IDENTIFIERS = re.compile(r'"(\$schema|\$id|id|\$anchor|\$dynamicAnchor|definitions)":')
OUTWARD = re.compile(r'"\$ref":\s*"(?!#)')


@pytest.fixture(name="client", params=CLIENTS)
def fixture_client(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    if CLIENTS[name].needs_node:
        request.getfixturevalue("node")
    return name


@cache
def with_matrix(client: str) -> Report:
    command = [sys.executable, str(HERE / "matrix_server.py"), str(MATRIX)]
    return CLIENTS[client].run(command, [(situation, {}) for situation in situations()])


@cache
def with_edges(client: str) -> Report:
    return CLIENTS[client].run(
        [sys.executable, str(HERE / "edge_server.py")], [(name, {}) for name in RESULTS]
    )


@cache
def situations() -> dict[str, Any]:
    if MATRIX is None:
        pytest.skip(ABSENT)
    matrix: dict[str, Any] = json.loads(MATRIX.read_text(encoding="utf-8"))
    assert set(matrix["clients"]) == set(CLIENTS)
    return dict(matrix["situations"])


def problem_of(answer: Answer) -> dict[str, Any]:
    """The problem that a client's user can read: the whole text is one, and nothing structured is beside it."""
    assert answer.is_error
    assert answer.structured is None
    assert answer.code is None, "a refusal by the client itself, not by the server"
    assert PROBLEM.read(answer.text)
    return dict(json.loads(answer.text))


def test_the_demo_is_listed_and_called(client: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORDERS_DB", str(tmp_path / "orders.sqlite"))
    monkeypatch.setenv("PYTHONPATH", str(ORDERS))
    command = [sys.executable, "-m", "gonogo", "serve", "--stdio", "--app", "app:host"]
    kind = CLIENTS[client]
    report = kind.run(
        command,
        [
            ("get_stock", {"sku": "KETTLE"}),
            ("lookup_order", {"order_id": "A-10234"}),
            ("get_stock", {"sku": 5}),
            ("create_refund", {"order_id": "A-10234", "amount": "99.00", "reason": "late"}),
            ("get_stok", {"sku": "KETTLE"}),
        ],
    )
    assert report.revision == kind.revision
    if kind.lists:
        assert sorted(report.tools) == ["create_refund", "get_stock", "lookup_order", "place_order"]
    stock, order, number, refund, unknown = report.answers
    assert (stock.structured["status"], stock.structured["quantity"]) == ("available", 12)
    assert order.structured["order"]["metadata"]["status"] == "archived"
    assert [(i["code"], i["pointer"]) for i in problem_of(number)["issues"]] == [("type", "/sku")]
    assert problem_of(refund)["issues"][0]["code"] == "stringified_json"
    assert problem_of(refund)["executed"] is False
    assert unknown.result is None
    assert unknown.code == -32602
    assert "get_stock" in unknown.message


def test_a_success_of_the_matrix_arrives_whole(client: str) -> None:
    told = with_matrix(client)
    for name, answer in zip(situations(), told.answers, strict=True):
        if name in PASSES:
            assert not answer.is_error, (name, answer)
            assert answer.structured == situations()[name]["structuredContent"]
            assert json.loads(answer.text) == answer.structured


def test_what_the_matrix_server_stopped_is_a_readable_problem(client: str) -> None:
    stopped = {
        name: problem_of(answer)
        for name, answer in zip(situations(), with_matrix(client).answers, strict=True)
        if name not in PASSES
    }
    assert len(stopped) == 15
    for name, problem in stopped.items():
        assert (problem["door"], problem["tool"], problem["executed"]) == ("output", name, True)


def test_the_matrix_is_told_in_2020_12(client: str) -> None:
    told = with_matrix(client)
    if not CLIENTS[client].lists:
        assert told.tools == {}
        return
    assert set(told.tools) == set(situations())
    for name, tool in told.tools.items():
        schema = tool["outputSchema"]
        jsonschema.Draft202012Validator.check_schema(schema)
        text = json.dumps(schema)
        assert not IDENTIFIERS.search(text), text
        assert not OUTWARD.search(text), text
        kept = {k: v for k, v in situations()[name]["outputSchema"].items() if k not in ("$id", "$schema")}
        assert schema == written(kept)


def written(schema: Any) -> Any:
    """The same schema with its boolean ones as objects: the TypeScript SDK's `ToolSchema` of v1 takes no others."""
    if not isinstance(schema, dict):
        return schema
    items = schema.get("items")
    own: dict[str, Any] = {"items": {} if items else {"not": {}}} if isinstance(items, bool) else {}
    named = {name: written(each) for name, each in schema.get("properties", {}).items()}
    return {**schema, **own, **({"properties": named} if named else {})}


def test_a_list_arrives_bare_or_wrapped_by_revision(client: str) -> None:
    told = with_edges(client)
    answers = dict(zip(RESULTS, told.answers, strict=True))
    for name in ("list_taxonomies", "list_numbers"):
        schema, value = RESULTS[name]
        bare = CLIENTS[client].revision == MODERN
        assert answers[name].structured == (value if bare else {"result": value})
        assert json.loads(answers[name].text) == answers[name].structured
        assert answers[name].result
        assert bool((answers[name].result or {})["_meta"].get("gonogo/wrapped")) is not bare
        if CLIENTS[client].lists:
            told_schema = told.tools[name]["outputSchema"]
            assert (told_schema if bare else told_schema["properties"]["result"]) == schema
            assert bool(told.tools[name]["_meta"].get("gonogo/wrapped")) is not bare


@pytest.mark.parametrize(("tool", "number"), [("find_big", BIG), ("find_huge", HUGE)])
def test_a_big_integer_survives_in_the_text_of_every_client(client: str, tool: str, number: int) -> None:
    answer = dict(zip(RESULTS, with_edges(client).answers, strict=True))[tool]
    assert json.loads(answer.text) == {"id": number}
    if CLIENTS[client].needs_node:  # JavaScript has no such number: it rounds, and the text is what to read
        assert answer.structured["id"] == pytest.approx(number)
    else:
        assert answer.structured == {"id": number}


def test_the_text_is_utf8_as_it_was_gauged(client: str) -> None:
    answer = dict(zip(RESULTS, with_edges(client).answers, strict=True))["greet"]
    assert answer.structured == RESULTS["greet"][1]
    assert answer.text == '{"text":"žluťoučký 漢字 😀 </script>"}'
