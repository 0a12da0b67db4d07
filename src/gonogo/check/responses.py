"""Recorded responses, each with the tool whose output contract it has to keep."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from gonogo.catalog.binding import Answers
from gonogo.catalog.catalog import Catalog
from gonogo.fixtures.recordings import Recording, Unread, recordings_in
from gonogo.openapi.answers import NoAnswer, result_of
from gonogo.openapi.matching import Route, Routes
from gonogo.schema.types import Json

_AS_IT_IS: Final = Answers("bare", {"2XX": "json"})
"""How a tool without a binding answers: its result is the body."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One result of a tool that was seen.

    Attributes:
        value: the result, as its output contract judges it.
        source: `example`, `historical` or `production`.
        observed_at: when, as RFC 3339 has it; None where nobody says.
        place: where it was recorded.
    """

    value: Json = field(repr=False)
    source: str
    observed_at: str | None
    place: str


@dataclass(frozen=True)
class Known:
    """What responses may belong to.

    Attributes:
        answers: by tool, what is made of a response.
        routes: the operations of the tools.
        schemas: by `$id` or file of an output contract, its tool.
    """

    answers: Mapping[str, Answers]
    routes: Routes
    schemas: Mapping[str, str]


@dataclass
class Sorted:
    """Responses by tool.

    Attributes:
        seen: the results of each tool.
        left: how many responses belong to no contract, by reason.
    """

    seen: dict[str, list[Seen]] = field(default_factory=dict)
    left: Counter[str] = field(default_factory=Counter)

    def add(self, tool: str, seen: Seen) -> None:
        """Take in one result."""
        self.seen.setdefault(tool, []).append(seen)


def known_in(catalog: Catalog) -> Known:
    """Return what responses may belong to in a catalog."""
    answers: dict[str, Answers] = {}
    routes: list[Route] = []
    schemas: dict[str, str] = {}
    for name, tool in catalog.tools.items():
        if tool.output is None:
            continue
        schemas |= {each: name for each in (tool.output.id, tool.output.file) if each is not None}
        answers[name] = _AS_IT_IS if tool.binding is None else tool.binding.answers
        if tool.binding is not None:
            routes.append(Route(name, tool.binding.operation, tool.binding.servers))
    return Known(answers, Routes(routes, catalog.config.http.base_urls), schemas)


def stem_of(file: str | None, name: str) -> str:
    """Return the stem of a tool's files."""
    return name if file is None else file.rpartition("/")[2].removesuffix(".json")


def sort_responses(files: Iterable[tuple[str, bytes]], known: Known) -> Sorted:
    """Return the responses of files by tool.

    Args:
        files: the paths and the bytes of HAR files, JSON Lines and fixtures.
        known: what they may belong to.
    """
    found = Sorted()
    for file, data in files:
        for each in recordings_in(file, data):
            if isinstance(each, Unread):
                found.left[each.reason] += 1
            else:
                _add(found, each, known)
    return found


def _add(found: Sorted, each: Recording, known: Known) -> None:
    tool = each.tool if each.schema is None else known.schemas.get(each.schema)
    if tool is None and each.url:
        tool = known.routes.tool_of(each.method, each.url)
    if tool is None or tool not in known.answers:
        found.left["unknown_tool" if tool or each.schema or not each.url else "unknown_request"] += 1
        return
    value = (
        each.body
        if each.whole
        else result_of(known.answers[tool], each.status, each.body, has_body=each.has_body)
    )
    if isinstance(value, NoAnswer):
        found.left[value.reason] += 1
    else:
        found.add(tool, Seen(value, each.source, each.observed_at, each.place))
