"""A refund over several agents, as a durable run: triage, handoff, billing, the refund tool over MCP, acknowledgement.

    python flow.py RUN [--confidence N] [--acknowledge]

Begins the run, or goes on with it where it was killed, and prints what came of it as one line of JSON.

REFUNDS_DURABLE  where the run is recorded: sqlite:///PATH or postgresql://…
REFUNDS_RUNS     where its checkpoints are kept: a store's address
"""

import argparse
import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

from mcp import StdioServerParameters

from gonogo import Go, Host
from gonogo.adapters.dbos import Durable
from gonogo.host.handoff import Routed
from gonogo.mcp.client import GaugedClient

HERE = Path(__file__).parent
DATABASE = f"sqlite:///{HERE / '.gonogo' / 'durable.sqlite'}"
WEEK = 7 * 24 * 3600.0

host = Host.at(HERE)
catalog = host.catalog
durable = Durable(host, name="refunds", database=os.environ.get("REFUNDS_DURABLE", DATABASE))
REFUND = catalog.tools["create_refund"].output
assert REFUND is not None  # noqa: S101 - the contract stands beside this file


@durable.step(catalog.handoffs["triage_to_billing"])
def triage(request: dict[str, Any]) -> dict[str, Any]:
    """Understand what a customer wants; a model would answer here, and be gauged alike."""
    return {**request, "intent": "refund", "from": "triage_agent", "to": "billing_agent"}


@durable.step(REFUND)
def refund(handoff: dict[str, Any], idempotency_key: str) -> Any:
    """Call the refund tool over MCP; done again after a kill, it refunds nothing more."""
    arguments = {name: handoff[name] for name in ("order_id", "amount", "reason")}
    return asyncio.run(call_bank({**arguments, "idempotency_key": idempotency_key}))


async def call_bank(arguments: dict[str, Any]) -> Any:
    """Call the tool in a process of its own, gauged on both sides."""
    words = ["-m", "gonogo", "serve", "--stdio", "--app", "bank:host"]
    server = StdioServerParameters(command=sys.executable, args=words, cwd=HERE, env=dict(os.environ))
    async with GaugedClient(server, catalog) as client:
        answer = await client.call("create_refund", arguments)
    if isinstance(answer, Go):
        return answer.value
    raise RuntimeError("the bank did not refund")


@durable.workflow
def refund_flow(request: dict[str, Any]) -> dict[str, Any]:
    """Lead one customer through; each step is recorded, and each state is a checkpoint."""
    handoff = triage(request)
    handed = host.handoff("triage_to_billing", handoff)
    if not isinstance(handed, Routed):
        return {"refused": handed.problem.to_dict()}
    state = {
        "order_id": handoff["order_id"],
        "amount": handoff["amount"],
        "agent": handed.target,
        "refund_id": None,
        "acknowledged": None,
    }
    durable.checkpoint("handed_over", state, "refund_flow")
    if handed.target == "billing_agent":
        state["refund_id"] = refund(handoff)["refund_id"]
        durable.checkpoint("refunded", state, "refund_flow")
        message = durable.receive(catalog.handoffs["acknowledgement"], "acknowledgement", WEEK)
        state["acknowledged"] = bool(message and message["received"])
        durable.checkpoint("acknowledged", state, "refund_flow")
    return state


def main() -> None:
    """Begin or go on, and wait for the end."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("run")
    options.add_argument("--confidence", type=float, default=0.93)
    options.add_argument("--acknowledge", action="store_true", help="say at once that the money has arrived")
    chosen = options.parse_args()
    request = {"order_id": "A-10234", "amount": 99.0, "reason": "late", "confidence": chosen.confidence}
    durable.launch()
    print("launched", flush=True)  # noqa: T201 - whoever watches the run may wait for this
    try:
        durable.start(refund_flow, chosen.run, request)
        if chosen.acknowledge:
            message = {"order_id": request["order_id"], "received": True}
            durable.send(chosen.run, message, "acknowledgement", key=f"{chosen.run}-acknowledged")
        print(json.dumps(durable.result(chosen.run)), flush=True)  # noqa: T201
    finally:
        durable.close()


if __name__ == "__main__":
    main()
