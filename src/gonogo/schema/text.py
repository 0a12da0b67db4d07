"""Strict JSON text: one reading of it, or a fault with its place.

Source: RFC 8259, with the freedoms that it leaves closed: a duplicate key, a lone surrogate, a number that
overflows and a byte-order mark are refused, because two readers would understand them differently.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

import orjson
from jiter import from_json

from gonogo.schema import engine
from gonogo.schema.limits import Limits
from gonogo.schema.numbers import make_whole
from gonogo.schema.types import Json
from gonogo.schema.value import ValueFault, measure

_SHORT = 400
"""Below this many bytes, looking at every value is cheaper than looking through the text."""

LONG = 16_384
"""From this many bytes on, counting a text's colons is cheaper than comparing its names."""

_DIGITS = bytes.maketrans(b"123456789E", b"000000000e")
_ROUNDED = (b"0e", b".0000000000000", b"0000.000000000", b"00000000.00000", b"000000000000.0")
"""With every digit written as 0: an exponent, and fractions so long that a double may round them to an integer."""

_ZERO_FRACTION = re.compile(rb"\.0+(?![0-9])")
_PLACE = re.compile(r" at line (\d+) column (\d+)$")
_NOT_A_NUMBER = (b"NaN", b"Infinity", b"-Infinity", b"-NaN", b"+Infinity")

_PHRASES = (
    ("Detected duplicate key", "duplicate_key"),
    ("trailing characters", "trailing_text"),
    ("recursion limit exceeded", "too_deep"),
    ("number out of range", "number_range"),
    ("lone leading surrogate", "lone_surrogate"),
    ("unexpected end of hex escape", "lone_surrogate"),
    ("invalid unicode code point", "not_utf8"),
)

_ESCAPE = re.compile(
    rb"\\(?:u[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}|(?P<half>u[Dd][89A-Fa-f])|.)", re.DOTALL
)
_WIDE = (b"\xff\xfe", b"\xfe\xff", b"\0")
_MARK = b"\xef\xbb\xbf"
_FENCE = b"```"
_SPACE = b" \t\r\n"


@dataclass(eq=False)
class TextFault(ValueError):
    """Raised when a text is not one strict JSON value.

    Attributes:
        code: a row of the gauge's table of codes.
        offset: bytes of UTF-8 text before the fault.
    """

    code: str
    offset: int

    def __str__(self) -> str:
        return f"{self.code} at byte {self.offset}"


def parse(text: str | bytes, limits: Limits) -> Json:
    """Return the value of one strict JSON text.

    Integers keep every digit; a number with an integral value below 2^53 is an `int`, whatever its spelling.

    Raises:
        TextFault: the text is not strict JSON, or is longer or deeper than the parser goes.
        ValueFault: the value is deeper or has more nodes than the limits allow, or a number overflows.
    """
    return reader(limits)(text)


def reader(limits: Limits) -> Callable[[str | bytes], Json]:
    """Return a `parse` with its limits built in, for many texts."""
    read_raw = raw_reader(limits)
    admits = engine.admission(limits.depth)

    def read(text: str | bytes) -> Json:
        data = text if type(text) is bytes else _encoded(text)
        value = read_raw(data)
        if not admits(value):
            raise _overflow(value, limits)
        if len(data) < _SHORT or _may_hold_whole(data):
            return make_whole(value)
        return value

    return read


def raw_reader(limits: Limits, members: Callable[[Json], int] | None = None) -> Callable[[str | bytes], Json]:
    """Return a `parse` that leaves three things to its caller: depth, overflow, and integers spelled as floats.

    What it returns nests at most 200 deep, so that the engine may judge it; see `admit`.

    Args:
        limits: what a text may measure.
        members: counts the members of all objects in a value; with it, names written twice in a long text are looked
            for by number first, as long as its strings hold no colons. An integer beyond 64 bits is then rounded to a
            float, and its caller has to read such a text again.
    """
    short = harmless_size(limits)
    parse_long = _parse_strictly if members is None else _by_number(members)

    def read(text: str | bytes) -> Json:
        data = text if type(text) is bytes else _encoded(text)
        large = len(data) > short
        if large and len(data) > limits.size:
            raise TextFault("too_large", limits.size)
        try:
            value = _parse_strictly(data) if len(data) < LONG else parse_long(data)
        except ValueError as error:
            raise fault_of(data, error) from None
        if large and _most_nodes(data) > limits.nodes:
            measure(value, limits)
        return value

    return read


def _parse_strictly(data: bytes) -> Json:
    return from_json(data, catch_duplicate_keys=True, allow_inf_nan=False, cache_mode="keys")


