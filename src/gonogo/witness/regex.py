r"""An ECMA-262 pattern as a regular language.

Source: ECMA-262, section 22.2, with the `u` flag, and what the engine makes of it: `\d` and `\w` are ASCII,
`.` is all but the line terminators, `$` is the end of the text alone. A pattern matches anywhere in a text
unless its anchors say otherwise.
"""

from functools import lru_cache
from typing import Final

from gonogo.witness import charset
from gonogo.witness.charset import Charset
from gonogo.witness.language import (
    ANYTHING,
    EMPTY,
    Language,
    any_of,
    cat,
    chars,
    repeat,
)

_DIGITS: Final = ((0x30, 0x39),)
_WORD: Final = charset.union(_DIGITS, ((0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)))
_SPACE: Final = charset.union(
    ((0x09, 0x0D), (0x20, 0x20), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x2028, 0x2029)),
    ((0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000), (0xFEFF, 0xFEFF)),
)
_LINE_ENDS: Final = charset.of("\n\r\u2028\u2029")
_CLASSES: Final = {
    "d": _DIGITS, "D": charset.outside(_DIGITS), "w": _WORD, "W": charset.outside(_WORD),
    "s": _SPACE, "S": charset.outside(_SPACE),
}  # fmt: skip
_CONTROLS: Final = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "v": "\v"}
_SYNTAX: Final = frozenset("^$\\.*+?()[]{}|/-")
_MOST_REPEATS: Final = 5_000
_DEEPEST: Final = 50
_HEAVIEST: Final = 6_000
"""Characters that a pattern may speak of, its repetitions written out; each is a state to walk through."""


class Unsupported(ValueError):
    """Raised for a pattern that is no regular language, or whose meaning here is not certain."""


@lru_cache(4096)
def language_of(pattern: str) -> Language:
    """Return the texts in which a pattern finds a match.

    Raises:
        Unsupported: it has lookaround, back-references, word boundaries, properties of characters, an anchor in
            its middle, or is no pattern.
    """
    reader = _Reader(pattern)
    whole = reader.alternatives()
    if reader.place < len(pattern):
        raise Unsupported("an unbalanced bracket")
    opened = _open(_open(whole, at_start=True), at_start=False)
    if not isinstance(opened, Language):
        raise Unsupported("an anchor in the middle")
    if _weight(opened) > _HEAVIEST:
        raise Unsupported("repetitions inside repetitions without measure")
    return opened


def _weight(language: Language) -> int:
    """How many characters a language speaks of, with repetitions written out."""
    inside = sum(map(_weight, language.parts)) if language.parts else 1
    return inside * max(language.high or 0, language.low, 1) if language.kind == "repeat" else inside


class _Sequence(tuple["_Part", ...]):
    """Parts one after another."""

    __slots__ = ()


class _Choice(tuple["_Part", ...]):
    """Parts of which one is taken."""

    __slots__ = ()


_Part = Language | str | _Sequence | _Choice
"""A piece of a pattern: a language, an anchor (`^` or `$`), or pieces that may hold anchors."""


