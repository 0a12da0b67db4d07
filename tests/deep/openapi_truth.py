"""Contracts against the documents that they come from: the same verdict on witnesses and on what one change makes of them.

Run as `python -m deep.openapi_truth [--count PAYLOADS] [--seed SEED] [DOCUMENT...]`. Operations are chosen by chance.
A contract without a budget has to agree with `deep.openapi_judge` on every payload; one with a budget takes no less,
and takes more only where its report says that it was cut.
"""

import argparse
import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from jsonschema import Draft202012Validator

from deep.openapi_judge import Document, Judge, NoVerdict, input_judge, output_judge
from gonogo.openapi.compilation import CompiledTool, Settings, compile_document
from gonogo.schema.canonical import canonical
from gonogo.schema.engine import Options, Patterns, compile_schema
from gonogo.schema.refs import Bundle
from gonogo.schema.types import Json
from gonogo.witness.payloads import Payloads
from peers.conftest import shared

_EACH = 12
_STEPS = 3_000
WHOLE = Settings(input_bytes=64 * 1024 * 1024, output_bytes=64 * 1024 * 1024)
_LARGEST = 400_000
"""Bytes of text of a contract without a budget that the engine compiles here; larger ones cost minutes."""

_OTHERS: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    7.5,
    10**10,
    "",
    "zzz",
    "2026-01-01",
    [],
    ["zzz"],
    {},
    {"zzz": 1},
)


@dataclass
class Tally:
    """What was found of one document.

    Attributes:
        payloads: how many got both verdicts.
        accepted: how many of them the document accepts.
        cut: how many a contract takes only because it was cut, as its report says.
        silent: how often python-jsonschema could not judge, by why.
        bytes: tools left out since arguments in base64 stand for what the document calls binary.
        wrong: where verdicts differ.
    """

    payloads: int = 0
    accepted: int = 0
    cut: int = 0
    silent: Counter[str] = field(default_factory=Counter)
    bytes: int = 0
    wrong: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Pair:
    """A contract as it is handed out, the same without a budget, and the document's own judge."""

    name: str
    told: Json
    whole: Json
    judge: Judge
    is_cut: bool


def study(file: Path, count: int, seed: int) -> Tally:
    """Judge payloads of a document's tools twice."""
    data = gzip.decompress(file.read_bytes())
    raw = json.loads(data)
    document, tally, chance = Document(raw), Tally(), Random(seed)
    told = compile_document({"openapi.json": data}, "openapi.json")
    whole = {
        tool.name: tool for tool in compile_document({"openapi.json": data}, "openapi.json", WHOLE).tools
    }
    pairs = [
        (tool, side) for tool in told.tools for side in ("input", "output") if getattr(tool, side) is not None
    ]
    chance.shuffle(pairs)
    for tool, side in pairs:
        if tally.payloads >= count:
            break
        pair = _pair(document, tool, whole[tool.name], side)
        if pair is None:
            tally.bytes += 1
        else:
            _compare(pair, chance, tally)
    return tally


def _pair(document: Document, tool: CompiledTool, whole: CompiledTool, side: str) -> _Pair | None:
    operation, plan = tool.operation, tool.binding["request"]
    name = f"{operation.key} {side}"
    if side == "output":
        judge = output_judge(document, operation.path, operation.method, tool.binding["response"]["shape"])
        return _Pair(name, tool.output, whole.output, judge, bool(tool.cuts))
    body = plan.get("body", {})
    if body.get("base64") or body.get("binary"):
        return None
    judge = input_judge(document, operation.path, operation.method, plan)
    return _Pair(name, tool.input, whole.input, judge, bool(tool.cuts))


def _compare(pair: _Pair, chance: Random, tally: Tally) -> None:
    options = Options(formats=False, patterns=Patterns.BACKTRACKING)
    told = compile_schema(pair.told, options)
    small = len(canonical(pair.whole)) <= _LARGEST
    whole = compile_schema(pair.whole, options) if small else None
    for payload in _payloads(pair.whole if small else pair.told, chance):
        try:
            right = pair.judge(payload)
        except NoVerdict as error:
            tally.silent[str(error)] += 1
            continue
        tally.payloads += 1
        tally.accepted += right
        if whole is not None and whole.is_valid(payload) != right:
            tally.wrong.append(f"{pair.name}: the document says {right} of {json.dumps(payload)[:400]}")
        if told.is_valid(payload) == right:
            continue
        if not right and pair.is_cut and _is_below_a_cut(pair, payload):
            tally.cut += 1
        else:
            tally.wrong.append(
                f"{pair.name}: within its budget, other than {right} of {json.dumps(payload)[:400]}"
            )


