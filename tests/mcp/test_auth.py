"""Who is let in: keys, tokens of an issuer, scopes; and what each refusal says."""

import hmac
import json
import logging
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

from asking import App, Got, ask, call, pairs, request, run
from gonogo.catalog.catalog import Catalog
from gonogo.catalog.contract import Contract, Side, Tool
from gonogo.host.caller import current_caller
from gonogo.host.host import Host
from gonogo.host.journal import Journal
from gonogo.mcp import keys as keys_module
from gonogo.mcp.auth import Auth
from gonogo.mcp.http import HttpApp
from gonogo.mcp.keys import KeysInEnvironment, KeysInFile, new_key, write_keys
from gonogo.mcp.server import McpServer
from gonogo.mcp.tokens import Issuer
from serving import exchange, served

NOW = datetime(2026, 12, 1, tzinfo=UTC)
RESOURCE = "https://tools.example.com/mcp"


def tool(name: str, *, reads: bool, namespace: tuple[str, ...] = ()) -> Tool:
    given = Contract.of(name, Side.INPUT, {"type": "object"})
    return Tool(name, name, given, annotations={"readOnlyHint": reads}, namespace=namespace)


TOOLS = (
    tool("look", reads=True),
    tool("change", reads=False),
    tool("orders_look", reads=True, namespace=("orders",)),
    tool("orders_change", reads=False, namespace=("orders", "eu")),
)


def host_of_tools(journal: Path | None = None) -> Host:
    host = Host(Catalog.of(TOOLS), journal=None if journal is None else Journal(journal))
    for each in TOOLS:
        host.register(each.name, lambda given: {"by": getattr(current_caller(), "name", None), **given})
    return host


def key(*scopes: str, name: str = "k") -> tuple[Auth, str]:
    made, secret = new_key(name, scopes, NOW)
    text = json.dumps({"keys": [{**_row(made)}]})
    return Auth([KeysInEnvironment(text)]), secret


def _row(made: Any) -> dict[str, Any]:
    words = ("name", "id", "salt", "hash", "created")
    return {**{word: getattr(made, word) for word in words}, "scopes": list(made.scopes)}


def called(auth: Auth, name: str, authorization: str | None, *, revision: str = "2026-07-28") -> Got:
    more = {} if authorization is None else {"authorization": authorization}
    app = HttpApp(McpServer(host_of_tools()), auth=auth)
    if revision == "2026-07-28":
        return run(app, lambda app: call(app, name, {}, **more))
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": {}}}
    return run(app, lambda app: ask(app, pairs("tools/call", name, revision, **more), body))


@pytest.mark.parametrize(
    ("scopes", "may"),
    [
        (["read"], {"look", "orders_look"}),
        (["write"], {"look", "change", "orders_look", "orders_change"}),
        (["orders:read"], {"orders_look"}),
        (["orders:write"], {"orders_look", "orders_change"}),
        (["orders/eu:write"], {"orders_change"}),
        (["read", "orders/eu:write"], {"look", "orders_look", "orders_change"}),
        (["other:write"], set()),
    ],
)
def test_a_list_shows_what_a_key_may_call_and_no_more_is_called(scopes: list[str], may: set[str]) -> None:
    auth, secret = key(*scopes)
    bearer = f"Bearer {secret}"

    async def ask_all(app: App) -> tuple[Got, dict[str, Got]]:
        told = await ask(app, pairs("tools/list", authorization=bearer), request("tools/list"))
        return told, {each.name: await call(app, each.name, {}, authorization=bearer) for each in TOOLS}

    told, answers = run(HttpApp(McpServer(host_of_tools()), auth=auth), ask_all)
    assert {each["name"] for each in told.json["result"]["tools"]} == may
    assert {name for name, got in answers.items() if got.status == 200} == may
    for name, got in answers.items():
        if name not in may:
            assert got.status == 403
            assert 'error="insufficient_scope"' in got.headers["www-authenticate"]


