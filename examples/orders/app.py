"""The orders host: handlers over a real SQLite database, with switches in the environment.

ORDERS_DB        the database file; it is created and filled where there is none
ORDERS_SOURCE    `down` takes the source away: every handler finds it unavailable
ORDERS_CARELESS  set, the stock handler answers 0 where it should say that it does not know
ORDERS_CATALOG   the contract repository; this folder by default
"""

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from gonogo.host.host import Host
from gonogo.host.outcome import SourceUnavailable

HERE = Path(__file__).parent
SCHEMA = """
create table if not exists stock (sku text primary key, quantity integer);
create table if not exists orders (number integer primary key, request_id text unique, status text, paid real);
create table if not exists lines (number integer, sku text, quantity integer);
create table if not exists refunds (number integer primary key, order_number integer, amount real, reason text);
"""
STOCK = [("KETTLE", 12), ("TOASTER", 0), ("LAMP", None)]

host = Host.at(os.environ.get("ORDERS_CATALOG", HERE))


def database() -> sqlite3.Connection:
    """Open the database; a source that is down is no business state."""
    if os.environ.get("ORDERS_SOURCE") == "down":
        raise SourceUnavailable("the stock database is switched off")
    path = os.environ.get("ORDERS_DB", str(HERE / ".gonogo" / "orders.sqlite"))
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, timeout=5)
        fill(connection)
    except (OSError, sqlite3.Error) as error:
        raise SourceUnavailable(str(error)) from error
    return connection


def fill(connection: sqlite3.Connection) -> None:
    """Make the tables, and what stands in them at first."""
    connection.executescript(SCHEMA)
    with connection:
        connection.executemany("insert or ignore into stock values (?, ?)", STOCK)
        connection.execute("insert or ignore into orders values (10234, 'seed', 'delivered', 199.0)")
        connection.execute(
            "insert into lines select 10234, 'KETTLE', 2 where not exists (select 1 from lines where number = 10234)"
        )


def now() -> str:
    """The time as the contracts want it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


@host.tool("get_stock")
def get_stock(sku: str) -> dict[str, Any]:
    """Count an article; zero pieces is a known stock, an article without a count is unknown."""
    with closing(database()) as connection:
        row = connection.execute("select quantity from stock where sku = ?", (sku,)).fetchone()
    if row is None:
        return {"status": "not_found", "quantity": None, "checked_at": now()}
    if row[0] is None:
        # A shelf that nobody counted: a careless handler answers 0 here, and the output door stops it.
        careless = 0 if os.environ.get("ORDERS_CARELESS") else None
        return {"status": "unknown", "quantity": careless, "checked_at": now()}
    return {"status": "available", "quantity": row[0], "checked_at": now()}


@host.tool("lookup_order")
def lookup_order(order_id: str) -> dict[str, Any]:
    """Find an order with its lines. What a carrier calls its `status` stays in the metadata."""
    number = int(order_id.removeprefix("A-"))
    with closing(database()) as connection:
        row = connection.execute("select status, paid from orders where number = ?", (number,)).fetchone()
        lines = connection.execute("select sku, quantity from lines where number = ?", (number,)).fetchall()
    if row is None:
        return {"result": "not_found", "order": None}
    return {
        "result": "found",
        "order": {
            "order_id": order_id,
            "order_status": row[0],
            "paid": row[1],
            "lines": [{"sku": sku, "quantity": quantity} for sku, quantity in lines],
            "metadata": {"status": "archived", "carrier": "north"},
        },
    }


@host.tool("place_order")
def place_order(sku: str, quantity: int, request_id: str) -> dict[str, Any]:
    """Take pieces off the shelf; the same request orders once."""
    with closing(database()) as connection, connection:
        known = connection.execute("select number from orders where request_id = ?", (request_id,)).fetchone()
        if known:
            return {"status": "placed", "order_id": f"A-{known[0]}"}
        row = connection.execute("select quantity from stock where sku = ?", (sku,)).fetchone()
        if row is None:
            return {"status": "not_found", "order_id": None}
        if row[0] is None or row[0] < quantity:
            return {"status": "out_of_stock", "order_id": None}
        connection.execute("update stock set quantity = quantity - ? where sku = ?", (quantity, sku))
        placed = connection.execute(
            "insert into orders (request_id, status, paid) values (?, 'open', 0)", (request_id,)
        )
        connection.execute("insert into lines values (?, ?, ?)", (placed.lastrowid, sku, quantity))
        return {"status": "placed", "order_id": f"A-{placed.lastrowid}"}


@host.tool("create_refund")
def create_refund(order_id: str, amount: float, reason: str) -> dict[str, Any]:
    """Refund what was paid, once."""
    number = int(order_id.removeprefix("A-"))
    with closing(database()) as connection, connection:
        row = connection.execute("select paid from orders where number = ?", (number,)).fetchone()
        refunded = connection.execute(
            "select coalesce(sum(amount), 0) from refunds where order_number = ?", (number,)
        ).fetchone()[0]
        refused = None
        if row is None:
            refused = "order_not_found"
        elif refunded:
            refused = "already_refunded"
        elif amount > row[0]:
            refused = "amount_exceeds_payment"
        if refused:
            return {"status": "refused", "refund_id": None, "order_id": order_id, "refused_because": refused}
        made = connection.execute(
            "insert into refunds (number, order_number, amount, reason) "
            "values ((select coalesce(max(number), 999) + 1 from refunds), ?, ?, ?)",
            (number, amount, reason),
        )
        return {"status": "refunded", "refund_id": f"R-{made.lastrowid}", "order_id": order_id}
