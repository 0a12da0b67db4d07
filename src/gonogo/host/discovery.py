"""Door 1: which tools of a host are listed, how the others are found, and how they are called by their names."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from threading import Lock
from typing import TYPE_CHECKING, Final

from gonogo.catalog.contract import Tool
from gonogo.catalog.finding import Finding, Severity
from gonogo.gauge.arguments import gauge_arguments
from gonogo.gauge.codes import CODES
from gonogo.gauge.hints import listed, nearest
from gonogo.gauge.problem import Door, Issue, Problem, Subject
from gonogo.gauge.verdict import NoGo
from gonogo.host.calls import Bound, Calls
from gonogo.host.handler import Handler
from gonogo.host.outcome import InputRefused, Outcome, Success
from gonogo.host.search_tools import PREFIX, Kind, SearchTools, search_tools, with_names
from gonogo.projection.told import Era, Told, told
from gonogo.schema.text import write
from gonogo.schema.types import Json
from gonogo.search.answer import Answer, Asked, find
from gonogo.search.described import Described
from gonogo.search.index import Index
from gonogo.search.sent import sent

if TYPE_CHECKING:
    from gonogo.host.host import Host

MANY: Final = 10
"""So many tools are listed with `search = "auto"`; where there are more, `find_tools` stands for them."""

CROWDED: Final = 40
"""Where more tools than this are listed, some client leaves tools out (Cursor, the lowest cap that is known)."""

_KINDS = frozenset(kind.value for kind in Kind)
_MOST_NEAR = 3
_LONGEST_NAME = 128
_NO_CAP = 2**31

May = Callable[[Tool], bool]
"""Whether whoever asks may call a tool."""


class NotPermitted(Exception):
    """Raised when a tool is called by its name that whoever asks may not call.

    Attributes:
        tool: the tool.
    """

    def __init__(self, tool: Tool) -> None:
        super().__init__("whoever asks may not call this tool")
        self.tool = tool


@dataclass(frozen=True, slots=True)
class _State:
    """What is known of the tools until they change."""

    generation: int
    tools: Mapping[str, Tool]
    own: SearchTools | None
    shown: frozenset[str]

    @property
    def hides(self) -> bool:
        return self.own is not None


class Discovery:
    """Finds, describes and calls the tools of a host.

    Args:
        host: whose tools they are.
    """

    def __init__(self, host: "Host") -> None:
        self._host = host
        self._config = host.catalog.config
        self._calls = Calls(self._config.output_limits)
        self._lock = Lock()
        self._held: _State | None = None
        self._index: tuple[int, Index] | None = None
        self._definitions: dict[str, tuple[Tool, Mapping[str, Json]]] = {}

    @property
    def tools(self) -> Mapping[str, Tool]:
        """Every tool that can be called, by name: the four of door 1 first, where they stand for the others."""
        state = self._state()
        if state.own is None:
            return state.tools
        return {**{tool.name: tool for tool in state.own.tools.values()}, **state.tools}

    @property
    def hides(self) -> bool:
        """Whether `find_tools` stands for the tools."""
        return self._state().hides

    def lists(self, name: str) -> bool:
        """Whether a tool stands in the list that clients are told."""
        state = self._state()
        return not state.hides or name in state.shown

    def is_own(self, name: str) -> bool:
        """Whether a name is that of a tool of door 1, which everybody may call: what it tells and calls is judged."""
        own = self._state().own
        return own is not None and name in own.kinds

    @property
    def counts(self) -> str:
        """How many tools are offered, and how many of them are listed, in words."""
        count = len(self._state().tools)
        if not self.hides:
            return f"{count} tools are listed"
        listed_ones = sum(1 for name in self._state().tools if self.lists(name))
        return f"{count} tools are offered, {listed_ones} listed; {self._renamed(Kind.FIND.value)} finds the others"

    @property
    def findings(self) -> Iterator[Finding]:
        """Yield what is wrong with how the tools are listed."""
        state, serve = self._state(), self._config.serve
        for name in serve.pinned:
            if name not in state.tools:
                near = nearest(name, state.tools)
                hint = f"did you mean {near!r}?" if near else "remove it from [serve] pinned"
                yield _finding("unknown_pinned", f"[serve] pinned names {name!r}, which is not offered", hint)
        if state.own is not None and state.own.prefix:
            names = listed(sorted(state.own.kinds))
            yield _finding(
                "search_tool_name", f"tools are found by {names}, since a tool has one of the plain names", ""
            )
        count = sum(1 for name in self.tools if self.lists(name))
        if count > CROWDED:
            yield _finding(
                "crowded_list",
                f"{count} tools are listed; some clients leave out those above {CROWDED}",
                "pin fewer tools under [serve]" if state.hides else 'set search = "auto" under [serve]',
            )

    def search(self, asked: Asked) -> Answer:
        """Return the tools that answer a query best; see `gonogo.search.answer.find`."""
        return find(self._indexed(), asked)

    def near(self, name: str, may: May | None = None) -> tuple[str, ...]:
        """Return the names of up to three tools that resemble a name which none has, or mean the same."""
        tools = self._host.tools
        permitted = {each: None for each, tool in tools.items() if may is None or may(tool)}
        wrong = name[:_LONGEST_NAME]
        close = get_close_matches(wrong, permitted, _MOST_NEAR) if wrong.strip() else []
        meant = self._indexed().scored(wrong, _MOST_NEAR, lambda tool: tool.name in permitted)
        names = [nearest(wrong, close), *close, *(each.tool.name for each in meant)]
        return tuple(dict.fromkeys(each for each in names if each is not None))[:_MOST_NEAR]

    def unknown(self, name: str) -> Problem:
        """Return the problem of a name that no tool has; it carries the nearest names."""
        near = self.near(name)
        hint = self.hint(near)
        if not near and name.removeprefix(PREFIX) in _KINDS:
            hint = "the tools are listed again: ask for the list"
        issue = Issue("unknown_tool", "", None, None, _expected(near), "missing", None, hint)
        return Problem(Subject(Door.INPUT), (issue,), retryable=True)

    def hint(self, near: Sequence[str]) -> str:
        """Return what to do about a name that no tool has."""
        if near:
            return f"did you mean {listed([repr(each) for each in near])}?"
        return self._renamed("find it by find_tools") if self.hides else CODES["unknown_tool"].hint

    def definition(self, tool: Tool) -> Mapping[str, Json]:
        """Return what a call of a tool needs, in the words of MCP; its results are told without a wrapping."""
        held = self._definitions.get(tool.name)
        if held is None or held[0] is not tool:
            held = self._definitions[tool.name] = tool, _definition(tool, told(tool, Era.MODERN, inner=True))
        return held[1]

    async def find(self, arguments: Json, *, wire: Mapping[str, str] | None = None) -> Outcome:
        """Answer a search as `find_tools` does, whether or not it stands in a list.

        Args:
            arguments: JSON text, or an object as Python holds it, or None.
            wire: what the call's span says of the protocol.
        """
        own = self._state().own or self._made()
        return await self._ran(own.tools[Kind.FIND], arguments, lambda given: self._found(given, None), wire)

    async def call(
        self, name: str, arguments: Json, *, wire: Mapping[str, str] | None = None, may: May | None = None
    ) -> Outcome:
        """Call a tool of the host, or one of door 1.

        Args:
            name: the tool's name.
            arguments: JSON text, or an object as Python holds it, or None.
            wire: what the call's span says of the protocol.
            may: whether whoever asks may call a tool; None where everybody may call each.

        Raises:
            NotPermitted: whoever asks may not call the tool that the arguments name.
        """
        own = self._state().own
        if own is None or name not in own.kinds:
            return await self._host.call(name, arguments, wire=wire)
        kind = own.kinds[name]
        tool = own.tools[kind]
        if kind is Kind.FIND:
            return await self._ran(tool, arguments, lambda given: self._found(given, may), wire)
        named = await asyncio.to_thread(self._named, tool, kind, arguments, may)
        if isinstance(named, Problem):
            return self._refused(tool, named, wire)
        target, given = named
        if kind is Kind.DESCRIBE:
            return await self._ran(tool, arguments, lambda _: dict(self.definition(target)), wire)
        outcome = await self._host.call(target.name, given, wire=wire, via=name)
        return _carried(tool, target.name, outcome) if isinstance(outcome, Success) else outcome

    async def _ran(
        self,
        tool: Tool,
        arguments: Json,
        work: Callable[[dict[str, Json]], Json],
        wire: Mapping[str, str] | None,
    ) -> Outcome:
        """Run a tool of door 1 behind doors like any other's."""
        bound = Bound(tool, Handler(work, blocking=True, whole=True), self._config.host.timeout)
        with self._host.recorder.call(tool.name, door=Door.SEARCH, wire=wire) as record:
            outcome = await self._calls.run(bound, arguments, record, None)
            if not isinstance(outcome, Success):
                record.problem = outcome.problem
                record.subject = outcome.problem.subject
            return outcome

    def _found(self, given: dict[str, Json], may: May | None) -> Json:
        tools = self._state().tools
        folders = tuple(part for part in given.get("namespace", "").split("/") if part)
        asked = Asked(
            given["query"],
            given.get("most", Asked("").most),
            _NO_CAP,
            folders or None,
            read_only=given.get("read_only", False),
            permits=None if may is None else lambda each: may(tools[each.name]),
        )
        define = lambda each: self.definition(tools[each.name])  # noqa: E731
        return sent(self.search(asked), define, self._config.serve.search_tokens)

    def _named(
        self, own: Tool, kind: Kind, arguments: Json, may: May | None
    ) -> "tuple[Tool, Json] | Problem":
        """The tool that arguments name and what it is to be called with, or why it cannot be."""
        verdict = gauge_arguments(own.input.gauge, _envelope(arguments))
        if isinstance(verdict, NoGo):
            return verdict.problem
        name = verdict.value["name"]
        target = self._state().tools.get(name)
        if target is None:
            near = self.near(name, may)
            return _problem(own, "unknown_tool", _expected(near), self.hint(near))
        if may is not None and not may(target):
            raise NotPermitted(target)
        if kind is Kind.CALL_READ_ONLY and target.annotations.get("readOnlyHint") is not True:
            return _problem(own, "not_read_only", None, self._renamed(CODES["not_read_only"].hint))
        given = arguments.get("arguments") if isinstance(arguments, dict) else verdict.value.get("arguments")
        return target, given

    def _refused(self, tool: Tool, problem: Problem, wire: Mapping[str, str] | None) -> Outcome:
        with self._host.recorder.call(tool.name, door=Door.SEARCH, wire=wire) as record:
            record.problem, record.subject = problem, problem.subject
        return InputRefused(problem)

    def _renamed(self, hint: str) -> str:
        own = self._state().own
        return with_names(hint, own.prefix if own else "")

    def _state(self) -> _State:
        """What holds of the tools as they are; the generation is read first, so that a change meanwhile is seen."""
        generation, held = self._host.generation, self._held
        if held is None or held.generation != generation:
            held = self._held = self._stated(generation)
        return held

    def _stated(self, generation: int) -> _State:
        tools, serve = self._host.tools, self._config.serve
        hides = serve.search == "always" or (serve.search == "auto" and len(tools) > MANY)
        if not hides:
            return _State(generation, tools, None, frozenset(tools))
        own = self._made()
        return _State(generation, tools, own, frozenset({*own.kinds, *serve.pinned}))

    def _made(self) -> SearchTools:
        return search_tools(self._host.tools, self._config.input_limits, self._config.output_limits)

    def _indexed(self) -> Index:
        """The index of the tools; many threads may ask, and one makes it."""
        with self._lock:
            state = self._state()
            if self._index is None or self._index[0] != state.generation:
                made = Index(Described.of(tool) for tool in state.tools.values())
                self._index = state.generation, made
            return self._index[1]


