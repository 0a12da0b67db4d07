"""A request is sent again only where its method permits it, and only as long as there is time."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from gonogo.host.http.message import Received
from gonogo.host.http.repeating import retry_after
from gonogo.host.outcome import ServiceFailed, Success
from services import Answer, always, connected, document, in_turn, json_body, raw_service, service

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
BUSY = Answer(503, headers={"retry-after": "0"})


def doc(method: str) -> dict[str, object]:
    return document(
        {"/x": {method: {"operationId": "op", "responses": {"200": json_body({"type": "object"})}}}}
    )


@pytest.mark.parametrize("method", ["get", "put", "delete"])
@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_an_idempotent_request_is_sent_again(method: str, status: int) -> None:
    busy = Answer(status, headers={"retry-after": "0"})
    with service(in_turn(busy, busy, Answer.of({"a": 1}))) as held:
        assert isinstance(connected(doc(method), held.url).run(), Success)
        assert len(held.asked) == 3


@pytest.mark.parametrize("method", ["post", "patch"])
def test_another_request_is_sent_once(method: str) -> None:
    with service(in_turn(BUSY, Answer.of({}))) as held:
        outcome = connected(doc(method), held.url).run()
        assert isinstance(outcome, ServiceFailed)
        assert outcome.problem.retryable
        assert len(held.asked) == 1
    with raw_service(b"") as held:
        assert connected(doc(method), held.url).code() == "upstream_malformed"
        assert len(held.asked) == 1


def test_a_connection_that_breaks_is_made_anew() -> None:
    with raw_service(b"") as held:
        assert connected(doc("get"), held.url, retries=1).code() == "upstream_malformed"
        assert len(held.asked) == 2


@pytest.mark.parametrize("status", [400, 404, 409, 500, 501])
def test_an_error_that_stays_is_not_asked_for_again(status: int) -> None:
    with service(always(Answer(status))) as held:
        assert connected(doc("get"), held.url).code() == "upstream_status"
        assert len(held.asked) == 1


def test_what_the_service_asks_to_wait_is_told_where_there_is_no_time() -> None:
    with service(always(Answer(429, headers={"retry-after": "3600"}))) as held:
        problem = connected(doc("get"), held.url).problem()
        assert problem.upstream is not None
        assert problem.upstream.to_dict() == {"status": 429, "retry_after": 3600.0}
        assert problem.retryable
        assert len(held.asked) == 1


def test_so_often_and_no_more() -> None:
    with service(always(BUSY)) as held:
        assert connected(doc("get"), held.url, retries=3).code() == "upstream_status"
        assert len(held.asked) == 4
    with service(always(BUSY)) as held:
        assert connected(doc("get"), held.url, retries=0).code() == "upstream_status"
        assert len(held.asked) == 1


@pytest.mark.parametrize(
    ("told", "seconds"),
    [
        ("7", 7.0),
        (" 0 ", 0.0),
        (format_datetime(NOW + timedelta(seconds=90), usegmt=True), 90.0),
        (format_datetime(NOW - timedelta(seconds=90), usegmt=True), 0.0),
        ("", None),
        ("soon", None),
        ("-5", None),
        ("1.5", None),
        ("٣", None),
        ("9" * 400, 999_999_999.0),
    ],
)
def test_retry_after(told: str, seconds: float | None) -> None:
    assert retry_after(Received(503, {"retry-after": told}, b""), NOW) == seconds
