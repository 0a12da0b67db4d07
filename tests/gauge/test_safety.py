"""What no payload and no schema may achieve: a crash, a hang, a connection, a read, a leak."""

import gc
import logging
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gonogo import Gauge, Go, NoGo
from gonogo.gauge.compiled import Recipe
from gonogo.gauge.explainer import Budget
from gonogo.gauge.problem import Door, Subject
from gonogo.gauge.verdict import Verdict
from gonogo.schema.errors import SchemaError, SchemaOverBudget, UnknownDialect, UnresolvedReference
from gonogo.schema.limits import Limits

DEPTH = 200_000
SECRET = "s3cret-4711"  # noqa: S105 - what must not be found anywhere
TREE = {"type": "object", "properties": {"next": {"$ref": "#"}}}


def nested(depth: int, key: str = "next") -> Any:
    value: Any = {}
    for _ in range(depth):
        value = {key: value}
    return value


def unnest(value: Any) -> None:
    """Take a deep value apart from the top, so that freeing it does not recurse."""
    while isinstance(value, dict) and value:
        _, value = value.popitem()


def on_small_stack(work: Callable[[], Any]) -> Any:
    answers: list[Any] = []
    previous = threading.stack_size(512 * 1024)
    try:
        thread = threading.Thread(target=lambda: answers.append(work()))
        thread.start()
        thread.join()
    finally:
        threading.stack_size(previous)
    return answers[0]


def codes(verdict: Verdict) -> set[str]:
    assert isinstance(verdict, NoGo)
    return {issue.code for issue in verdict.problem.issues}


@pytest.mark.parametrize("run", [lambda work: work(), on_small_stack], ids=["main", "small-stack"])
@pytest.mark.parametrize("schema", [TREE, True, {"type": "string"}], ids=["tree", "open", "string"])
def test_deep_nesting_is_refused_before_the_engine(run: Any, schema: Any) -> None:
    gauge = Gauge(schema, limits=Limits())
    assert codes(run(lambda: gauge.read('{"next":' * DEPTH))) == {"too_deep"}
    assert codes(run(lambda: gauge.read("[" * DEPTH))) == {"too_deep"}
    value = nested(DEPTH)
    assert codes(run(lambda: gauge.check(value))) == {"too_deep"}
    unnest(value)


@pytest.mark.parametrize("depth", [1, 63, 64, 65, 100, 150, 199])
def test_the_limit_of_depth_is_exact_at_both_entrances(depth: int) -> None:
    text = '{"next":' * (depth - 1) + "{}" + "}" * (depth - 1)
    for schema in (TREE, True):
        gauge = Gauge(schema)
        for verdict in (gauge.read(text), gauge.check(nested(depth - 1))):
            assert bool(verdict) is (depth <= 64)
            assert verdict or codes(verdict) == {"too_deep"}


def test_a_cycle_and_a_value_of_exponential_breadth_are_refused() -> None:
    cycle: list[Any] = []
    cycle.append(cycle)
    assert codes(Gauge(True).check(cycle)) == {"too_deep"}
    wide: Any = [1]
    for _ in range(60):
        wide = [wide, wide]
    assert codes(Gauge(True).check(wide)) == {"too_many_nodes"}
    cycle.clear()
    gc.collect()


def test_a_recursive_union_is_explained_in_few_steps() -> None:
    branch = {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}, "required": ["next"]}
    schema = {
        "$defs": {
            "node": {"anyOf": [{**branch, "title": "a"}, {**branch, "title": "b"}, {"type": "integer"}]}
        },
        "$ref": "#/$defs/node",
    }
    for depth in (16, 32, 60):
        gauge = Gauge(schema)
        value = nested(depth)
        assert not gauge.check(value)
        assert gauge.explain(value).steps < 40 * depth


def test_a_doubling_all_of_is_refused_when_it_is_compiled() -> None:
    # https://github.com/modelcontextprotocol/typescript-sdk/pull/2249
    levels: dict[str, Any] = {
        f"l{n}": {"allOf": [{"$ref": f"#/$defs/l{n + 1}"}, {"$ref": f"#/$defs/l{n + 1}"}]} for n in range(25)
    }
    with pytest.raises(SchemaOverBudget):
        Gauge({"$defs": {**levels, "l25": {"type": "integer"}}, "$ref": "#/$defs/l0"})


def test_a_pattern_that_explodes_elsewhere_runs_in_linear_time() -> None:
    gauge = Gauge({"pattern": "^(a+)+$"})
    text = "a" * 50_000 + "!"
    assert codes(gauge.check(text)) == {"pattern"}
    assert gauge.explain(text).steps < 10


def test_a_backtracking_pattern_that_gives_up_is_not_decided() -> None:
    schema = {"type": "object", "properties": {"p": {"not": {"pattern": r"^(?=(a+)+$)(?:(a+)\2)+b$"}}}}
    gauge = Gauge(schema, Recipe(imported=True))
    assert gauge.check({"p": "ab"})
    assert codes(gauge.check({"p": "a" * 5_000})) == {"not_decided"}


