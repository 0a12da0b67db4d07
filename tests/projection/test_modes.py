"""Output modes: what passes closed passes open, and what each mode tells."""

import json
from pathlib import Path
from typing import Any

import pytest

from gonogo.catalog.contract import Contract, Side
from gonogo.catalog.overlay import Mode
from gonogo.gauge.compiled import Recipe
from gonogo.projection.cut import travelling
from gonogo.projection.modes import in_mode
from gonogo.schema.engine import Options, Patterns, compile_schema
from gonogo.schema.errors import SchemaError
from gonogo.schema.pointer import PointerError
from toolschemas import Maker

CASES = Path(__file__).parent.parent / "cases" / "projection-modes"
ROWS = [json.loads((folder / "case.json").read_text()) for folder in sorted(CASES.iterdir())]
PAIRS = 2_000


def judge(schema: Any) -> Any:
    return compile_schema(schema, Options(patterns=Patterns.BACKTRACKING)).is_valid


def told(schema: Any, mode: Mode, pointers: tuple[str, ...] = ()) -> Any:
    contract = Contract.of("t", Side.OUTPUT, schema, recipe=Recipe(imported=True))
    return in_mode(travelling(contract), mode, pointers)


@pytest.mark.parametrize("case", ROWS, ids=[case["title"] for case in ROWS])
def test_each_mode_passes_what_it_should(case: Any) -> None:
    for mode, payloads in case["passes"].items():
        passes = judge(told(case["schema"], Mode(mode)))
        for number, payload in enumerate(case["payloads"]):
            assert passes(payload) is (number in payloads), (mode, payload)


@pytest.mark.parametrize("case", ROWS, ids=[case["title"] for case in ROWS])
def test_what_passes_closed_passes_open_in_the_hard_cases(case: Any) -> None:
    closed, opened = judge(told(case["schema"], Mode.CLOSED)), judge(told(case["schema"], Mode.OPEN))
    for payload in case["payloads"]:
        assert opened(payload) or not closed(payload)


def test_what_passes_closed_passes_open_by_chance() -> None:
    pairs = closed_ones = differ = seed = 0
    while pairs < PAIRS:
        seed += 1
        maker = Maker(seed)
        schema = maker.root()
        try:
            closed, opened = judge(told(schema, Mode.CLOSED)), judge(told(schema, Mode.OPEN))
        except SchemaError:
            continue
        for _ in range(10):
            payload = maker.payload(schema, schema["$defs"])
            assert opened(payload) or not closed(payload), (seed, payload)
            pairs += 1
            closed_ones += closed(payload)
            differ += opened(payload) and not closed(payload)
    assert closed_ones > PAIRS / 10
    assert differ > PAIRS / 20


def test_what_is_declared_passes_open_by_chance() -> None:
    for seed in range(200):
        maker = Maker(seed)
        schema = maker.root()
        try:
            declared, opened = judge(schema), judge(told(schema, Mode.OPEN))
        except SchemaError:
            continue
        for _ in range(10):
            payload = maker.payload(schema, schema["$defs"])
            assert opened(payload) or not declared(payload), (seed, payload)


def test_relaxed_leaves_out_what_its_pointers_name() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string", "maxLength": 2}, "b": {"type": "integer"}},
        "required": ["a", "b"],
        "additionalProperties": False,
    }
    relaxed = judge(told(schema, Mode.RELAXED, ("/properties/a/maxLength", "/required/1")))
    assert relaxed({"a": "longer", "c": 1})
    assert not relaxed({"b": 1})
    assert not relaxed({"a": "x", "b": "1"})


@pytest.mark.parametrize("pointer", ["/nowhere", "/not/required", "/required/7", ""])
def test_a_pointer_that_leads_nowhere_or_would_refuse_more_is_an_error(pointer: str) -> None:
    schema = {"type": "object", "required": ["a"], "not": {"required": ["b"]}}
    with pytest.raises(PointerError):
        told(schema, Mode.RELAXED, (pointer,))


def test_stripped_tells_nothing_and_declared_everything() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": False}
    assert told(schema, Mode.STRIPPED) is None
    assert told(schema, Mode.DECLARED) == schema
