"""What names say: the words that a property's or a tool's name is made of."""

import re

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")

COUNTING = frozenset(
    {"id", "number", "page", "limit", "offset", "count", "size", "index", "line", "lines", "depth", "port", "year",
     "month", "day", "head", "tail", "quantity", "position", "attempts", "retries"}
)  # fmt: skip
"""Last words of names whose values are whole numbers."""

MONEY = frozenset(
    {"amount", "price", "cost", "fee", "total", "subtotal", "balance", "tax", "discount", "salary", "budget",
     "revenue", "payment"}
)  # fmt: skip
"""Last words of names whose values are money."""

CHOICES = frozenset(
    {"priority", "severity", "status", "state", "visibility", "direction", "currency", "urgency"}
)
"""Last words of names whose values are one of a few."""

STATES = frozenset({"status", "state", "outcome", "result", "phase", "stage"})
"""Last words of names whose values say how something went."""

FAILURES = frozenset({"error", "errored", "failed", "failure", "fail", "fault", "exception"})
"""Words that name a failure."""

WRITING = frozenset(
    {"create", "delete", "remove", "update", "write", "edit", "move", "merge", "push", "send", "post", "put", "add",
     "set", "insert", "drop", "purge", "cancel", "refund", "rename", "close"}
)  # fmt: skip
"""First words of tools that change something."""


def words_of(name: str) -> tuple[str, ...]:
    """Return the words of a name in lower case, whatever it joins them with."""
    return tuple(word.lower() for word in _WORD.findall(name))


def last_word(name: str) -> str:
    """Return the last word of a name; empty where it has none."""
    words = words_of(name)
    return words[-1] if words else ""


def folded(name: str) -> tuple[str, ...]:
    """Return what a name comes to where case, joints and plurals are overlooked."""
    return tuple(word.removesuffix("s") for word in words_of(name))
