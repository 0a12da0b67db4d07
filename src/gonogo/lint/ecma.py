"""Regular expressions that the engine takes and an ECMA-262 one does not: clients written in JavaScript refuse them.

Source: ECMA-262, section 22.2.1, with the `u` flag, as JSON Schema 2020-12 section 6.4 wants it.
"""

import re

_ESCAPE = r"\\(?:[pPuk](?:\{[^}]*\}|<[^>]*>)|.)"
_TOKEN = re.compile(
    rf"(?P<escape>{_ESCAPE})|(?P<class>\[(?:{_ESCAPE}|[^\]\\])*\])"
    r"|\(\?(?P<group>.?)(?P<after>.?)|(?P<possessive>(?:[*+?]|\{\d+(?:,\d*)?\})\+)",
    re.DOTALL,
)
_NAMED_CLASS = re.compile(r"\[:\w+:\]")
_ESCAPED_LETTERS = frozenset("bBdDsSwWfnrtvcxukpP")
_GROUPS = frozenset(":=!<")


def not_ecma(pattern: str) -> str | None:
    """Return what in a regular expression ECMA-262 does not know; None where nothing is found.

    Args:
        pattern: an expression that the engine takes.
    """
    for token in _TOKEN.finditer(pattern):
        group = token["group"]
        if token["possessive"]:
            return "a possessive quantifier"
        if group is not None and group not in _GROUPS:
            return f"`(?{group}{token['after']}`"
        named = _NAMED_CLASS.search(token["class"] or "")
        if named is not None:
            return f"`{named[0]}`"
        for escape in re.findall(_ESCAPE, token["class"] or token["escape"] or ""):
            letter = escape[1]
            if letter.isascii() and letter.isalpha() and letter not in _ESCAPED_LETTERS:
                return f"`\\{letter}`"
    return None
