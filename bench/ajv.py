"""The peer in Node: a process that times `JSON.parse` and ajv on request."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from payloads import Case
from timing import Timed

_PEERS = Path(__file__).parent / "peers"
_MODULES = "GONOGO_NODE_MODULES"
"""The environment variable that names the `node_modules` in which ajv is installed, where it is not beside the script."""


@dataclass(frozen=True, slots=True)
class Ajv:
    """A running peer.

    Attributes:
        version: of ajv and of node, as words.
        contenders: what times each case, by the case's name.
    """

    version: str
    contenders: dict[str, Timed]


@contextmanager
def started(cases: list[Case]) -> Iterator[Ajv | None]:
    """Run the peer for a while; None where node or ajv is not installed."""
    node = shutil.which("node")
    modules = Path(os.environ.get(_MODULES, _PEERS / "node_modules"))
    if node is None or not all((modules / name).is_dir() for name in ("ajv", "ajv-formats")):
        yield None
        return
    with TemporaryDirectory() as folder:
        files = [file for case in cases for file in _files(case, Path(folder))]
        command = [node, str(_PEERS / "ajv.mjs"), *map(str, files)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            version = process.stdout.readline().strip()
            yield Ajv(
                version,
                {case.name: _timed(process.stdin, process.stdout, index) for index, case in enumerate(cases)},
            )
            process.stdin.close()


def _files(case: Case, folder: Path) -> tuple[Path, Path]:
    payload = folder / f"{case.name}.json"
    payload.write_bytes(case.payload)
    return case.contract, payload


def _timed(questions: IO[str], answers: IO[str], index: int) -> Timed:
    def run(calls: int) -> float:
        print(index, calls, file=questions, flush=True)
        return float(answers.readline())

    return run
