"""Many processes write checkpoints at once, each to a run of its own or all to one: none may be lost or torn.

    python -m deep.writers [--address ADDRESS] [--postgres] [--writers N] [--count N]

ADDRESS is a store's; a new SQLite file and a new folder where none is given. `--postgres` starts a server of our own.
"""

import argparse
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass
from pathlib import Path

from gonogo import Catalog
from gonogo.catalog.contract import Contract, Side
from gonogo.host.checkpoint import Conflicted, Resumed, Saved
from gonogo.host.host import Host
from gonogo.host.stores import open_store
from postgres import cluster

STATE = {
    "type": "object",
    "properties": {"writer": {"type": "integer"}, "number": {"type": "integer"}, "text": {"type": "string"}},
    "required": ["writer", "number", "text"],
    "additionalProperties": False,
}
TESTS = Path(__file__).parent.parent


@dataclass(frozen=True)
class Ended:
    """What became of all the writing.

    Attributes:
        rows: checkpoints in the store.
        lost: checkpoints that a writer was told of and that are not there, and gaps between revisions.
        torn: checkpoints that do not pass the door.
        twice: checkpoints that are there more than once.
        conflicts: how often a writer was told that another was first.
    """

    rows: int
    lost: int
    torn: int
    twice: int
    conflicts: int


def host_of(address: str) -> Host:
    """A host with one state, over a store."""
    catalog = Catalog(states={"work": Contract.of("work", Side.STATE, STATE)})
    return Host(catalog, store=open_store(address))


def write(address: str, writer: int, count: int, run_id: str) -> int:
    """Write so many checkpoints, each after what was last; return how many conflicts there were."""
    host = host_of(address)
    with closing(host.runs.store):
        return _written(host, writer, count, run_id)


def _written(host: Host, writer: int, count: int, run_id: str) -> int:
    conflicts = number = 0
    while number < count:
        state = {"writer": writer, "number": number, "text": f"{writer}-{number}-" * 20}
        written = host.checkpoint(run_id, f"step {number}", state, "work")
        if isinstance(written, Saved):
            number += 1
        elif isinstance(written, Conflicted):
            conflicts += 1
            assert isinstance(host.resume(run_id), Resumed)
        else:
            sys.exit(written.problem.to_json())
    return conflicts


def write_all(address: str, *, writers: int, count: int, shared: bool) -> Ended:
    """Let so many processes write at once, and look at what is there."""
    code = "import sys; from deep.writers import write; print(write(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]))"
    prefix = "all" if shared else "own"
    began = [
        subprocess.Popen(  # noqa: S603 - our own module
            [
                sys.executable,
                "-c",
                code,
                address,
                str(writer),
                str(count),
                prefix if shared else f"{prefix}{writer}",
            ],
            stdout=subprocess.PIPE,
            text=True,
            cwd=TESTS,
        )
        for writer in range(writers)
    ]
    conflicts = sum(int(process.communicate()[0]) for process in began)
    host = host_of(address)
    found: Counter[tuple[int, int]] = Counter()
    revisions: dict[str, list[int]] = {}
    torn = 0
    with closing(host.runs.store):
        judged = [(row, opened) for row, opened in host.runs.verify() if row.run_id.startswith(prefix)]
    for row, opened in judged:
        revisions.setdefault(row.run_id, []).append(row.revision)
        if isinstance(opened, Resumed):
            state = opened.checkpoint.state
            found[state["writer"], state["number"]] += 1
        else:
            torn += 1
    gaps = sum(numbers != list(range(1, len(numbers) + 1)) for numbers in revisions.values())
    wanted = {(writer, number) for writer in range(writers) for number in range(count)}
    return Ended(
        rows=sum(map(len, revisions.values())),
        lost=len(wanted - found.keys()) + gaps,
        torn=torn,
        twice=sum(times > 1 for times in found.values()),
        conflicts=conflicts,
    )


def main() -> None:
    """Write, look, and print the figures; the exit status says whether anything was lost."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--address", action="append", default=[])
    options.add_argument("--postgres", action="store_true", help="a PostgreSQL server of our own")
    options.add_argument("--writers", type=int, default=8)
    options.add_argument("--count", type=int, default=5000)
    chosen = options.parse_args()
    sound = True
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        addresses = list(chosen.address)
        if chosen.postgres:
            addresses.append(stack.enter_context(cluster()).make("runs"))
        for address in addresses or [f"sqlite:{folder}/runs.sqlite", f"folder:{folder}/runs"]:
            for shared in (False, True):
                ended = write_all(address, writers=chosen.writers, count=chosen.count, shared=shared)
                right = ended.rows == chosen.writers * chosen.count and not (
                    ended.lost or ended.torn or ended.twice
                )
                sound = sound and right
                kind, runs = address.partition(":")[0], "one shared run" if shared else "own runs"
                print(
                    f"{kind}, {chosen.writers} writers x {chosen.count}, {runs}: {asdict(ended)}", flush=True
                )
    sys.exit(0 if sound else 1)


if __name__ == "__main__":
    main()