@pytest.mark.parametrize("revision", ["2026-07-28", "2025-11-25"])
def test_a_read_key_may_not_write_in_any_revision(revision: str) -> None:
    auth, secret = key("read")
    refused = called(auth, "change", f"Bearer {secret}", revision=revision)
    assert refused.status == 403
    assert 'scope="write"' in refused.headers["www-authenticate"]
    assert called(auth, "look", f"Bearer {secret}", revision=revision).status == 200


def wrong(secret: str) -> dict[str, str | None]:
    return {
        "none": None,
        "empty": "",
        "no token": "Bearer ",
        "basic": f"Basic {secret}",
        "two": f"Bearer {secret} {secret}",
        "a list": f"Bearer {secret},{secret}",
        "cut": f"Bearer {secret[:-1]}",
        "longer": f"Bearer {secret}x",
        "upper": f"Bearer {secret.upper()}",
        "id alone": f"Bearer {secret.rpartition('_')[0]}_",
        "unknown id": f"Bearer gonogo_000000000000_{secret.rpartition('_')[2]}",
        "not ours": "Bearer abc",
        "huge": f"Bearer {'a' * 20_000}",
        "latin": "Bearer gonogo_\xe9_\xe9",
    }


@pytest.mark.parametrize("kind", list(wrong("x")))
def test_a_wrong_key_is_answered_alike(kind: str) -> None:
    auth, secret = key("write")
    got = called(auth, "look", wrong(secret)[kind])
    assert got.status == 401
    assert got.headers["www-authenticate"].startswith('Bearer realm="gonogo"')
    assert secret.encode() not in got.body


def test_the_scheme_is_read_as_http_has_it() -> None:
    auth, secret = key("write")
    assert called(auth, "look", f"bearer {secret}").status == 200


def test_keys_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[tuple[str, str]] = []

    def compare(one: str, other: str) -> bool:
        compared.append((one, other))
        return hmac.compare_digest(one, other)

    monkeypatch.setattr(keys_module, "hmac", type("Hmac", (), {"compare_digest": staticmethod(compare)}))
    auth, secret = key("write")
    for given in (secret, f"{secret}x", "gonogo_000000000000_abc", "abc"):
        called(auth, "look", f"Bearer {given}")
    assert len(compared) == 4  # an unknown key takes as long as a wrong one
    assert all(len(one) == len(other) == 64 for one, other in compared)


