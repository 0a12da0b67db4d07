"""The names of tools do not depend on order or company."""

import json
import random
from typing import Any

from gonogo.openapi.compilation import Settings, compile_document

ANSWER = {"204": {"description": "d"}}


def named(
    operations: dict[tuple[str, str], str | None], frozen: dict[str, str] | None = None
) -> dict[str, str]:
    paths: dict[str, Any] = {}
    for (method, path), identifier in operations.items():
        own = {"responses": ANSWER} | ({} if identifier is None else {"operationId": identifier})
        paths.setdefault(path, {})[method] = own
    text = json.dumps({"openapi": "3.1.0", "info": {}, "paths": paths}).encode()
    made = compile_document({"a.json": text}, "a.json", Settings(frozen=frozen or {}))
    return {tool.operation.key: tool.name for tool in made.tools}


OPERATIONS: dict[tuple[str, str], str | None] = {
    ("get", "/a"): "user__list",
    ("get", "/b"): "a.b",
    ("get", "/c"): "a b",
    ("get", "/d"): None,
    ("post", "/d"): "Überprüfung",
    ("get", "/e/{id}"): "一覧",
    ("get", "/f"): "x" * 70,
    ("get", "/g"): "2fa",
    ("get", "/h"): "List",
    ("get", "/i"): "list",
}


def test_names_are_plain_letters() -> None:
    names = named(OPERATIONS)
    assert names["GET /a"] == "user__list"
    assert names["GET /b"].startswith("a_b_")
    assert names["GET /c"].startswith("a_b_")
    assert names["GET /d"] == "get_d"
    assert names["POST /d"] == "Uberprufung"
    assert names["GET /e/{id}"] == "get_e_id"
    assert len(names["GET /f"]) == 64
    assert names["GET /g"] == "op_2fa"
    assert len({name.casefold() for name in names.values()}) == len(OPERATIONS)


def test_order_and_insertion_change_nothing() -> None:
    right = named(OPERATIONS)
    rows = [*OPERATIONS.items(), *((("put", f"/new/{index}"), f"new_{index}") for index in range(10))]
    random.Random(7).shuffle(rows)
    shuffled = named(dict(rows))
    assert {key: shuffled[key] for key in right} == right


def test_a_lock_keeps_a_name_that_would_clash() -> None:
    first = named({("get", "/b"): "a.b"})
    both = named({("get", "/b"): "a.b", ("get", "/c"): "a b"}, first)
    assert both["GET /b"] == "a_b"
    assert both["GET /c"] not in {"a_b", ""}