def _definition(tool: Tool, each: Told) -> Mapping[str, Json]:
    title = {"title": tool.title} if tool.title else {}
    output = {} if each.output is None else {"outputSchema": dict(each.output)}
    annotations = {"annotations": dict(tool.annotations)} if tool.annotations else {}
    given = {"description": tool.description, "inputSchema": dict(each.input)}
    return {"name": tool.name, **title, **given, **output, **annotations}


def _envelope(arguments: Json) -> Json:
    """What is judged of a call by name: what the target is sent is judged at its own door, which takes text too."""
    if not isinstance(arguments, dict) or "arguments" not in arguments:
        return arguments
    text = isinstance(arguments["arguments"], str) or arguments["arguments"] is None
    return {**arguments, "arguments": {}} if text else arguments


def _carried(own: Tool, name: str, outcome: Success) -> Success:
    """A target's success as the tool that called it sends it; its result was gauged, and is not written anew."""
    text = f'{{"tool":{write(name)},"result":{outcome.text}}}'
    return replace(outcome, value={"tool": name, "result": outcome.value}, text=text, contract=own.output)


def _expected(near: Sequence[str]) -> Json:
    return list(near) if len(near) > 1 else next(iter(near), None)


def _problem(own: Tool, code: str, expected: Json, hint: str) -> Problem:
    issue = Issue(code, "/name", None, None, expected, "string", None, hint)
    return Problem(own.input.gauge.subject, (issue,), retryable=True)


def _finding(code: str, message: str, hint: str) -> Finding:
    return Finding(code, Severity.WARNING, "gonogo.toml", 1, 1, "/serve", message, hint)
