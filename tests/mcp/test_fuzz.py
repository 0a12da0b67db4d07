"""Requests by chance: no fault of ours, no hang, nothing that was sent comes back where it should not."""

import json
import logging
import random
from collections.abc import Iterator
from typing import Any

import pytest

from asking import Got, ask, run
from gonogo.mcp.http import HttpApp
from gonogo.mcp.server import McpServer
from hosts import Made, host_of
from raw_requests import raw_requests

SECRET = "s3cr3t-4-nobody"  # noqa: S105 - what must not come back
CLOSED = {"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": False}
HOST = host_of(
    {
        "echo": Made(given=CLOSED, output={"type": "object"}, answer={}),
        "mirrored": Made(
            given={"properties": {"region": {"type": "string", "x-mcp-header": "Region"}}}, answer=1
        ),
    }
)
SPLICES = (
    b"",
    b"\0",
    b"\xff",
    b'"',
    b"{",
    b"[",
    b"}",
    b"9" * 400,
    b"1e999",
    b"\\ud800",
    b"null",
    b"true",
    b"\\u0000",
)
VALUES: tuple[Any, ...] = (None, True, -1, 2**80, 1e308, "", SECRET, [], {}, [[]], {"": SECRET}, "\u2028")
REVISIONS = ("2026-07-28", "2025-11-25", "2025-06-18", "2024-11-05", "1999-01-01", "")


def changed(value: Any, chance: random.Random) -> Any:
    """The value with one part of it replaced."""
    if chance.random() < 0.3 or not isinstance(value, dict | list) or not value:
        return chance.choice(VALUES)
    if isinstance(value, list):
        place = chance.randrange(len(value))
        return [changed(each, chance) if number == place else each for number, each in enumerate(value)]
    name = chance.choice(list(value))
    if chance.random() < 0.2:
        return {key: each for key, each in value.items() if key != name}
    return {key: changed(each, chance) if key == name else each for key, each in value.items()}


def inputs(seed: int, count: int) -> Iterator[tuple[list[tuple[str, str]], bytes]]:
    """Requests that were good, with some changes by chance."""
    chance = random.Random(seed)
    good = [(headers, body) for name, headers, body in raw_requests() if ":" not in name]
    for _ in range(count):
        headers, body = chance.choice(good)
        headers = [
            (
                name,
                chance.choice(REVISIONS)
                if name == "mcp-protocol-version" and chance.random() < 0.3
                else value,
            )
            for name, value in headers
            if chance.random() > 0.03
        ]
        if chance.random() < 0.5:
            try:
                value = json.loads(body)
            except ValueError:
                value = {}
            for _ in range(chance.randint(1, 3)):
                value = changed(value, chance)
            body = json.dumps(value).encode()
        else:
            for _ in range(chance.randint(1, 3)):
                place = chance.randrange(len(body) + 1)
                body = body[:place] + chance.choice(SPLICES) + body[place + chance.randint(0, 3) :]
        yield headers, body


@pytest.mark.parametrize("seed", range(4))
def test_no_request_by_chance_is_a_fault_or_comes_back(seed: int) -> None:
    app = HttpApp(McpServer(HOST))

    async def all_of_them(_app: Any) -> list[tuple[bytes, Got]]:
        return [(body, await ask(app, headers, body)) for headers, body in inputs(seed, 750)]

    logging.disable(logging.CRITICAL)
    try:
        answers = run(app, all_of_them)
    finally:
        logging.disable(logging.NOTSET)
    for body, got in answers:
        assert got.status < 500, body
        if b'"id": "' + SECRET.encode() not in body:  # an identifier is what an answer is known by
            assert SECRET.encode() not in got.body, (body, got.body)
        assert b"Traceback" not in got.body
        assert got.status == 202 or got.body
