"""The caller is known to handlers, in threads too, and is written down by name alone."""

import asyncio
import json
from pathlib import Path
from typing import Any

from gonogo.host.caller import Caller, called_by, current_caller
from gonogo.host.host import Host
from gonogo.host.journal import Journal
from hosts import Made, catalog_of

CALLER = Caller("deploy", frozenset({"read"}), "s3cret-token")


def test_a_blocking_and_an_async_handler_know_who_calls(tmp_path: Path) -> None:
    host = Host(catalog_of({"block": Made(), "wait": Made()}), journal=Journal(tmp_path / "journal.jsonl"))
    seen: list[Any] = []

    async def wait(_arguments: dict[str, Any]) -> int:
        await asyncio.sleep(0)
        seen.append(current_caller())
        return 1

    host.register("block", lambda _arguments: seen.append(current_caller()))
    host.register("wait", wait)

    async def main() -> None:
        with called_by(CALLER):
            await host.call("block")
            await host.call("wait")
        await host.call("wait")

    asyncio.run(main())
    assert seen == [CALLER, CALLER, None]
    text = (tmp_path / "journal.jsonl").read_text(encoding="utf-8")
    assert [json.loads(line).get("gonogo.caller") for line in text.splitlines()] == ["deploy", "deploy", None]
    assert "s3cret" not in text


def test_a_token_stands_in_no_repr() -> None:
    assert "s3cret" not in repr(CALLER)
