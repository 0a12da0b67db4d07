"""Threads for handlers that block. One that never returns costs its thread, and nobody else's turn."""

import asyncio
import contextvars
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeAlias

_Job: TypeAlias = "tuple[Future[Any], Callable[[], Any]]"


class Workers:
    """As many daemon threads as handlers block at once; idle ones are used again.

    A pool of fixed size would fill with handlers that hang, and the calls behind them would wait for ever.
    """

    def __init__(self) -> None:
        self._idle: list[queue.SimpleQueue[_Job]] = []
        self._lock = threading.Lock()

    async def run(self, work: Callable[[], Any]) -> Any:
        """Run a blocking function in a thread, with the caller's context, and return what it returns.

        Whatever it raises is raised here, `SystemExit` too; where the caller stops waiting, the thread goes on.
        """
        future: Future[Any] = Future()
        context = contextvars.copy_context()
        with self._lock:
            inbox = self._idle.pop() if self._idle else None
        if inbox is None:
            inbox = queue.SimpleQueue()
            threading.Thread(target=self._serve, args=(inbox,), name="gonogo-handler", daemon=True).start()
        inbox.put((future, lambda: context.run(work)))
        return await asyncio.wrap_future(future)

    def _serve(self, inbox: "queue.SimpleQueue[_Job]") -> None:
        while True:
            future, work = inbox.get()
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(work())
                except BaseException as error:  # noqa: BLE001 - whatever it is, it belongs to whoever waits
                    future.set_exception(error)
            del future, work
            with self._lock:
                self._idle.append(inbox)
