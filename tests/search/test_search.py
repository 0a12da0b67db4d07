"""The search: what finds a tool, what an answer holds, and queries that are none."""

import json
from pathlib import Path
from typing import Any

import pytest

from gonogo import Catalog, Gauge
from gonogo.cli.main import status_of
from gonogo.contracts import contract
from gonogo.search.answer import Answer, Asked, estimated, find
from gonogo.search.described import Described
from gonogo.search.index import Index
from gonogo.search.words import words

ORDERS = Path(__file__).parents[2] / "examples" / "orders"
REPORT = Gauge(contract("search-report"))

REFUND = Described(
    "createRefund",
    "Give a customer money back.",
    {
        "type": "object",
        "properties": {"reason": {"enum": ["damaged", "late"], "description": "Why the buyer complains."}},
    },
    {"type": "object", "properties": {"settlement": {"type": "string"}}},
    title="Reimburse",
    namespace=("payments", "cards"),
    server="shop",
    tags=("chargeback",),
)
LIST = Described("list_orders", "List orders of a shop.", annotations={"readOnlyHint": True})
BARE = Described("get_HTTPStatus2", input={"properties": {"zipcode": True}})
RUSSIAN = Described("x", "Возвращает список заказов покупателя.")
INDEX = Index([REFUND, LIST, BARE, RUSSIAN])


def names(answer: Answer) -> list[str]:
    return [hit.scored.tool.name for hit in answer.hits]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("snake_case", ["snake", "case"]),
        ("camelCase", ["camel", "case"]),
        ("kebab-case.dotted", ["kebab", "case", "dotted"]),
        ("getHTTPResponse2xx", ["get", "http", "response", "2", "xx"]),
        ("списокЗаказов", ["список", "заказов"]),
        ("\x00\x1b[0m…", ["0", "m"]),
    ],
)
def test_identifiers_are_split(text: str, expected: list[str]) -> None:
    assert list(words(text)) == expected


@pytest.mark.parametrize(
    ("query", "name", "field"),
    [
        ("refunds", "createRefund", "name"),
        ("reimbursing", "createRefund", "title"),
        ("money", "createRefund", "description"),
        ("reasons", "createRefund", "parameters"),
        ("complaining", "createRefund", "parameter_descriptions"),
        ("damage", "createRefund", "enums"),
        ("settlements", "createRefund", "outputs"),
        ("chargebacks", "createRefund", "tags"),
        ("payment", "createRefund", "path"),
        ("http status", "get_HTTPStatus2", "name"),
        ("zipcode", "get_HTTPStatus2", "parameters"),
        ("заказ", "x", "description"),
    ],
)
def test_a_tool_is_found_by_each_of_its_texts(query: str, name: str, field: str) -> None:
    hit = find(INDEX, Asked(query)).hits[0]
    assert (hit.scored.tool.name, field in hit.scored.fields) == (name, True)


@pytest.mark.parametrize("query", ["", " ", "the of and", "\x00\x01\x02", "🙂🙂", "a" * 1_000_000])
def test_a_query_without_a_word_of_use_finds_nothing(query: str) -> None:
    assert find(INDEX, Asked(query)) == Answer()


def test_a_long_query_is_answered_by_its_first_words() -> None:
    assert names(find(INDEX, Asked("refund " + "word " * 200_000))) == ["createRefund"]


def test_a_misspelt_name_is_answered_with_the_nearest() -> None:
    assert find(INDEX, Asked("crateRefnud")).near == ("createRefund",)


def test_filters_choose_before_the_best_are_taken() -> None:
    asked = "list orders, refund money"
    assert names(find(INDEX, Asked(asked, read_only=True))) == ["list_orders"]
    assert names(find(INDEX, Asked(asked, server="shop"))) == ["createRefund"]
    assert names(find(INDEX, Asked(asked, namespace=("payments",)))) == ["createRefund"]
    assert names(find(INDEX, Asked(asked, namespace=("cards",)))) == []


def test_equal_scores_keep_the_order_of_the_index() -> None:
    tools = [Described(f"tool_{letter}", "Send a letter.") for letter in "dbce"]
    assert names(find(Index(tools), Asked("letter", most=3))) == ["tool_d", "tool_b", "tool_c"]


