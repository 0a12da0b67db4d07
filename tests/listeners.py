"""A server on this machine that nobody may call."""

import socket
from dataclasses import dataclass


@dataclass
class Listener:
    """A server on this machine that answers nobody and counts who came."""

    server: socket.socket

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.getsockname()[1]}/schema.json"

    def visits(self) -> int:
        """Return how many connections have come in; a connection waits here until it is taken."""
        count = 0
        while True:
            try:
                connection, _ = self.server.accept()
            except BlockingIOError:
                return count
            connection.close()
            count += 1
