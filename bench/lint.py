"""Lints tool lists, and prints for each one line: tools, seconds, and findings beside those of two peers.

    python bench/lint.py ../shared/data/tools/github.json

The peers stand beside where they are installed: `@sourcemeta/jsonschema` (npm; GONOGO_NODE_MODULES names the
`node_modules`) lints each input schema as a file, and `mcplint` (PyPI `mcplint-cli` with `mcp<2`, in an environment of
its own; GONOGO_MCPLINT names the program) asks a server for the list. Rules differ, so the counts say what each looks
at, not which is better.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from gonogo.catalog.gather import gather
from gonogo.lint.lint import lint, lot_of

PEERS = Path(__file__).parent / "peers"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def main() -> None:
    """Print one line for each file that is named."""
    for name in sys.argv[1:]:
        path = Path(name)
        print(f"{path.name}: {own(path)} | {sourcemeta(path)} | {mcplint(path)}")


def own(path: Path) -> str:
    """Return what gonogo finds, how much of it with a payload, and the processor's time from the file to the report."""
    start = process_time()
    found = gather(path)
    report = lint(lot_of(found.candidates, found.tools), told=found.findings)
    seconds = process_time() - start
    groups = Counter(finding.group for finding in report.findings)
    shown = sum(finding.demonstration is not None for finding in report.findings)
    told = ", ".join(f"{group} {groups[group]}" for group in ("sound", "contract", "agent"))
    return f"{len(found.tools)} tools, gonogo {len(report.findings)} in {seconds:.2f} s ({told}; {shown} with a payload)"


def sourcemeta(path: Path) -> str:
    """Return how much sourcemeta's linter finds in the input schemas."""
    program = Path(os.environ.get("GONOGO_NODE_MODULES", PEERS / "node_modules"), ".bin", "jsonschema")
    if not program.exists():
        return "sourcemeta is not installed"
    with TemporaryDirectory() as folder:
        for number, tool in enumerate(tools_of(path)):
            schema = {"$schema": DIALECT, **tool["inputSchema"]}
            Path(folder, f"{number}.json").write_text(json.dumps(schema), encoding="utf-8")
        done = subprocess.run(
            [program, "lint", "--json", folder], capture_output=True, text=True, check=False
        )
    errors = json.loads(done.stdout)["errors"]
    return f"sourcemeta {len(errors)} ({most_of(Counter(error['id'] for error in errors))})"


def mcplint(path: Path) -> str:
    """Return how much mcplint finds."""
    program = os.environ.get("GONOGO_MCPLINT")
    if program is None:
        return "mcplint is not named"
    server = f"{sys.executable} {PEERS / 'listing.py'} {path.resolve()}"
    with TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        command = [program, "scan", "--server", server, "--format", "json", "--output", str(report)]
        subprocess.run(command, capture_output=True, check=False)
        findings = json.loads(report.read_text(encoding="utf-8"))["findings"]
    return f"mcplint {len(findings)} ({most_of(Counter(finding['rule_id'] for finding in findings))})"


def most_of(counts: Counter[str]) -> str:
    """Return the three rules that find most."""
    return ", ".join(f"{rule} {count}" for rule, count in counts.most_common(3))


def tools_of(path: Path) -> list[dict[str, Any]]:
    """Return the tools of a list."""
    tools: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["tools"]
    return tools


if __name__ == "__main__":
    main()
