"""Arguments made into requests: content parameters, bodies of every kind, and what cannot be sent."""

import base64
import json
from email import message_from_bytes
from typing import Any
from urllib.parse import parse_qsl

import pytest

from gonogo.gauge.codes import CODES
from gonogo.openapi.sending import HttpRequest, PlanFault, request_from
from plans import row


def body(media_type: str, **more: Any) -> dict[str, Any]:
    return {
        "media_type": media_type,
        "required": True,
        "properties": None,
        "argument": ["body"],
        "encoding": {},
    } | more


def sent(own: dict[str, Any], value: Any) -> HttpRequest:
    plan = {"method": "POST", "path": "/x", "parameters": [], "body": own}
    return request_from(plan, {"body": value})


@pytest.mark.parametrize(
    "media_type",
    [
        "application/json",
        "application/merge-patch+json",
        "application/json-patch+json",
        "application/vnd.api+json; charset=utf-8",
        "text/json",
    ],
)
@pytest.mark.parametrize(
    "value",
    [{}, None, [], {"a": None}, [{"op": "remove", "path": "/a"}], "x", 0, False, {"n": 10**30, "é": 0.1}],
)
def test_json_is_kept_whole(media_type: str, value: Any) -> None:
    request = sent(body(media_type), value)
    assert request.headers["Content-Type"] == media_type
    assert request.body is not None
    assert json.loads(request.body) == value


@pytest.mark.parametrize(
    ("media_type", "right"), [("*/*", "application/json"), ("application/*", "application/json")]
)
def test_a_range_of_media_types_is_sent_as_json(media_type: str, right: str) -> None:
    request = sent(body(media_type), {"a": 1})
    assert (request.headers["Content-Type"], request.body) == (right, b'{"a":1}')


def test_numbers_keep_their_digits() -> None:
    request = sent(body("application/json"), {"id": 1915883588174806058, "big": 2**70, "f": 0.1})
    assert request.body == b'{"id":1915883588174806058,"big":1180591620717411303424,"f":0.1}'


def test_an_optional_body_is_absent_or_null() -> None:
    plan = {
        "method": "POST",
        "path": "/x",
        "parameters": [],
        "body": body("application/json", required=False),
    }
    absent = request_from(plan, {})
    assert (absent.body, "Content-Type" in absent.headers) == (None, False)
    assert request_from(plan, {"body": None}).body == b"null"
    plan["body"] = body("application/json")
    with pytest.raises(PlanFault) as told:
        request_from(plan, {})
    assert (told.value.code, told.value.pointer) == ("required", "/body")


def test_flat_arguments_become_one_object() -> None:
    own = body("application/json", argument=None, properties=["a", "b"])
    plan = {
        "method": "PUT",
        "path": "/x/{id}",
        "parameters": [row("path", "simple", explode=False, name="id")],
        "body": own,
    }
    request = request_from(plan, {"id": "1", "b": None})
    assert (request.path, request.body) == ("/x/1", b'{"b":null}')
    assert request_from(plan, {"id": "1"}).body == b"{}"


def test_grouped_arguments_are_found() -> None:
    plan = {
        "method": "PUT",
        "path": "/x/{id}",
        "parameters": [
            row("path", "simple", explode=False, name="id") | {"argument": ["path", "id"]},
            row("query", "form", explode=True, name="id") | {"argument": ["query", "id"]},
        ],
        "body": body("application/json"),
    }
    request = request_from(plan, {"path": {"id": 1}, "query": {"id": 2}, "body": {"id": 3}})
    assert (request.path, request.query, request.body) == ("/x/1", "id=2", b'{"id":3}')
    for unknown in ({"path": {"id": 1, "x": 1}}, {"path": {"id": 1}, "x": 1}):
        with pytest.raises(PlanFault) as told:
            request_from(plan, {"body": {}, **unknown})
        assert (told.value.code, told.value.pointer) == ("additionalProperties", "/*")


@pytest.mark.parametrize(
    ("location", "value", "right"),
    [
        ("query", {"a": 1}, "p=%7B%22a%22%3A1%7D"),
        ("query", None, "p=null"),
        ("query", [], "p=%5B%5D"),
        ("querystring", {"a": 1}, "%7B%22a%22%3A1%7D"),
    ],
)
def test_content_parameters_are_json(location: str, value: Any, right: str) -> None:
    own = row(location, "form", explode=True, name="p", media_type="application/json")
    assert request_from({"method": "GET", "path": "/x", "parameters": [own]}, {"p": value}).query == right


