"""Bodies that are forms: names with values, in one text or in parts.

Source: OpenAPI 3.1.1, "Encoding Object" and "Encoding By Name"; RFC 7578 (multipart/form-data). A member is written by
its `style` where `encoding` names one; else a list once for each item, an object as JSON, and all else as text.
"""

import base64
import binascii
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from gonogo.openapi.media import concrete, is_json
from gonogo.openapi.members import flag, mapping, text
from gonogo.openapi.spelling import PERCENT, PLAIN, scalar, spelling_of
from gonogo.openapi.styles import PROFILES, Written, named
from gonogo.openapi.unsendable import PlanFault, unsendable
from gonogo.schema.text import write
from gonogo.schema.types import Json, Path

_OF_STYLE: Final = ("style", "explode", "allowReserved")
_JSON: Final = "application/json"
_BYTES: Final = "application/octet-stream"
_ESCAPES: Final = str.maketrans({'"': "%22", "\r": "%0D", "\n": "%0A"})


@dataclass(frozen=True, slots=True)
class Form:
    """How a form is written.

    Attributes:
        encoding: how single members are written, in the words of OpenAPI.
        binary: the members whose values are base64 of what is sent.
        arrays: how a list inside `deepObject` is written: a row of `styles.PROFILES`.
    """

    encoding: Mapping[str, Json] = field(default_factory=dict)
    binary: frozenset[str] = frozenset()
    arrays: str = PROFILES[0]


@dataclass(frozen=True, slots=True)
class _Part:
    name: str
    data: bytes
    media_type: str
    is_file: bool = False


def decoded(value: Json, path: Path) -> bytes:
    """Return the bytes that a text in base64 stands for (RFC 4648, section 4).

    Raises:
        PlanFault: it is none.
    """
    if not isinstance(value, str):
        raise PlanFault("type", path, "send the bytes as text in base64")
    try:
        data = base64.b64decode(value.encode("ascii"), validate=True)
    except (binascii.Error, UnicodeEncodeError):
        raise PlanFault("contentEncoding", path) from None
    if base64.b64encode(data).decode() != value:  # bits that stand for nothing (RFC 4648, section 3.5)
        raise PlanFault("contentEncoding", path)
    return data


def urlencoded(values: Mapping[str, Json], form: Form, path: Path) -> str:
    """Return the text of `application/x-www-form-urlencoded`.

    Args:
        values: the members by name.
        form: how they are written.
        path: the place of the members in the arguments, for faults.

    Raises:
        PlanFault: a value has no form.
    """
    pieces: list[str] = []
    for name, value in values.items():
        told, where = mapping(form.encoding, name), (*path, name)
        if any(word in told for word in _OF_STYLE):
            how = _written(name, told, form, reserved=flag(told, "allowReserved"))
            pieces += [f"{key}={own}" for key, own in named(value, how, where)]
        else:
            key = PERCENT.name(name, where)
            pieces += [
                f"{key}={PERCENT.text(own, place)}"
                for own, _, place in _plain(value, text(told, "contentType"), where)
            ]
    return "&".join(pieces)


def multipart(values: Mapping[str, Json], form: Form, path: Path) -> tuple[bytes, str]:
    """Return the bytes of a form in parts, and the boundary between them.

    Args:
        values: the members by name.
        form: how they are written.
        path: the place of the members in the arguments, for faults.

    Raises:
        PlanFault: a value has no form, or is not in base64 where it has to be.
    """
    parts = [part for name, value in values.items() for part in _parts(name, value, form, (*path, name))]
    boundary = _boundary(parts)
    out = bytearray()
    for part in parts:
        out += f"--{boundary}\r\n{_head(part)}\r\n".encode() + part.data + b"\r\n"
    out += f"--{boundary}--\r\n".encode()
    return bytes(out), boundary


def _parts(name: str, value: Json, form: Form, path: Path) -> Iterator[_Part]:
    told = mapping(form.encoding, name)
    wanted = text(told, "contentType")
    if name in form.binary:
        for index, item in enumerate(value) if isinstance(value, list) else ((None, value),):
            data = decoded(item, path if index is None else (*path, index))
            yield _Part(name, data, concrete(wanted or _BYTES, is_bytes=True), is_file=True)
    elif any(word in told for word in _OF_STYLE[:2]):
        how = _written(name, told, form, reserved=None)
        for key, own in named(value, how, path):
            yield _Part(key or name, _bytes(own, path), concrete(wanted) if wanted else "")
    else:
        for own, media_type, place in _plain(value, wanted, path):
            yield _Part(name, _bytes(own, place), concrete(media_type) if media_type else "")


def _written(name: str, told: Mapping[str, Json], form: Form, *, reserved: bool | None) -> Written:
    style = text(told, "style") or "form"
    exploded = told.get("explode")
    return Written(
        name=name,
        style=style,
        explode=exploded if isinstance(exploded, bool) else style == "form",
        named=True,
        spelling=PLAIN if reserved is None else spelling_of("query", style, allow_reserved=reserved),
        arrays=form.arrays,
    )


def _plain(value: Json, wanted: str, path: Path) -> Iterator[tuple[str, str, Path]]:
    """Text, media type and place of each value that a member without a style becomes."""
    if value == [] and isinstance(value, list):
        raise unsendable(path, "a form cannot tell an empty list from none: leave it out")
    for index, item in enumerate(value) if isinstance(value, list) else ((None, value),):
        place = path if index is None else (*path, index)
        if isinstance(item, dict | list) or (wanted and is_json(wanted)):
            yield write(item), wanted or _JSON, place
        else:
            yield scalar(item, place), wanted, place


def _bytes(own: str, path: Path) -> bytes:
    try:
        return own.encode()
    except UnicodeEncodeError:
        raise PlanFault("lone_surrogate", path) from None


def _head(part: _Part) -> str:
    name = part.name.translate(_ESCAPES)
    file = f'; filename="{name}"' if part.is_file else ""
    head = f'Content-Disposition: form-data; name="{name}"{file}\r\n'
    return head + (f"Content-Type: {part.media_type}\r\n" if part.media_type else "")


def _boundary(parts: list[_Part]) -> str:
    """A line that stands in no part: the same for the same parts."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.name.encode(errors="replace") + b"\0" + part.data + b"\0")
    while True:
        boundary = digest.hexdigest()[:40]
        if not any(boundary.encode() in part.data for part in parts):
            return boundary
        digest.update(b"\0")
