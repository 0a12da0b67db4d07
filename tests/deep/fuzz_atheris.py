"""The fuzz of the gauge by coverage: Atheris (libFuzzer) looks for texts that take new ways through the code.

Run as `python -m deep.fuzz_atheris [--count N] [--seed N]`. The first byte of an input names the contract, the
second the entrance, the rest is the payload; right payloads are what it starts from.
"""

import argparse
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

atheris: Any = import_module("atheris")  # it carries no types

with atheris.instrument_imports(include=["gonogo"]):
    from deep.cases import Case, cases
    from deep.target import MARK, Tally, Target
    from gonogo.schema.types import Json

_ENTRANCES = ("read", "read", "arguments", "check")
_LONGEST = 2_000


class Fuzz:
    """One run.

    Args:
        count: after so many inputs the run ends, and the process with it: libFuzzer does not come back.
        corpus: the folder that it starts from; removed at the end.
    """

    def __init__(self, count: int, corpus: Path) -> None:
        self._count = count
        self._corpus = corpus
        self._tally = Tally()
        self._targets = [Target(case.schema, self._tally) for case in cases()]

    def judge(self, data: bytes) -> None:
        """Judge one input."""
        if len(data) > 1:
            target = self._targets[data[0] % len(self._targets)]
            entrance = _ENTRANCES[data[1] % len(_ENTRANCES)]
            payload = _payload(data[2:], entrance, as_text=data[1] % len(_ENTRANCES) == 1)
            getattr(target, entrance)(payload)
        if self._tally.inputs >= self._count:
            self._tally.print()
            sys.stdout.flush()
            shutil.rmtree(self._corpus)
            os._exit(0)


def _payload(data: bytes, entrance: str, *, as_text: bool) -> Any:
    if entrance == "check":
        try:
            return json.loads(data)
        except (ValueError, RecursionError):
            return data.decode("utf-8", "surrogateescape")
    return data.decode("utf-8", "surrogateescape") if as_text else data


def main() -> None:
    """Run the fuzz and print its figures; a finding is raised, and ends the process with another status than 0."""
    parser = argparse.ArgumentParser(prog="deep.fuzz_atheris", description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    corpus = Path(tempfile.mkdtemp())
    for index, case in enumerate(cases()):
        for number, payload in enumerate(_starts(case)):
            start = bytes([index, number % len(_ENTRANCES)])
            Path(corpus, f"{index}-{number}").write_bytes(start + json.dumps(payload).encode())
    flags = [f"-seed={options.seed}", f"-max_len={_LONGEST}", "-verbosity=0", f"-artifact_prefix={corpus}/"]
    atheris.Setup([sys.argv[0], *flags, str(corpus)], Fuzz(options.count, corpus).judge)
    atheris.Fuzz()


def _starts(case: Case) -> Iterator[Json]:
    """Right payloads, and the same with secrets inside."""
    for payload in case.payloads:
        yield payload
        if isinstance(payload, dict):
            yield {**payload, f"{MARK}key": [f"{MARK}item"]}
            yield dict.fromkeys(payload, f"{MARK}value")


if __name__ == "__main__":
    main()
