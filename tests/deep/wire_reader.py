"""A second reader of requests, written from the specifications alone: for what openapi-core does not read.

Source: OpenAPI 3.1.1, "Style Examples"; RFC 6570; Swagger 2.0, "Parameter Object"; RFC 7578. It looks at the raw
document and at the wire, and shares no code with what writes. Everything beside JSON is read as text.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from email import message_from_bytes
from typing import Any
from urllib.parse import unquote, unquote_plus

Parameter = Mapping[str, Any]

_COLLECTIONS = {
    "csv": (",", False), "ssv": ("%20", False), "tsv": ("%09", False), "pipes": ("%7C", False), "multi": (",", True),
}  # fmt: skip
DELIMITERS = {
    "form": ",",
    "simple": ",",
    "label": ",",
    "matrix": ",",
    "spaceDelimited": "%20",
    "pipeDelimited": "%7C",
}
_DEFAULTS = {"query": "form", "cookie": "form", "path": "simple", "header": "simple"}


@dataclass(frozen=True)
class Way:
    """How a parameter is written: style, what stands between items, whether they are written one by one."""

    style: str
    delimiter: str
    explode: bool


def way_of(parameter: Parameter) -> Way:
    """Return how a raw parameter is written, of Swagger 2.0 or OpenAPI 3."""
    if "schema" not in parameter and "content" not in parameter:
        delimiter, explode = _COLLECTIONS[parameter.get("collectionFormat", "csv")]
        return Way(_DEFAULTS[parameter["in"]], delimiter, explode)
    style = parameter.get("style", _DEFAULTS[parameter["in"]])
    return Way(style, DELIMITERS.get(style, ","), parameter.get("explode", style == "form"))


@dataclass
class Wire:
    """A request as it came.

    Attributes:
        template: the path of the document.
        path, query, headers, body: the request.
        declared: the raw parameters of the operation.
    """

    template: str
    path: str
    query: str
    headers: Mapping[str, str]
    body: bytes | None
    declared: list[Parameter] = field(default_factory=list)

    def value(self, parameter: Parameter, kind: str) -> Any:
        """Return what a parameter says; None where it is absent.

        Args:
            parameter: the raw parameter.
            kind: `object`, `array` or `scalar`, as its schema says.
        """
        location, name = parameter["in"], parameter["name"]
        if location == "querystring":
            return unquote(self.query)
        way = way_of(parameter)
        if location == "query":
            return read_pairs(pairs_of(self.query, "&"), name, way, kind, self._others(parameter))
        if location == "cookie":
            pairs = pairs_of(self.headers.get("Cookie", ""), "; ")
            return read_pairs(pairs, name, way, kind, self._others(parameter))
        if location == "header":
            text = self.headers.get(name)
            joint = unquote(way.delimiter)
            return None if text is None else split(text, Way(way.style, joint, way.explode), kind, str)
        text = self._placeholders().get(name)
        return None if text is None else from_path(text, name, way, kind)

    def _others(self, parameter: Parameter) -> set[str]:
        return {
            each["name"] for each in self.declared if each is not parameter and each["in"] == parameter["in"]
        }

    def _placeholders(self) -> dict[str, str]:
        parts = re.split(r"\{([^{}/]+)\}", self.template.partition("?")[0].partition("#")[0])
        pattern = "".join("([^/]*)" if index % 2 else literal(part) for index, part in enumerate(parts))
        match = re.fullmatch(pattern, self.path)
        return dict(zip(parts[1::2], match.groups(), strict=True)) if match else {}


def literal(text: str) -> str:
    """Return a pattern for a literal part of a path, each character as it is or percent-encoded."""
    return "".join(
        f"(?:{re.escape(char)}|{''.join(f'%{byte:02X}' for byte in char.encode())})" for char in text
    )


def pairs_of(text: str, separator: str) -> list[tuple[str, str]]:
    """Return names and values, both still encoded."""
    split_up = [piece.partition("=") for piece in text.split(separator) if piece]
    return [(name, value) for name, _, value in split_up]


def read_pairs(pairs: list[tuple[str, str]], name: str, way: Way, kind: str, others: set[str]) -> Any:
    """Return what a parameter of a query, of a cookie or of a form says; None where it is absent."""
    if way.style == "deepObject":
        return deep(pairs, name)
    if kind == "object" and way.explode:
        rest = [(unquote(key), unquote(value)) for key, value in pairs]
        return {
            key: value for key, value in rest if key.partition("[")[0] not in others and key not in others
        } or None
    own = [value for key, value in pairs if unquote(key) == name]
    if not own:
        return None
    if kind == "array" and way.explode:
        return [unquote(value) for value in own]
    return split(own[0], way, kind, unquote)


def split(text: str, way: Way, kind: str, decode: Any) -> Any:
    """Return the items or members that one text holds."""
    if kind == "scalar":
        return decode(text)
    items = text.split(way.delimiter)
    if kind == "array":
        return [decode(item) for item in items]
    if way.explode:
        return {decode(key): decode(value) for key, _, value in (item.partition("=") for item in items)}
    return {decode(key): decode(value) for key, value in zip(items[::2], items[1::2], strict=True)}


def from_path(text: str, name: str, way: Way, kind: str) -> Any:
    """Return what a placeholder's text says."""
    if way.style == "simple":
        return split(text, way, kind, unquote)
    if way.style == "label":
        inner = Way("label", "." if way.explode else ",", way.explode)
        return split(text.removeprefix("."), inner, kind, unquote)
    if kind == "object" and way.explode:
        return {unquote(key): unquote(value) for key, value in pairs_of(text, ";")}
    own = [value for key, value in pairs_of(text, ";") if unquote(key) == name]
    return (
        [unquote(each) for each in own]
        if kind == "array" and way.explode
        else split(own[0], way, kind, unquote)
    )


