"""Moments as files write them."""

from datetime import UTC, datetime


def moment(text: str | None) -> datetime | None:
    """Return the moment of an RFC 3339 text, in UTC where it names no zone; None where it is none."""
    if text is None:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def later(one: str | None, other: str | None) -> str | None:
    """Return the later of two texts; one that is no moment comes before all that are."""
    first, second = moment(one), moment(other)
    if first is None or second is None:
        return one if second is None and one is not None else other
    return one if first >= second else other
