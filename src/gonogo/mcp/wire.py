"""Standard input and output as a wire of lines that belongs to a protocol alone."""

import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial

from gonogo.host.workers import Workers

_CHUNK = 64 * 1024


@dataclass(frozen=True, slots=True)
class Wire:
    """Two file descriptors that carry lines of UTF-8.

    Reads and writes wait in daemon threads: a client that sends nothing, or reads nothing, keeps no process from
    ending.

    Attributes:
        incoming: read from.
        outgoing: written to.
    """

    incoming: int
    outgoing: int
    _threads: Workers = field(default_factory=Workers, repr=False)

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield the lines that arrive, without their ends, until there are no more; blank ones are left out."""
        begun: list[bytes] = []
        while chunk := await self._threads.run(partial(os.read, self.incoming, _CHUNK)):
            *whole, rest = chunk.split(b"\n")
            for part in whole:
                line = b"".join((*begun, part)).strip()
                begun.clear()
                if line:
                    yield line
            begun.append(rest)
        if line := b"".join(begun).strip():
            yield line

    async def send(self, line: str) -> None:
        """Write one line, which holds no line break.

        Raises:
            BrokenPipeError: nobody reads any more.
        """
        await self._threads.run(partial(self._write, line.encode() + b"\n"))

    def _write(self, data: bytes) -> None:
        left = memoryview(data)
        while left:
            left = left[os.write(self.outgoing, left) :]


@contextmanager
def claimed() -> Iterator[Wire]:
    """Take standard input and output for a protocol, as long as the block runs.

    Whatever prints inside, child processes too, prints to standard error; whatever reads standard input finds its end.
    """
    _flush()
    # The private copies stay open: a thread may still wait on one when the block ends.
    wire = Wire(os.dup(0), os.dup(1))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    try:
        yield wire
    finally:
        _flush()
        os.dup2(wire.incoming, 0)
        os.dup2(wire.outgoing, 1)


def _flush() -> None:
    """Send what was printed where it was meant to go when it was printed."""
    if sys.stdout is not None:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
