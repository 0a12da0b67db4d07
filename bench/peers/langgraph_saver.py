"""Writes checkpoints with langgraph's SQLite saver, for the bench that started this process.

Usage: python langgraph_saver.py FILE LEVEL STATE. LEVEL is SQLite's `synchronous`, STATE a state as JSON.
Says the saver's version when it is ready; then each line CALLS on standard input is answered with the microseconds
that one write took on average, by the clock on the wall: a write waits for the disk.
"""

import json
import sqlite3
import sys
from importlib.metadata import version
from time import perf_counter
from typing import Any

from langgraph.checkpoint.base import empty_checkpoint
from langgraph.checkpoint.sqlite import SqliteSaver


def main() -> None:
    """Answer until standard input ends."""
    path, level, state = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
    connection = sqlite3.connect(path, check_same_thread=False)
    saver = SqliteSaver(connection)
    saver.setup()
    connection.execute(f"pragma synchronous = {level}")
    config: Any = {"configurable": {"thread_id": "run", "checkpoint_ns": ""}}
    print(version("langgraph-checkpoint-sqlite"), flush=True)
    for line in sys.stdin:
        calls = int(line)
        made = []
        for _ in range(calls):
            checkpoint = empty_checkpoint()
            checkpoint["channel_values"] = dict(state)
            checkpoint["channel_versions"] = dict.fromkeys(state, 1)
            made.append(checkpoint)
        began = perf_counter()
        for step, checkpoint in enumerate(made):
            config = saver.put(config, checkpoint, {"source": "loop", "step": step}, {})
        print((perf_counter() - began) / calls * 1e6, flush=True)


if __name__ == "__main__":
    main()
