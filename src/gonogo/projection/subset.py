"""The keywords that targets take: for whoever judges a contract before it is cut to any of them."""

from collections.abc import Iterable

from gonogo.projection.rules import How
from gonogo.projection.targets import TARGETS

_LOST = frozenset({How.DROP, How.REFUSED})


def left_out(targets: Iterable[str]) -> dict[str, frozenset[str]]:
    """Return for each target the keywords that it does not take in any form.

    Args:
        targets: names of targets; one that is not known takes all.
    """
    known = [TARGETS[name] for name in targets if name in TARGETS]
    return {
        target.name: frozenset(keyword for keyword in target.rules if target.how(keyword) in _LOST)
        for target in known
    }
