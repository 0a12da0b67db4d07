"""Seldom seen schemas on their way to every target: nothing is lost in silence, and every loss is shown."""

from typing import Any

import pytest

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.contract import Contract, Side, Tool
from gonogo.gauge.arguments import NotUndone
from gonogo.gauge.compiled import Recipe
from gonogo.projection.cut import Cut, Cutter, as_json_schema
from gonogo.projection.loss import Kind
from gonogo.projection.project import project
from gonogo.projection.targets import TARGETS, TYPES
from gonogo.projection.typed import typed
from gonogo.projection.witnesses import unwitnessed
from gonogo.schema.engine import Options, Patterns, compile_schema
from nasty import SOUND

TABLES = {name: table for name, table in {**TARGETS, **TYPES}.items() if name != "a2a"}


def contract_of(name: str) -> Contract:
    return Contract.of(name, Side.INPUT, SOUND[name][0], recipe=Recipe(imported=True))


def takes(cut: Cut, wire: Any) -> bool:
    schema = as_json_schema(cut.schema)
    return compile_schema(schema, Options(patterns=Patterns.BACKTRACKING)).is_valid(wire)


def comes_through(cut: Cut, contract: Contract, wire: Any) -> bool:
    try:
        return bool(contract.gauge.check(cut.inverse.undo(wire)))
    except NotUndone:
        return False


@pytest.mark.parametrize("name", SOUND)
def test_the_payloads_are_what_they_are_meant_to_be(name: str) -> None:
    contract, (_, good, bad) = contract_of(name), SOUND[name]
    assert all(contract.gauge.check(payload) for payload in good)
    assert not any(contract.gauge.check(payload) for payload in bad)


@pytest.mark.parametrize("name", SOUND)
def test_what_it_admits_is_sent_and_comes_back_or_is_told(name: str) -> None:
    contract, cutter = contract_of(name), Cutter(witnesses=True)
    for target, table in TABLES.items():
        cut = cutter.cut(contract, table)
        for payload in SOUND[name][1]:
            wire = cut.inverse.apply(payload)
            if takes(cut, wire):
                assert cut.inverse.undo(wire) == payload, target
            else:
                assert cut.narrowed, (target, payload)


@pytest.mark.parametrize("name", SOUND)
def test_what_it_refuses_is_not_let_through_in_silence(name: str) -> None:
    contract, cutter = contract_of(name), Cutter(witnesses=True)
    for target, table in TABLES.items():
        cut = cutter.cut(contract, table)
        told = any(loss.kind is Kind.WIDENED for loss in cut.losses)
        for payload in SOUND[name][2]:
            wire = cut.inverse.apply(payload)
            assert told or not takes(cut, wire) or comes_through(cut, contract, wire), (target, payload)


@pytest.mark.parametrize("name", SOUND)
def test_every_loss_is_shown(name: str) -> None:
    contract, cutter = contract_of(name), Cutter(witnesses=True)
    for target, table in TABLES.items():
        assert unwitnessed(cutter.cut(contract, table).losses) == (), target


def test_two_keywords_that_say_the_same_are_not_both_without_effect() -> None:
    cut = Cutter(witnesses=True).cut(contract_of("redundant twice"), TARGETS["azure-openai-strict"])
    kinds = {loss.keyword: loss.kind for loss in cut.losses}
    assert sorted((kinds["minLength"].value, kinds["pattern"].value)) in (
        ["exact", "widened"],
        ["widened"] * 2,
    )


def test_two_objects_closed_in_one_union_are_not_both_without_effect() -> None:
    one = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
    other = {"type": "object", "properties": {"a": {"type": "string", "maxLength": 9}}, "required": ["a"]}
    given = {
        "type": "object",
        "properties": {"x": {"anyOf": [one, other]}},
        "required": ["x"],
        "additionalProperties": False,
    }
    cut = Cutter(witnesses=True).cut(Contract.of("t", Side.INPUT, given), TARGETS["openai-chat-strict"])
    (*_, narrowed) = [loss for loss in cut.losses if loss.kind is Kind.NARROWED]
    assert narrowed.witness is not None


def test_an_empty_list_keeps_its_length_or_the_loss_is_told() -> None:
    for target in ("openai-chat-strict", "anthropic-strict"):
        given = {
            "type": "object",
            "properties": {"x": {"type": "array", "items": False}},
            "required": ["x"],
            "additionalProperties": False,
        }
        cut = Cutter(witnesses=True).cut(Contract.of("t", Side.INPUT, given), TARGETS[target])
        assert takes(cut, {"x": ["a"]}) is any(loss.kind is Kind.WIDENED for loss in cut.losses)


def nasty_catalog() -> Catalog:
    return Catalog.of(Tool(name, "d", contract_of(name)) for name in SOUND)


@pytest.mark.parametrize("target", TARGETS)
def test_a_whole_catalog_of_them_reaches_every_target(target: str) -> None:
    projection = project(nasty_catalog(), target)
    assert projection.failures == ()
    assert len(set(projection.names.values())) == len(SOUND)


@pytest.mark.parametrize("target", TYPES)
def test_types_have_names_of_their_own_that_other_tools_do_not_change(target: str) -> None:
    whole = typed(nasty_catalog(), target)
    assert whole.failures == ()
    assert len(set(whole.names.values())) == len(SOUND)
    alone = typed(Catalog.of([nasty_catalog().tools["mutual"]]), target)
    definitions = whole.document["$defs"]
    assert alone.document["$defs"] == {name: definitions[name] for name in alone.document["$defs"]}


def test_types_are_given_nothing_that_could_steer_a_generator() -> None:
    given = {
        "type": "object",
        "title": "Other",
        "$comment": "x",
        "tsType": "any; import 'fs'",
        "customTypePath": "os.system",
        "properties": {
            "a": {"type": "string", "tsType": "never", "x-python-import": {"module": "os", "name": "x"}}
        },
        "additionalProperties": False,
    }
    contract = Contract.of("t", Side.INPUT, given, recipe=Recipe(imported=True))
    for target in TYPES:
        document = typed(Catalog.of([Tool("t", "d", contract)]), target).document
        assert document["$defs"]["TInput"] == {
            "type": "object",
            "properties": {"a": {"type": "string"}},
            "additionalProperties": False,
        }