class _Reader:
    """Reads one pattern from left to right; recursion is as deep as its groups nest."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.place = 0
        self._depth = 0

    def alternatives(self) -> _Part:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise Unsupported("groups nested too deep")
        found = [self._sequence()]
        while self._take("|"):
            found.append(self._sequence())
        self._depth -= 1
        return found[0] if len(found) == 1 else _flat(_Choice(found))

    def _sequence(self) -> _Part:
        parts: list[_Part] = []
        while self.place < len(self.pattern) and self.pattern[self.place] not in "|)":
            parts.append(self._repeated(self._atom()))
        return _flat(_Sequence(parts))

    def _atom(self) -> _Part:
        letter = self._next()
        if letter in "^$":
            return letter
        if letter == "(":
            return self._group()
        if letter == "[":
            return chars(self._set())
        if letter == ".":
            return chars(charset.outside(_LINE_ENDS))
        if letter == "\\":
            return chars(self._escape())
        if letter in "*+?{})":
            raise Unsupported("a quantifier or bracket that stands alone")
        return chars(charset.of(letter))

    def _group(self) -> _Part:
        if self._take("?") and not self._take(":"):
            end = self.pattern.find(">", self.place)
            if not self._take("<") or end < 0 or self.pattern[self.place] in "=!":
                raise Unsupported("lookaround or flags")
            self.place = end + 1
        inside = self.alternatives()
        if not self._take(")"):
            raise Unsupported("an unbalanced bracket")
        return inside

    def _repeated(self, part: _Part) -> _Part:
        letter = self.pattern[self.place : self.place + 1]
        bounds: tuple[int, int | None] | None = {"*": (0, None), "+": (1, None), "?": (0, 1)}.get(letter)
        if bounds is not None:
            self.place += 1
        elif letter == "{":
            bounds = self._counted()
        if bounds is None:
            return part
        self._take("?")  # a lazy match finds the same texts
        if not isinstance(part, Language):
            raise Unsupported("a repeated anchor")
        return repeat(part, *bounds)

    def _counted(self) -> tuple[int, int | None]:
        end = self.pattern.find("}", self.place)
        low, comma, high = self.pattern[self.place + 1 : max(end, 0)].partition(",")
        if not low.isdecimal() or not (high == "" or high.isdecimal()):
            raise Unsupported("a brace that counts nothing")
        self.place = end + 1
        bounds = (int(low), int(high) if high else None if comma else int(low))
        if max(bounds[0], bounds[1] or 0) > _MOST_REPEATS or (
            bounds[1] is not None and bounds[1] < bounds[0]
        ):
            raise Unsupported("a repetition without measure")
        return bounds

    def _set(self) -> Charset:
        negated = self._take("^")
        found: list[Charset] = []
        while not self._take("]"):
            low = self._member()
            if self.pattern[self.place : self.place + 1] == "-" and self.pattern[self.place + 1 :][
                :1
            ] not in {"]", ""}:
                self.place += 1
                low = _range(low, self._member())
            found.append(low)
        merged = charset.union(*found)
        return charset.outside(merged) if negated else merged

    def _member(self) -> Charset:
        letter = self._next()
        if letter == "[" or self.pattern[self.place - 1 : self.place + 1] in {"&&", "--", "~~"}:
            raise Unsupported("a set inside a set")  # the engine's dialect, not ECMA's
        if letter != "\\":
            return charset.of(letter)
        return charset.of("\b") if self._take("b") else self._escape()

    def _escape(self) -> Charset:
        letter = self._next()
        if letter in _CLASSES:
            return _CLASSES[letter]
        if letter in _CONTROLS:
            return charset.of(_CONTROLS[letter])
        if letter == "0" and not self.pattern[self.place : self.place + 1].isdecimal():
            return charset.of("\0")
        if letter in "xu":
            return self._code_point(letter)
        if letter in _SYNTAX or not (letter.isalnum() or letter == "_"):
            return charset.of(letter)
        raise Unsupported("a boundary, a back-reference or a property of characters")

    def _code_point(self, letter: str) -> Charset:
        if self._take("{"):
            end = self.pattern.find("}", self.place)
            digits, self.place = self.pattern[self.place : max(end, 0)], end + 1
        else:
            size = 2 if letter == "x" else 4
            digits, self.place = self.pattern[self.place : self.place + size], self.place + size
            if len(digits) < size:
                raise Unsupported("a cut escape")
        try:
            point = int(digits, 16)
        except ValueError:
            raise Unsupported("an escape without digits") from None
        if not charset.holds(charset.ANY, point):
            raise Unsupported("half a surrogate pair")
        return ((point, point),)

    def _take(self, letter: str) -> bool:
        found = self.pattern.startswith(letter, self.place)
        self.place += len(letter) if found else 0
        return found

    def _next(self) -> str:
        if self.place >= len(self.pattern):
            raise Unsupported("a cut pattern")
        self.place += 1
        return self.pattern[self.place - 1]


def _range(low: Charset, high: Charset) -> Charset:
    if len(low) != 1 or len(high) != 1 or low[0][0] != low[0][1] or high[0][0] != high[0][1] or low > high:
        raise Unsupported("a range between what is no character")
    return charset.both(((low[0][0], high[0][0]),), charset.ANY)


def _flat(part: _Sequence | _Choice) -> _Part:
    """One language where no anchor stands inside."""
    pieces = [each for each in part if isinstance(each, Language)]
    if len(pieces) < len(part):
        return part
    return cat(*pieces) if isinstance(part, _Sequence) else any_of(*pieces)


def _open(part: _Part, *, at_start: bool) -> _Part:
    """Let anything stand before (or behind) a piece where its anchors do not forbid it, and take those anchors away."""
    if isinstance(part, _Choice):
        return _flat(_Choice(_open(each, at_start=at_start) for each in part))
    anchor = "^" if at_start else "$"
    pieces: list[_Part] = list(part) if isinstance(part, _Sequence) else [part]
    edge = 0 if at_start else len(pieces) - 1
    if not pieces:
        return ANYTHING
    if pieces[edge] == anchor:
        while pieces and pieces[0 if at_start else -1] == anchor:
            del pieces[0 if at_start else -1]
        return _flat(_Sequence(pieces)) if pieces else EMPTY
    if isinstance(pieces[edge], Language | str):
        pieces.insert(0 if at_start else len(pieces), ANYTHING)
    else:
        pieces[edge] = _open(pieces[edge], at_start=at_start)
    return _flat(_Sequence(pieces))
