"""Credentials come from the environment or from the caller, go where they may, and stand nowhere else."""

import asyncio
import base64
import json
import logging
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest

from gonogo.contracts import contract
from gonogo.gauge.gauge import Gauge
from gonogo.host.caller import Caller, called_by
from gonogo.host.http.client import HttpClient
from gonogo.host.http.tokens import Grant, Tokens
from gonogo.host.journal import Journal
from gonogo.host.outcome import Success, ToolFault
from listeners import Listener
from services import Answer, Asked, Service, always, connected, document, getting, in_turn, json_body, service

OBJECT = {"200": json_body({"type": "object"})}


@pytest.fixture(name="listener")
def fixture_listener() -> Iterator[Listener]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield Listener(server)


def secured(schemes: Mapping[str, Any], security: Any = None) -> dict[str, Any]:
    rows = [{name: []} for name in schemes] if security is None else security
    return {**getting(OBJECT, security=rows), "components": {"securitySchemes": dict(schemes)}}


BEARER = {"type": "http", "scheme": "bearer"}
VALUE = "s3cr3tvalue"
KEY = {"type": "apiKey", "in": "header", "name": "X-Key"}


@pytest.mark.parametrize(
    ("scheme", "value", "goal", "header"),
    [
        (KEY, "k1", "/x", ("x-key", "k1")),
        ({"type": "apiKey", "in": "query", "name": "api key"}, "a&b", "/x?api%20key=a%26b", None),
        ({"type": "apiKey", "in": "cookie", "name": "sid"}, "a;b", "/x", ("cookie", "sid=a%3Bb")),
        (BEARER, "t1", "/x", ("authorization", "Bearer t1")),
        (
            {"type": "http", "scheme": "Basic"},
            "ü:p",
            "/x",
            ("authorization", "Basic " + base64.b64encode("ü:p".encode()).decode()),
        ),
        ({"type": "http", "scheme": "digest"}, "d", "/x", ("authorization", "Digest d")),
        ({"type": "oauth2", "flows": {}}, "t2", "/x", ("authorization", "Bearer t2")),
        (
            {"type": "openIdConnect", "openIdConnectUrl": "http://h/"},
            "t3",
            "/x",
            ("authorization", "Bearer t3"),
        ),
    ],
)
def test_each_scheme_has_its_place(
    scheme: Any, value: str, goal: str, header: tuple[str, str] | None
) -> None:
    with service() as held:
        each = connected(secured({"the-key": scheme}), held.url, environment={"GONOGO_HTTP_THE_KEY": value})
        assert isinstance(each.run(), Success)
        (asked,) = held.asked
        assert asked.goal == goal
        if header is not None:
            assert asked.header(header[0]) == header[1]


def test_the_schemes_of_swagger() -> None:
    doc = {
        "swagger": "2.0",
        "info": {"title": "t", "version": "1"},
        "paths": {"/x": {"get": {"operationId": "op", "responses": {"200": {"description": "d"}}}}},
        "securityDefinitions": {"b": {"type": "basic"}},
        "security": [{"b": []}],
    }
    with service() as held:
        assert not connected(doc, held.url, environment={"GONOGO_HTTP_B": "u:p"}).run().is_error
        assert held.asked[0].header("authorization") == "Basic dTpw"


def test_the_configuration_names_variables() -> None:
    with service() as held:
        each = connected(secured({"k": KEY}), held.url, environment={"OURS": "v"}, credentials={"k": "OURS"})
        assert not each.run().is_error
        assert held.asked[0].header("x-key") == "v"


def test_without_credentials_nothing_is_sent() -> None:
    with service() as held:
        each = connected(secured({"k": KEY}), held.url)
        problem = each.problem()
        assert (problem.issues[0].code, problem.executed, problem.retryable) == (
            "no_credentials",
            False,
            False,
        )
        assert not held.asked
    (finding,) = [each for each in each.host.findings if each.code == "no_credentials"]
    assert finding.hint == "set GONOGO_HTTP_K"


@pytest.mark.parametrize("value", ["a\r\nX-Evil: 1", "a\x00b", "  "])
def test_a_value_that_no_header_can_hold_is_no_credential(value: str) -> None:
    with service() as held:
        assert (
            connected(secured({"k": KEY}), held.url, environment={"GONOGO_HTTP_K": value}).code()
            == "no_credentials"
        )
        assert not held.asked


