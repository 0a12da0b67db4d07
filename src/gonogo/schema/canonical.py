"""The canonical text of a JSON value, and the digest of a contract.

Source: RFC 8785 (JCS), except that an integer beyond 2^53 keeps its decimal digits: schemas of real services
hold the bounds of int64, and rounding them would give two different contracts one digest.
"""

import hashlib
import re
from collections.abc import Iterator
from json.encoder import encode_basestring

from gonogo.schema.dialect import ANNOTATIONS, APPLICATORS, Draft, Holds, embedded_draft
from gonogo.schema.types import Json, Schema

UNDIGESTED = ANNOTATIONS | {"x-version", "x-tool"}
"""Keywords that a digest leaves out: changing them changes nothing that a payload could notice."""

_FIRST_LARGE, _LAST_SMALL = 21, -6
"""The decimal exponents from which, and below which, ECMAScript writes an exponent."""

_EXPONENT = re.compile(r"^(-?)(\d)(?:\.(\d+))?e([+-])0*(\d+)$")


def canonical(value: Json) -> str:
    """Return the canonical text of a JSON value: sorted keys, no white space, one spelling of each number.

    Args:
        value: JSON as Python holds it, without NaN and infinities, nested less deep than Python recurses.
    """
    return "".join(_parts(value))


def digest(schema: Schema, draft: Draft) -> str:
    """Return the digest of a bundled schema, as `sha256:` and 64 hexadecimal digits.

    Keywords that only annotate are left out where they stand as keywords; a property of such a name is kept.
    """
    text = canonical(without_annotations(schema, draft))
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def without_annotations(schema: Schema, draft: Draft) -> Schema:
    """Return a copy of a schema without the keywords that its digest leaves out."""
    if not isinstance(schema, dict):
        return schema
    table = APPLICATORS[draft]
    kept: dict[str, Json] = {}
    for keyword, value in schema.items():
        if keyword in UNDIGESTED:
            continue
        applicator = table.get(keyword)
        kept[keyword] = value if applicator is None else _without(value, applicator.holds, draft)
    return kept


def _without(value: Json, holds: Holds, draft: Draft) -> Json:
    if holds is Holds.MAP and isinstance(value, dict):
        return {name: _inside(item, draft) for name, item in value.items()}
    if isinstance(value, list):
        return [_inside(item, draft) for item in value]
    return _inside(value, draft)


def _inside(schema: Json, draft: Draft) -> Schema:
    return without_annotations(schema, embedded_draft(schema, draft))


def _parts(value: Json) -> Iterator[str]:
    if isinstance(value, dict):
        yield "{"
        for index, name in enumerate(sorted(value, key=_utf16)):
            yield f"{',' if index else ''}{encode_basestring(name)}:"
            yield from _parts(value[name])
        yield "}"
    elif isinstance(value, list):
        yield "["
        for index, item in enumerate(value):
            if index:
                yield ","
            yield from _parts(item)
        yield "]"
    else:
        yield _scalar(value)


def _scalar(value: Json) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return encode_basestring(value)
    return str(value) if isinstance(value, int) else _float(value)


def _float(number: float) -> str:
    """Write a double as ECMAScript does: decimal from 1e-6 up to 1e21, else with an exponent."""
    if number == 0:
        return "0"
    text = repr(number)
    match = _EXPONENT.match(text)
    if match is None:
        return text.removesuffix(".0")
    sign, first, rest, direction, power = match.groups()
    digits, exponent = first + (rest or ""), int(direction + power)
    if 0 <= exponent < _FIRST_LARGE:
        return sign + digits.ljust(exponent + 1, "0")
    if _LAST_SMALL <= exponent < 0:
        return f"{sign}0.{'0' * (-exponent - 1)}{digits}"
    return f"{sign}{first}{'.' + rest if rest else ''}e{direction}{abs(exponent)}"


def _utf16(name: str) -> bytes:
    """Names sort by UTF-16 code units, which big-endian bytes preserve."""
    return name.encode("utf-16-be", "surrogatepass")
