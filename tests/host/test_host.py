"""The host's two doors: what becomes of each kind of call. CASES A3, A5, B1 to B9, C, J1 and M1 at the host."""

import asyncio
import json
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.config import Config, HostConfig
from gonogo.catalog.contract import Contract, Side, Tool
from gonogo.host.host import Host
from gonogo.host.outcome import (
    HandlerFailed,
    InputRefused,
    Outcome,
    OutputRefused,
    SourceUnavailable,
    Success,
    Unavailable,
    UnknownTool,
)
from gonogo.schema.limits import Limits

ORDERS = Path(__file__).parent.parent.parent / "examples" / "orders"
SECRET = "s3cret-4711"  # noqa: S105 - what must not be found anywhere
STOCK = {"status": "available", "quantity": 3, "checked_at": "2026-11-30T20:00:00Z"}
ANY_OBJECT = {"type": "object"}


def call(host: Host, name: str, arguments: Any = None) -> Outcome:
    return asyncio.run(host.call(name, arguments))


def stock_host(handler: Callable[..., Any], **options: Any) -> Host:
    host = Host(Catalog.load(ORDERS), **options)
    host.register("get_stock", handler)
    return host


def tool_host(
    handler: Callable[..., Any], *, given: Any = ANY_OBJECT, output: Any = None, config: Config | None = None
) -> Host:
    tool = Tool(
        "work",
        "Works.",
        Contract.of("work", Side.INPUT, given),
        None if output is None else Contract.of("work", Side.OUTPUT, output),
    )
    host = Host(Catalog.of([tool], config))
    host.register("work", handler)
    return host


def codes(outcome: Outcome) -> list[str]:
    assert not isinstance(outcome, Success)
    return [issue.code for issue in outcome.problem.issues]


def test_a_gauged_result_is_a_success() -> None:
    outcome = call(stock_host(lambda sku: STOCK), "get_stock", {"sku": "KETTLE"})
    assert isinstance(outcome, Success)
    assert outcome.value == STOCK
    assert json.loads(outcome.text) == STOCK


def test_arguments_are_bound_by_name_or_given_whole() -> None:
    asked: list[Any] = []

    def by_name(sku: str) -> Any:
        asked.append(sku)
        return STOCK

    def whole(arguments: dict[str, Any]) -> Any:
        asked.append(arguments)
        return STOCK

    async def concurrent(sku: str) -> Any:
        asked.append(sku)
        return STOCK

    for handler in (by_name, whole, concurrent):
        assert isinstance(call(stock_host(handler), "get_stock", {"sku": "LAMP"}), Success)
    assert asked == ["LAMP", {"sku": "LAMP"}, "LAMP"]


def test_a_refused_input_never_runs() -> None:
    ran: list[int] = []
    outcome = call(stock_host(lambda sku: ran.append(1)), "get_stock", {"sku": ""})
    assert isinstance(outcome, InputRefused)
    assert not outcome.problem.executed
    assert outcome.problem.retryable
    assert ran == []


def test_a_source_that_is_down_is_no_state() -> None:
    def down(sku: str) -> Any:
        raise SourceUnavailable(SECRET)

    outcome = call(stock_host(down), "get_stock", {"sku": "LAMP"})
    assert isinstance(outcome, Unavailable)
    assert codes(outcome) == ["source_unavailable"]
    assert SECRET not in repr(outcome) + outcome.problem.to_json()


@pytest.mark.parametrize("error", [ValueError(SECRET), KeyError(SECRET), SystemExit(SECRET), KeyboardInterrupt(SECRET), TimeoutError(SECRET), GeneratorExit(SECRET)])  # fmt: skip
@pytest.mark.parametrize("blocking", [True, False])
def test_the_text_of_an_unknown_exception_never_leaves(
    error: BaseException, blocking: bool, caplog: pytest.LogCaptureFixture, capfd: Any
) -> None:
    def fails(sku: str) -> Any:
        raise error

    async def fails_later(sku: str) -> Any:
        raise error

    outcome = call(stock_host(fails if blocking else fails_later), "get_stock", {"sku": "LAMP"})
    assert isinstance(outcome, HandlerFailed)
    assert codes(outcome) == ["handler_failed"]
    assert outcome.problem.executed
    out, err = capfd.readouterr()
    assert SECRET not in repr(outcome) + outcome.problem.to_json() + caplog.text + out + err


def test_a_handler_that_cancels_itself_has_failed() -> None:
    async def cancels(sku: str) -> Any:
        raise asyncio.CancelledError

    assert codes(call(stock_host(cancels), "get_stock", {"sku": "LAMP"})) == ["handler_failed"]


def test_a_refused_output_is_our_fault() -> None:
    outcome = call(stock_host(lambda sku: {**STOCK, "status": "unknown"}), "get_stock", {"sku": "LAMP"})
    assert isinstance(outcome, OutputRefused)
    assert [issue.pointer for issue in outcome.problem.issues] == ["/quantity"]
    assert outcome.problem.executed
    assert not outcome.problem.retryable