def _is_below_a_cut(pair: _Pair, payload: Json) -> bool:
    """Whether what is wrong with a payload stands where a contract was cut, or below, or in a union that holds a cut."""
    pointers: set[tuple[str | int, ...]] = set()
    waiting = list(Draft202012Validator(pair.whole).iter_errors(payload))
    while waiting:
        error = waiting.pop()
        pointers.add(tuple(error.absolute_path))
        waiting += error.context or ()
    return any(_is_cut_at(pair.told, pointer) for pointer in pointers)


def _is_cut_at(root: Json, pointer: tuple[str | int, ...]) -> bool:
    """Whether a contract says no more than a type at a place or above it, or in a branch of a union there."""
    reached = _around(root, [root])
    for step in (*pointer, None):
        if any(isinstance(each, dict) and each.keys() <= {"type"} for each in reached):
            return True
        if step is not None:
            reached = _around(root, [below for each in reached for below in _below(each, step)])
    return False


def _around(root: Json, schemas: list[Json]) -> list[Json]:
    """Schemas, and those that judge the same value with them."""
    found: list[Json] = []
    waiting = list(schemas)
    while waiting:
        each = waiting.pop()
        if each in found or not isinstance(each, dict):
            continue
        found.append(each)
        if "$ref" in each:
            waiting.append(root["$defs"][each["$ref"].removeprefix("#/$defs/")])
        waiting += [inner for word in ("allOf", "anyOf", "oneOf") for inner in each.get(word, ())]
        waiting += [each[word] for word in ("then", "else") if word in each]
    return found


def _below(schema: Json, step: str | int) -> list[Json]:
    if isinstance(step, int):
        listed = schema.get("prefixItems", [])
        return [listed[step]] if step < len(listed) else [schema["items"]] if "items" in schema else []
    declared = schema.get("properties", {})
    if step in declared:
        return [declared[step]]
    return [schema["additionalProperties"]] if "additionalProperties" in schema else []


def _payloads(schema: Json, chance: Random) -> Iterator[Any]:
    """Some witnesses of a contract, what breaks it by one change, and changes that know nothing of it."""
    made = Payloads(Bundle(json.loads(json.dumps(schema))), formats=False, steps=_STEPS)
    valid = list(islice(made.valid(), _EACH))
    chance.shuffle(valid)
    yield from valid[:4]
    wrong = [change.value for change in islice(made.wrong(), _EACH)]
    chance.shuffle(wrong)
    yield from wrong[:4]
    for base in valid[:2]:
        blind = list(blind_changes(base))
        chance.shuffle(blind)
        yield from blind[:6]


def blind_changes(value: Json) -> Iterator[Json]:
    """Yield what one change makes of a payload, whatever its contract: a place gets another value, or goes."""
    yield from _OTHERS
    if isinstance(value, dict):
        yield {**value, "zzz": 1}
        for name, own in value.items():
            yield {key: each for key, each in value.items() if key != name}
            yield from ({**value, name: each} for each in blind_changes(own))
    elif isinstance(value, list):
        yield [*value, *value]
        yield [*value, "zzz"]
        for index, own in enumerate(value):
            yield from ([*value[:index], each, *value[index + 1 :]] for each in blind_changes(own))


def documents() -> list[Path]:
    """Return the documents of the shared data."""
    folder = shared("data/openapi/specs")
    return sorted(folder.glob("*.json.gz")) if folder else []


def main() -> int:
    """Study documents, and print what differs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("documents", nargs="*")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    wrong = 0
    for file in documents():
        name = file.name.partition(".")[0]
        if told.documents and name not in told.documents:
            continue
        tally = study(file, told.count, told.seed)
        wrong += len(tally.wrong)
        print(
            f"{name}: {tally.payloads} payloads, {tally.accepted} accepted, {tally.cut} taken by a cut, "
            f"{len(tally.wrong)} otherwise; no verdict {dict(tally.silent)}; {tally.bytes} inputs with bytes left out",
            flush=True,
        )
        for row in tally.wrong[:12]:
            print(f"  {row}", flush=True)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
