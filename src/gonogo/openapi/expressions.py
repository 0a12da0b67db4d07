"""Which regular expressions of a document every validator takes.

Source: ECMA-262, section 22.2.1, with the `u` flag, as JSON Schema 2020-12 section 6.4 wants it: validators in
JavaScript refuse a whole contract for one idle escape.
"""

import re
from functools import lru_cache
from typing import Final

from gonogo.schema.patterns import engine_for

_LONGEST: Final = 10_000
_QUANTIFIER: Final = re.compile(r"\{[0-9]+(,[0-9]*)?\}")
_CLASSES: Final = frozenset({"\\d", "\\D", "\\w", "\\W", "\\s", "\\S"})
_SYNTAX: Final = frozenset("^$\\.*+?()[]{}|/")
_LETTERS: Final = frozenset("dDwWsSbBfnrtv0cxupPk123456789")


@lru_cache(maxsize=4096)
def is_taken(pattern: str) -> bool:
    """Return whether both our engine and one of ECMAScript with its `u` flag take an expression."""
    if len(pattern) > _LONGEST or engine_for(pattern) is None:
        return False
    return not _breaks_unicode(pattern)


def _breaks_unicode(pattern: str) -> bool:
    """Whether the `u` flag refuses an expression: an idle escape, a range from a class, a bare brace or bracket."""
    in_class, at, before_dash = False, 0, ""
    while at < len(pattern):
        char = pattern[at]
        if char == "\\":
            escaped = pattern[at + 1 : at + 2]
            if not _may_escape(escaped, in_class):
                return True
            at += 2
            before_dash = escaped if in_class else ""
            if (
                in_class
                and before_dash in "dDwWsSpP"
                and pattern[at : at + 1] == "-"
                and pattern[at + 1 : at + 2] != "]"
            ):
                return True
            continue
        if in_class:
            in_class = char != "]"
            if char == "-" and pattern[at + 1 : at + 3] in _CLASSES and pattern[at - 1] != "[":
                return True
        elif char == "[":
            in_class = True
        elif char in "]}" or (char == "{" and not _QUANTIFIER.match(pattern, at)):
            return True
        elif char == "{":
            match = _QUANTIFIER.match(pattern, at)
            at = match.end() if match else at + 1
            continue
        at += 1
    return in_class


def _may_escape(char: str, in_class: bool) -> bool:
    return char in _SYNTAX or char in _LETTERS or (in_class and char == "-")
