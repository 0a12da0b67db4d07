"""How long `gonogo check` takes on a large repository: 600 tools with outputs, 3,000 fixtures, compared with a base.

Usage: python bench/check.py [--tools N] [--fixtures N]
Prints one line a stage; the aim is under 15 seconds for the whole, cold, on two cores.
"""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

ORDERS = Path(__file__).parent.parent / "examples" / "orders" / "schemas"


def main() -> None:
    """Make a repository, and time the command from outside."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--tools", type=int, default=600)
    parser.add_argument("--fixtures", type=int, default=3_000)
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        old, new = Path(folder, "old"), Path(folder, "new")
        for root in (old, new):
            _write(root, options.tools, options.fixtures)
        for number in range(30):
            _narrow(new, number)
        for label, words in (("without a base", ()), ("with a base, 30 tools changed", ("--base", str(old)))):
            start = time.perf_counter()
            done = _run("check", str(new), *words, "--format", "json")
            taken = time.perf_counter() - start
            report = json.loads(done)
            changed = len(report["diff"]["rows"]) if report["diff"] else 0
            print(
                f"check {label}: {taken:.2f} s (aim < 15 s); {options.tools} tools, {report['fixtures']} fixtures, "
                f"{len(report['findings'])} findings, {changed} changed"
            )


def _run(*words: str) -> str:
    return subprocess.run(
        [sys.executable, "-m", "gonogo", *words], capture_output=True, text=True, check=False
    ).stdout


def _write(root: Path, tools: int, fixtures: int) -> None:
    inputs = [
        json.loads(path.read_text(encoding="utf-8")) for path in sorted((ORDERS / "tools").glob("*.json"))
    ]
    outputs = {
        path.stem: json.loads(path.read_text(encoding="utf-8"))
        for path in (ORDERS / "outputs").glob("*.json")
    }
    for number in range(tools):
        schema = inputs[number % len(inputs)]
        stem = Path(schema["$id"]).stem
        for folder, kind in (("tools", schema), ("outputs", outputs[stem])):
            own = {**kind, "$id": f"https://example.com/schemas/{folder}/{stem}_{number}.json"}
            own["description"] = f"{kind.get('description', stem)} Number {number}."
            _put(root / "schemas" / folder / f"{stem}_{number}.json", own)
    stock = [
        number for number in range(tools) if Path(inputs[number % len(inputs)]["$id"]).stem == "get_stock"
    ]
    for number in range(fixtures):
        name = f"get_stock_{stock[number % len(stock)]}"
        _put(root / "fixtures" / "valid" / "tools" / name / f"{number}.json", {"sku": f"sku-{number}"})


def _narrow(root: Path, number: int) -> None:
    path = sorted((root / "schemas" / "tools").glob("*.json"))[number]
    schema = json.loads(path.read_text(encoding="utf-8"))
    schema["properties"]["more"] = {"type": "string", "maxLength": 9, "description": "More."}
    schema["required"] = [*schema["required"], "more"]
    _put(path, schema)


def _put(path: Path, value: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")


if __name__ == "__main__":
    main()
