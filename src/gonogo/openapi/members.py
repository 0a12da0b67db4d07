"""The members of a raw object by their types: what is of another type counts as absent."""

from collections.abc import Mapping

from gonogo.schema.types import Json


def text(holder: Json, name: str) -> str:
    """Return a text member; empty where there is none."""
    value = holder.get(name) if isinstance(holder, dict) else None
    return value if isinstance(value, str) else ""


def flag(holder: Json, name: str) -> bool:
    """Return whether a member is `true`."""
    return isinstance(holder, dict) and holder.get(name) is True


def mapping(holder: Json, name: str) -> Mapping[str, Json]:
    """Return an object member; empty where there is none."""
    value = holder.get(name) if isinstance(holder, dict) else None
    return value if isinstance(value, dict) else {}


def listing(holder: Json, name: str) -> list[Json]:
    """Return a list member; empty where there is none."""
    value = holder.get(name) if isinstance(holder, dict) else None
    return value if isinstance(value, list) else []


def texts(holder: Json, name: str) -> tuple[str, ...]:
    """Return the texts of a list member."""
    return tuple(item for item in listing(holder, name) if isinstance(item, str))