def test_an_imported_pattern_that_no_engine_takes_is_dropped_and_reported() -> None:
    gauge = Gauge({"properties": {"p": {"type": "string", "pattern": "(?P<x>a"}}}, Recipe(imported=True))
    assert gauge.dropped == ("/properties/p/pattern",)
    assert gauge.check({"p": "anything"})
    assert codes(gauge.check({"p": 1})) == {"type"}


def test_a_dropped_name_pattern_refuses_nothing_new() -> None:
    schema = {"patternProperties": {"^(?P<x>a)": {"type": "integer"}}, "additionalProperties": False}
    assert Gauge(schema, Recipe(imported=True)).check({"abc": 1})


def test_a_hundred_thousand_items_are_answered() -> None:
    gauge = Gauge({"type": "array", "uniqueItems": True}, limits=Limits())
    values = [*range(100_000), 5]
    assert codes(gauge.check(values)) == {"uniqueItems"}
    assert gauge.explain(values).steps < 10
    assert gauge.check(values[:-1])


def test_one_bad_item_among_a_hundred_thousand_is_found_in_few_steps() -> None:
    gauge = Gauge({"type": "array", "items": {"type": "integer"}}, limits=Limits())
    values: list[Any] = [*range(100_000)]
    values[77_777] = "x"
    explanation = gauge.explain(values)
    assert [issue.pointer for issue in explanation.issues] == ["/77777"]
    assert explanation.steps < 100


def test_issues_are_capped_and_the_cut_is_told() -> None:
    gauge = Gauge({"type": "array", "items": {"type": "integer"}}, budget=Budget(issues=5))
    verdict = gauge.check(["x"] * 50)
    assert isinstance(verdict, NoGo)
    assert len(verdict.problem.issues) == 5
    assert verdict.problem.truncated
    assert [issue.pointer for issue in verdict.problem.issues] == ["/0", "/1", "/2", "/3", "/4"]


def test_an_explanation_without_budget_is_not_explained() -> None:
    verdict = Gauge({"type": "integer"}, budget=Budget(steps=0)).check("x")
    assert codes(verdict) == {"not_explained"}


def test_an_explanation_stops_when_time_is_up() -> None:
    asked: list[int] = []

    def expired() -> bool:
        asked.append(1)
        return True

    schema = {"type": "object", "additionalProperties": {"type": "integer"}}
    gauge = Gauge(schema, budget=Budget(issues=1_000), expired=expired)
    verdict = gauge.check({str(n): "x" for n in range(2_000)})
    assert isinstance(verdict, NoGo)
    assert asked
    assert verdict.problem.truncated


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "{uri}"},
        {"$defs": {"unused": {"$ref": "{uri}"}}},
        {"$id": "{uri}", "$ref": "other.json"},
        {"properties": {"a": {"items": {"$ref": "{uri}#/x"}}}},
        {"$schema": "{uri}"},
        {"$dynamicRef": "{uri}#x"},
    ],
)
def test_no_reference_is_ever_followed_out_of_the_process(schema: Any, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        document = tmp_path / "schema.json"
        document.write_text('{"type": "integer"}')
        for uri in (f"http://127.0.0.1:{server.getsockname()[1]}/s.json", document.as_uri()):
            with pytest.raises((UnresolvedReference, UnknownDialect)):
                Gauge(_filled(schema, uri))
        with pytest.raises(BlockingIOError):
            server.accept()


def _filled(value: Any, uri: str) -> Any:
    if isinstance(value, dict):
        return {key: _filled(item, uri) for key, item in value.items()}
    return value.replace("{uri}", uri) if isinstance(value, str) else value


LEAKY = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "pattern": "^[a-z]+$", "maxLength": 5, "format": "email"},
        "kind": {"enum": ["alpha", "beta"]},
        "map": {
            "type": "object",
            "additionalProperties": {"type": "integer"},
            "propertyNames": {"maxLength": 3},
        },
        "list": {"type": "array", "items": {"const": 1}, "uniqueItems": True, "contains": {"const": 2}},
        "pay": {"oneOf": [{"properties": {"t": {"const": "a"}}, "required": ["t"]}, {"required": ["u"]}]},
        "open": {},
    },
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    "payload",
    [
        {"name": SECRET},
        {"kind": SECRET},
        {SECRET: 1},
        {"map": {SECRET: SECRET}},
        {"map": {"a": {SECRET: 1}}},
        {"list": [SECRET, SECRET]},
        {"pay": {"t": SECRET}},
        {"pay": {SECRET: 1}},
        {"open": {SECRET: float("nan")}},
        {"open": {SECRET: {1: SECRET}}},
        {"open": {SECRET: object()}},
        {"name": SECRET + "\ud800"},
        SECRET,
    ],
)
def test_a_secret_appears_nowhere(payload: Any, caplog: pytest.LogCaptureFixture, capfd: Any) -> None:
    caplog.set_level(logging.DEBUG)
    verdict = Gauge(LEAKY).check(payload)
    assert isinstance(verdict, NoGo)
    assert_silent(verdict, caplog, capfd)


