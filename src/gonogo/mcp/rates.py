"""How much one client may ask for: so many requests at once, and so many a second."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from time import monotonic
from typing import Final

_MOST_CLIENTS: Final = 10_000
"""So many clients are remembered; of more, those that have asked for nothing for longest are forgotten."""


@dataclass(slots=True)
class _Client:
    running: int = 0
    tokens: float = 0.0
    seen: float = 0.0


class Rates:
    """Counts what clients ask for.

    Args:
        concurrency: requests of one client that run at once.
        rate: requests a second of one client; 0 for as many as it likes.
        burst: requests that it may send at once before `rate` holds.
        clock: seconds that never go back.
    """

    def __init__(
        self, concurrency: int, rate: float, burst: int, clock: Callable[[], float] = monotonic
    ) -> None:
        self._concurrency = concurrency
        self._rate = rate
        self._burst = max(1, burst)
        self._clock = clock
        self._clients: OrderedDict[str, _Client] = OrderedDict()

    def enter(self, name: str) -> int:
        """Begin a request of a client; returns 0, or the seconds that it had better wait, and then nothing began."""
        client = self._clients.get(name)
        if client is None:
            client = self._clients[name] = _Client(tokens=self._burst, seen=self._clock())
            self._forget()
        else:
            self._clients.move_to_end(name)
        if client.running >= self._concurrency:
            return 1
        if self._rate:
            now = self._clock()
            client.tokens = min(self._burst, client.tokens + (now - client.seen) * self._rate)
            client.seen = now
            if client.tokens < 1:
                return max(1, ceil((1 - client.tokens) / self._rate))
            client.tokens -= 1
        client.running += 1
        return 0

    def leave(self, name: str) -> None:
        """End a request of a client."""
        client = self._clients.get(name)
        if client is not None:
            client.running -= 1

    def _forget(self) -> None:
        if len(self._clients) > _MOST_CLIENTS:
            idle = next((name for name, client in self._clients.items() if not client.running), None)
            if idle is not None:
                del self._clients[idle]
