"""What `gonogo demo` tells: decisions taken from gauged answers, with server and client in processes of their own."""

import json
import os
import sys
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from runpy import run_path
from typing import Any

from mcp import StdioServerParameters

from gonogo.catalog.catalog import Catalog
from gonogo.gauge.problem import Problem
from gonogo.gauge.verdict import Go, NoGo
from gonogo.mcp.answer import Answer
from gonogo.mcp.client import GaugedClient
from gonogo.projection.project import project_all
from gonogo.projection.targets import TARGETS
from gonogo.schema.pointer import split

HERE = Path(__file__).parent


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
