"""Names that a target takes, one to one: a name's own where it can be, else an alias that depends on nothing else.

Source: litellm's note that `foo/bar` and `foo_bar` must not fall together (llms/anthropic/chat/transformation.py).
"""

import hashlib
import re
from collections.abc import Iterable, Mapping

from gonogo.projection.rules import NameRule

_DIGITS = 8


def aliases(names: Iterable[str], rule: NameRule, stored: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return for each name the one that a target takes.

    A stored alias stays. A name that the target takes is its own alias, unless a stored alias has it. Any other is
    written with what the target takes; where that belongs to another, or is too long, its digest tells them apart.

    Args:
        names: different from one another, in any order.
        rule: which names are taken.
        stored: aliases that have been given before.
    """
    names = list(names)
    fitting = re.compile(rule.pattern)
    given = {
        name: alias for name, alias in (stored or {}).items() if name in names and _fits(alias, rule, fitting)
    }
    taken = set(given.values())
    for name in names:
        if name not in given and _fits(name, rule, fitting) and name not in taken:
            given[name] = name
            taken.add(name)
    plain = {name: _written(name, rule, fitting) for name in names if name not in given}
    written = list(plain.values())
    for name in sorted(plain):
        alias = plain[name]
        if (
            alias in taken
            or written.count(alias) > 1
            or not _fits(alias, rule, fitting)
            or len(name) > rule.longest
        ):
            alias = _told_apart(name, alias, rule, taken)
        given[name] = alias
        taken.add(alias)
    return {name: given[name] for name in names}


def _fits(name: str, rule: NameRule, fitting: re.Pattern[str]) -> bool:
    return len(name) <= rule.longest and fitting.fullmatch(name) is not None


def _written(name: str, rule: NameRule, fitting: re.Pattern[str]) -> str:
    """A name with a filler for what is not taken, and before a beginning that is not."""
    written = "".join(letter if fitting.fullmatch(f"a{letter}") else rule.filler for letter in name)
    return written if fitting.fullmatch(written[:1]) else f"{rule.filler}{written}"


def _told_apart(name: str, written: str, rule: NameRule, taken: set[str]) -> str:
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
    digits = _DIGITS
    while True:
        alias = f"{written[: rule.longest - digits - 1]}{rule.filler}{digest[:digits]}"
        if alias not in taken:
            return alias
        digits += 1