def test_content_parameters_elsewhere() -> None:
    header = row("header", "simple", explode=False, name="X-P", media_type="application/json")
    cookie = row("cookie", "form", explode=False, name="c", media_type="application/json")
    plain = row("query", "form", explode=False, name="t", media_type="text/plain")
    form = row("querystring", "form", explode=False, name="q", media_type="application/x-www-form-urlencoded")
    plan = {"method": "GET", "path": "/x", "parameters": [header, cookie, plain, form]}
    request = request_from(
        plan, {"X-P": {"é": 1}, "c": {"a": ";"}, "t": "a b", "q": {"a": [1, 2], "b": {"c": 1}}}
    )
    assert request.headers["X-P"] == '{"\\u00e9":1}'
    assert request.headers["Cookie"] == "c=%7B%22a%22%3A%22%3B%22%7D"
    assert request.query == "t=a%20b&a=1&a=2&b=%7B%22c%22%3A1%7D"


def test_urlencoded_bodies_by_encoding() -> None:
    encoding = {
        "expand": {"style": "deepObject", "explode": True},
        "tags": {"style": "form", "explode": False},
        "wide": {"style": "spaceDelimited"},
        "doc": {"contentType": "application/json"},
    }
    value = {
        "expand": {"a": ["x"], "b": {"c": 1}},
        "tags": ["a,b", "c"],
        "wide": ["a", "b"],
        "doc": "x",
        "list": [1, {"d": 2}],
        "object": {},
        "text": "a b+c&d=é",
        "flag": False,
    }
    request = sent(body("application/x-www-form-urlencoded", encoding=encoding), value)
    assert request.headers["Content-Type"] == "application/x-www-form-urlencoded"
    assert request.body is not None
    assert b"tags=a%2Cb,c" in request.body
    assert parse_qsl(request.body.decode(), keep_blank_values=True) == [
        ("expand[a][]", "x"),
        ("expand[b][c]", "1"),
        ("tags", "a,b,c"),
        ("wide", "a b"),
        ("doc", '"x"'),
        ("list", "1"),
        ("list", '{"d":2}'),
        ("object", "{}"),
        ("text", "a b+c&d=é"),
        ("flag", "false"),
    ]


@pytest.mark.parametrize("value", [{"a": None}, {"a": []}])
@pytest.mark.parametrize("media_type", ["application/x-www-form-urlencoded", "multipart/form-data"])
def test_a_form_has_no_null_and_no_empty_list(media_type: str, value: Any) -> None:
    with pytest.raises(PlanFault) as told:
        sent(body(media_type), value)
    assert (told.value.code, told.value.pointer) == ("not_sendable", "/body/a")


def parts(request: HttpRequest) -> list[tuple[str | None, str | None, str, bytes]]:
    """Name, file name, media type and bytes of each part, as the standard library's parser of messages reads them."""
    head = f"Content-Type: {request.headers['Content-Type']}\r\n\r\n".encode()
    message = message_from_bytes(head + (request.body or b""))
    found = []
    for part in message.get_payload():
        assert not isinstance(part, str)
        name = part.get_param("name", header="Content-Disposition")
        data = part.get_payload(decode=True)
        assert isinstance(data, bytes)
        assert name is None or isinstance(name, str)
        found.append((name, part.get_filename(), part.get_content_type(), data))
    return found


def test_multipart_bodies_have_typed_parts() -> None:
    data = bytes(range(256)) + b"\r\n--"
    own = body(
        "multipart/form-data",
        binary=["file", "more"],
        encoding={
            "file": {"contentType": "image/png, image/jpeg"},
            "more": {"contentType": "image/*"},
            "note": {"contentType": "text/markdown"},
            "tags": {"style": "form", "explode": False},
        },
    )
    value = {
        "file": base64.b64encode(data).decode(),
        "more": [base64.b64encode(b"1").decode(), ""],
        "note": "# x",
        "tags": ["a", "b"],
        "meta": {"a": [1]},
        "each": [1, {"b": None}],
        "plain": "a\r\nb",
    }
    request = sent(own, value)
    assert parts(request) == [
        ("file", "file", "image/png", data),
        ("more", "more", "application/octet-stream", b"1"),
        ("more", "more", "application/octet-stream", b""),
        ("note", None, "text/markdown", b"# x"),
        ("tags", None, "text/plain", b"a,b"),
        ("meta", None, "application/json", b'{"a":[1]}'),
        ("each", None, "text/plain", b"1"),
        ("each", None, "application/json", b'{"b":null}'),
        ("plain", None, "text/plain", b"a\r\nb"),
    ]
    assert sent(own, value) == request


