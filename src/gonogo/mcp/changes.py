"""Tells clients that listen that the list of tools has changed."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from mcp.server.subscriptions import SubscriptionBus
from mcp.shared.subscriptions import ServerEvent, ToolsListChanged


class Changes(SubscriptionBus):
    """Carries changes from the thread that makes them to the streams that are open, each in its own event loop."""

    def __init__(self) -> None:
        self._listeners: dict[object, tuple[asyncio.AbstractEventLoop, Callable[[ServerEvent], None]]] = {}

    async def publish(self, event: ServerEvent) -> None:
        """Tell every stream of an event."""
        self._tell(event)

    def subscribe(self, listener: Callable[[ServerEvent], None]) -> Callable[[], None]:
        """Have a function called with what is told, in the event loop that runs now.

        Returns:
            What ends it.
        """
        token = object()
        self._listeners[token] = (asyncio.get_running_loop(), listener)
        return lambda: void(self._listeners.pop(token, None))

    def tools_changed(self) -> None:
        """Tell every stream that the list of tools has changed; from any thread."""
        self._tell(ToolsListChanged())

    def _tell(self, event: ServerEvent) -> None:
        for loop, listener in list(self._listeners.values()):
            with suppress(RuntimeError):  # the loop ended meanwhile, and its streams with it
                loop.call_soon_threadsafe(listener, event)


def void(_value: object) -> None:
    """Make nothing of a value."""
