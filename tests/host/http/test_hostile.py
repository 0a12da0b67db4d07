"""Documents and services that mean harm: nothing is called that the owner has not listed, and memory stays bounded."""

import asyncio
import json
import socket
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest

from gonogo.catalog.config import Config, HttpConfig
from gonogo.cli.main import status_of
from gonogo.host.host import Host
from gonogo.host.http.connecting import HttpTools
from gonogo.host.http.fetching import NotFetched, fetched
from gonogo.openapi.compilation import compile_document
from gonogo.openapi.tools import catalog_of
from listeners import Listener
from services import Answer, always, connected, document, getting, json_body, raw_service, service

MIB = 1024 * 1024


@pytest.fixture(name="listener")
def fixture_listener() -> Iterator[Listener]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield Listener(server)


def hostile(url: str) -> dict[str, Any]:
    """A document that names a listening port wherever a document can name a URL."""
    remote = {"$ref": url}
    return document(
        {
            "/x": {
                "get": {
                    "operationId": "op",
                    "servers": [{"url": url}],
                    "externalDocs": {"url": url},
                    "parameters": [
                        {"name": "q", "in": "query", "schema": {"type": "string", "default": url}}
                    ],
                    "responses": {
                        "200": json_body({"type": "object", "properties": {"a": {"type": "string"}}})
                    },
                }
            },
            "/y": {"get": {"operationId": "far", "responses": {"200": json_body(remote)}}},
            "/z": {"$ref": url},
            "/w": {"post": {"operationId": "far_body", "requestBody": remote, "responses": {"200": remote}}},
        },
        servers=[{"url": url}, {"url": "http://169.254.169.254/latest/meta-data/"}],
        security=[{"o": []}, {"i": []}, {}],
        components={
            "securitySchemes": {
                "o": {"type": "oauth2", "flows": {"clientCredentials": {"tokenUrl": url, "scopes": {}}}},
                "i": {"type": "openIdConnect", "openIdConnectUrl": url},
            }
        },
    )


def test_no_url_of_a_document_is_called(listener: Listener) -> None:
    environment = {"GONOGO_HTTP_O_CLIENT_ID": "c", "GONOGO_HTTP_O_CLIENT_SECRET": "s"}
    with service() as held:
        each = connected(hostile(listener.url), held.url, environment=environment)
        assert each.code() == "credentials_refused"
        assert not connected(hostile(listener.url), held.url).run().is_error
        assert [asked.path for asked in held.asked] == ["/x"]
        told = [finding.message for finding in each.host.findings if finding.code == "operation_without_tool"]
        assert any("reference_to_network" in message for message in told)
    assert listener.visits() == 0


def test_without_a_listed_base_url_nothing_is_offered(listener: Listener) -> None:
    each = connected(hostile(listener.url), "", base_urls=())
    assert not each.host.tools
    assert {finding.code for finding in each.host.findings} >= {"no_base_url"}
    assert listener.visits() == 0


def test_a_server_of_the_document_is_taken_only_where_it_is_listed() -> None:
    with service() as first, service() as second:
        doc = {**getting({"200": json_body({"type": "object"})}), "servers": [{"url": second.url}]}
        assert not connected(doc, first.url).run().is_error
        assert (len(first.asked), len(second.asked)) == (1, 0)
        assert not connected(doc, "", base_urls=(first.url, second.url)).run().is_error
        assert (len(first.asked), len(second.asked)) == (1, 1)


FRAMING = ("Host", "content-length", "Transfer-Encoding", "Connection", "Proxy-Authorization", "Expect")


def sending(name: str) -> dict[str, Any]:
    """A document of an operation whose argument would write a header, and of another operation."""
    parameter = {"name": name, "in": "header", "schema": {"type": "string"}}
    return document(
        {
            "/x": {"get": {"operationId": "op", "parameters": [parameter], "responses": {}}},
            "/y": {"get": {"operationId": "other", "responses": {}}},
        }
    )


@pytest.mark.parametrize("name", FRAMING)
def test_no_argument_says_where_a_request_goes_or_ends(name: str) -> None:
    with service() as held:
        each = connected(sending(name), held.url)
        for arguments in ({name: "evil.example"}, {}):
            each.run(arguments)
        assert [asked.header("host") for asked in held.asked] == [f"127.0.0.1:{held.port}"]


