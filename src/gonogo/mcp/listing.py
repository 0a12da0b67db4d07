"""What a server tells of its tools, by era and by caller, in pages; made once, and again when the tools change."""

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass, field

import mcp_types as types

from gonogo.catalog.contract import Tool
from gonogo.host.caller import Caller
from gonogo.host.host import Host
from gonogo.mcp.permission import may_call
from gonogo.mcp.told_tools import ToldTools
from gonogo.projection.told import Era, Told

PAGE = 250
"""Tools on one page of a list: thousands at once cost the SDK's clients seconds."""

_MOST_VIEWS = 64
"""So many sets of scopes are kept at once; a deployment has a handful."""

_PREFIX = "tools:"


class BadCursor(ValueError):
    """Raised when a cursor is none that a page of this list ended with."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a list.

    Attributes:
        tools: the tools on it.
        cursor: where the next one starts; None behind the last.
    """

    tools: tuple[types.Tool, ...]
    cursor: str | None


@dataclass(slots=True)
class _View:
    """What one set of scopes sees, in the catalog's order."""

    names: list[str]
    places: dict[str, int]
    pages: dict[int, Page] = field(default_factory=dict)


class Listing:
    """Tells of a host's tools.

    A cursor names the tool that the page before ended with, so that pages that are asked for from several workers, or
    on both sides of a change, neither skip a tool nor tell it twice.

    Args:
        host: whose tools they are.
        page: how many stand on a page.
    """

    def __init__(self, host: Host, page: int = PAGE) -> None:
        self._host = host
        self._page = page
        self._generation = -1
        self._tools: dict[str, Tool] = {}
        self._told: dict[Era, ToldTools] = {}
        self._views: dict[tuple[Era, frozenset[str] | None], _View] = {}

    @property
    def generation(self) -> int:
        """How often the tools have changed; what was made of an older one is out of date."""
        return self._host.generation

    @property
    def tools(self) -> Mapping[str, Tool]:
        """The tools that can be called, by name; those that only a search finds too."""
        self._renew()
        return self._tools

    def told(self, era: Era) -> Mapping[str, Told]:
        """Return what clients of an era are told, by the tool's name."""
        self._renew()
        if era not in self._told:
            self._told[era] = ToldTools(self._tools, era)
        return self._told[era]

    def page(self, era: Era, caller: Caller | None, cursor: str | None) -> Page:
        """Return a page of what a caller may call.

        Args:
            era: what the client speaks.
            caller: who asks; None for everything.
            cursor: what the page before ended with; None for the first page.

        Raises:
            BadCursor: the cursor leads nowhere.
        """
        view = self._view(era, caller)
        start = 0 if cursor is None else _place(cursor, view)
        if start not in view.pages:
            names = view.names[start : start + self._page]
            more = start + self._page < len(view.names)
            tools = tuple(self._tool(name, era) for name in names)
            view.pages[start] = Page(tools, _cursor(names[-1]) if more else None)
        return view.pages[start]

    def _view(self, era: Era, caller: Caller | None) -> _View:
        self._renew()
        scopes = None if caller is None else caller.scopes
        view = self._views.get((era, scopes))
        if view is None:
            if len(self._views) >= _MOST_VIEWS:
                self._views.pop(next(iter(self._views)))
            found = self._host.discovery
            names = [
                name
                for name, tool in self._tools.items()
                if found.lists(name) and (found.is_own(name) or may_call(caller, tool))
            ]
            view = _View(names, {name: place for place, name in enumerate(names)})
            self._views[era, scopes] = view
        return view

    def _renew(self) -> None:
        """Forget what was made of other tools; the generation is read first, so that a change meanwhile is seen."""
        generation = self._host.generation
        if generation != self._generation:
            self._tools, self._told, self._views = dict(self._host.discovery.tools), {}, {}
            self._generation = generation

    def _tool(self, name: str, era: Era) -> types.Tool:
        tool, each = self._tools[name], self.told(era)[name]
        return types.Tool(
            name=name,
            title=tool.title,
            description=tool.description,
            input_schema=dict(each.input),
            output_schema=None if each.output is None else dict(each.output),
            annotations=types.ToolAnnotations.model_validate(dict(tool.annotations))
            if tool.annotations
            else None,
            _meta=dict(each.meta),
        )


def _cursor(name: str) -> str:
    return base64.urlsafe_b64encode(f"{_PREFIX}{name}".encode()).decode()


def _place(cursor: str, view: _View) -> int:
    """The place behind the tool that a cursor names; only the one way to write a cursor is taken."""
    try:
        name = base64.urlsafe_b64decode(cursor.encode()).decode().removeprefix(_PREFIX)
    except (binascii.Error, UnicodeError, ValueError):
        raise BadCursor from None
    place = view.places.get(name)
    if place is None or place + 1 >= len(view.names) or _cursor(name) != cursor:
        raise BadCursor
    return place + 1
