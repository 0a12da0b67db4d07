"""What reconciling real documents comes to: `python bench/reconcile.py FOLDER` of documents as .json or .json.gz.

Prints a Markdown table, one line a document that has examples of a success's JSON body.
"""

import gzip
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from gonogo.openapi.compilation import compile_document
from gonogo.openapi.source import Source
from gonogo.reconcile.gathering import of_document
from gonogo.reconcile.outcome import Outcome, reconcile
from gonogo.reconcile.report import to_dict

HEAD = (
    "document", "tools", "examples", "refused as written", "accepted after", "told open", "relaxed", "stripped",
    "assertions kept", "killed as written", "killed as told", "seconds",
)  # fmt: skip


def documents(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the bytes of each document of a folder."""
    for path in sorted(folder.iterdir()):
        if path.name.endswith(".json.gz"):
            yield path.name.removesuffix(".json.gz"), gzip.decompress(path.read_bytes())
        elif path.suffix == ".json":
            yield path.stem, path.read_bytes()


def judged(data: bytes) -> Outcome:
    """Return what reconciling a document with its own examples comes to."""
    files = {"openapi.json": data}
    gathered = of_document(compile_document(files, "openapi.json"), Source(files, "openapi.json"), {}, ())
    return reconcile(gathered.subjects, gathered.sorted.seen, gathered.sorted.left)


def line(name: str, outcome: Outcome, seconds: float) -> str:
    """Return a row of the table."""
    report = to_dict(outcome)
    kills = report["kills"].values()
    made, declared = sum(each["made"] for each in kills), sum(each["declared"] for each in kills)
    unexcused, told = sum(each["unexcused"] for each in kills), sum(each["told"] for each in kills)
    modes = report["modes"]
    cells = (
        name, report["tools"], report["results"], report["refused"], report["accepted"],
        modes["open"], modes["relaxed"], modes["stripped"], f"{report['kept']:.1%}",
        f"{declared / made:.1%}" if made else "-", f"{told / unexcused:.1%}" if unexcused else "-",
        f"{seconds:.1f}",
    )  # fmt: skip
    return "| " + " | ".join(map(str, cells)) + " |"


def main(folder: str) -> None:
    """Print the table."""
    print("| " + " | ".join(HEAD) + " |")
    print("|" + "---|" * len(HEAD))
    seen = 0
    for name, data in documents(Path(folder)):
        seen += 1
        start = time.perf_counter()
        outcome = judged(data)
        if outcome.rows:
            print(line(name, outcome, time.perf_counter() - start), flush=True)
    print(f"\n{seen} documents read")


if __name__ == "__main__":
    main(sys.argv[1])
