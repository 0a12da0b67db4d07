"""Arguments made into a request by the plan of a binding: values in, values out, and nothing is sent.

What cannot be written so that a server reads the same values is refused, never guessed. A parameter beside the body
that is null, `[]` or `{}` is left out, as RFC 6570 has it (section 2.3); in a body they keep their meaning.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, unquote

from gonogo.openapi.bodies import body_of
from gonogo.openapi.forms import Form, urlencoded
from gonogo.openapi.media import FORM, essence, is_json
from gonogo.openapi.members import flag, listing, mapping, text
from gonogo.openapi.spelling import Spelling, is_token, scalar, spelling_of
from gonogo.openapi.styles import PROFILES, STYLES, Written, expanded, is_undefined
from gonogo.openapi.unsendable import PlanFault, unsendable
from gonogo.schema.text import write
from gonogo.schema.types import Json, Path

__all__ = ["HttpRequest", "PlanFault", "request_from"]

_PLACEHOLDER: Final = re.compile(r"\{([^{}/]+)\}")
_LITERAL: Final = "/%:@!$&'()*+,;=~-._"
_LITERAL_QUERY: Final = _LITERAL + "?"
_SEPARATORS: Final = re.compile(r"[/\\]")
_MOST_LAYERS: Final = 8
"""How often a text is decoded while dot segments are looked for; one that is still encoded then is refused."""


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """A request, relative to a base URL.

    Attributes:
        method: in capitals.
        path: percent-encoded; starts with `/`.
        query: percent-encoded, without `?`; empty where there is none.
        headers: what the arguments ask for: parameters, cookies, and the type of the body.
        body: its bytes; None where it has none.
    """

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    body: bytes | None


@dataclass(frozen=True, slots=True)
class _Given:
    """A parameter with its argument."""

    row: Mapping[str, Json]
    value: Json
    path: Path

    @property
    def name(self) -> str:
        return text(self.row, "name")

    @property
    def location(self) -> str:
        return text(self.row, "in")

    def written(self) -> Written:
        style = "cookie" if self.location == "cookie" else text(self.row, "style")
        return Written(
            name=self.name,
            style=style,
            explode=flag(self.row, "explode"),
            named=style == "matrix" or self.location not in {"path", "header"},
            spelling=self.spelling(),
            arrays=text(self.row, "arrays") or PROFILES[0],
        )

    def spelling(self) -> Spelling:
        reserved = flag(self.row, "allow_reserved")
        return spelling_of(self.location, text(self.row, "style"), allow_reserved=reserved)


def request_from(plan: Mapping[str, Json], arguments: Mapping[str, Json]) -> HttpRequest:
    """Return the request that a tool's arguments mean.

    Args:
        plan: the `request` of a binding; keeps `contracts/binding.json`.
        arguments: what the tool is called with, judged by its input contract.

    Raises:
        PlanFault: an argument is missing, is not one of the plan's, or has no form that a server would read rightly.
    """
    _refuse_unknown(plan, arguments)
    given = list(_given(plan, arguments))
    path, _, literal = _template(text(plan, "path")).partition("?")
    query = [piece for each in given if each.location.startswith("query") for piece in _pieces(each)]
    headers = {each.name: _header(each) for each in given if each.location == "header"}
    cookies = [piece for each in given if each.location == "cookie" for piece in _pieces(each)]
    if cookies:
        headers["Cookie"] = "; ".join(cookies)
    body = body_of(mapping(plan, "body"), arguments) if "body" in plan else None
    if body is not None:
        headers["Content-Type"] = body.media_type
    return HttpRequest(
        method=text(plan, "method"),
        path=_path(path, [each for each in given if each.location == "path"]),
        query="&".join([literal] * bool(literal) + query),
        headers=headers,
        body=body.data if body is not None else None,
    )


def _refuse_unknown(plan: Mapping[str, Json], arguments: Mapping[str, Json]) -> None:
    body = mapping(plan, "body")
    known = {tuple(row["argument"]) for row in listing(plan, "parameters")}
    known.update((name,) for name in (*listing(body, "properties"), *listing(body, "argument")))
    groups = {path[0] for path in known if len(path) > 1}
    given: set[tuple[str, ...]] = {(name,) for name in arguments if name not in groups}
    given.update((group, name) for group in groups for name in mapping(arguments, group))
    if not given <= known:
        raise PlanFault("additionalProperties", ("*",))


def _given(plan: Mapping[str, Json], arguments: Mapping[str, Json]) -> Iterator[_Given]:
    """The parameters that are sent."""
    for row in listing(plan, "parameters"):
        path: Path = tuple(row["argument"])
        value: Json = arguments
        for token in path:
            value = value.get(token) if isinstance(value, Mapping) else None
        written = text(row, "media_type")
        there = _is_there(arguments, path)
        if there and (written or not is_undefined(value)):
            yield _Given(row, value, path)
        elif there and (flag(row, "required") or row["in"] == "path"):
            raise unsendable(path, "it needs a value that can be written")
        elif flag(row, "required") or row["in"] == "path":
            raise PlanFault("required", path)


def _is_there(arguments: Mapping[str, Json], path: Path) -> bool:
    value: Json = arguments
    for token in path:
        if not isinstance(value, Mapping) or token not in value:
            return False
        value = value[token]
    return True


def _template(template: str) -> str:
    """The path of a document, with its literal query; what follows `#` is never sent."""
    path, _, query = template.partition("#")[0].partition("?")
    parts = re.split(r"(\{[^{}/]+\})", path)
    quoted = "".join(part if index % 2 else quote(part, safe=_LITERAL) for index, part in enumerate(parts))
    quoted = quoted if quoted.startswith("/") else f"/{quoted}"
    return f"{quoted}?{quote(query, safe=_LITERAL_QUERY)}" if query else quoted


def _path(template: str, given: list[_Given]) -> str:
    by_name = {each.name: each for each in given}
    segments: list[str] = []
    for segment in template.split("/"):
        names = _PLACEHOLDER.findall(segment)
        if not by_name.keys() >= set(names):
            raise unsendable((), "the plan has no parameter for a part of its path")
        made = _PLACEHOLDER.sub(lambda match: _expansion(by_name[match[1]]), segment)
        if names and _has_dots(made):
            raise unsendable(
                by_name[names[0]].path, "`.` and `..` would lead to another path, encoded or not"
            )
        segments.append(made)
    return "/".join(segments)


def _expansion(each: _Given) -> str:
    if text(each.row, "media_type"):
        return _content(each)
    how = each.written()
    style = STYLES[how.style]
    made = style.between.join(expanded(each.value, how, each.path))
    if not made or each.value == "":
        raise unsendable(each.path, "a part of a path cannot be empty")
    return style.first + made


def _has_dots(segment: str) -> bool:
    """Whether a part of a path is, or holds behind a slash, a dot segment, however often it is encoded."""
    for _ in range(_MOST_LAYERS):
        if any(part.partition(";")[0] in {".", ".."} for part in _SEPARATORS.split(segment)):
            return True
        further = unquote(segment)
        if further == segment:
            return False
        segment = further
    return True


def _pieces(each: _Given) -> tuple[str, ...]:
    if each.location == "querystring":
        return (_content(each),)
    if text(each.row, "media_type"):
        name = each.spelling().name(each.name, each.path)
        return (f"{name}={_content(each)}",)
    how = each.written()
    between = STYLES[how.style].between if how.style in STYLES else "&"
    return (between.join(expanded(each.value, how, each.path)),)


def _header(each: _Given) -> str:
    if not is_token(each.name):
        raise unsendable(each.path, "the document's name for it cannot be one of a header")
    if text(each.row, "media_type"):
        return _content(each)
    return STYLES["simple"].between.join(expanded(each.value, each.written(), each.path))


def _content(each: _Given) -> str:
    """A value in the media type that the document names for it."""
    media_type, spelling = text(each.row, "media_type"), each.spelling()
    if essence(media_type) == FORM:
        if not isinstance(each.value, dict):
            raise PlanFault("type", each.path, "send an object")
        made = urlencoded(each.value, Form(), each.path)
        return made if each.location == "querystring" else spelling.text(made, each.path)
    if not is_json(media_type):
        return spelling.text(scalar(each.value, each.path), each.path)
    if spelling.encodes:
        return spelling.text(write(each.value), each.path)
    return spelling.text(json.dumps(each.value, separators=(",", ":")), each.path)
