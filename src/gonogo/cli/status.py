"""Exit statuses (DESIGN section 9): go, no-go, unknown, internal error, and wrong usage."""

from collections.abc import Iterable

GO = 0
NO_GO = 1
UNKNOWN = 2
INTERNAL = 3
USAGE = 64
INTERRUPTED = 130

_WORST_FIRST = (INTERNAL, NO_GO, UNKNOWN, GO)


def worst(statuses: Iterable[int]) -> int:
    """Return the status that wins of several; go where there is none."""
    return min(statuses, key=_WORST_FIRST.index, default=GO)
