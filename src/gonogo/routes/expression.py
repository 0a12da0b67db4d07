"""A CEL expression as a tree, read from the checked form that every CEL engine can write.

Source: cel-spec, `proto/cel/expr/checked.proto` and `syntax.proto`: the numbers below are their field numbers. The
message is read here, field by field, so that no protobuf library is needed.
"""

import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from gonogo.schema.types import Json


@dataclass(frozen=True, slots=True)
class Literal:
    """A constant.

    Attributes:
        value: as JSON holds it; bytes as text.
        kind: `null`, `bool`, `int`, `uint`, `double`, `string` or `bytes`.
    """

    value: Json
    kind: str


@dataclass(frozen=True, slots=True)
class Name:
    """A variable."""

    name: str


@dataclass(frozen=True, slots=True)
class Select:
    """A field of a map; where `test` is set, whether it is there: `has(operand.field)`."""

    operand: "Expression"
    field: str
    test: bool


@dataclass(frozen=True, slots=True)
class Call:
    """A function or an operator, `_&&_` among them; the target of `x.f()` is the first argument."""

    function: str
    arguments: "tuple[Expression, ...]"


@dataclass(frozen=True, slots=True)
class Listed:
    """A list."""

    items: "tuple[Expression, ...]"


@dataclass(frozen=True, slots=True)
class Unknown:
    """Anything else: a map, a message, or a macro that loops."""

    kind: str


Expression: TypeAlias = Literal | Name | Select | Call | Listed | Unknown


def read_checked(data: bytes) -> Expression:
    """Return the tree of a checked expression.

    Args:
        data: a serialised `cel.expr.CheckedExpr`, bare or inside a `google.protobuf.Any`.

    Raises:
        ValueError: the bytes are no such message.
    """
    message = _fields(data)
    if _TREE not in message:  # an `Any`: 1 is the type's URL, 2 the message
        message = _fields(_bytes(message, 2))
    return _expression(_bytes(message, _TREE))


_TREE = 4
_Message: TypeAlias = dict[int, list[int | bytes]]


def _fields(data: bytes) -> _Message:
    """The fields of a message by number, in the wire format (protobuf.dev, "Encoding")."""
    found: _Message = {}
    place = 0
    while place < len(data):
        tag, place = _varint(data, place)
        number, kind = tag >> 3, tag & 7
        value: int | bytes
        if kind == 0:
            value, place = _varint(data, place)
        elif kind in _WIDTHS:
            value, place = data[place : place + _WIDTHS[kind]], place + _WIDTHS[kind]
        elif kind == 2:  # noqa: PLR2004 - a length and so many bytes
            size, place = _varint(data, place)
            value, place = data[place : place + size], place + size
        else:
            raise ValueError(f"no wire type {kind}")
        found.setdefault(number, []).append(value)
    return found


_WIDTHS = {1: 8, 5: 4}


def _varint(data: bytes, place: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        if place >= len(data):
            raise ValueError("the message is cut off")
        byte = data[place]
        value |= (byte & 0x7F) << shift
        place, shift = place + 1, shift + 7
        if byte < 0x80:  # noqa: PLR2004 - the last byte of a number has its top bit clear
            return value, place


def _bytes(message: _Message, number: int) -> bytes:
    value = message.get(number, [b""])[0]
    if not isinstance(value, bytes):
        raise ValueError(f"field {number} is no text")  # noqa: TRY004 - the message is wrong, not its Python type
    return value


def _text(message: _Message, number: int) -> str:
    return _bytes(message, number).decode()


def _all(message: _Message, number: int) -> Iterator[bytes]:
    return (value for value in message.get(number, ()) if isinstance(value, bytes))


def _expression(data: bytes) -> Expression:
    message = _fields(data)
    for number, read in _KINDS.items():
        if number in message:
            return read(_fields(_bytes(message, number)))
    return Unknown("nothing")


def _literal(message: _Message) -> Expression:
    for number, (kind, read) in _LITERALS.items():
        if number in message:
            return Literal(read(message[number][0]), kind)
    return Literal(None, "null")


def _call(message: _Message) -> Expression:
    target = (_bytes(message, 1),) if 1 in message else ()
    return Call(_text(message, 2), tuple(map(_expression, (*target, *_all(message, 3)))))


def _signed(value: int | bytes) -> int:
    number = int(value) if isinstance(value, int) else 0
    return number - 2**64 if number >= 2**63 else number


def _double(value: int | bytes) -> float:
    return float(struct.unpack("<d", value)[0]) if isinstance(value, bytes) else 0.0


def _string(value: int | bytes) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else ""


_LITERALS: Mapping[int, tuple[str, Callable[[int | bytes], Json]]] = {
    1: ("null", lambda _value: None),
    2: ("bool", bool),
    3: ("int", _signed),
    4: ("uint", lambda value: value),
    5: ("double", _double),
    6: ("string", _string),
    7: ("bytes", _string),
}
_KINDS: Mapping[int, Callable[[_Message], Expression]] = {
    3: _literal,
    4: lambda message: Name(_text(message, 1)),
    5: lambda message: Select(_expression(_bytes(message, 1)), _text(message, 2), bool(message.get(3))),
    6: _call,
    7: lambda message: Listed(tuple(map(_expression, _all(message, 1)))),
    8: lambda _message: Unknown("a map"),
    9: lambda _message: Unknown("a loop"),
}