def test_zero_pieces_is_a_known_stock() -> None:
    assert isinstance(
        call(stock_host(lambda sku: {**STOCK, "quantity": 0}), "get_stock", {"sku": "LAMP"}), Success
    )


@pytest.mark.parametrize("result", [None, "12 pieces", [STOCK], object(), {"status": {1, 2}}])
def test_a5_a_result_without_its_structure_is_refused(result: Any) -> None:
    # https://github.com/MikkoParkkola/mcp-gateway/issues/158
    assert isinstance(call(stock_host(lambda sku: result), "get_stock", {"sku": "LAMP"}), OutputRefused)


def test_a3_what_is_sent_is_what_was_gauged() -> None:
    # https://github.com/rekog-labs/MCP-Nest/pull/189
    closed = {"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": False}
    assert isinstance(call(tool_host(lambda: {"a": 1, "b": 2}, output=closed), "work"), OutputRefused)
    outcome = call(tool_host(lambda: {"a": 1.0}, output=closed), "work")
    assert isinstance(outcome, Success)
    assert (repr(outcome.value), outcome.text) == ("{'a': 1}", '{"a":1}')


def test_a_tool_without_output_contract_still_answers_json() -> None:
    assert isinstance(call(tool_host(lambda: {"any": [1]}), "work"), Success)
    assert codes(call(tool_host(lambda: {"any": {1, 2}}), "work")) == ["foreign_type"]
    assert codes(call(tool_host(lambda: float("nan")), "work")) == ["not_finite"]


def test_j1_an_error_text_is_no_result() -> None:
    # https://github.com/ansys/pyaedt-mcp/issues/120
    host = stock_host(lambda sku: "Error opening project: no such file")
    assert isinstance(call(host, "get_stock", {"sku": "LAMP"}), OutputRefused)


def test_m1_one_budget_holds_for_the_whole_result() -> None:
    # https://github.com/gkrost/scaleway-ops-mcp-server/issues/47
    config = Config(output_limits=Limits(size=1_000))
    rows = [{"n": number} for number in range(200)]
    outcome = call(tool_host(lambda: rows, output={"type": "array"}, config=config), "work")
    assert isinstance(outcome, OutputRefused)
    assert codes(outcome) == ["too_large"]
    assert isinstance(
        call(tool_host(lambda: rows[:50], output={"type": "array"}, config=config), "work"), Success
    )


def test_an_unknown_tool_names_the_nearest_and_not_what_was_asked() -> None:
    outcome = call(stock_host(lambda sku: STOCK), "get_stok")
    assert isinstance(outcome, UnknownTool)
    assert outcome.problem.issues[0].hint == "did you mean 'get_stock'?"
    assert SECRET not in call(stock_host(lambda sku: STOCK), SECRET).problem.to_json()  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "arguments",
    [{"sku": "LAMP"}, {"sku": ""}, {"sku": 1}, {}, {"sku": "LAMP", "ghost": 1}, {"sku": "a" * 100}],
)
def test_arguments_as_text_and_as_object_have_the_same_outcome(arguments: Any) -> None:
    host = stock_host(lambda sku: STOCK)
    as_object = call(host, "get_stock", arguments)
    for text in (json.dumps(arguments), json.dumps(arguments).encode()):
        as_text = call(host, "get_stock", text)
        assert type(as_text) is type(as_object)
        if not isinstance(as_object, Success) and not isinstance(as_text, Success):
            assert as_text.problem == as_object.problem


def test_b1_a_string_in_a_string_runs_once_and_is_noted() -> None:
    ran: list[str] = []

    def handler(sku: str) -> Any:
        ran.append(sku)
        return STOCK

    outcome = call(stock_host(handler), "get_stock", json.dumps(json.dumps({"sku": "LAMP"})))
    assert isinstance(outcome, Success)
    assert outcome.notes == ("unwrapped",)
    assert ran == ["LAMP"]


@pytest.mark.parametrize("arguments", ["", " ", None, "null"])
def test_b4_a_tool_without_parameters_runs_without_arguments(arguments: Any) -> None:
    assert isinstance(
        call(
            tool_host(lambda: {}, given={"type": "object", "additionalProperties": False}), "work", arguments
        ),
        Success,
    )


@pytest.mark.parametrize(
    "arguments", ['{"order_id":"ord_1","amou', "[1]", "3", [1], 3, "{}{}", "```json\n{}\n```"]
)
def test_b5_b6_what_is_no_object_never_runs(arguments: Any) -> None:
    ran: list[int] = []
    outcome = call(tool_host(lambda: ran.append(1)), "work", arguments)
    assert isinstance(outcome, InputRefused)
    assert ran == []


@pytest.mark.parametrize("arguments", [{"amount": "99.00"}, {"amount": True}, {"amount": 1, "ghost": 2}])
def test_c_nothing_is_coerced_and_nothing_is_stripped(arguments: Any) -> None:
    given = {
        "type": "object",
        "properties": {"amount": {"type": "number"}},
        "required": ["amount"],
        "additionalProperties": False,
    }
    ran: list[Any] = []
    host = tool_host(lambda amount: ran.append(amount), given=given)
    assert isinstance(call(host, "work", arguments), InputRefused)
    assert ran == []