def test_the_first_alternative_that_is_at_hand_is_taken() -> None:
    other = {"type": "apiKey", "in": "header", "name": "X-Other"}
    doc = secured({"k": KEY, "o": other, "b": BEARER}, [{"b": []}, {"k": [], "o": []}, {}])
    with service() as held:
        assert (
            not connected(doc, held.url, environment={"GONOGO_HTTP_K": "1", "GONOGO_HTTP_O": "2"})
            .run()
            .is_error
        )
        assert not connected(doc, held.url, environment={"GONOGO_HTTP_K": "1"}).run().is_error
        first, second = held.asked
    assert (first.header("x-key"), first.header("x-other"), first.header("authorization")) == ("1", "2", None)
    assert (second.header("x-key"), second.header("x-other")) == (None, None)


@pytest.mark.parametrize(
    "scheme", [{"type": "mutualTLS"}, {"type": "apiKey", "in": "body", "name": "k"}, {"$ref": "#/nowhere"}, 7]
)
def test_a_scheme_that_is_not_understood_is_not_left_out(scheme: Any) -> None:
    with service() as held:
        each = connected(secured({"k": scheme}), held.url, environment={"GONOGO_HTTP_K": "v"})
        assert each.code() == "no_credentials"
        assert not held.asked


def test_the_callers_token_is_sent_on_where_that_is_configured() -> None:
    with service() as held:
        each = connected(
            secured({"b": BEARER}), held.url, environment={"GONOGO_HTTP_B": "ours"}, pass_through=True
        )
        assert not [finding for finding in each.host.findings if finding.code == "no_credentials"]
        with called_by(Caller("one", None, "theirs")):
            assert not each.run().is_error
        assert held.asked[0].header("authorization") == "Bearer theirs"
        assert each.code() == "no_credentials"
        with called_by(Caller("one", None, None)):
            assert each.code() == "no_credentials"
        assert len(held.asked) == 1


def test_the_callers_token_stays_here_where_that_is_not_configured() -> None:
    with service() as held:
        each = connected(secured({"b": BEARER}), held.url, environment={"GONOGO_HTTP_B": "ours"})
        with called_by(Caller("one", None, "theirs")):
            assert not each.run().is_error
        assert held.asked[0].header("authorization") == "Bearer ours"


def granting(held: Service, *, url: str = "") -> dict[str, Any]:
    flow = {"clientCredentials": {"tokenUrl": url or f"{held.url}/token", "scopes": {}}}
    return secured({"o": {"type": "oauth2", "flows": flow}}, [{"o": ["read", "write"]}])


CLIENT = {"GONOGO_HTTP_O_CLIENT_ID": "me:1", "GONOGO_HTTP_O_CLIENT_SECRET": "p/w"}


def with_tokens(token: Any, then: Any = None) -> Any:
    other = then or always(Answer.of({}))

    def answer(asked: Asked) -> Answer:
        return token(asked) if asked.path == "/token" else other(asked)

    return answer


def test_client_credentials_are_exchanged_once() -> None:
    with service(with_tokens(always(Answer.of({"access_token": "t", "expires_in": 3600})))) as held:
        each = connected(granting(held), held.url, environment=CLIENT)

        async def many() -> None:
            outcomes = await asyncio.gather(*(each.host.call("op") for _ in range(5)))
            assert not any(outcome.is_error for outcome in outcomes)

        asyncio.run(many())
        assert not each.run().is_error
        exchanges = [asked for asked in held.asked if asked.path == "/token"]
        calls = [asked for asked in held.asked if asked.path == "/x"]
    assert len(exchanges) == 1
    assert parse_qs(exchanges[0].body.decode()) == {
        "grant_type": ["client_credentials"],
        "scope": ["read write"],
    }
    assert exchanges[0].header("authorization") == "Basic " + base64.b64encode(b"me%3A1:p%2Fw").decode()
    assert {asked.header("authorization") for asked in calls} == {"Bearer t"}


def test_a_token_that_is_refused_is_asked_for_anew() -> None:
    tokens = in_turn(Answer.of({"access_token": "old"}), Answer.of({"access_token": "new"}))

    def then(asked: Asked) -> Answer:
        return Answer.of({}) if asked.header("authorization") == "Bearer new" else Answer(401)

    with service(with_tokens(tokens, then)) as held:
        assert not connected(granting(held), held.url, environment=CLIENT).run().is_error
        assert [asked.path for asked in held.asked] == ["/token", "/x", "/token", "/x"]
    with service(with_tokens(always(Answer.of({"access_token": "bad"})), then)) as held:
        assert connected(granting(held), held.url, environment=CLIENT).code() == "upstream_status"
        assert len(held.asked) == 4