@pytest.mark.parametrize(
    "text",
    [
        f'{{"{SECRET}":1,"{SECRET}":2}}',
        f'{{"name":"{SECRET}" x',
        f'"{SECRET}',
        f'{{"name":"{SECRET}\\ud800"}}',
        f"{SECRET}",
        f'{{"open":{{"{SECRET}":1e999}}}}',
        f'{{"{SECRET}":[[[[NaN',
    ],
)
def test_a_secret_in_broken_text_appears_nowhere(
    text: str, caplog: pytest.LogCaptureFixture, capfd: Any
) -> None:
    caplog.set_level(logging.DEBUG)
    verdict = Gauge(LEAKY).read(text)
    assert isinstance(verdict, NoGo)
    assert_silent(verdict, caplog, capfd)


def assert_silent(verdict: NoGo, caplog: pytest.LogCaptureFixture, capfd: Any) -> None:
    out, err = capfd.readouterr()
    for told in (verdict.problem.to_json(), repr(verdict), str(verdict), caplog.text, out, err):
        assert SECRET not in told


def test_a_value_that_passed_does_not_appear_in_a_repr() -> None:
    verdict = Gauge(True).check({"name": SECRET})
    assert isinstance(verdict, Go)
    assert SECRET not in repr(verdict)


def test_a_name_that_another_branch_declares_may_be_spoken() -> None:
    schema = {"allOf": [{"properties": {"a": True}}, {"additionalProperties": {"type": "integer"}}]}
    verdict = Gauge(schema).check({"a": "x", SECRET: "y"})
    assert isinstance(verdict, NoGo)
    assert [issue.pointer for issue in verdict.problem.issues] == ["/a", "/*"]


@pytest.mark.parametrize(
    "value",
    [float("nan"), float("inf"), {1: 2}, {1, 2}, (1, 2), b"x", object(), pytest.param(10**5000, id="huge")],
)
def test_a_value_outside_json_is_refused_where_no_schema_looks(value: Any) -> None:
    verdict = Gauge({"type": "object", "properties": {"metadata": {}}}).check({"metadata": {"x": value}})
    assert isinstance(verdict, NoGo)
    assert verdict.problem.issues[0].pointer.startswith("/metadata/*")


def test_nan_hidden_in_an_untyped_subtree_is_refused_as_text_too() -> None:
    assert codes(Gauge({"type": "object"}).read('{"metadata":{"x":[NaN]}}')) == {"not_finite"}
    assert codes(Gauge({"type": "object"}).read('{"metadata":{"x":[1e999]}}')) == {"number_range"}


def test_b8_a_schema_that_does_not_compile_is_never_valid() -> None:
    # https://github.com/google-gemini/gemini-cli/pull/9332
    with pytest.raises(SchemaError) as caught:
        Gauge({"type": "objct"})
    assert caught.value.pointer == "/type"


def test_m2_limits_are_judged_before_the_contract() -> None:
    # https://github.com/apache/maka/issues/4915
    gauge = Gauge({"type": "integer"}, limits=Limits(size=100, depth=3, nodes=10))
    assert codes(gauge.read(" " * 101)) == {"too_large"}
    assert codes(gauge.read("[[[[1]]]]")) == {"too_deep"}
    assert codes(gauge.read("[" + ",".join("1" * 20) + "]")) == {"too_many_nodes"}
    assert codes(gauge.check(["x" * 101])) == {"too_large"}
    assert codes(gauge.check([[[[1]]]])) == {"too_deep"}
    assert codes(gauge.check([1] * 10)) == {"too_many_nodes"}


def test_the_schema_is_held_as_a_copy() -> None:
    schema: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "integer"}}}
    gauge = Gauge(schema)
    schema["properties"]["a"]["type"] = "string"
    assert gauge.check({"a": 1})
    assert codes(gauge.check({"a": "x"})) == {"type"}


def test_the_callers_value_is_not_changed() -> None:
    value = {"n": 5.0}
    verdict = Gauge({"properties": {"n": {"type": "integer"}}}).check(value)
    assert isinstance(verdict, Go)
    assert repr(verdict.value) == "{'n': 5}"
    assert repr(value) == "{'n': 5.0}"


@pytest.mark.parametrize(
    ("door", "retryable", "executed"),
    [
        (Door.INPUT, True, False),
        (Door.OUTPUT, False, True),
        (Door.HANDOFF, True, False),
        (Door.CHECKPOINT, False, False),
    ],
)
def test_a_door_decides_who_can_mend_and_whether_the_tool_ran(
    door: Door, retryable: bool, executed: bool
) -> None:
    verdict = Gauge({"type": "integer"}, subject=Subject(door, "t")).check("x")
    assert isinstance(verdict, NoGo)
    assert (verdict.problem.retryable, verdict.problem.executed) == (retryable, executed)


def test_the_recursion_limit_of_python_does_not_matter() -> None:
    limit = sys.getrecursionlimit()
    schema: Any = {"type": "integer"}
    for _ in range(28):
        schema = {"allOf": [{"anyOf": [schema, {"type": "null"}]}]}
    gauge = Gauge(schema)
    assert not gauge.check("x")
    assert sys.getrecursionlimit() == limit
