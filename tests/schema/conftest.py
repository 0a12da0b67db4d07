"""What several tests of this room need: a thread with a small stack, and a server that nobody may call."""

import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from listeners import Listener

SMALL_STACK = 512 * 1024


def on_small_stack(work: Callable[[], Any]) -> Any:
    """Run something on a thread with a stack of 512 KiB; returns what it returns, raises what it raises."""
    answers: list[Any] = []
    faults: list[BaseException] = []

    def run() -> None:
        try:
            answers.append(work())
        except BaseException as fault:  # noqa: BLE001 - it is raised again on the caller's thread
            faults.append(fault)

    previous = threading.stack_size(SMALL_STACK)
    try:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(previous)
    if faults:
        raise faults[0]
    return answers[0]


@pytest.fixture(params=["main thread", "small stack"])
def anywhere(request: pytest.FixtureRequest) -> Callable[[Callable[[], Any]], Any]:
    """Run something here, or on a thread with a small stack."""
    return on_small_stack if request.param == "small stack" else lambda work: work()


@pytest.fixture
def listener() -> Iterator[Listener]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield Listener(server)
