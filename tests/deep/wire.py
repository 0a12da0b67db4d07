"""Requests by chance: valid arguments of a document's tools, and what is sent for them.

A request is known by the document and the seed. Half of the arguments have texts in them that are hard to write, as far
as their contract takes them.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any

from gonogo import Gauge
from gonogo.openapi.compilation import Compilation, CompiledTool
from gonogo.openapi.sending import HttpRequest, PlanFault, request_from
from gonogo.schema.canonical import canonical
from gonogo.schema.refs import Bundle
from gonogo.schema.text import write
from gonogo.schema.types import Json
from gonogo.witness.payloads import Payloads

_PAYLOADS = 30
_STEPS = 4_000
_HARD = (
    *(
        "a b",
        "a&b=c",
        "50%",
        "%41",
        "é",
        "€uro",
        "a+b",
        "a/b",
        "a,b",
        "a|b",
        "a;b",
        "x#y",
        "q?r",
        '"',
        "'",
        "\\",
    ),
    *(
        "a\nb",
        "a\tb",
        "[x]",
        "{y}",
        "a=b",
        "",
        " ",
        ".",
        "..",
        "v1.2",
        "0",
        "true",
        "null",
        "漢字",
        "😀",
        "a:b@c",
    ),
)


@dataclass(frozen=True)
class Sent:
    """A call and its request.

    Attributes:
        tool: what is called.
        arguments: what with.
        request: what is sent.
    """

    tool: CompiledTool
    arguments: dict[str, Any]
    request: HttpRequest


@dataclass
class Calls:
    """The calls of one document's tools.

    Attributes:
        compilation: the document.
        seed: chooses tools, payloads and texts.
        refused: how often each hint was given for arguments that cannot be sent.
        barren: the tools for which no arguments were found.
    """

    compilation: Compilation
    seed: int
    refused: Counter[str] = field(default_factory=Counter)
    barren: set[str] = field(default_factory=set)
    _pools: dict[str, list[Any]] = field(default_factory=dict, repr=False)
    _gauges: dict[str, Gauge] = field(default_factory=dict, repr=False)

    def each(self, count: int) -> Iterator[Sent]:
        """Yield so many calls that can be sent; after twenty times as many tries there are no more."""
        chance = Random(self.seed)
        tools = [tool for tool in self.compilation.tools if tool.input.get("properties")]
        made = 0
        for _ in range(20 * count):
            if made == count or not tools:
                return
            tool = chance.choice(tools)
            pool = self._pool(tool)
            if not pool:
                self.barren.add(tool.name)
                continue
            arguments = self._hardened(tool, chance.choice(pool), chance)
            try:
                request = request_from(tool.binding["request"], arguments)
            except PlanFault as fault:
                self.refused[f"{fault.code}: {fault.hint}"] += 1
                continue
            made += 1
            yield Sent(tool, arguments, request)

    def _pool(self, tool: CompiledTool) -> list[Any]:
        if tool.name not in self._pools:
            schema = _copied(tool.input)
            payloads = Payloads(Bundle(schema), steps=_STEPS)
            self._pools[tool.name] = list(islice(payloads.valid(), _PAYLOADS))
        return self._pools[tool.name]

    def _hardened(self, tool: CompiledTool, arguments: Any, chance: Random) -> Any:
        """Arguments with up to three texts that are hard to write, as far as the contract takes them."""
        made = arguments
        for _ in range(chance.choice((0, 0, 1, 2, 3))):
            places = list(_texts(made, ()))
            if not places:
                break
            tried = _put(made, chance.choice(places), chance.choice(_HARD))
            if self._gauge(tool).check(tried):
                made = tried
        return made

    def _gauge(self, tool: CompiledTool) -> Gauge:
        if tool.name not in self._gauges:
            self._gauges[tool.name] = Gauge(tool.input)
        return self._gauges[tool.name]


def _copied(schema: Json) -> Json:
    """A schema of which no two places are one object."""
    if isinstance(schema, dict):
        return {name: _copied(each) for name, each in schema.items()}
    return [_copied(each) for each in schema] if isinstance(schema, list) else schema


def _texts(value: Json, path: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    if isinstance(value, str):
        yield path
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from _texts(each, (*path, name))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from _texts(each, (*path, index))


def _put(value: Json, path: tuple[str | int, ...], text: str) -> Json:
    if not path:
        return text
    first, rest = path[0], path[1:]
    if isinstance(value, dict):
        return {name: _put(each, rest, text) if name == first else each for name, each in value.items()}
    return [_put(each, rest, text) if index == first else each for index, each in enumerate(value)]


def as_text(value: Json) -> Json:
    """Return a value with the text of each scalar in its stead: what a URL or a form can say of it."""
    if isinstance(value, dict):
        return {name: as_text(each) for name, each in value.items()}
    if isinstance(value, list):
        return [as_text(each) for each in value]
    return value if isinstance(value, str) else write(value)


def same(left: Json, right: Json) -> bool:
    """Whether two JSON values are equal, as JSON Schema has it."""
    return canonical(left) == canonical(right)
