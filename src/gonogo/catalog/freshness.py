"""Whether a payload is fresh enough to act on: the word `x-fresh`, judged by whoever consumes the payload.

A result that was right when it was made may be old when it is used, so the producer cannot judge it.
"""

from datetime import UTC, datetime

from gonogo.catalog.contract import Contract
from gonogo.gauge.codes import CODES
from gonogo.gauge.problem import Issue, Problem
from gonogo.schema.pointer import PointerError, get
from gonogo.schema.types import Json


def judge_freshness(contract: Contract, value: Json, now: datetime) -> Problem | None:
    """Return why a payload is too old to act on, or None where it is fresh or its contract sets no limit.

    Args:
        contract: what the payload was gauged against.
        value: the payload.
        now: the moment of consumption, with a time zone.
    """
    fresh = contract.fresh
    if fresh is None:
        return None
    moment = _moment(value, fresh.pointer)
    if moment is None:
        return _stale(contract, "the payload does not say when it was made", "missing")
    age = (now - moment).total_seconds()
    if -fresh.max_age <= age <= fresh.max_age:
        return None
    told = f"it is {age:.0f} s old" if age > 0 else f"it is dated {-age:.0f} s from now"
    return _stale(contract, f"{told}, and at most {fresh.max_age:g} s are allowed: ask for it anew", "string")


def _moment(value: Json, pointer: str) -> datetime | None:
    try:
        text = get(value, pointer)
        moment = datetime.fromisoformat(text) if isinstance(text, str) else None
    except (PointerError, ValueError):
        return None
    if moment is None:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _stale(contract: Contract, hint: str, received: str) -> Problem:
    fresh = contract.fresh
    pointer, limit = (fresh.pointer, fresh.max_age) if fresh else ("", 0.0)
    issue = Issue(
        CODES["stale"].name, pointer, "x-fresh", "/x-fresh", {"max_age": limit}, received, None, hint
    )
    return Problem(contract.gauge.subject, (issue,), retryable=True, executed=True)
