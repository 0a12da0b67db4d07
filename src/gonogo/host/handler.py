"""A handler as a tool's author writes it, and how it takes its arguments."""

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias

from gonogo.catalog.contract import Tool
from gonogo.host.outcome import Reply
from gonogo.schema.types import Json

Function: TypeAlias = Callable[..., Any]
"""A sync or async function that executes a tool."""


@dataclass(frozen=True, slots=True)
class Handler:
    """A function that executes a tool.

    Attributes:
        function: the function.
        blocking: whether it runs in a thread, since it is not async.
        whole: whether it takes all arguments as one dict; else it takes them by name.
    """

    function: Function
    blocking: bool
    whole: bool

    def bind(self, arguments: dict[str, Json], _words: dict[str, Json]) -> Callable[[], Any]:
        """Return the call that executes the tool with gauged arguments; the journal is told nothing more of it."""
        if self.whole:
            return lambda: self.function(arguments)
        return lambda: self.function(**arguments)


Send: TypeAlias = Callable[[dict[str, Json], dict[str, Json]], Awaitable[Reply]]
"""Executes a tool elsewhere: takes gauged arguments, and the words that the journal is told, which it adds to. It
raises `ToolFault`."""


@dataclass(frozen=True, slots=True)
class Remote:
    """What executes a tool elsewhere.

    Attributes:
        send: executes it.
    """

    send: Send = field(repr=False)
    blocking: ClassVar[bool] = False

    def bind(self, arguments: dict[str, Json], words: dict[str, Json]) -> Callable[[], Awaitable[Reply]]:
        """Return the call that executes the tool with gauged arguments."""
        return lambda: self.send(arguments, words)


def handler_of(function: Function, tool: Tool) -> Handler:
    """Look at a function's signature.

    A function takes a tool's arguments by name. One whose only parameter is no argument of the tool takes all of
    them as one dict.

    Raises:
        TypeError: the function cannot be called with the arguments that the contract lets through.
    """
    blocking = not inspect.iscoroutinefunction(inspect.unwrap(function)) and not inspect.iscoroutinefunction(
        getattr(function, "__call__", None)  # noqa: B004 - whether it is async is asked, not whether it is callable
    )
    parameters = list(inspect.signature(function).parameters.values())
    schema = tool.input.schema if isinstance(tool.input.schema, dict) else {}
    declared = schema.get("properties", {})
    required = set(schema.get("required", ()))
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    if len(parameters) == 1 and len(positional) == 1 and positional[0].name not in declared:
        return Handler(function, blocking, whole=True)
    open_ended = any(p.kind is p.VAR_KEYWORD for p in parameters)
    named = {p.name for p in parameters if p.kind in (p.KEYWORD_ONLY, p.POSITIONAL_OR_KEYWORD)}
    needed = {
        p.name for p in parameters if p.default is p.empty and p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)
    }
    missing = sorted(needed - required)
    if missing:
        raise TypeError(f"it needs {', '.join(missing)}, which the contract does not require")
    unknown = sorted(set(declared) - named)
    if unknown and not open_ended:
        raise TypeError(f"it does not take {', '.join(unknown)}, which the contract declares")
    return Handler(function, blocking, whole=False)