@pytest.mark.parametrize(
    ("life", "later", "exchanges"),
    [
        (3600, 3500, 1),
        (3600, 3580, 2),
        (40, 15, 1),
        (40, 25, 2),
        (None, 200, 1),
        (None, 299, 2),
        ("60", 20, 1),
        (True, 100, 1),
    ],
)
def test_a_token_is_used_until_shortly_before_it_expires(life: Any, later: float, exchanges: int) -> None:
    now = [1000.0]
    told = {"access_token": "t", **({} if life is None else {"expires_in": life})}
    with service(always(Answer.of(told))) as held:
        client = HttpClient(most=1000, named=frozenset({"127.0.0.1"}))
        tokens = Tokens(client, lambda _target: True, lambda: now[0])
        grant = Grant(f"{held.url}/token", "c", "s", ())
        assert asyncio.run(tokens.get(grant)) == "t"
        now[0] += later
        assert asyncio.run(tokens.get(grant)) == "t"
        assert len(held.asked) == exchanges


@pytest.mark.parametrize(
    "answer",
    [
        Answer(401, b'{"error":"invalid_client"}'),
        Answer.of({"token": "t"}),
        Answer.of({"access_token": 7}),
        Answer.of({"access_token": ""}),
        Answer.of({"access_token": "a\r\nb"}),
        Answer(200, b"<html>", "text/html"),
        Answer(302, headers={"location": "http://127.0.0.1:1/"}),
    ],
)
def test_where_no_token_comes_nothing_is_sent(answer: Answer) -> None:
    with service(with_tokens(always(answer))) as held:
        problem = connected(granting(held), held.url, environment=CLIENT).problem()
        assert (problem.issues[0].code, problem.executed) == ("credentials_refused", False)
        assert [asked.path for asked in held.asked] == ["/token"]


def test_client_credentials_go_only_where_the_owner_permits(listener: Listener) -> None:
    """The document names the token's URL; a hostile one would collect secrets there."""
    with service() as held:
        url = listener.url
        each = connected(granting(held, url=url), held.url, environment=CLIENT)
        assert each.code() == "credentials_refused"
        assert not held.asked
    assert listener.visits() == 0
    with service(with_tokens(always(Answer.of({"access_token": "t"})))) as other, service() as held:
        doc = granting(held, url=f"{other.url}/token")
        each = connected(doc, held.url, environment=CLIENT, allow=(other.url,))
        assert not each.run().is_error


def test_a_token_that_nobody_waits_for_any_more_is_no_fault() -> None:
    async def run() -> None:
        client = HttpClient(most=1000)
        tokens = Tokens(client, lambda _target: False)
        with pytest.raises(ToolFault):
            await tokens.get(Grant("http://h/", "c", "s", ()))

    asyncio.run(run())


@pytest.mark.parametrize("place", ["header", "query", "cookie"])
def test_a_credential_stands_in_no_problem_journal_or_log(
    place: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    doc = secured({"k": {"type": "apiKey", "in": place, "name": "k"}})
    journal = Journal(tmp_path / "journal.jsonl")
    with service(in_turn(Answer.of({}), Answer(500), Answer.of([]))) as held:
        each = connected(doc, held.url, environment={"GONOGO_HTTP_K": VALUE}, journal=journal, retries=0)
        outcomes = [each.run() for _ in range(3)]
        assert [outcome.is_error for outcome in outcomes] == [False, True, True]
        assert VALUE in repr(held.asked)
    written = (tmp_path / "journal.jsonl").read_text(encoding="utf-8")
    assert len(written.splitlines()) == 3
    told = [written, caplog.text, repr(each.tools), *map(repr, outcomes)]
    told += [outcome.problem.to_json() for outcome in outcomes if not isinstance(outcome, Success)]
    assert not [text for text in told if VALUE in text]
    line = Gauge(contract("journal-line"))
    assert all(line.read(row) for row in written.splitlines())


def test_no_credential_is_ever_an_argument() -> None:
    doc = document(
        {
            "/x": {
                "get": {
                    "operationId": "op",
                    "parameters": [
                        {"name": "x-key", "in": "header", "schema": {"type": "string"}},
                        {"name": "Authorization", "in": "header", "schema": {"type": "string"}},
                        {"name": "q", "in": "query", "schema": {"type": "string"}},
                    ],
                    "security": [{"k": []}],
                    "responses": {"200": {"description": "d"}},
                }
            }
        },
        components={"securitySchemes": {"k": KEY}},
    )
    with service() as held:
        each = connected(doc, held.url, environment={"GONOGO_HTTP_K": "v"})
        schema: Any = each.host.tools["op"].input.schema
        assert list(schema["properties"]) == ["q"]
        assert not each.run({"q": "1"}).is_error
    assert json.dumps(schema).lower().count("key") == 0