def deep(pairs: list[tuple[str, str]], name: str) -> Any:
    """Return what `name[a][b]=x` builds: objects, and lists where positions or empty brackets stand."""
    root: dict[str, Any] = {}
    for raw, value in pairs:
        key = unquote(raw)
        match = re.fullmatch(re.escape(name) + r"((?:\[[^\[\]]*\])*)", key)
        if match is None:
            continue
        steps = ["", *re.findall(r"\[([^\[\]]*)\]", match[1])]
        at = root
        for step, following in zip(steps, [*steps[1:], None], strict=True):
            own = step if step or at is root else str(len(at))
            if following is None:
                at[own] = unquote(value)
            else:
                at = at.setdefault(own, {})
    return _lists(root[""]) if root else None


def _lists(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    made = {name: _lists(each) for name, each in value.items()}
    return list(made.values()) if list(made) == [str(index) for index in range(len(made))] else made


def form_of(body: bytes, kinds: Mapping[str, str], encoding: Mapping[str, Any]) -> dict[str, Any]:
    """Return what `application/x-www-form-urlencoded` says, by the kinds of its members.

    A member without a style is text, a list of such, or JSON.
    """
    pairs = pairs_of(body.decode(), "&")
    found: dict[str, Any] = {}
    for name, kind in kinds.items():
        told = encoding.get(name, {})
        if "style" in told or "explode" in told or "allowReserved" in told:
            style = told.get("style", "form")
            way = Way(style, DELIMITERS.get(style, ","), told.get("explode", style == "form"))
            value = read_pairs(pairs, name, way, kind, set(kinds) - {name})
        else:
            texts = [unquote_plus(value) for key, value in pairs if unquote(key) == name]
            own = [_item(told, text, kind) for text in texts]
            value = own if kind == "array" else own[0] if own else None
        if value is not None:
            found[name] = value
    return found


def _item(told: Mapping[str, Any], text: str, kind: str) -> Any:
    """A member without a style, or one item of it; an item that looks like JSON and is none is text."""
    if told.get("contentType") == "application/json" or kind == "object":
        return json.loads(text)
    try:
        return json.loads(text) if kind == "array" and text[:1] in ("{", "[") else text
    except ValueError:
        return text


def parts_of(body: bytes, content_type: str) -> dict[str, list[tuple[str, bytes]]]:
    """Return media type and bytes of each part of a form, by name."""
    message = message_from_bytes(f"Content-Type: {content_type}\r\n\r\n".encode() + body)
    found: dict[str, list[tuple[str, bytes]]] = {}
    payload = message.get_payload()
    for part in payload if isinstance(payload, list) else ():
        assert not isinstance(part, str)
        name = part.get_param("name", header="Content-Disposition")
        data = part.get_payload(decode=True)
        found.setdefault(str(name), []).append(
            (part.get_content_type(), data if isinstance(data, bytes) else b"")
        )
    return found
