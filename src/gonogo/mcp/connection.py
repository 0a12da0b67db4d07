"""One connection to a server, kept in a task of its own, so that any task may use it, lose it and open another.

The SDK's client has to be closed by the task that opened it; the caller of a tool is rarely that task.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from mcp import Client


class NoServer(ConnectionError):
    """Raised when no connection can be made; its text says what went wrong, as far as the SDK told."""


class Connection:
    """A connection, open from `open` to `close`.

    Args:
        make: makes the SDK's client, anew for each connection.
    """

    def __init__(self, make: Callable[[], Client]) -> None:
        self._make = make
        self._stop = asyncio.Event()
        self._ready: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._keep())

    async def open(self) -> Client:
        """Return the SDK's client, connected.

        Raises:
            NoServer: no connection can be made.
        """
        try:
            return await asyncio.shield(self._ready)
        except asyncio.CancelledError:
            if not self._ready.cancelled():
                raise
            raise NoServer("the connection was closed while it was being opened") from None
        except BaseException as error:  # noqa: BLE001 - the SDK raises groups of whatever happened
            raise NoServer(_reason(error)) from None

    async def close(self) -> None:
        """Close the connection, whatever state it is in."""
        self._stop.set()
        if not self._ready.done():
            self._task.cancel()
        with suppress(BaseException):
            await asyncio.shield(self._task)

    async def _keep(self) -> None:
        try:
            async with self._make() as client:
                self._ready.set_result(client)
                await self._stop.wait()
        except BaseException as error:
            if self._ready.done():
                return  # the connection broke: whoever used it was told
            if isinstance(error, asyncio.CancelledError):
                self._ready.cancel()
                raise
            self._ready.set_exception(error)


def _reason(error: BaseException) -> str:
    """The first cause that says something: the SDK wraps what happened in groups of groups."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    return str(error) or type(error).__name__