def test_a_part_cannot_end_its_own_part() -> None:
    own = body("multipart/form-data")
    boundary = sent(own, {"a": "x"}).headers["Content-Type"].partition("boundary=")[2]
    text = f"x\r\n--{boundary}--\r\n"
    assert [part[3] for part in parts(sent(own, {"a": text}))] == [text.encode()]
    evil = 'a"; filename="x"\r\nX: y'
    assert b"\r\nX: y" not in (sent(own, {evil: "x"}).body or b"")


def test_base64_bodies_are_sent_as_bytes() -> None:
    request = sent(body("application/octet-stream", base64=True), "AP8=")
    assert (request.body, request.headers["Content-Type"]) == (b"\0\xff", "application/octet-stream")
    assert sent(body("image/*", base64=True), "").headers["Content-Type"] == "application/octet-stream"
    assert sent(body("image/png", base64=True), "").body == b""


@pytest.mark.parametrize("value", ["A", "AA=A", "A A=", "é", "AP8", "-_8=", "aa=="])
def test_what_is_no_base64_is_told(value: str) -> None:
    with pytest.raises(PlanFault) as told:
        sent(body("application/octet-stream", base64=True), value)
    assert (told.value.code, told.value.pointer) == ("contentEncoding", "/body")


@pytest.mark.parametrize(
    ("media_type", "value", "right"),
    [
        ("text/plain", "é", "é".encode()),
        ("application/xml", "<a/>", b"<a/>"),
        ("text/csv; charset=utf-8", "a,b\n", b"a,b\n"),
        ("text/plain", 1, b"1"),
        ("application/x-ndjson", [{"a": 1}, 2], b'{"a":1}\n2\n'),
        ("application/x-ndjson", '{"a":1}\n', b'{"a":1}\n'),
        ("application/json-seq", [1], b"\x1e1\n"),
    ],
)
def test_text_bodies(media_type: str, value: Any, right: bytes) -> None:
    request = sent(body(media_type), value)
    assert (request.body, request.headers["Content-Type"]) == (right, media_type)


@pytest.mark.parametrize(
    ("media_type", "value", "code"),
    [
        ("text/plain", {"a": 1}, "not_sendable"),
        ("text/plain", "\ud800", "lone_surrogate"),
        ("application/json", "\ud800", "lone_surrogate"),
        ("application/x-www-form-urlencoded", {"a": "\ud800"}, "lone_surrogate"),
        ("multipart/form-data", {"a": "\ud800"}, "lone_surrogate"),
        ("multipart/form-data", {"\ud800": "a"}, "lone_surrogate"),
        ("application/x-www-form-urlencoded", "a", "type"),
        ("multipart/form-data", [], "type"),
    ],
)
def test_bodies_that_cannot_be_written(media_type: str, value: Any, code: str) -> None:
    with pytest.raises(PlanFault) as told:
        sent(body(media_type), value)
    assert told.value.code == code
    assert code in CODES


@pytest.mark.parametrize(
    ("template", "path", "query"),
    [
        ("/a b/é", "/a%20b/%C3%A9", ""),
        ("/a%20b", "/a%20b", ""),
        ("/x?action=list", "/x", "action=list"),
        ("/#X-Target=Service.Operation", "/", ""),
        ("x", "/x", ""),
        ("/a//b/", "/a//b/", ""),
        ("/users('{p}')", "/users('1')", ""),
        ("/x/{p}:cancel", "/x/1:cancel", ""),
        ("/x/{p}.json/{p}", "/x/1.json/1", ""),
    ],
)
def test_the_template_itself_is_quoted(template: str, path: str, query: str) -> None:
    rows = [row("path", "simple", explode=False, name="p")] if "{p}" in template else []
    arguments = {"p": 1} if rows else {}
    request = request_from({"method": "GET", "path": template, "parameters": rows}, arguments)
    assert (request.path, request.query) == (path, query)


def test_names_are_quoted_too() -> None:
    rows = [row("query", "form", explode=True, name="filter[a b]&c")]
    plan = {"method": "GET", "path": "/x", "parameters": rows}
    assert request_from(plan, {"filter[a b]&c": "x"}).query == "filter%5Ba%20b%5D%26c=x"
    bad = {**plan, "parameters": [row("header", "simple", explode=False, name="X P")]}
    with pytest.raises(PlanFault):
        request_from(bad, {"X P": "x"})


def test_a_plan_that_lacks_a_parameter_is_told() -> None:
    with pytest.raises(PlanFault):
        request_from({"method": "GET", "path": "/x/{p}", "parameters": []}, {})
    plan = {"method": "GET", "path": "/x/{p}", "parameters": [row("path", "simple", explode=False, name="p")]}
    with pytest.raises(PlanFault) as told:
        request_from(plan, {})
    assert (told.value.code, told.value.pointer) == ("required", "/p")