def _by_number(members: Callable[[Json], int]) -> Callable[[bytes], Json]:
    """A parser that counts colons instead of comparing names, until it meets a text with colons elsewhere."""
    hopeful = True

    def parse_long(data: bytes) -> Json:
        nonlocal hopeful
        if hopeful:
            try:
                value = orjson.loads(data)
            except ValueError:
                return _parse_strictly(data)  # says what is wrong, and where
            counted = members(value)
            if counted == data.count(b":"):
                return value
            hopeful = counted < 0  # a value of another shape says nothing of the texts to come
        return _parse_strictly(data)

    return parse_long


def harmless_size(limits: Limits) -> int:
    """Return the bytes up to which a text reaches neither limit: it has at most one node for every two of them."""
    return min(limits.size, 2 * limits.nodes)


def fault_of(text: str | bytes, error: ValueError) -> TextFault:
    """Name what `jiter` found wrong. Its own message is not passed on: it can quote a key of the payload."""
    return _fault(_encoded(text), str(error))


def admit(value: Json, limits: Limits) -> None:
    """Look for what `raw_reader` leaves to its caller: depth and overflow.

    Raises:
        ValueFault: as for `parse`.
    """
    if not engine.admission(limits.depth)(value):
        raise _overflow(value, limits)


def write(value: Json) -> str:
    """Return compact JSON text of a value that has been measured; keys keep their order, integers every digit."""
    try:
        return orjson.dumps(value).decode()
    except TypeError:  # an integer beyond 64 bits
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _encoded(text: str | bytes) -> bytes:
    if isinstance(text, bytes):
        return text
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise TextFault("lone_surrogate", len(text[: error.start].encode())) from None


def _most_nodes(data: bytes) -> int:
    """No fewer than the values in a text: each follows a comma or an opening bracket, but the first."""
    return 1 + data.count(b",") + data.count(b"[") + data.count(b"{")


def _may_hold_whole(data: bytes) -> bool:
    """Whether a text may spell an integer as `1.0` or `1e0`; a match inside a string costs only time."""
    if b".0" in data and _ZERO_FRACTION.search(data) is not None:
        return True
    digits = data.translate(_DIGITS)
    return any(mark in digits for mark in _ROUNDED)


def _overflow(value: Json, limits: Limits) -> ValueFault:
    """Find the fault of a value that was not admitted; a text holds an infinity only by a number that overflows."""
    try:
        measure(value, limits)
    except ValueFault as fault:
        return ValueFault("number_range" if fault.code == "not_finite" else fault.code, fault.path)
    return ValueFault("too_deep", ())


def _fault(data: bytes, message: str) -> TextFault:
    offset = _offset(data, message)
    if data.startswith(_MARK):
        return TextFault("byte_order_mark", 0)
    if data.startswith(_WIDE) or data[1:2] == b"\0":  # UTF-16 or UTF-32, with or without its mark
        return TextFault("not_utf8", 0)
    lead = len(data) - len(data.lstrip(_SPACE))
    if data.startswith(_FENCE, lead):
        return TextFault("code_fence", lead)
    for phrase, code in _PHRASES:
        if message.startswith(phrase):
            find = _FINDERS.get(code)
            return TextFault(code, find(data, offset) if find else offset)
    for start in (offset - 1, offset):
        if start >= 0 and data.startswith(_NOT_A_NUMBER, start):
            return TextFault("not_finite", start)
    return TextFault("not_json" if _is_utf8(data[offset : offset + 4]) else "not_utf8", offset)


def _offset(data: bytes, message: str) -> int:
    """The byte that the parser names: it counts lines and columns from 1, a column in bytes."""
    match = _PLACE.search(message)
    if match is None:
        return 0
    if message.startswith("EOF"):
        return len(data)
    line, column = int(match[1]), int(match[2])
    start = 0
    for _ in range(line - 1):
        start = data.find(b"\n", start) + 1
    return min(max(start + column - 1, 0), len(data))  # the end of a line is column 0 of the next


def _key_before(data: bytes, offset: int) -> int:
    """The start of the key that ends before an offset."""
    start = data.rfind(b'"', 0, data.rfind(b'"', 0, offset))
    while start > 0 and _is_escaped(data, start):
        start = data.rfind(b'"', 0, start)
    return max(start, 0)


def _is_escaped(data: bytes, place: int) -> bool:
    return (place - len(data[:place].rstrip(b"\\"))) % 2 == 1


def _lone_surrogate(data: bytes, offset: int) -> int:
    """The start of the first escape that stands for half a pair."""
    return next((match.start() for match in _ESCAPE.finditer(data) if match["half"]), offset)


def _start_of_number(data: bytes, offset: int) -> int:
    return len(data[:offset].rstrip(b"-0123456789"))


def _is_utf8(data: bytes) -> bool:
    """Whether a stretch starts with a whole character; cut off at its end it still counts."""
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return error.start > 0 or error.reason == "unexpected end of data"
    return True


_FINDERS = {
    "duplicate_key": _key_before,
    "lone_surrogate": _lone_surrogate,
    "number_range": _start_of_number,
}
"""What finds the place of a fault that the parser notices only behind it."""
