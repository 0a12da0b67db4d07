"""Tools from OpenAPI documents: ours, FastMCP's `from_openapi`, and awslabs' openapi-mcp-server.

    PYTHONPATH=tests python bench/openapi.py [--documents NAME...] [--contenders NAME...] [--limit SECONDS]

Each makes tools of each document in a process of its own, limited in processor time. A schema is broken where the
engine does not compile it or a reference leads out of it; an example is rejected where the tool's output schema refuses
what the document shows as its own answer (formats off). awslabs' package wants an older FastMCP, so that it gets an
environment of its own, `.venv-awslabs`. Documents are those of `shared/data/openapi/specs`. Nothing is asserted.
"""

import argparse
import gzip
import json
import resource
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from deep.openapi_examples import examples_of
from deep.openapi_judge import Document
from deep.openapi_truth import documents
from gonogo.schema.engine import Options, Patterns, compile_schema
from gonogo.schema.errors import SchemaError

ROOT = Path(__file__).parent.parent
CHILD = Path(__file__).parent / "peers" / "openapi_contender.py"
AWSLABS = "awslabs.openapi-mcp-server==1.1.6"
JUDGE = Options(formats=False, patterns=Patterns.BACKTRACKING)


@dataclass
class Row:
    """What one contender made of one document, or of all that it loaded.

    Attributes:
        loaded: documents that it made tools of.
        tools, typed: the tools, and those with an output schema.
        broken: schemas that do not compile.
        examples, rejected: examples of typed tools whose schema compiles, and those that are refused.
        seconds, mib: processor time and peak memory; of several documents the sum and the highest.
        largest, output, bytes: of the largest tool, of the largest output schema, and of all tools.
    """

    loaded: int = 0
    tools: int = 0
    typed: int = 0
    broken: int = 0
    examples: int = 0
    rejected: int = 0
    seconds: float = 0.0
    mib: float = 0.0
    largest: int = 0
    output: int = 0
    bytes: int = 0

    def add(self, other: "Row") -> None:
        """Take in another document."""
        for name in ("loaded", "tools", "typed", "broken", "examples", "rejected", "seconds", "bytes"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("mib", "largest", "output"):
            setattr(self, name, max(getattr(self, name), getattr(other, name)))

    def line(self) -> str:
        """Return it as a line of a table."""
        return (
            f"{self.loaded:>3} | {self.tools:>5} | {self.typed:>5} | {self.broken:>4} | {self.rejected}/{self.examples} | "
            f"{self.seconds:.1f} s | {self.mib:.0f} MiB | {self.largest / 1024:.1f} KiB | "
            f"{self.output / 1024:.1f} KiB | {self.bytes / 1e6:.2f} MB"
        )


HEAD = "contender | loaded | tools | typed | broken | rejected | time | memory | largest tool | largest output | list"


def main() -> None:
    """Run every contender on every document."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--documents", nargs="*", default=[])
    parser.add_argument("--contenders", nargs="*", default=["gonogo", "fastmcp", "awslabs"])
    parser.add_argument("--limit", type=int, default=150)
    told = parser.parse_args()
    contenders = {name: _awslabs() if name == "awslabs" else sys.executable for name in told.contenders}
    totals = {name: Row() for name in contenders}
    print(HEAD)
    with TemporaryDirectory() as folder:
        for spec in documents():
            name = spec.name.partition(".")[0]
            if told.documents and name not in told.documents:
                continue
            file = Path(folder, f"{name}.json")
            file.write_bytes(gzip.decompress(spec.read_bytes()))
            document = Document(json.loads(file.read_bytes()))
            for contender, python in contenders.items():
                row = _run(document, contender, (python, file, Path(folder, "tools")), told.limit)
                print(f"{name} {contender} | {row if isinstance(row, str) else row.line()}", flush=True)
                if isinstance(row, Row):
                    totals[contender].add(row)
    for contender, total in totals.items():
        print(f"all {contender} | {total.line()}")


def _awslabs() -> str:
    """The Python with awslabs' package, or why there is none."""
    folder = ROOT / ".venv-awslabs"
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        done = subprocess.run(
            [str(python), "-m", "pip", "install", "--quiet", AWSLABS],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            return f"not installed: {done.stderr.strip()[-120:]}"
    return str(python)


def _run(document: Document, contender: str, places: tuple[str, Path, Path], limit: int) -> Row | str:
    """What a contender makes of a document; what stopped it, where it makes nothing."""
    python, file, out = places
    if python.startswith("not installed"):
        return python
    bounded = partial(resource.setrlimit, resource.RLIMIT_CPU, (limit, limit))
    with out.open("w") as stream:
        done = subprocess.run(
            [python, str(CHILD), contender, str(file)],
            stdout=stream,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            preexec_fn=bounded,
        )
    if done.returncode < 0:
        return f"not finished in {limit} s"
    if done.returncode:
        return f"not loaded: {' '.join(done.stderr.split())[-120:]}"
    row = Row(loaded=1)
    with out.open() as stream:
        for line in filter(lambda line: line.startswith("{"), stream):
            _take(document, json.loads(line), row)
    return row


def _take(document: Document, told: Mapping[str, Any], row: Row) -> None:
    if "seconds" in told:
        row.seconds, row.mib = told["seconds"], told["mib"]
        return
    row.tools += 1
    row.bytes += told["bytes"]
    row.largest = max(row.largest, told["bytes"])
    row.broken += not _compiles(told["input"])
    if told["output"] is None:
        return
    row.typed += 1
    row.output = max(
        row.output, len(json.dumps(told["output"], separators=(",", ":"), ensure_ascii=False).encode())
    )
    if _compiles(told["output"]):
        _examples(document, told, row)
    else:
        row.broken += 1


def _compiles(schema: Any) -> bool:
    try:
        compile_schema(schema, JUDGE)
    except SchemaError:
        return False
    return True


def _examples(document: Document, tool: Mapping[str, Any], row: Row) -> None:
    method, _, path = tool["operation"].partition(" ")
    if method.lower() not in document.raw["paths"].get(path, {}):
        return
    judge = compile_schema(tool["output"], JUDGE)
    for each in examples_of(document, path, method.lower()):
        if each.origin == "media":
            status = int(each.status) if each.status.isdigit() else 200
            forms = {"envelope": {"status": status, "body": each.body}, "result": {"result": each.body}}
            row.examples += 1
            row.rejected += not judge.is_valid(forms.get(tool["shape"], each.body))


if __name__ == "__main__":
    main()
