"""Tools with bindings behind MCP over HTTP: executed, the caller's token sent on, and bodies that are no JSON."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from asking import App, Got, ask, call, pairs, run
from gonogo.mcp.auth import Auth
from gonogo.mcp.http import HttpApp
from gonogo.mcp.keys import KeysInEnvironment, new_key
from gonogo.mcp.server import McpServer
from services import Answer, Connected, always, connected, getting, json_body, service

REVISIONS = pytest.mark.parametrize("revision", ["2026-07-28", "2025-11-25"])
PICTURE = b"\x89PNG\r\n\x1a\n"


def asked(each: Connected, revision: str, secret: str | None = None, auth: Auth | None = None) -> Got:
    app = HttpApp(McpServer(each.host), auth=auth, around=each.tools)
    more = {} if secret is None else {"authorization": f"Bearer {secret}"}

    async def of_the_older(app: App) -> Got:
        params = {"name": "op", "arguments": {}}
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        return await ask(app, pairs("tools/call", "op", revision, **more), body)

    return run(app, of_the_older if revision < "2026" else lambda app: call(app, "op", {}, **more))


def keys() -> tuple[Auth, str]:
    made, secret = new_key("k", ["read"], datetime(2026, 12, 1, tzinfo=UTC))
    words = {word: getattr(made, word) for word in ("name", "id", "salt", "hash", "created")}
    return Auth([KeysInEnvironment(json.dumps({"keys": [{**words, "scopes": list(made.scopes)}]}))]), secret


def result(got: Got) -> Any:
    assert got.status == 200
    text = got.body.decode()  # older revisions answer by an event
    event = text.partition("data: ")[2].partition("\r\n")[0]
    return json.loads(event or text)["result"]


@REVISIONS
def test_a_tool_with_a_binding_is_executed(revision: str) -> None:
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    with service(always(Answer.of({"n": 7}))) as held:
        got = result(asked(connected(getting({"200": json_body(schema)}), held.url), revision))
        assert got["structuredContent"] == {"n": 7}
        assert [one.goal for one in held.asked] == ["/x"]


@REVISIONS
def test_the_key_that_let_the_caller_in_is_sent_on_where_that_is_configured(revision: str) -> None:
    doc = getting({"200": json_body({"type": "object"})}, security=[{"b": []}])
    doc["components"] = {"securitySchemes": {"b": {"type": "http", "scheme": "bearer"}}}
    auth, secret = keys()
    with service() as held:
        for pass_through in (True, False):
            each = connected(doc, held.url, environment={"GONOGO_HTTP_B": "ours"}, pass_through=pass_through)
            result(asked(each, revision, secret, auth))
        assert [one.header("authorization") for one in held.asked] == [f"Bearer {secret}", "Bearer ours"]


@REVISIONS
def test_a_picture_is_a_block_beside_the_mirror(revision: str) -> None:
    doc = getting({"200": {"description": "d", "content": {"image/png": {"schema": {"type": "string"}}}}})
    with service(always(Answer(200, PICTURE, "image/png"))) as held:
        got = result(asked(connected(doc, held.url), revision))
    assert [(block["type"], block.get("mimeType")) for block in got["content"]] == [("image", "image/png")]
    assert not got.get("isError")
