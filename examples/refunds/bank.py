"""The refund tool: it books each refund once in a store of its own, whoever calls how often.

REFUNDS_BANK     the SQLite file; it is made where there is none
REFUNDS_SLOW     seconds between booking a refund and answering, as a slow bank takes them
REFUNDS_CATALOG  the contract repository; this folder by default
"""

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from gonogo.host.host import Host
from gonogo.host.outcome import SourceUnavailable

HERE = Path(__file__).parent
SCHEMA = """
create table if not exists refunds (number integer primary key, key text unique, order_id text, amount real, reason text);
create table if not exists calls (key text);
"""

host = Host.at(os.environ.get("REFUNDS_CATALOG", HERE))


def database() -> sqlite3.Connection:
    """Open the store."""
    path = Path(os.environ.get("REFUNDS_BANK", HERE / ".gonogo" / "bank.sqlite"))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, timeout=10)
        connection.executescript(SCHEMA)
    except (OSError, sqlite3.Error) as error:
        raise SourceUnavailable(str(error)) from error
    return connection


@host.tool("create_refund")
def create_refund(order_id: str, amount: float, reason: str, idempotency_key: str) -> dict[str, Any]:
    """Book a refund, or find the one that was booked with this key."""
    with closing(database()) as connection:
        with connection:
            connection.execute("insert into calls values (?)", (idempotency_key,))
            connection.execute(
                "insert or ignore into refunds (number, key, order_id, amount, reason) "
                "values ((select coalesce(max(number), 999) + 1 from refunds), ?, ?, ?, ?)",
                (idempotency_key, order_id, amount, reason),
            )
        time.sleep(float(os.environ.get("REFUNDS_SLOW", "0")))
        row = connection.execute(
            "select number, order_id, amount from refunds where key = ?", (idempotency_key,)
        ).fetchone()
    return {"refund_id": f"R-{row[0]}", "order_id": row[1], "amount": row[2]}
