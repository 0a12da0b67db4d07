"""The body of a request, made of arguments as a plan says."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from gonogo.openapi.forms import Form, decoded, multipart, urlencoded
from gonogo.openapi.media import FORM, concrete, essence, is_json, is_lines, is_multipart
from gonogo.openapi.members import flag, listing, mapping, text
from gonogo.openapi.spelling import scalar
from gonogo.openapi.styles import PROFILES
from gonogo.openapi.unsendable import PlanFault
from gonogo.schema.text import write
from gonogo.schema.types import Json, Path


@dataclass(frozen=True, slots=True)
class Body:
    """A body as it is sent.

    Attributes:
        data: its bytes.
        media_type: what they are.
    """

    data: bytes
    media_type: str


def body_of(plan: Mapping[str, Json], arguments: Mapping[str, Json]) -> Body | None:
    """Return the body of a request; None where it is optional and not given.

    Args:
        plan: the `body` of a request's plan.
        arguments: what the tool is called with.

    Raises:
        PlanFault: it is missing, or cannot be written in its media type.
    """
    path: tuple[str, ...] = tuple(listing(plan, "argument"))
    if path:
        if path[0] not in arguments:
            if flag(plan, "required"):
                raise PlanFault("required", path)
            return None
        value: Json = arguments[path[0]]
    else:
        value = {name: arguments[name] for name in listing(plan, "properties") if name in arguments}
    if flag(plan, "base64"):
        return Body(decoded(value, path), concrete(text(plan, "media_type"), is_bytes=True))
    writer = next(write_body for holds, write_body in _WRITERS if holds(text(plan, "media_type")))
    try:
        return writer(plan, value, path)
    except UnicodeEncodeError:
        raise PlanFault("lone_surrogate", path) from None


def _members(value: Json, path: Path) -> Mapping[str, Json]:
    if not isinstance(value, dict):
        raise PlanFault("type", path, "send an object")
    return value


def _form(plan: Mapping[str, Json]) -> Form:
    return Form(
        mapping(plan, "encoding"), frozenset(listing(plan, "binary")), text(plan, "arrays") or PROFILES[0]
    )


def _urlencoded(plan: Mapping[str, Json], value: Json, path: Path) -> Body:
    return Body(urlencoded(_members(value, path), _form(plan), path).encode(), FORM)


def _multipart(plan: Mapping[str, Json], value: Json, path: Path) -> Body:
    data, boundary = multipart(_members(value, path), _form(plan), path)
    return Body(data, f"{essence(text(plan, 'media_type'))}; boundary={boundary}")


def _lines(plan: Mapping[str, Json], value: Json, _path: Path) -> Body:
    """JSON values in lines; text is what somebody has written in lines already."""
    media_type = concrete(text(plan, "media_type"))
    if isinstance(value, str):
        return Body(value.encode(), media_type)
    mark = "\x1e" if "json-seq" in media_type else ""
    items = value if isinstance(value, list) else [value]
    return Body("".join(f"{mark}{write(item)}\n" for item in items).encode(), media_type)


def _json(plan: Mapping[str, Json], value: Json, _path: Path) -> Body:
    return Body(write(value).encode(), concrete(text(plan, "media_type")))


def _raw(plan: Mapping[str, Json], value: Json, path: Path) -> Body:
    return Body(scalar(value, path).encode(), concrete(text(plan, "media_type")))


_WRITERS: Final[
    tuple[tuple[Callable[[str], bool], Callable[[Mapping[str, Json], Json, Path], Body]], ...]
] = (
    (lambda media_type: essence(media_type) == FORM, _urlencoded),
    (is_multipart, _multipart),
    (is_lines, _lines),
    (is_json, _json),
    (lambda _media_type: True, _raw),
)
"""What writes a body, by its media type: the first row that holds."""