def test_a_near_duplicate_names_the_better_one() -> None:
    tools = [Described(name, "Send a letter to a customer by mail.") for name in ("one", "two")]
    assert [hit.alike for hit in find(Index(tools), Asked("letter")).hits] == [None, "one"]


def test_an_answer_never_exceeds_its_tokens() -> None:
    large = Described("letter_large", "letter letter letter", {"description": "x" * 3_000})
    small = Described("letter_small", "A letter of a few words.")
    answer = find(Index([large, small]), Asked("letter", tokens=200))
    assert {hit.scored.tool.name: hit.truncated for hit in answer.hits} == {
        "letter_large": True,
        "letter_small": False,
    }
    assert 0 < answer.tokens <= 200


@pytest.mark.parametrize("cap", [1, 60, 100, 150, 300, 6_000])
def test_the_cap_counts_the_whole_answer(cap: int) -> None:
    tools = [Described(f"letter_{number}", "A letter. " * number) for number in range(1, 9)]
    answer = find(Index(tools), Asked("letter", most=8, tokens=cap))
    assert answer.hits
    if len(answer.hits) > 1:
        assert estimated(json.dumps(answer.to_dict(), ensure_ascii=False, separators=(",", ":"))) <= cap
        assert answer.tokens <= cap


def test_a_cap_is_held_by_the_measure_of_a_real_encoding() -> None:
    def by_word(text: str) -> int:
        return len(text.split('"'))

    answer = find(Index([REFUND, LIST]), Asked("list orders, refund", tokens=60), by_word)
    assert by_word(json.dumps(answer.to_dict())) <= 60


@pytest.mark.parametrize("query", ["ا" * 500_000, "漢字" * 300_000, "€§¶ ±" * 200_000, "a b " * 250_000])
def test_a_megabyte_in_any_script_is_answered_in_bounded_steps(query: str) -> None:
    assert find(INDEX, Asked(query)) == Answer()


def test_a_tool_whose_long_schema_is_no_news_is_found_by_its_name() -> None:
    long = Described(
        "create_group",
        "Creates a group.",
        {
            "properties": {
                f"zone_{number}": {"description": "Where the group stands."} for number in range(300)
            }
        },
    )
    others = [Described(f"put_{number}", "Changes a group.") for number in range(20)]
    assert names(find(Index([*others, long]), Asked("create a group", most=1))) == ["create_group"]


def test_estimates_are_rather_too_high() -> None:
    assert (estimated(""), estimated("abcd"), estimated("заказ")) == (0, 2, 5)


@pytest.mark.parametrize("schema", [True, {}, {"properties": []}, {"enum": 3, "anyOf": {}, "items": [1]}])
def test_a_malformed_schema_keeps_no_tool_out(schema: Any) -> None:
    assert names(find(Index([Described("send", input=schema)]), Asked("send"))) == ["send"]


def test_an_empty_index_finds_nothing() -> None:
    assert find(Index([]), Asked("anything")) == Answer()


def test_a_cap_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Asked("x", most=0)


def test_a_catalog_is_indexed_by_its_tools() -> None:
    assert names(find(Index.of(Catalog.load(ORDERS)), Asked("give money back", most=1))) == ["create_refund"]


@pytest.mark.parametrize(("query", "status"), [("refund an order", 0), ("craete_refnud", 1), ("qqq", 1)])
def test_the_verb_keeps_its_contract(query: str, status: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["search", query, "--catalog", str(ORDERS), "--format", "json"]) == status
    text = capsys.readouterr().out
    assert REPORT.read(text.encode())
    assert bool(json.loads(text)["hits"]) == (status == 0)


def test_the_verb_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["search", "refund", "--catalog", str(ORDERS), "--explain"]) == 0
    assert "score" in capsys.readouterr().out


def test_a_cut_answer_keeps_its_contract(capsys: pytest.CaptureFixture[str]) -> None:
    words_ = ["search", "refund", "--catalog", str(ORDERS), "--tokens", "1", "--format", "json"]
    assert status_of(words_) == 0
    text = capsys.readouterr().out
    assert REPORT.read(text.encode())
    assert all(hit["truncated"] for hit in json.loads(text)["hits"])
