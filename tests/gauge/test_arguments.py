"""Arguments as models really send them: CASES section B."""

import json
from typing import Any

import pytest

from gonogo import Gauge, Go, NoGo
from gonogo.gauge.arguments import gauge_arguments

SEARCH = {
    "type": "object",
    "properties": {"pattern": {"type": "string"}},
    "required": ["pattern"],
    "additionalProperties": False,
}
NOTHING = {"type": "object", "additionalProperties": False}


def code_of(verdict: Any) -> str:
    assert isinstance(verdict, NoGo)
    return verdict.problem.issues[0].code


def test_b1_a_whole_string_is_unwrapped_once_and_noted() -> None:
    # https://github.com/justrach/codegraff2/pull/141
    inner = json.dumps({"pattern": "**/*.md"})
    assert gauge_arguments(Gauge(SEARCH), json.dumps(inner)) == Go({"pattern": "**/*.md"}, ("unwrapped",))


def test_b1_a_string_in_a_string_in_a_string_is_not_unwrapped_twice() -> None:
    text = json.dumps(json.dumps(json.dumps({"pattern": "x"})))
    assert code_of(gauge_arguments(Gauge(SEARCH), text)) == "not_an_object"


def test_b1_what_was_unwrapped_is_gauged() -> None:
    assert code_of(gauge_arguments(Gauge(SEARCH), json.dumps('{"pattern": 1}'))) == "type"


@pytest.mark.parametrize("raw", ["", " \n\t", "null", None, b""])
def test_b4_nothing_means_no_arguments(raw: str | bytes | None) -> None:
    # https://github.com/NousResearch/hermes-agent/issues/83937
    assert gauge_arguments(Gauge(NOTHING), raw) == Go({}, ("empty_arguments",))


def test_b4_nothing_is_gauged_like_anything_else() -> None:
    assert code_of(gauge_arguments(Gauge(SEARCH), "")) == "required"


def test_b5_truncated_text_is_refused_with_its_place_and_the_contract() -> None:
    # https://github.com/brightwave-inc/tidebreak/pull/1129
    verdict = gauge_arguments(Gauge({**SEARCH, "$id": "urn:x:search"}), '{"order_id":"ord_1","amou')
    assert isinstance(verdict, NoGo)
    assert verdict.problem.issues[0].code == "not_json"
    assert verdict.problem.issues[0].offset == 25
    assert verdict.problem.subject.schema == "urn:x:search"
    assert not verdict.problem.executed


@pytest.mark.parametrize("raw", ["[1]", "3", "true", [1], 3, True, '"words"'])
@pytest.mark.parametrize("schema", [SEARCH, True])
def test_b6_arguments_that_are_no_object_are_refused(raw: Any, schema: Any) -> None:
    # https://github.com/brightwave-inc/tidebreak/pull/1464
    assert code_of(gauge_arguments(Gauge(schema), raw)) in {"not_an_object", "type"}
    assert not gauge_arguments(Gauge(True), raw)


def test_text_and_object_get_the_same_answer() -> None:
    gauge = Gauge(SEARCH)
    for value in ({"pattern": "x"}, {"pattern": 1}, {}, {"pattern": "x", "y": 1}):
        assert gauge_arguments(gauge, json.dumps(value)) == gauge_arguments(gauge, value)


def test_only_arguments_are_unwrapped() -> None:
    assert not Gauge(SEARCH).read(json.dumps(json.dumps({"pattern": "x"})))
    assert not Gauge(NOTHING).read("")
