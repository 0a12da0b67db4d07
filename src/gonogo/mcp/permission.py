"""What a caller may do: `read` for tools that say that they only read, `write` for every tool, or either by namespace."""

from collections.abc import Iterable
from typing import Final

from gonogo.catalog.contract import Tool
from gonogo.host.caller import Caller

READ: Final = "read"
WRITE: Final = "write"


def may_call(caller: Caller | None, tool: Tool) -> bool:
    """Whether a caller may call a tool; one that is not told apart from others may."""
    if caller is None or caller.scopes is None:
        return True
    return not caller.scopes.isdisjoint(admitting(tool))


def needed(tool: Tool) -> str:
    """Return the smallest scope that lets somebody call a tool."""
    return admitting(tool)[-1]


def admitting(tool: Tool) -> tuple[str, ...]:
    """Return the scopes that let somebody call a tool, the widest first.

    A tool in `tools/orders/eu/` is in the namespaces `orders` and `orders/eu`: `orders:read` and `orders/eu:read` are
    scopes of it. Without `readOnlyHint` a tool is taken to write, as MCP has it.
    """
    reads = tool.annotations.get("readOnlyHint") is True
    kinds = (WRITE, READ) if reads else (WRITE,)
    spaces = ("/".join(tool.namespace[:count]) for count in range(1, len(tool.namespace) + 1))
    prefixes = ("", *(f"{space}:" for space in spaces))
    return tuple(f"{prefix}{kind}" for prefix in prefixes for kind in kinds)


def scopes_of(tools: Iterable[Tool]) -> tuple[str, ...]:
    """Return every scope that some tool is admitted by, sorted."""
    return tuple(sorted({scope for tool in tools for scope in admitting(tool)}))
