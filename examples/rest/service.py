"""A workshop that lends tools: a small REST service with a database and a published OpenAPI document.

Run it with `python examples/rest/service.py`; the document is at `/openapi.json`.
"""

import argparse
import json
import os
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

DOCUMENT = json.loads((Path(__file__).parent / "openapi.json").read_text(encoding="utf-8"))
PAGE = 2
TABLES = """
CREATE TABLE IF NOT EXISTS items (id TEXT PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, note TEXT);
CREATE TABLE IF NOT EXISTS loans (
  id INTEGER PRIMARY KEY, item_id TEXT NOT NULL REFERENCES items, borrower TEXT NOT NULL,
  due_on TEXT NOT NULL, returned_at TEXT
);
"""
STOCK = [
    ("drill-1", "Hammer drill", "power", None),
    ("drill-2", "Cordless drill", "power", "the battery is weak"),
    ("plane-1", "Jack plane", "hand", None),
]
ITEM = """
SELECT items.id, name, kind, note, NOT EXISTS (
  SELECT 1 FROM loans WHERE item_id = items.id AND returned_at IS NULL
) AS available FROM items
"""

Handler = Callable[[Request], Awaitable[Response]]


def make(database: str, key: str) -> Starlette:
    """Return the service.

    Args:
        database: the path of its SQLite file.
        key: what staff sends as `X-Staff-Key`.
    """
    with closing(_open(database)) as held, held:
        held.executescript(TABLES)
        held.executemany("INSERT OR IGNORE INTO items VALUES (?, ?, ?, ?)", STOCK)
    app = Starlette(
        routes=[
            Route("/openapi.json", _document),
            Route("/items", _list_items),
            Route("/items/{item_id}", _get_item),
            Route("/items/{item_id}/label", _get_label),
            Route("/loans", _borrow, methods=["POST"]),
            Route("/loans/{loan_id:int}", _change, methods=["PATCH"]),
            Route("/loans/{loan_id:int}/return", _give_back, methods=["POST"]),
        ],
        exception_handlers={HTTPException: _problem},
    )
    app.state.database, app.state.key = database, key
    return app


def _open(database: str) -> sqlite3.Connection:
    held = sqlite3.connect(database)
    held.row_factory = sqlite3.Row
    return held


def _rows(request: Request, query: str, values: tuple[Any, ...] = ()) -> list[sqlite3.Row]:
    with closing(_open(request.app.state.database)) as held, held:
        return held.execute(query, values).fetchall()


def _item(row: sqlite3.Row) -> dict[str, Any]:
    return {**dict(row), "available": bool(row["available"])}


def _found(rows: list[sqlite3.Row], what: str) -> sqlite3.Row:
    if not rows:
        raise HTTPException(404, f"there is no such {what}")
    return rows[0]


async def _document(_: Request) -> Response:
    return JSONResponse(DOCUMENT)


async def _list_items(request: Request) -> Response:
    kinds = request.query_params.getlist("kind") or ["power", "hand"]
    start = request.query_params.get("after", "")
    marks = ", ".join("?" for _ in kinds)
    query = f"{ITEM} WHERE kind IN ({marks}) AND items.id > ? ORDER BY items.id LIMIT ?"
    found = [_item(row) for row in _rows(request, query, (*kinds, start, PAGE + 1))]
    more = found[PAGE - 1]["id"] if len(found) > PAGE else None
    return JSONResponse({"items": found[:PAGE], "next": more})


async def _get_item(request: Request) -> Response:
    rows = _rows(request, f"{ITEM} WHERE items.id = ?", (request.path_params["item_id"],))
    return JSONResponse(_item(_found(rows, "item")))


async def _get_label(request: Request) -> Response:
    rows = _rows(request, f"{ITEM} WHERE items.id = ?", (request.path_params["item_id"],))
    row = _found(rows, "item")
    return PlainTextResponse(f"{row['name']}\n{row['id']}\n")


async def _borrow(request: Request) -> Response:
    _staff(request)
    wanted = await request.json()
    item = _found(_rows(request, f"{ITEM} WHERE items.id = ?", (wanted["item_id"],)), "item")
    if not item["available"]:
        raise HTTPException(409, "the item is lent out")
    due = datetime.now(UTC).date() + timedelta(days=wanted["days"])
    query = "INSERT INTO loans (item_id, borrower, due_on) VALUES (?, ?, ?) RETURNING *"
    (row,) = _rows(request, query, (wanted["item_id"], wanted["borrower"], due.isoformat()))
    return JSONResponse(dict(row), 201)


async def _change(request: Request) -> Response:
    _staff(request)
    loan = request.path_params["loan_id"]
    row = _found(_rows(request, "SELECT * FROM loans WHERE id = ?", (loan,)), "loan")
    change = await request.json()
    due = change.get("due_on") or row["due_on"]
    date.fromisoformat(due)
    (row,) = _rows(request, "UPDATE loans SET due_on = ? WHERE id = ? RETURNING *", (due, loan))
    return JSONResponse(dict(row))


async def _give_back(request: Request) -> Response:
    _staff(request)
    now = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    query = "UPDATE loans SET returned_at = ? WHERE id = ? AND returned_at IS NULL RETURNING *"
    rows = _rows(request, query, (now, request.path_params["loan_id"]))
    _found(rows, "open loan")
    return Response(status_code=204)


def _staff(request: Request) -> None:
    if request.headers.get("x-staff-key") != request.app.state.key:
        raise HTTPException(401, "send the key of the staff")


async def _problem(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for nothing else
    body = {"title": error.detail, "status": error.status_code}
    return JSONResponse(body, error.status_code, media_type="application/problem+json")


def main() -> None:
    """Run the service until Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--database", default="workshop.sqlite")
    parser.add_argument("--log-level", default="warning")
    words = parser.parse_args()
    app = make(words.database, os.environ.get("WORKSHOP_KEY", "only-for-trying"))
    uvicorn.run(app, host="127.0.0.1", port=words.port, log_level=words.log_level, access_log=False)


if __name__ == "__main__":
    main()
