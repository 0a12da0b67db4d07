"""Whether and when a request is sent again.

Source: RFC 9110, sections 9.2.2 (idempotent methods) and 10.2.3 (Retry-After).
"""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

from gonogo.host.http.message import Received

_IDEMPOTENT: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE", "QUERY"})
_PASSING: Final = frozenset({429, 502, 503, 504})
"""Statuses that say that the same request may go better later."""

_FIRST: Final = 0.2
"""Seconds before the first repetition where the service names none; each later one waits twice as long."""


def may_repeat(method: str) -> bool:
    """Return whether to send a request twice is the same as to send it once."""
    return method in _IDEMPOTENT


def is_passing(status: int) -> bool:
    """Return whether a status says that the same request may go better later."""
    return status in _PASSING


def wait_before(attempt: int, received: Received | None, now: datetime) -> float:
    """Return the seconds to wait: what the service asks for, else a little longer each time.

    Args:
        attempt: 0 for the first repetition.
        received: the service's answer; None where there was none.
        now: what time it is, with a time zone.
    """
    asked = None if received is None else retry_after(received, now)
    return _FIRST * 2**attempt if asked is None else asked


def retry_after(received: Received, now: datetime) -> float | None:
    """Return the seconds that a service asks to wait; None where it does not."""
    told = received.headers.get("retry-after", "").strip()
    if told.isdecimal() and told.isascii():
        return float(int(told[:9]))
    try:
        moment = parsedate_to_datetime(told)
    except (ValueError, TypeError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - now).total_seconds())
