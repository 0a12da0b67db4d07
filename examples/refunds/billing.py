"""The billing agent over checkpoints alone: `python billing.py RUN` begins a refund, or goes on where it was killed.

It prints each step that it does, and at the end its state as one line of JSON. REFUNDS_RUNS names the store of its
checkpoints. What `flow.py` has DBOS do, this does by hand: the step that may be done again carries a key.
"""

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

from mcp import StdioServerParameters

from gonogo import Go, Host
from gonogo.host.checkpoint import NoRun, Resumed, Saved
from gonogo.mcp.client import GaugedClient

HERE = Path(__file__).parent
BEGUN = {
    "order_id": "A-10234",
    "amount": 99.0,
    "agent": "billing_agent",
    "refund_id": None,
    "acknowledged": None,
}

host = Host.at(HERE)


def tell(line: str) -> None:
    """Say what is done, to whoever watches."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def keep(run_id: str, step: str, state: dict[str, Any]) -> None:
    """Keep a checkpoint, or stop."""
    saved = host.checkpoint(run_id, step, state, "refund_flow")
    if not isinstance(saved, Saved):
        sys.exit(saved.problem.to_json())
    tell(step)


async def call_bank(run_id: str, state: dict[str, Any]) -> str:
    """Refund over MCP; the run's own key makes the same refund of whatever is asked twice."""
    words = ["-m", "gonogo", "serve", "--stdio", "--app", "bank:host"]
    server = StdioServerParameters(command=sys.executable, args=words, cwd=HERE, env=dict(os.environ))
    arguments = {"order_id": state["order_id"], "amount": state["amount"], "reason": "late"}
    async with GaugedClient(server, host.catalog) as client:
        answer = await client.call("create_refund", {**arguments, "idempotency_key": f"{run_id}-refund"})
    if not isinstance(answer, Go):
        sys.exit("the bank did not refund")
    return str(answer.value["refund_id"])


def main(run_id: str) -> None:
    """Do what the last checkpoint leaves to do."""
    resumed = host.resume(run_id)
    if isinstance(resumed, Resumed):
        step, state = resumed.checkpoint.step, resumed.checkpoint.state
        tell(f"resumed at {step}")
    elif isinstance(resumed, NoRun):
        step, state = "handed_over", dict(BEGUN)
        keep(run_id, step, state)
    else:
        sys.exit(resumed.problem.to_json())
    if step == "handed_over":
        state = {**state, "refund_id": asyncio.run(call_bank(run_id, state))}
        step = "refunded"
        keep(run_id, step, state)
    if step == "refunded":
        state = {**state, "acknowledged": True}
        keep(run_id, "acknowledged", state)
    tell(json.dumps(state))


if __name__ == "__main__":
    main(sys.argv[1])
