"""A durable run in a process of its own: `python durable_app.py DATABASE RUN [WAYS…]`.

It logs each step that it does to the file LOG, and prints what came of the run as one line of JSON.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

from gonogo import Catalog, Host
from gonogo.adapters.dbos import Durable
from gonogo.catalog.contract import Contract, Side
from gonogo.host.sqlite_store import SqliteStore

LOG = Path(os.environ["LOG"])
WAYS = set(sys.argv[3:])
PRICE = {
    "type": "object",
    "properties": {"amount": {"type": "number"}},
    "required": ["amount"],
    "additionalProperties": False,
}
STATE = {"type": "object", "required": ["amount"]}

catalog = Catalog(
    states={
        "price": Contract.of(
            "price", Side.STATE, {**PRICE, "description": "changed"} if "typo" in WAYS else PRICE
        ),
        "flow": Contract.of("flow", Side.STATE, {**STATE, "minProperties": 1} if "other" in WAYS else STATE),
    }
)
host = Host(catalog, store=SqliteStore(LOG.with_name("runs.sqlite")))
durable = Durable(host, name="test-app", database=sys.argv[1])


def log(text: str) -> None:
    with LOG.open("a", encoding="utf-8") as file:
        file.write(text + "\n")


@durable.step(catalog.states["price"])
def price(_article: str, idempotency_key: str = "") -> Any:
    log(f"price {idempotency_key}")
    return {"amount": "99.00"} if "bad" in WAYS else {"amount": 99.0}


@durable.workflow
def order(article: str) -> Any:
    priced = price(article)
    durable.checkpoint("priced", priced, "flow")
    if "die" in WAYS:
        os.kill(os.getpid(), 9)
    message = durable.receive(catalog.states["price"], "paid", 10.0)
    durable.checkpoint("paid", message, "flow")
    return message


def main() -> None:
    """Begin the run or go on with it, and say what came of it."""
    waiting = durable.launch()
    sys.stdout.write(json.dumps(waiting) + "\n")
    run_id = sys.argv[2]
    try:
        durable.start(order, run_id, "KETTLE")
        if not WAYS & {"die", "bad"}:
            message = {"amount": None} if "lie" in WAYS else {"amount": 1}
            durable.send(run_id, message, "paid", key=f"{run_id}-paid")
        said = json.dumps(durable.result(run_id))
    except Exception as error:  # noqa: BLE001 - whatever ended the run is told
        said = str(error)
    sys.stdout.write(said + "\n")
    durable.close()


if __name__ == "__main__":
    main()
