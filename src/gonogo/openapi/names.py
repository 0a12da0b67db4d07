"""The names of tools: the same whatever the order of the operations, and whatever is added beside them.

A name is the `operationId` in letters that every protocol takes. Where two would share one (letters of either case, as
folders may not tell them apart), each gets a digest of its method and path; what a lock has named keeps its name.
"""

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from gonogo.openapi.operation import Operation

LONGEST: Final = 64
"""The letters that a name may have."""

_UNPLAIN: Final = re.compile(r"[^A-Za-z0-9_-]+")
_DIGEST: Final = 6


def names_of(operations: Iterable[Operation], frozen: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the tools' names by operation key.

    Args:
        operations: those that become tools.
        frozen: names by operation key that a lock holds.
    """
    kept = frozen or {}
    wanted = {each.key: plain_name(each) for each in operations}
    names = {key: kept[key] for key in wanted if key in kept}
    taken = {name.casefold() for name in names.values()}
    counted = Counter(name.casefold() for key, name in wanted.items() if key not in names)
    for key, name in wanted.items():
        if key in names:
            continue
        alone = counted[name.casefold()] == 1 and name.casefold() not in taken
        names[key] = name if alone and len(name) <= LONGEST else _marked(name, key)
    return names


def plain_name(operation: Operation) -> str:
    """Return the name that an operation would have alone, at any length; a letter comes first."""
    name = latin(operation.identifier)
    if not name.strip("_-"):
        name = latin(f"{operation.method}{operation.path}") or operation.method
    return name if name[0].isalpha() else f"op_{name}"


def latin(text: str) -> str:
    """Return a text in letters, digits, `_` and `-`, without marks above or below."""
    decomposed = unicodedata.normalize("NFKD", text)
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    return _UNPLAIN.sub("_", bare).strip("_")


def _marked(name: str, key: str) -> str:
    digest = hashlib.sha256(key.encode()).hexdigest()[:_DIGEST]
    return f"{name[: LONGEST - _DIGEST - 1].rstrip('_-')}_{digest}"
