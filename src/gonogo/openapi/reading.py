"""The text of an OpenAPI document, JSON or YAML, within a budget.

YAML is read as its version 1.2 core schema says (OpenAPI 3.1, section 4.2): a timestamp and `yes` are text. Every key
becomes text as it is written, so that a status `200` needs no quotes. The parser's events are taken one by one:
neither nesting nor aliases can cost more than the budget.
"""

import math
import re
from dataclasses import dataclass, field
from typing import Final

import yaml

from gonogo.openapi.fault import OpenApiFault
from gonogo.schema.limits import Limits
from gonogo.schema.text import TextFault, parse
from gonogo.schema.types import Json
from gonogo.schema.value import ValueFault

DOCUMENT_LIMITS: Final = Limits(size=64 * 1024 * 1024, depth=120, nodes=5_000_000)
"""What one file may measure; the largest public documents have about 13 MB of text."""

_INTEGER: Final = re.compile(r"[-+]?[0-9]{1,400}|0x[0-9a-fA-F]{1,300}|0o[0-7]{1,300}")
_FLOAT: Final = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_WORDS: Final[dict[str, Json]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_BASES: Final = {"0x": 16, "0o": 8}
_MERGE: Final = "<<"
_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read(file: str, data: bytes, limits: Limits = DOCUMENT_LIMITS) -> Json:
    """Return what one file holds.

    Args:
        file: its path, for messages.
        data: its bytes; what starts with a brace or a bracket and is JSON is read as JSON.
        limits: what it may measure.

    Raises:
        OpenApiFault: it is neither JSON nor YAML, has a key twice, or measures more than it may.
    """
    if len(data) > limits.size:
        raise OpenApiFault("too_large", f"{file}#", f"a file may have {limits.size} bytes")
    if data.lstrip()[:1] in (b"{", b"["):
        try:
            return parse(data, limits)
        except (TextFault, ValueFault) as error:
            if file.endswith(".json") or isinstance(error, ValueFault):
                raise OpenApiFault(error.code, f"{file}#", "the file is no strict JSON") from None
    try:
        return _from_events(file, data, limits)
    except (yaml.YAMLError, UnicodeDecodeError):
        raise OpenApiFault("malformed_text", f"{file}#", "the file is neither JSON nor YAML") from None


@dataclass
class _Open:
    """A container whose end has not come yet."""

    value: Json
    anchor: str | None
    at: int
    depth: int = 0
    key: str | None = None
    merged: list[Json] = field(default_factory=list)


def _from_events(file: str, data: bytes, limits: Limits) -> Json:
    builder = _Builder(file, limits)
    for event in yaml.parse(data, Loader=_LOADER):
        builder.take(event)
    return builder.root


class _Builder:
    """Builds a value from a parser's events, and counts what it costs when every alias is written out."""

    def __init__(self, file: str, limits: Limits) -> None:
        self.root: Json = None
        self._file, self._limits = file, limits
        self._open: list[_Open] = []
        self._anchors: dict[str, tuple[Json, int, int]] = {}
        self._nodes = 0
        self._documents = 0

    def take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                raise self._fault("malformed_text", "a file holds one document")
        elif isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event.anchor or "")
        elif isinstance(event, yaml.CollectionStartEvent):
            self._count(1)
            if len(self._open) >= self._limits.depth:
                raise self._fault("too_deep", f"a file may nest {self._limits.depth} levels")
            value: Json = {} if isinstance(event, yaml.MappingStartEvent) else []
            self._open.append(_Open(value, event.anchor, self._nodes))
        elif isinstance(event, yaml.CollectionEndEvent):
            done = self._open.pop()
            for other in done.merged:
                for name, member in other.items():
                    done.value.setdefault(name, member)
            self._name(done.anchor, done.value, self._nodes - done.at + 1, done.depth + 1)
            self._put(done.value, done.depth + 1)

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        self._count(1)
        around = self._open[-1] if self._open else None
        if around is not None and isinstance(around.value, dict) and around.key is None:
            self._name(event.anchor, event.value, 1)
            self._key(around, event.value)
            return
        plain = event.implicit[0]
        value = self._resolved(event.value) if plain else event.value
        self._name(event.anchor, value, 1)
        self._put(value)

    def _alias(self, anchor: str) -> None:
        if anchor not in self._anchors:
            raise self._fault("malformed_text", "an alias stands inside its own anchor, or names none")
        value, cost, depth = self._anchors[anchor]
        self._count(cost)
        if len(self._open) + depth > self._limits.depth:
            raise self._fault("too_deep", f"a file may nest {self._limits.depth} levels")
        around = self._open[-1] if self._open else None
        if around is not None and isinstance(around.value, dict) and around.key is None:
            self._key(around, value if isinstance(value, str) else "")
            return
        self._put(value, depth)

    def _key(self, around: _Open, name: str) -> None:
        if name != _MERGE and name in around.value:
            raise self._fault("duplicate_key", "an object has one key twice")
        around.key = name

    def _put(self, value: Json, depth: int = 0) -> None:
        if not self._open:
            self.root = value
            return
        around = self._open[-1]
        around.depth = max(around.depth, depth)
        if isinstance(around.value, list):
            around.value.append(value)
            return
        if around.key is None:
            raise self._fault("malformed_text", "a key is text")
        if around.key == _MERGE:
            others = value if isinstance(value, list) else [value]
            around.merged += [other for other in others if isinstance(other, dict)]
            self._count(sum(len(other) for other in around.merged))
        else:
            around.value[around.key] = value
        around.key = None

    def _resolved(self, text: str) -> Json:
        if text in _WORDS:
            return _WORDS[text]
        if _INTEGER.fullmatch(text):
            base = _BASES.get(text[:2])
            return int(text[2:], base) if base else int(text)
        if _FLOAT.fullmatch(text):
            number = float(text)
            if math.isinf(number):
                raise self._fault("number_range", "a number overflows")
            return int(number) if number.is_integer() and abs(number) < 2**53 else number
        return text

    def _name(self, anchor: str | None, value: Json, cost: int, depth: int = 0) -> None:
        if anchor is not None:
            self._anchors[anchor] = (value, cost, depth)

    def _count(self, cost: int) -> None:
        self._nodes += cost
        if self._nodes > self._limits.nodes:
            raise self._fault(
                "too_many_nodes", f"a file may hold {self._limits.nodes} values, aliases written out"
            )

    def _fault(self, code: str, hint: str) -> OpenApiFault:
        return OpenApiFault(code, f"{self._file}#", hint)