def test_a_revoked_key_is_refused_from_the_next_request_on(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    (first, one), (second, two) = new_key("a", ["read"], NOW), new_key("b", ["read"], NOW)
    write_keys(path, [first])

    async def rotate(app: App) -> list[int]:
        async def status(secret: str) -> int:
            return (await call(app, "look", {}, authorization=f"Bearer {secret}")).status

        seen = [await status(one), await status(two)]
        write_keys(path, [first, second])
        seen += [await status(one), await status(two)]
        gone = type(first)(**{**{w: getattr(first, w) for w in first.__slots__}, "revoked": NOW.isoformat()})
        write_keys(path, [gone, second])
        seen += [await status(one), await status(two)]
        path.write_text("{", encoding="utf-8")
        seen.append(await status(two))
        path.unlink()
        return [*seen, await status(two)]

    app = HttpApp(McpServer(host_of_tools()), auth=Auth([KeysInFile(path)]))
    assert run(app, rotate) == [200, 401, 200, 200, 401, 200, 401, 401]


def test_a_key_stands_in_no_log_journal_or_answer(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    journal = tmp_path / "journal.jsonl"
    auth, secret = key("read", name="deploy")
    caplog.set_level(logging.DEBUG)

    async def several(app: App) -> list[Got]:
        bearer = f"Bearer {secret}"
        legacy = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": "look", "arguments": {}},
        }
        return [
            await call(app, "look", {}, authorization=bearer),
            await call(app, "change", {}, authorization=bearer),
            await call(app, "look", {}, authorization=f"{bearer}x"),
            await ask(app, pairs("tools/call", "look", "2025-11-25", authorization=bearer), legacy),
            await ask(app, pairs("tools/list"), request("tools/list"), query=f"token={secret}".encode()),
        ]

    answers = run(HttpApp(McpServer(host_of_tools(journal)), auth=auth), several)
    assert [got.status for got in answers] == [200, 403, 401, 200, 400]
    assert answers[0].json["result"]["content"][0]["text"] == '{"by":"deploy"}'
    lines = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    assert [line["gonogo.caller"] for line in lines] == ["deploy", "deploy"]
    for text in (journal.read_text(encoding="utf-8"), caplog.text, *(repr(got) for got in answers)):
        assert secret.rpartition("_")[2] not in text


@dataclass
class Authority:
    """An authorization server of this machine, as far as a resource server needs one."""

    port: int
    keys: dict[str, Any]
    asked: list[str]

    @property
    def issuer(self) -> str:
        return f"http://127.0.0.1:{self.port}/tenant"

    def token(self, kid: str = "one", *, signer: Any = None, algorithm: str = "RS256", **claims: Any) -> str:
        now = int(time.time())
        whole = {
            "iss": self.issuer,
            "aud": RESOURCE,
            "exp": now + 60,
            "sub": "somebody@example.com",
            "scope": "read",
            **claims,
        }
        told = {word: value for word, value in whole.items() if value is not None}
        return jwt.encode(told, signer or self.keys[kid], algorithm=algorithm, headers={"kid": kid})


PRIVATE = {
    name: rsa.generate_private_key(public_exponent=65537, key_size=2048) for name in ("one", "two", "foreign")
}


@pytest.fixture(name="authority")
def fixture_authority() -> Iterator[Authority]:
    authority = Authority(0, {"one": PRIVATE["one"]}, [])

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            authority.asked.append(self.path)
            pages: dict[str, Any] = {
                "/.well-known/oauth-authorization-server/tenant": {
                    "issuer": authority.issuer,
                    "jwks_uri": f"http://127.0.0.1:{authority.port}/jwks",
                },
                "/jwks": {
                    "keys": [
                        {"kty": "XX", "kid": "odd"},
                        *(
                            {
                                **RSAAlgorithm.to_jwk(key.public_key(), as_dict=True),
                                "kid": kid,
                                "alg": "RS256",
                            }
                            for kid, key in authority.keys.items()
                        ),
                    ]
                },
            }
            body = json.dumps(pages.get(self.path, {})).encode()
            self.send_response(200 if self.path in pages else 404)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    authority.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield authority
    server.shutdown()
    server.server_close()


def by_token(authority: Authority, token: str, name: str = "look") -> Got:
    return called(Auth([], Issuer(authority.issuer, RESOURCE)), name, f"Bearer {token}")


def test_a_token_of_the_issuer_is_let_in_by_its_scopes(authority: Authority) -> None:
    got = by_token(authority, authority.token())
    assert got.status == 200
    assert "somebody" not in got.body.decode()
    assert by_token(authority, authority.token(), "change").status == 403
    assert by_token(authority, authority.token(scope=None, scp=["write"]), "change").status == 200


def bad_tokens(authority: Authority) -> dict[str, str]:
    good = authority.token()
    head, body, signature = good.split(".")
    return {
        "expired": authority.token(exp=int(time.time()) - 1),
        "for another": authority.token(aud="https://other.example.com"),
        "for nobody": authority.token(aud=None),
        "for ever": authority.token(exp=None),
        "not yet": authority.token(nbf=int(time.time()) + 600),
        "of another issuer": authority.token(iss="https://evil.example.com"),
        "signed by another": authority.token(signer=PRIVATE["foreign"]),
        "of an unknown key": authority.token("three", signer=PRIVATE["foreign"]),
        "with a shared secret": authority.token(signer="s" * 64, algorithm="HS256"),
        "not signed": jwt.encode(jwt.decode(good, options={"verify_signature": False}), "", algorithm="none"),
        "without a signature": f"{head}.{body}.",
        "changed": f"{head}.{body[:-2]}AA.{signature}",
        "twice": f"{good}.{good}",
        "no JWT": "a.b.c",
    }


@pytest.mark.parametrize(
    "kind",
    [
        "expired",
        "for another",
        "for nobody",
        "for ever",
        "not yet",
        "of another issuer",
        "signed by another",
        "of an unknown key",
        "with a shared secret",
        "not signed",
        "without a signature",
        "changed",
        "twice",
        "no JWT",
    ],
)
def test_a_bad_token_is_refused_and_says_where_to_ask(kind: str, authority: Authority) -> None:
    tokens = bad_tokens(authority)
    got = by_token(authority, tokens[kind])
    assert got.status == 401
    told = got.headers["www-authenticate"]
    assert 'error="invalid_token"' in told
    assert 'resource_metadata="https://tools.example.com/.well-known/oauth-protected-resource/mcp"' in told
    assert tokens[kind].encode() not in got.body


def test_the_issuers_keys_are_kept_and_asked_for_anew_when_they_change(authority: Authority) -> None:
    moments = [0.0]
    issuer = Issuer(authority.issuer, RESOURCE, clock=lambda: moments[0])
    app = HttpApp(McpServer(host_of_tools()), auth=Auth([], issuer))

    async def rotate(app: App) -> list[int]:
        async def status(token: str) -> int:
            return (await call(app, "look", {}, authorization=f"Bearer {token}")).status

        first = authority.token()
        seen = [await status(first) for _ in range(5)]
        questions = len(authority.asked)
        authority.keys = {"two": PRIVATE["two"]}
        second = authority.token("two")
        seen.append(await status(second))  # a moment after the last question nobody is asked
        moments[0] += 11
        seen += [await status(second), await status(first)]
        assert len(authority.asked) == 2 * questions
        return seen

    assert run(app, rotate) == [200] * 5 + [401, 200, 401]


def test_an_issuer_that_does_not_answer_is_not_a_wrong_token(authority: Authority) -> None:
    token = authority.token()
    silent = Issuer(authority.issuer, RESOURCE, "http://127.0.0.1:9/jwks")
    got = called(Auth([], silent), "look", f"Bearer {token}")
    assert (got.status, got.headers["retry-after"]) == (503, "10")


def test_keys_and_tokens_go_side_by_side(authority: Authority) -> None:
    auth, secret = key("read")
    both = Auth(auth._keys, Issuer(authority.issuer, RESOURCE))
    assert called(both, "look", f"Bearer {secret}").status == 200
    assert called(both, "look", f"Bearer {authority.token()}").status == 200


@pytest.mark.parametrize("address", ["http://issuer.example.com", "ftp://127.0.0.2"])
def test_an_issuer_is_asked_over_tls(address: str) -> None:
    with pytest.raises(ValueError, match="https"):
        Issuer(address, RESOURCE)


@pytest.mark.parametrize(
    "path", ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"]
)
def test_the_metadata_says_who_gives_tokens(path: str, authority: Authority) -> None:
    app = HttpApp(McpServer(host_of_tools()), auth=Auth([], Issuer(authority.issuer, RESOURCE)))
    told = run(app, lambda app: ask(app, [], method="GET", path=path)).json
    assert told["resource"] == RESOURCE
    assert told["authorization_servers"] == [authority.issuer]
    assert {"read", "write", "orders:read"} <= set(told["scopes_supported"])


def test_two_tokens_in_one_request_are_refused() -> None:
    auth, secret = key("write")
    body = json.dumps(request("tools/call", {"name": "look", "arguments": {}})).encode()
    head = b"".join(
        f"{name}: {value}\r\n".encode()
        for name, value in [
            *pairs("tools/call", "look", authorization=f"Bearer {secret}"),
            ("authorization", f"Bearer {secret}"),
            ("content-length", str(len(body))),
            ("connection", "close"),
        ]
    )
    with served(host_of_tools(), auth) as port:
        answer = exchange(port, b"POST /mcp HTTP/1.1\r\n" + head + b"\r\n" + body)
    assert answer.startswith(b"HTTP/1.1 400 ")
