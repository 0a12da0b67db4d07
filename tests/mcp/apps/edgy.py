"""A host whose handlers print, wait, and answer what is hard to carry; it is served by `gonogo serve` in tests."""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from hosts import Made, host_of

OBJECT = {"type": "object"}


def noisy(_arguments: dict[str, Any]) -> dict[str, bool]:
    """Write wherever a handler can, and read what it must not find."""
    print("printed")  # noqa: T201 - what is tested
    sys.stdout.write("written without an end")
    os.write(1, b"raw\n")
    subprocess.run(["echo", "from a child"], check=True)  # noqa: S607 - any program will do
    return {"input_is_at_its_end": not sys.stdin.read()}


def wait(arguments: dict[str, Any]) -> dict[str, int]:
    """Tell that the call has begun, and end long after anybody waits."""
    Path(arguments["begun"]).write_text(str(os.getpid()), encoding="utf-8")
    time.sleep(600)
    return {}


print("printed at import")  # noqa: T201 - what is tested

host = host_of(
    {
        "noisy": Made(OBJECT, does=noisy),
        "wait": Made(OBJECT, given=OBJECT, does=wait),
        "process": Made(OBJECT, does=lambda _: {"id": os.getpid()}),
        "echo": Made(OBJECT, given=OBJECT, does=lambda given: given),
    }
)
