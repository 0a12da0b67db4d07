"""One connection to a server, kept in a task of its own, so that any task may use it, lose it and open another.

The SDK's client has to be closed by the task that opened it; the caller of a tool is rarely that task.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from mcp import Client

from gonogo.mcp.listed import Listed


class NoServer(ConnectionError):
    """Raised when no connection can be made; its text says what went wrong, as far as the SDK told."""


class Connection:
    """A connection, from when it is made until it is closed.

    Args:
        make: makes the SDK's client.

    Attributes:
        tools: what the server offers over it; None until it was asked.
        suspect: whether something took too long over it, so that it has to be tried before it is used again.
    """

    def __init__(self, make: Callable[[], Client]) -> None:
        self.tools: Mapping[str, Listed] | None = None
        self.suspect = False
        self._make = make
        self._users = 0
        self._retired = False
        self._stop = asyncio.Event()
        self._ready: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._keep())

    @property
    def is_open(self) -> bool:
        """Whether the server has answered; it may be gone by now."""
        return self._ready.done() and not self._ready.cancelled() and self._ready.exception() is None

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

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Keep the connection open for as long as the block runs, though it be retired meanwhile."""
        self._users += 1
        try:
            yield
        finally:
            self._users -= 1
            if self._retired and not self._users:
                self._end()

    def retire(self) -> None:
        """Have the connection closed as soon as nobody uses it; returns at once."""
        self._retired = True
        if not self._users:
            self._end()

    async def close(self) -> None:
        """Close the connection, whatever state it is in, and wait until the server's process has ended."""
        self._end()
        await asyncio.wait({self._task})

    def _end(self) -> None:
        self._stop.set()
        if not self._ready.done():
            self._task.cancel()

    async def _keep(self) -> None:
        try:
            async with self._make() as client:
                self._ready.set_result(client)
                await self._stop.wait()
        except asyncio.CancelledError:
            self._ready.cancel()
            raise
        except (Exception, BaseExceptionGroup) as error:  # noqa: BLE001 - the SDK raises groups of whatever happened
            if not self._ready.done():  # else the connection broke, and whoever used it was told
                self._ready.set_exception(error)


def _reason(error: BaseException) -> str:
    """The first cause that says something: the SDK wraps what happened in groups of groups."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    return str(error) or type(error).__name__
