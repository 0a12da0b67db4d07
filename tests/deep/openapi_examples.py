"""A document's own examples of its answers, judged by the contract that is made of it and by the document itself.

Run as `python -m deep.openapi_examples [DOCUMENT...]`: it prints how many there are, and every one that is refused.
"""

import argparse
import gzip
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from deep.openapi_judge import Document, NoVerdict, is_json, output_judge
from deep.openapi_truth import WHOLE, documents
from gonogo import Gauge, NoGo
from gonogo.gauge.compiled import Recipe
from gonogo.openapi.compilation import CompiledTool, compile_document
from gonogo.schema.types import Json


@dataclass(frozen=True)
class Example:
    """An example of an answer.

    Attributes:
        status: of its response, as the document writes it.
        origin: `media` where it stands beside a schema, `schema` where it stands in it.
        body: the example.
    """

    status: str
    origin: str
    body: Any


@dataclass
class Tally:
    """What became of a document's examples.

    Attributes:
        media, schema: how many there are of each origin.
        rejected: the refused ones: operation, status, pointer and code.
        wrong: those of which contract and document say different things.
        cut: those that a contract takes only because it was cut, as its report says.
        silent: those that python-jsonschema could not judge.
        untold: those of tools without an output contract.
    """

    media: int = 0
    schema: int = 0
    rejected: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    cut: int = 0
    silent: int = 0
    untold: int = 0


def examples_of(document: Document, path: str, method: str) -> Iterator[Example]:
    """Yield the examples of an operation's 2xx answers in JSON."""
    _, operation = document.operation(path, method)
    produced = operation.get("produces", document.raw.get("produces", ["application/json"]))
    for status, raw in operation.get("responses", {}).items():
        told = document.settled(raw)
        if not re.fullmatch(r"2(\d\d|XX)", status.upper()):
            continue
        content = {name: document.settled(media) for name, media in told.get("content", {}).items()}
        if "schema" in told:
            shown = told.get("examples", {})
            content = {
                name: {"schema": told["schema"]} | ({"example": shown[name]} if name in shown else {})
                for name in produced
            }
        for name, media in content.items():
            if is_json(name):
                yield from _of_media(document, status, media)


def _of_media(document: Document, status: str, media: Any) -> Iterator[Example]:
    if "example" in media:
        yield Example(status, "media", media["example"])
    for each in map(document.settled, (media.get("examples") or {}).values()):
        if "value" in each:
            yield Example(status, "media", each["value"])
    schema = document.settled(media.get("schema"))
    if isinstance(schema, dict):
        listed = schema.get("examples")
        bodies = [schema["example"]] if "example" in schema else listed if isinstance(listed, list) else []
        yield from (Example(status, "schema", body) for body in bodies)


def study(file: Path) -> Tally:
    """Judge the examples of one document."""
    data = gzip.decompress(file.read_bytes())
    document, tally = Document(json.loads(data)), Tally()
    whole = {
        tool.name: tool for tool in compile_document({"openapi.json": data}, "openapi.json", WHOLE).tools
    }
    for tool in compile_document({"openapi.json": data}, "openapi.json").tools:
        operation = tool.operation
        found = list(examples_of(document, operation.path, operation.method))
        if tool.output is None:
            tally.untold += len(found)
        elif found:
            _judge(document, tool, (tool.output, whole[tool.name].output), found, tally)
    return tally


def _judge(
    document: Document, tool: CompiledTool, outputs: tuple[Json, Json], found: list[Example], tally: Tally
) -> None:
    operation, shape = tool.operation, tool.binding["response"]["shape"]
    right = output_judge(document, operation.path, operation.method, shape)
    gauge, whole = (Gauge(output, Recipe(formats=False, imported=True)) for output in outputs)
    for each in found:
        setattr(tally, each.origin, getattr(tally, each.origin) + 1)
        status = int(each.status) if each.status.isdigit() else 200
        payload = each.body if shape == "bare" else {"status": status, "body": each.body}
        where = f"{operation.key} {each.status}"
        verdict = gauge.check(payload)
        if isinstance(verdict, NoGo):
            issue = verdict.problem.issues[0]
            tally.rejected.append(f"{where}: {issue.pointer or '/'} {issue.code}")
        try:
            meant = right(payload)
            if bool(whole.check(payload)) != meant:
                tally.wrong.append(f"{where}: the contract without a budget says {not meant}")
            elif verdict and not meant and tool.cuts:
                tally.cut += 1
            elif bool(verdict) != meant:
                tally.wrong.append(f"{where}: the contract says {bool(verdict)}")
        except NoVerdict:
            tally.silent += 1


def main() -> int:
    """Study documents, and print their counts and refused examples."""
    parser = argparse.ArgumentParser()
    parser.add_argument("documents", nargs="*")
    told = parser.parse_args()
    wrong = 0
    for file in documents():
        name = file.name.partition(".")[0]
        if told.documents and name not in told.documents:
            continue
        tally = study(file)
        if tally.media + tally.schema + tally.untold:
            print(
                f"{name}: {tally.media} examples of media types, {tally.schema} of schemas, {tally.untold} without a "
                f"contract; {len(tally.rejected)} refused, {tally.cut} taken by a cut, "
                f"{len(tally.wrong)} otherwise, {tally.silent} not judged"
            )
            print("\n".join(f"  refused {row}" for row in tally.rejected))
            print("\n".join(f"  WRONG {row}" for row in tally.wrong))
        wrong += len(tally.wrong)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