@pytest.mark.parametrize("name", FRAMING)
def test_no_binding_says_so_either(name: str) -> None:
    """A binding is a file, which somebody may have edited."""
    made = compile_document({"a.json": json.dumps(sending("X-P")).encode()}, "a.json")
    made.tools[0].binding["request"]["parameters"][0]["name"] = name
    host = Host(catalog_of(made, Config(), "a.json"))
    HttpTools(host, HttpConfig(base_urls=("http://127.0.0.1:1",)))
    assert list(host.tools) == ["other"]
    (finding,) = [each for each in host.findings if each.code == "argument_writes_header"]
    assert "'op'" in finding.message


def test_one_url_is_read_and_nothing_behind_it(
    listener: Listener, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    text = json.dumps(hostile(listener.url)).encode()
    with service(always(Answer(body=text))) as held:
        code = status_of(
            ["import", "openapi", f"{held.url}/api.json?v=1", "--out", str(tmp_path), "--format", "json"]
        )
        assert code == 0
        assert [asked.goal for asked in held.asked] == ["/api.json?v=1"]
        assert held.asked[0].header("authorization") is None
    report = json.loads(capsys.readouterr().out)
    assert report["tools"] >= 1
    assert (tmp_path / "schemas" / "tools" / "op.json").is_file()
    assert listener.visits() == 0


@pytest.mark.parametrize(
    "url",
    [
        "ftp://127.0.0.1/api.json",
        "file:///etc/passwd",
        "gopher://x/",
        "http://",
        "http://u:p@127.0.0.1/",
        "http://169.254.169.254/latest",
    ],
)
def test_urls_that_are_not_read(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["import", "openapi", url]) == 64
    assert "the document cannot be read" in capsys.readouterr().err


def test_documents_that_are_not_taken(listener: Listener, capsys: pytest.CaptureFixture[str]) -> None:
    for answer in (Answer(404), Answer(302, headers={"location": listener.url})):
        with service(always(answer)) as held:
            assert status_of(["import", "openapi", f"{held.url}/api.json"]) == 64
    with service(always(Answer(body=b"<html>", media_type="text/html"))) as held:
        assert status_of(["import", "openapi", f"{held.url}/api.json"]) == 1
    assert listener.visits() == 0
    capsys.readouterr()


def test_a_document_is_read_up_to_its_limits() -> None:
    endless = (
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + (b"100000\r\n" + b" " * MIB + b"\r\n") * 40
    )
    with raw_service(endless) as held:
        tracemalloc.start()
        try:
            with pytest.raises(NotFetched, match="larger than the limit"):
                asyncio.run(fetched(f"{held.url}/api.json", most=2 * MIB))
            assert tracemalloc.get_traced_memory()[1] < 24 * MIB
        finally:
            tracemalloc.stop()


def test_a_document_that_does_not_come(listener: Listener) -> None:
    with pytest.raises(NotFetched, match=r"in time|longer than it may"):
        asyncio.run(fetched(listener.url, seconds=0.2))


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"[" * 100_000 + b"]" * 100_000, "too_deep"),
        (b'{"a":' * 5000 + b"1" + b"}" * 5000, "too_deep"),
        (b'{"a": NaN}', "upstream_not_json"),
        (b'{"a": 1e999}', "upstream_not_json"),
        (b'{"a": "\\ud800"}', "upstream_not_json"),
        (b"\xef\xbb\xbf{}", "upstream_not_json"),
        (b"```json\n{}\n```", "upstream_not_json"),
        (b"{} {}", "upstream_not_json"),
        (b"null", "type"),
    ],
)
def test_bodies_that_mean_harm(body: bytes, code: str) -> None:
    doc = getting({"200": json_body({"type": "object"})})
    with service(always(Answer(body=body))) as held:
        assert connected(doc, held.url).code() == code


def test_an_errors_body_that_means_harm_stays_outside() -> None:
    doc = getting(
        {"200": json_body({"type": "object"}), "400": json_body({"type": "object", "required": ["m"]})}
    )
    for body in (b"[" * 50_000, b'{"m": NaN}', json.dumps({"m": "x" * 20_000}).encode(), b'{"m":1,"m":2}'):
        with service(always(Answer(400, body))) as held:
            problem = connected(doc, held.url).problem()
            assert problem.upstream is not None
            assert problem.upstream.to_dict() == {"status": 400}
