"""What `gonogo demo` tells: decisions taken from gauged answers, with server and client in processes of their own."""

import asyncio
import json
import os
import sqlite3
import sys
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from runpy import run_path
from typing import Any

from mcp import StdioServerParameters

from gonogo.catalog.catalog import Catalog
from gonogo.gauge.problem import Problem
from gonogo.gauge.verdict import Go, NoGo
from gonogo.host.handoff import Routed
from gonogo.host.host import Host
from gonogo.mcp.answer import Answer
from gonogo.mcp.client import GaugedClient
from gonogo.projection.project import project_all
from gonogo.projection.targets import TARGETS
from gonogo.schema.pointer import split

HERE = Path(__file__).parent
REFUNDS = HERE.parent / "refunds"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was tried.

    Attributes:
        title: what was tried.
        verdict: `go`, `no-go` (stopped by one of the client's doors) or `failed` (told so by the server).
        door: the door that stopped it; None where nothing did.
        codes: why.
        pointers: where.
        next_step: what the agent does now.
        expected: whether all this is as it should be.
    """

    title: str
    verdict: str
    door: str | None
    codes: tuple[str, ...]
    pointers: tuple[str, ...]
    next_step: str
    expected: bool

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "title": self.title,
            "verdict": self.verdict,
            "door": self.door,
            "codes": list(self.codes),
            "pointers": list(self.pointers),
            "next_step": self.next_step,
            "expected": self.expected,
        }


NEXT = {
    "available": "offer the article",
    "unknown": "have the shelf counted",
    "not_found": "say that there is no such article",
    "source_unavailable": "try again later",
}
"""What the agent does, by the state that it was told, or by the code of the failure."""


async def tell(database: Path) -> AsyncIterator[Step]:
    """Yield the steps of the story as they happen.

    Args:
        database: where the stock database is made.
    """
    async with server(database) as client:
        for sku, state in (("KETTLE", "available"), ("LAMP", "unknown"), ("SOFA", "not_found")):
            yield four_ways(sku, state, await client.call("get_stock", {"sku": sku}))
    async with server(database, ORDERS_SOURCE="down") as client:
        yield four_ways("KETTLE", "source_unavailable", await client.call("get_stock", {"sku": "KETTLE"}))
    async with server(database) as client:
        yield await order(client, "KETTLE", 3, "placed")
        yield await order(client, "TOASTER", 1, "too few pieces: 0 is a known stock")
        yield await order(client, "KETTLE", 500, "too few pieces")
    async with server(database, clock=lambda: datetime.now(UTC) + timedelta(hours=1)) as client:
        yield await order(client, "KETTLE", 1, "stale: count again")
    async with server(database, ORDERS_CARELESS="1") as client:
        answer = await client.call("get_stock", {"sku": "LAMP"})
        yield contradiction("a contradiction, stopped at the server's output door", answer, "failed")
    async with loose() as client:
        answer = await client.call("get_stock", {"sku": "LAMP"})
        yield contradiction("a contradiction of a server that gauges nothing", answer, "no-go")
    async with server(database) as client:
        async for step in refund(client):
            yield step
        yield await look_up(client)
    yield export()
    yield await answered(database)
    for each in handoffs(Host(Catalog.load(HERE))):
        yield each
    async for each in killed(database.parent):
        yield each


@asynccontextmanager
async def server(
    database: Path, clock: Callable[[], datetime] | None = None, **environment: str
) -> AsyncIterator[GaugedClient]:
    """Run the orders server in a process of its own, and connect a client that gauges by the same contracts."""
    command = ["-m", "gonogo", "serve", "--stdio", "--app", "app:host", "--catalog", str(HERE)]
    parameters = StdioServerParameters(
        command=sys.executable,
        args=command,
        cwd=HERE,
        env={**os.environ, "ORDERS_DB": str(database), **environment},
    )
    async with GaugedClient(parameters, Catalog.load(HERE), clock=clock) as client:
        yield client


@asynccontextmanager
async def loose() -> AsyncIterator[GaugedClient]:
    """Run the server that gauges nothing."""
    parameters = StdioServerParameters(
        command=sys.executable, args=[str(HERE / "loose.py")], env=dict(os.environ)
    )
    async with GaugedClient(parameters, Catalog.load(HERE)) as client:
        yield client


def four_ways(sku: str, expected: str, answer: Answer) -> Step:
    """Each state leads to its own next step; a source that is down is no state."""
    state = answer.value["status"] if isinstance(answer, Go) else codes_of(answer)[0]
    return step(f"how many {sku}?", answer, NEXT.get(state, "ask a person"), expected=state == expected)


async def order(client: GaugedClient, sku: str, quantity: int, expected: str) -> Step:
    """Order only on available, enough pieces and a fresh count."""
    title = f"order {quantity} {sku}"
    answer = await client.call("get_stock", {"sku": sku})
    if not isinstance(answer, Go):
        stale = "stale" in codes_of(answer)
        return step(title, answer, "stale: count again" if stale else "ask a person", expected=stale)
    stock = answer.value
    if stock["status"] != "available" or stock["quantity"] < quantity:
        known = ": 0 is a known stock" if stock["quantity"] == 0 else ""
        told = f"too few pieces{known}"
        return step(title, answer, told, expected=told == expected)
    request = {"sku": sku, "quantity": quantity, "request_id": str(uuid.uuid4())}
    placed = await client.call("place_order", request)
    told = placed.value["status"] if isinstance(placed, Go) else "ask a person"
    return step(title, placed, told, expected=told == expected)


def contradiction(title: str, answer: Answer, expected: str) -> Step:
    """An unknown stock of 0 pieces: whoever lets it through sells nothing, or what is not there."""
    stopped = step(title, answer, "have the shelf counted", expected=False)
    right = stopped.verdict == expected and "/quantity" in stopped.pointers
    return step(title, answer, "have the shelf counted", expected=right)


async def refund(client: GaugedClient) -> AsyncIterator[Step]:
    """A model sends an amount as text; the problem alone is enough to mend it."""
    arguments = {"order_id": "A-10234", "amount": "99.00", "reason": "late"}
    answer = await client.call("create_refund", json.dumps(arguments))
    refused = isinstance(answer, NoGo) and codes_of(answer) == ("stringified_json",)
    yield step('refund "99.00", as text', answer, "mend what the problem names", expected=refused)
    if isinstance(answer, NoGo):
        for issue in answer.problem.issues:
            name = split(issue.pointer)[0]
            arguments[name] = json.loads(arguments[name])
    again = await client.call("create_refund", json.dumps(arguments))
    right = isinstance(again, Go) and again.value["status"] == "refunded"
    yield step("refund 99.00, as mended", again, "tell the customer", expected=right)


async def look_up(client: GaugedClient) -> Step:
    """The carrier's `status` in the metadata is not the order's."""
    answer = await client.call("lookup_order", {"order_id": "A-10234"})
    if not isinstance(answer, Go):
        return step("where is A-10234?", answer, "ask a person", expected=False)
    found = answer.value["order"]
    right = (found["order_status"], found["metadata"]["status"]) == ("delivered", "archived")
    return step("where is A-10234?", answer, f"it is {found['order_status']}", expected=right)


def export() -> Step:
    """Every target takes the example, and none keeps a payload from being sent."""
    projections = project_all(Catalog.load(HERE), list(TARGETS))
    whole = not any(projection.failures or projection.narrowed for projection in projections)
    title = f"export 4 tools to {len(projections)} targets"
    return Step(title, "go" if whole else "no-go", None, (), (), "hand them to any model", expected=whole)


async def answered(database: Path) -> Step:
    """A model's message in the form of OpenAI Chat, without MCP: arguments as text, the answer as a tool message."""
    os.environ["ORDERS_DB"] = str(database)
    host = run_path(str(HERE / "app.py"))["host"]
    function = {"name": "get_stock", "arguments": '{"sku": "KETTLE"}'}
    message = {
        "role": "assistant",
        "tool_calls": [{"id": "call_1", "type": "function", "function": function}],
    }
    (reply,) = await host.answer(message, via="openai-chat-strict")
    right = json.loads(reply["content"])["status"] == "available" and reply["tool_call_id"] == "call_1"
    title = "answer an OpenAI Chat message"
    return Step(title, "go" if right else "no-go", None, (), (), "send the tool message back", expected=right)


def handoffs(host: Host) -> Iterator[Step]:
    """Triage hands over: who is sure reaches billing, who is not reaches a person, and what is wrong reaches nobody."""
    sure = {
        "intent": "refund",
        "order_id": "A-10234",
        "confidence": 0.93,
        "from": "triage",
        "to": "billing_agent",
    }
    unsure = {**sure, "confidence": 0.79}
    for title, payload, target in (
        ("sure", sure, "billing_agent"),
        ("not quite sure", unsure, "human_agent"),
    ):
        handed = host.handoff("triage_to_billing", payload)
        told = handed.target if isinstance(handed, Routed) else "nobody"
        yield Step(
            f"triage hands over, {title}", "go", None, (), (), f"start {told}", expected=told == target
        )
    wrong = {"intent": "refnd", "order_id": "10234", "from": "", "to": "billing_agent"}
    refused = host.handoff("triage_to_billing", wrong)
    problem = {} if isinstance(refused, Routed) else refused.problem.to_dict()
    pointers = tuple(issue["pointer"] for issue in problem.get("issues", ()))
    codes = tuple(issue["code"] for issue in problem.get("issues", ()))
    right = set(pointers) == {"/intent", "/order_id", "/confidence", "/from"}
    title = "triage hands over without its confidence, and with three more faults"
    yield Step(title, "no-go", problem.get("door"), codes, pointers, "start nobody", expected=right)


async def killed(folder: Path) -> AsyncIterator[Step]:
    """Billing refunds over MCP and is killed before it could write that down; run again, it ends, and refunds once."""
    bank = folder / "bank.sqlite"
    environment = {
        **os.environ,
        "REFUNDS_BANK": str(bank),
        "REFUNDS_RUNS": f"sqlite:{folder / 'runs.sqlite'}",
        "REFUNDS_SLOW": "5",
    }
    first = await billing(environment)
    while not refunds(bank) and first.returncode is None:  # noqa: ASYNC110 - another process's store is watched
        await asyncio.sleep(0.02)
    with suppress(ProcessLookupError):
        first.kill()
    said = (await first.communicate())[0].decode().split()
    title = "billing refunds, and is killed before it knows"
    yield Step(title, "go", None, (), (), "run it again", expected=said == ["handed_over"])
    second = await billing({**environment, "REFUNDS_SLOW": "0"})
    said = (await second.communicate())[0].decode().splitlines()
    resumed = said[:1] == ["resumed at handed_over"] and "acknowledged" in said
    title = "billing goes on from its last checkpoint, and ends"
    once = f"refunds in the bank's own store: {refunds(bank)}"
    yield Step(title, "go", None, (), (), once, expected=resumed and refunds(bank) == 1)


async def billing(environment: dict[str, str]) -> asyncio.subprocess.Process:
    """Run the billing agent in a process of its own."""
    words = (sys.executable, str(REFUNDS / "billing.py"), "demo-run")
    return await asyncio.create_subprocess_exec(*words, env=environment, stdout=asyncio.subprocess.PIPE)


def refunds(bank: Path) -> int:
    """How many refunds stand in the bank's own store."""
    if not bank.exists():
        return 0
    with closing(sqlite3.connect(bank, timeout=10)) as connection, suppress(sqlite3.OperationalError):
        return int(connection.execute("select count(*) from refunds").fetchone()[0])
    return 0


def step(title: str, answer: Answer, next_step: str, *, expected: bool) -> Step:
    """Return what became of an answer."""
    verdict = "go" if isinstance(answer, Go) else "no-go" if isinstance(answer, NoGo) else "failed"
    problem = problem_of(answer)
    issues = problem.get("issues", [])
    return Step(
        title,
        verdict,
        problem.get("door"),
        tuple(issue["code"] for issue in issues),
        tuple(issue["pointer"] for issue in issues),
        next_step,
        expected,
    )


def codes_of(answer: Answer) -> tuple[str, ...]:
    """Return why an answer is no Go."""
    return tuple(issue["code"] for issue in problem_of(answer).get("issues", ()))


def problem_of(answer: Answer) -> dict[str, Any]:
    """Return the problem of an answer as JSON; empty where there is none."""
    problem = None if isinstance(answer, Go) else answer.problem
    if isinstance(problem, Problem):
        return problem.to_dict()
    return dict(problem) if problem else {}
