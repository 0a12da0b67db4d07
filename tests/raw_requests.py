"""Raw requests of revision 2026-07-28, good, at the edge and malformed, each with a name."""

import base64
import json
from collections.abc import Iterator
from typing import Any, TypeAlias

from asking import META, pairs

Raw: TypeAlias = tuple[str, list[tuple[str, str]], bytes]
"""A name, headers and a body."""

VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
CLIENT = "io.modelcontextprotocol/clientInfo"

BASES: dict[str, tuple[str, dict[str, Any], str | None]] = {
    "call": ("tools/call", {"name": "echo", "arguments": {"a": 1}}, "echo"),
    "call-nothing": ("tools/call", {"name": "echo"}, "echo"),
    "call-unknown": ("tools/call", {"name": "nobody", "arguments": {}}, "nobody"),
    "call-mirrored": ("tools/call", {"name": "mirrored", "arguments": {"region": "eu"}}, "mirrored"),
    "list": ("tools/list", {}, None),
    "discover": ("server/discover", {}, None),
    "unknown": ("foo/bar", {}, None),
    "ping": ("ping", {}, None),
    "prompts": ("prompts/list", {}, None),
}


def b64(text: str) -> str:
    return f"=?base64?{base64.b64encode(text.encode()).decode()}?="


def raw_requests() -> Iterator[Raw]:
    """Yield every request."""
    for base, (method, params, name) in BASES.items():
        headers = pairs(method, name, **({"mcp_param_region": "eu"} if base == "call-mirrored" else {}))
        whole = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": META}}
        body = json.dumps(whole).encode()
        yield base, headers, body
        for change, changed in _headers(headers):
            yield f"{base}: {change}", changed, body
        for change, value in _values(whole):
            yield f"{base}: {change}", headers, json.dumps(value).encode()
        for change, text in _texts(whole):
            yield f"{base}: {change}", headers, text
    yield from _calls()
    yield from _lists()


def _without(headers: list[tuple[str, str]], name: str) -> list[tuple[str, str]]:
    return [pair for pair in headers if pair[0] != name]