def test_b9_a_tool_whose_contract_does_not_load_is_not_there(tmp_path: Path) -> None:
    # https://github.com/dcc-mcp/dcc-mcp-core/issues/992 and B8
    (tmp_path / "schemas" / "tools").mkdir(parents=True)
    (tmp_path / "schemas" / "tools" / "bad.json").write_text('{"type": "objct"}')
    host = Host(Catalog.load(tmp_path))
    host.register("bad", lambda: {})
    assert isinstance(call(host, "bad"), UnknownTool)
    assert {finding.code for finding in host.findings} == {"malformed_schema", "handler_without_contract"}


def test_a_call_takes_no_longer_than_it_may() -> None:
    released = threading.Event()
    config = Config(host=HostConfig(timeout=0.05))

    def blocks() -> Any:
        released.wait(10)

    async def never() -> Any:
        await asyncio.Event().wait()

    async def deaf() -> Any:
        while not released.is_set():
            try:
                await asyncio.sleep(10)
            except asyncio.CancelledError:
                released.wait(0)
                return None

    for handler in (blocks, never, deaf):
        outcome = call(tool_host(handler, config=config), "work")
        assert isinstance(outcome, HandlerFailed)
        assert codes(outcome) == ["timed_out"]
        assert outcome.problem.retryable
    released.set()


def test_a_time_out_is_set_by_tool_too() -> None:
    async def never(sku: str) -> Any:
        await asyncio.Event().wait()

    host = Host(Catalog.load(ORDERS))
    host.register("get_stock", never, timeout=0.02)
    assert codes(call(host, "get_stock", {"sku": "LAMP"})) == ["timed_out"]


def test_a_cancelled_call_cancels_its_handler() -> None:
    stopped: list[bool] = []

    async def handler(sku: str) -> Any:
        try:
            await asyncio.Event().wait()
        finally:
            stopped.append(True)

    async def main() -> None:
        task = asyncio.create_task(stock_host(handler).call("get_stock", {"sku": "LAMP"}))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.sleep(0)

    asyncio.run(main())
    assert stopped == [True]


def test_handlers_that_hang_do_not_keep_the_others_waiting() -> None:
    released = threading.Event()

    def hangs(hang: bool) -> Any:
        if hang:
            released.wait(60)
        return {}

    given = {"type": "object", "properties": {"hang": {"type": "boolean"}}, "required": ["hang"]}
    host = tool_host(hangs, given=given)

    async def main() -> None:
        hanging = [asyncio.create_task(host.call("work", {"hang": True})) for _ in range(100)]
        outcome = await host.call("work", {"hang": False})
        assert isinstance(outcome, Success)
        assert not any(task.done() for task in hanging)
        released.set()
        assert all(isinstance(outcome, Success) for outcome in await asyncio.gather(*hanging))

    asyncio.run(main())


def test_registration_is_checked() -> None:
    host = Host(Catalog.load(ORDERS))
    host.register("get_stok", lambda sku: STOCK)
    host.register("lookup_order", lambda order: {})
    host.register("create_refund", lambda order_id, amount: {})
    host.register("get_stock", lambda sku: STOCK)
    host.register("get_stock", lambda sku: {})
    found = {(finding.code, finding.message.split(":")[0]) for finding in host.findings}
    assert ("handler_without_contract", "a handler is registered for 'get_stok'") in found
    assert ("handler_twice", "'get_stock' has two handlers; the first is kept") in found
    assert ("handler_signature", "the handler of 'create_refund'") in found
    assert {code for code, _ in found} >= {"contract_without_handler"}
    assert sorted(host.tools) == ["get_stock", "lookup_order"]


def test_a_tool_without_output_contract_is_a_finding() -> None:
    assert [finding.code for finding in tool_host(lambda: {}).findings] == ["no_output_contract"]


def test_the_decorator_returns_the_function() -> None:
    host = Host(Catalog.load(ORDERS))

    @host.tool("get_stock")
    def get_stock(sku: str) -> Any:
        return STOCK

    assert get_stock("LAMP") is STOCK
    assert isinstance(call(host, "get_stock", {"sku": "LAMP"}), Success)


@pytest.mark.parametrize(
    ("age", "stale"),
    [(0, False), (299, False), (300, False), (301, True), (86_400, True), (-10, False), (-301, True)],
)
def test_freshness_is_judged_when_a_result_is_consumed(age: int, stale: bool) -> None:
    made = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)
    host = stock_host(lambda sku: STOCK, clock=lambda: made + timedelta(seconds=age))
    outcome = call(host, "get_stock", {"sku": "LAMP"})
    assert isinstance(outcome, Success)
    assert outcome.contract is not None
    problem = host.judge_freshness(outcome.contract, outcome.value)
    assert (problem is not None) is stale
    if problem is not None:
        (issue,) = problem.issues
        assert (issue.code, issue.pointer, issue.expected) == ("stale", "/checked_at", {"max_age": 300})
        assert str(abs(age)) in issue.hint
        assert "300 s" in issue.hint
