"""What several tests of this room need."""

import socket
from collections.abc import Iterator

import pytest

from listeners import Listener


@pytest.fixture
def listener() -> Iterator[Listener]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield Listener(server)