def _headers(headers: list[tuple[str, str]]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    held = dict(headers)
    for name in [each for each in held if each != "host"]:
        value, rest = held[name], _without(headers, name)
        yield f"no {name}", rest
        for told in ("", "x", value.upper(), f"{value}x"):
            yield f"{name} is {told!r}", [*rest, (name, told)]
        if name not in ("accept", "content-type"):
            yield f"{name} in base64", [*rest, (name, b64(value))]
            yield f"{name} twice", [*headers, (name, value)]
    for version in ("2026-07-27", "2099-01-01", "2025-13-01", "DRAFT", "2026-07-28, 2026-07-28"):
        yield (
            f"version {version}",
            [*_without(headers, "mcp-protocol-version"), ("mcp-protocol-version", version)],
        )
    for accept in (
        "*/*",
        "application/json",
        "text/event-stream",
        "application/*, text/*",
        "APPLICATION/JSON, TEXT/EVENT-STREAM",
        "application/json;q=0.9, text/event-stream;q=0.1",
        "text/html",
    ):
        yield f"accept {accept}", [*_without(headers, "accept"), ("accept", accept)]
    for kind in ("application/json; charset=utf-8", "text/plain", "application/jsonx", "APPLICATION/JSON"):
        yield f"type {kind}", [*_without(headers, "content-type"), ("content-type", kind)]
    yield "an unknown header", [*headers, ("x-other", "1")]
    yield "a session", [*headers, ("mcp-session-id", "abc"), ("last-event-id", "1")]


def _values(whole: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    identifier: Any
    params: Any
    for identifier in (
        0,
        -1,
        2**53,
        2**63,
        2**64,
        2**70,
        10**100,
        "",
        "a",
        "é",
        1.0,
        1.5,
        None,
        True,
        [],
        {},
    ):
        yield f"id {identifier!r}", {**whole, "id": identifier}
    yield "a notification", {word: value for word, value in whole.items() if word != "id"}
    for version in ("1.0", 2.0, None, "", "2.00"):
        yield f"jsonrpc {version!r}", {**whole, "jsonrpc": version}
    for word in ("jsonrpc", "method", "params"):
        yield f"no {word}", {name: value for name, value in whole.items() if name != word}
    for method in ("", 1, None, "tools/Call"):
        yield f"method {method!r}", {**whole, "method": method}
    for params in (None, [], "x", 1, {}):
        yield f"params {params!r}", {**whole, "params": params}
    extra: Any
    for extra in ({"extra": 1}, {"result": {}}, {"error": {"code": 1, "message": ""}}):
        yield f"extra {extra!r}", {**whole, **extra}
    yield "a batch", [whole]
    yield "an empty batch", []
    yield "a response", {"jsonrpc": "2.0", "id": 1, "result": {}}
    yield "an error", {"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "x"}}
    yield from ((f"meta: {change}", value) for change, value in _metas(whole))


def _metas(whole: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    params = whole["params"]
    meta: Any
    change: dict[str, Any]
    for meta in (None, [], "x", {}, {VERSION: "2026-07-28"}, {CAPABILITIES: {}}):
        yield repr(meta), {**whole, "params": {**params, "_meta": meta}}
    for change in (
        {VERSION: "2025-11-25"},
        {VERSION: None},
        {VERSION: 1},
        {CAPABILITIES: None},
        {CAPABILITIES: []},
        {CAPABILITIES: {"x": 1}},
        {CAPABILITIES: {"roots": 1}},
        {CAPABILITIES: {"sampling": {}}},
        {CLIENT: {"name": "a", "version": "1"}},
        {CLIENT: {"name": "a"}},
        {CLIENT: {}},
        {CLIENT: None},
        {CLIENT: "x"},
        {"progressToken": 1},
        {"progressToken": "a"},
        {"progressToken": []},
        {"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"},
        {"traceparent": "nonsense"},
        {"traceparent": 1},
        {"other/key": {"deep": [1]}},
        {"io.modelcontextprotocol/logLevel": "info"},
        {"io.modelcontextprotocol/logLevel": "loud"},
    ):
        yield repr(change), {**whole, "params": {**params, "_meta": {**META, **change}}}


def _texts(whole: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    text = json.dumps(whole).encode()
    yield "nothing", b""
    yield "white space", b" \n"
    yield "white space around", b" \r\n" + text + b"\t "
    yield "cut off", text[:-1]
    yield "trailing", text + b"x"
    yield "two", text + text
    yield "a mark", b"\xef\xbb\xbf" + text
    yield "UTF-16", text.decode().encode("utf-16")
    yield "no UTF-8", text.replace(b'"2.0"', b'"2.0\xff"')
    yield "single quotes", text.replace(b'"', b"'")
    yield "a comment", b"/**/" + text
    yield "a trailing comma", text[:-1] + b",}"
    yield "a number alone", b"1"
    yield "text alone", b'"x"'
    yield "deep", b"[" * 100_000
    yield "twice an id", text.replace(b'"id": 1', b'"id": 1, "id": 2')
    yield "twice a method", text.replace(b'"jsonrpc"', b'"method": "x", "jsonrpc"')
    yield "half a surrogate", text.replace(b'"id": 1', b'"id": "\\ud800"')
    yield "a huge id", text.replace(b'"id": 1', b'"id": ' + b"9" * 5000)
    yield "an id beyond floats", text.replace(b'"id": 1', b'"id": 1e400')
    yield "escaped names", text.replace(b'"method"', b'"\\u006dethod"')


def _calls() -> Iterator[Raw]:
    headers = pairs("tools/call", "echo")
    start = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    arguments: Any
    name: Any
    for arguments in (None, [], "x", "{}", 1, True, {}, {"a": None}, {"a": 2**70}, {"a": 1e300}, {"é": "漢"}):
        params = {"name": "echo", "arguments": arguments, "_meta": META}
        yield f"arguments {arguments!r}", headers, json.dumps({**start, "params": params}).encode()
    for name in (None, 1, "", "ECHO", "echo ", "漢", "x" * 5000, [], {}):
        params = {"name": name, "arguments": {}, "_meta": META}
        named = pairs("tools/call", b64(name) if isinstance(name, str) else "echo")
        yield f"name {str(name)[:9]!r}", named, json.dumps({**start, "params": params}).encode()
    extra: Any
    for extra in (
        {"extra": 1},
        {"inputResponses": {}},
        {"inputResponses": 1},
        {"requestState": "x"},
        {"requestState": 1},
        {"task": {}},
    ):
        params = {"name": "echo", "arguments": {}, "_meta": META, **extra}
        yield f"params with {extra!r}", headers, json.dumps({**start, "params": params}).encode()
    for told in (
        "echo ",
        " echo",
        "=?base64?ZWNobw==?=",
        "=?base64?ZWNobx==?=",
        "=?base64?!?=",
        "=?base64?/w==?=",
        "=?BASE64?ZWNobw==?=",
    ):
        params = {"name": "echo", "arguments": {}, "_meta": META}
        yield (
            f"mcp-name {told!r}",
            pairs("tools/call", told),
            json.dumps({**start, "params": params}).encode(),
        )
    for value, sent in (
        ("eu", None),
        (None, "eu"),
        ("eu", "us"),
        ("eu", "=?base64?ZXU=?="),
        ("eu", "EU"),
        ("é", "=?base64?w6k=?="),
        ("é", "é"),
        (1, "1"),
        ("", ""),
    ):
        params = {"name": "mirrored", "arguments": {} if value is None else {"region": value}, "_meta": META}
        more = {} if sent is None else {"mcp_param_region": sent}
        yield (
            f"region {value!r} as {sent!r}",
            pairs("tools/call", "mirrored", **more),
            json.dumps({**start, "params": params}).encode(),
        )


def _lists() -> Iterator[Raw]:
    cursor: Any
    for cursor in (None, "", "x", "dG9vbHM6", "dG9vbHM6ZWNobw==", 1, [], {}, True, "é", "a" * 9000):
        params = {"cursor": cursor, "_meta": META}
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": params}
        yield f"cursor {str(cursor)[:20]!r}", pairs("tools/list"), json.dumps(body).encode()
