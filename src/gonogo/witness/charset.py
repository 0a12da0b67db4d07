"""Sets of characters, as ranges of code points. Source: RFC 8259, section 8.2: half a surrogate pair is no character."""

from collections.abc import Iterable
from typing import Final, TypeAlias

Charset: TypeAlias = tuple[tuple[int, int], ...]
"""Ranges of code points, both ends included, in order, with a gap between any two."""

_LAST: Final = 0x10FFFF
_SURROGATES: Final = (0xD800, 0xDFFF)

NONE: Final[Charset] = ()
ANY: Final[Charset] = ((0, _SURROGATES[0] - 1), (_SURROGATES[1] + 1, _LAST))

_PLEASANT: Final = tuple(map(ord, "axb01-_ .@/:AZz"))
"""Characters that a reader likes to see in a payload, the best first."""


def union(*sets: Iterable[tuple[int, int]]) -> Charset:
    """Return the characters of any of some sets."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted(span for each in sets for span in each):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return tuple(merged)


def both(left: Charset, right: Charset) -> Charset:
    """Return the characters of two sets at once."""
    found: list[tuple[int, int]] = []
    one = other = 0
    while one < len(left) and other < len(right):
        low = max(left[one][0], right[other][0])
        high = min(left[one][1], right[other][1])
        if low <= high:
            found.append((low, high))
        if left[one][1] < right[other][1]:
            one += 1
        else:
            other += 1
    return tuple(found)


def outside(charset: Charset) -> Charset:
    """Return the characters that are not in a set."""
    found: list[tuple[int, int]] = []
    start = 0
    for low, high in charset:
        if start < low:
            found.append((start, low - 1))
        start = high + 1
    if start <= _LAST:
        found.append((start, _LAST))
    return both(tuple(found), ANY)


def of(text: str) -> Charset:
    """Return the set of a text's characters."""
    return union([(ord(letter), ord(letter)) for letter in text])


def holds(charset: Charset, point: int) -> bool:
    """Whether a code point is in a set."""
    return any(low <= point <= high for low, high in charset)


def specimen(charset: Charset) -> str:
    """Return the most readable character of a set that is not empty."""
    for point in _PLEASANT:
        if holds(charset, point):
            return chr(point)
    printable = both(charset, ((0x21, 0x7E),))
    return chr((printable or charset)[0][0])
