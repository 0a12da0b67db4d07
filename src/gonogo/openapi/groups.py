"""The group of a tool: the folder below `schemas/tools/` that makes its namespace."""

import hashlib
import re
from collections.abc import Callable, Mapping
from typing import Final

from gonogo.openapi.names import latin
from gonogo.openapi.operation import Operation

_LONGEST: Final = 64
_DIGEST: Final = 6
_PREFIX: Final = re.compile(
    r"api|rest|v[0-9]+([.-][0-9]+)*([a-z]+[0-9]*)?|[0-9]{4}-[0-9]{2}-[0-9]{2}", re.IGNORECASE
)
"""Parts of a path that say nothing of what it is about: `api`, versions, dates."""


def _by_tag(operation: Operation) -> str:
    return operation.tags[0] if operation.tags else ""


def _by_path(operation: Operation) -> str:
    segments = operation.path.partition("?")[0].partition("#")[0].split("/")
    named = (part for part in segments if part and "{" not in part and not _PREFIX.fullmatch(part))
    return next(named, "").partition(".")[0]


GROUPINGS: Final[Mapping[str, Callable[[Operation], str]]] = {"tag": _by_tag, "path": _by_path}
"""What groups operations: their first tag, or the first part of their path that names a thing."""


def group_of(operation: Operation, grouping: str) -> str:
    """Return the group of an operation in plain letters; empty where it has none.

    Args:
        operation: what is grouped.
        grouping: a row of `GROUPINGS`; empty where nothing is grouped.
    """
    told = GROUPINGS[grouping](operation) if grouping else ""
    if not told.strip():
        return ""
    name = latin(told).strip("-").casefold()
    if name and len(name) <= _LONGEST:
        return name
    digest = hashlib.sha256(told.encode(errors="replace")).hexdigest()[:_DIGEST]
    return f"{name[: _LONGEST - _DIGEST - 1] or 'group'}_{digest}"
