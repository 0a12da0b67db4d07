"""The wire round trip: random valid arguments, written by us, read back by readers that we did not write.

Run as `python -m deep.wire_study [--count REQUESTS] [--seed SEED] [DOCUMENT...]`. openapi-core reads each request
in the oracles' environment. Where it is known not to read something (`LIMITS`), `deep.wire_reader` does, and the run
says how often. The run ends with 1 where a reader understood something else than what was meant.
"""

import argparse
import base64
import gzip
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from deep.wire import Calls, Sent, as_text, same
from deep.wire_limits import BODY_LIMITS, LIMITS, SWAGGER, Part, has_mark
from deep.wire_reader import DELIMITERS, Way, Wire, form_of, parts_of, read_pairs, way_of
from gonogo.openapi.compilation import compile_document
from gonogo.schema.pointer import from_fragment, get
from peers.conftest import shared
from peers.oracle import oracles

READER = Path(__file__).parents[1] / "peers" / "oracles" / "request_reader.py"
DOCUMENTS = (
    *("github", "stripe_od", "twilio_api_v2010", "box", "openai"),
    *("digitalocean_od", "kubernetes_od", "figma", "paramstyle31", "netlify_sw2"),
)
FORM = "application/x-www-form-urlencoded"


@dataclass
class Tally:
    """What the readers understood.

    Attributes:
        requests: how many were sent.
        read: parts of requests that each reader read rightly.
        limits: how often each limit of openapi-core was met.
        wrong: what was understood otherwise, with operation and place.
        refused: how often each hint was given for arguments that cannot be sent.
        barren: tools without arguments.
    """

    requests: int = 0
    read: Counter[str] = field(default_factory=Counter)
    limits: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    barren: int = 0


def document_of(name: str) -> Any:
    """Return a document of the shared data."""
    folder = shared("data/openapi/specs")
    assert folder is not None
    return json.loads(gzip.decompress((folder / f"{name}.json.gz").read_bytes()))


class Core:
    """openapi-core, reading requests of one document in its own process."""

    def __init__(self, document: Any) -> None:
        python = oracles()
        assert python is not None
        self._process = subprocess.Popen(  # noqa: S603 - our own reader
            [str(python), str(READER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._tell(document)

    def _tell(self, line: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(line) + "\n")
        self._process.stdin.flush()

    def ask(self, sent: Sent) -> Any:
        """Return what it reads out of a request."""
        request, operation = sent.request, sent.tool.operation
        body = base64.b64encode(request.body).decode() if request.body is not None else None
        self._tell(
            {
                "operation": [operation.path, operation.method],
                "path": request.path,
                "query": request.query,
                "headers": dict(request.headers),
                "body": body,
            }
        )
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


def study(name: str, count: int, seed: int) -> Tally:
    """Send so many requests of one document and have them read."""
    document = document_of(name)
    made = compile_document({"openapi.json": json.dumps(document).encode()}, "openapi.json")
    calls, tally = Calls(made, seed), Tally()
    core = Core(document) if "openapi" in document else None
    try:
        for sent in calls.each(count):
            tally.requests += 1
            _Judge(document, sent, core.ask(sent) if core else None, tally).judge()
    finally:
        if core:
            core.close()
    tally.refused, tally.barren = calls.refused, len(calls.barren)
    return tally


class _Judge:
    """Compares what was meant with what was read."""

    def __init__(self, document: Any, sent: Sent, core: Any, tally: Tally) -> None:
        self._document, self._sent, self._tally = document, sent, tally
        self._core = core
        operation = sent.tool.operation
        item = self._settled(document["paths"][operation.path])
        self._raw = item[operation.method]
        by_key: dict[tuple[str, str], Any] = {}
        for holder in (item, self._raw):
            for each in map(self._settled, holder.get("parameters", [])):
                by_key[each["in"], each["name"]] = each
        self._declared = by_key
        request = sent.request
        self._wire = Wire(
            operation.path, request.path, request.query, request.headers, request.body, list(by_key.values())
        )

    def _settled(self, value: Any) -> Any:
        while isinstance(value, dict) and "$ref" in value:
            value = get(self._document, from_fragment(value["$ref"].removeprefix("#")))
        return value

    def judge(self) -> None:
        plan = self._sent.tool.binding["request"]
        for row in plan["parameters"]:
            value: Any = self._sent.arguments
            for step in row["argument"]:
                value = value.get(step) if isinstance(value, dict) else None
            self._parameter(row, value)
        if self._sent.request.body is not None:
            self._body(plan["body"])

    def _parameter(self, row: Mapping[str, Any], value: Any) -> None:
        raw = self._declared.get((row["in"], row["name"]))
        if raw is None:
            raw = {"in": row["in"], "name": row["name"], "schema": {}}
        if "content" in raw:
            self._content(raw, value)
            return
        part = Part(row["in"], way_of(raw), value)
        if value is None or value in ([], {}):
            if part.way.style != "form":
                self._expect(None, self._wire.value(raw, "scalar"), row["name"], "second")
            return
        limit = self._limit(part)
        if limit is None:
            read = {(place, name): own for place, name, own in self._core["parameters"]}
            self._expect(value, read.get((row["in"], row["name"])), row["name"], "openapi-core")
        else:
            self._expect(value, self._wire.value(raw, part.kind), row["name"], "second")

    def _content(self, raw: Mapping[str, Any], value: Any) -> None:
        if raw["in"] in self._argument_places() and value is not None:
            text = self._wire.value({**raw, "content": {}}, "scalar")
            self._expect(value, json.loads(text), raw["name"], "second", exact=True)

    def _argument_places(self) -> set[str]:
        return {"query", "header", "cookie", "path", "querystring"}

    def _limit(self, part: Part) -> str | None:
        """Which limit of openapi-core a part meets; it is counted. None where openapi-core reads it."""
        limit = next((name for name, holds in LIMITS if holds(part)), None)
        if has_mark(self._sent):
            limit = BODY_LIMITS[0][0]
        limit = limit if self._core else SWAGGER
        if limit is not None:
            self._tally.limits[limit] += 1
        return limit

    def _body(self, plan: Mapping[str, Any]) -> None:
        arguments = self._sent.arguments
        value: Any = (
            arguments[plan["argument"][0]]
            if plan["argument"]
            else {name: arguments[name] for name in plan["properties"] if name in arguments}
        )
        body, content_type = self._sent.request.body or b"", self._sent.request.headers["Content-Type"]
        if plan["base64"]:
            self._expect(
                base64.b64encode(body).decode(),
                base64.b64encode(base64.b64decode(value)).decode(),
                "body",
                "second",
            )
        elif content_type.startswith("multipart/"):
            self._parts(plan, value, parts_of(body, content_type))
        elif content_type == FORM:
            self._form(plan, value, body)
        elif "json" in content_type:
            self._json(value, body)
        else:
            self._expect(value, body.decode(), "body", "second")

    def _json(self, value: Any, body: bytes) -> None:
        limit = next((name for name, holds in BODY_LIMITS if holds(self._sent)), None)
        if self._core is None or limit is not None:
            self._tally.limits[limit or SWAGGER] += 1
            self._expect(value, json.loads(body), "body", "second", exact=True)
        else:
            self._expect(value, self._core.get("body"), "body", "openapi-core", exact=True)

    def _form(self, plan: Mapping[str, Any], value: Any, body: bytes) -> None:
        content = self._settled(self._raw.get("requestBody", {})).get("content", {}).get(FORM, {})
        encoding = content.get("encoding", plan["encoding"])
        kinds = {name: Part("form", Way("form", ",", True), own).kind for name, own in value.items()}
        declared = self._settled(content.get("schema", {})).get("properties", {})
        second = form_of(body, kinds, encoding)
        core = (self._core or {}).get("body")
        for name, own in value.items():
            told = encoding.get(name, {})
            styled = bool({"style", "explode", "allowReserved"} & told.keys())
            style = told.get("style", "form")
            way = Way(style, ",", told.get("explode", style == "form"))
            part = Part("form", way, own, styled, declared=name in declared)
            if self._limit(part) is None and isinstance(core, dict):
                self._expect(own, core.get(name), name, "openapi-core")
            else:
                self._expect(own, second.get(name), name, "second")

    def _parts(self, plan: Mapping[str, Any], value: Any, parts: dict[str, list[tuple[str, bytes]]]) -> None:
        """Forms in parts: openapi-core reads them as ASCII text, so that the standard library's reader decides."""
        self._tally.limits["a form in parts: it reads them as ASCII text"] += 1
        claimed: set[str] = set()
        for name, own in value.items():
            told = plan["encoding"].get(name, {})
            if {"style", "explode"} & told.keys() and name not in plan["binary"]:
                style = told.get("style", "form")
                joint = quote(unquote(DELIMITERS.get(style, ",")))
                part = Part("form", Way(style, joint, told.get("explode", style == "form")), own)
                pairs = [
                    (quote(key), quote(data.decode())) for key, found in parts.items() for _, data in found
                ]
                self._expect(own, read_pairs(pairs, name, part.way, part.kind, set(value)), name, "second")
                claimed.update([name, *(own if isinstance(own, dict) else ())])
                continue
            claimed.add(name)
            wanted = own if isinstance(own, list) else [own]
            read = [
                base64.b64encode(data).decode()
                if name in plan["binary"]
                else json.loads(data)
                if media_type == "application/json"
                else data.decode()
                for media_type, data in parts[name]
            ]
            self._expect(wanted, read, name, "second")
        assert {key.partition("[")[0] for key in parts} <= claimed

    def _expect(self, meant: Any, read: Any, name: str, reader: str, *, exact: bool = False) -> None:
        right = same(meant, read) if exact else agree(meant, read)
        if right:
            self._tally.read[reader] += 1
        else:
            self._tally.wrong.append(
                f"{self._sent.tool.operation.key} {name}: {reader} read {read!r}, not {meant!r}"
            )


def agree(meant: Any, read: Any) -> bool:
    """Whether a value was read as it was meant, where the wire says nothing of its type."""
    if isinstance(meant, dict):
        return (
            isinstance(read, dict)
            and meant.keys() == read.keys()
            and all(agree(meant[key], read[key]) for key in meant)
        )
    if isinstance(meant, list):
        return isinstance(read, list) and len(meant) == len(read) and all(map(agree, meant, read))
    if isinstance(meant, int | float) and not isinstance(meant, bool):
        return isinstance(read, str | int | float) and float(read) == float(meant)
    return same(as_text(meant), as_text(read)) if meant is not None else read is None


def lines(name: str, tally: Tally) -> Iterator[str]:
    """Yield a report of one document."""
    read = ", ".join(f"{count} by {reader}" for reader, count in sorted(tally.read.items()))
    yield f"{name}: {tally.requests} requests, {read}; {len(tally.wrong)} read otherwise, {tally.barren} tools without arguments"
    yield from (
        f"  not read by openapi-core: {count} x {limit}" for limit, count in tally.limits.most_common()
    )
    yield from (f"  not sendable: {count} x {hint}" for hint, count in tally.refused.most_common())
    yield from (f"  WRONG {row[:300]}" for row in tally.wrong[:20])


def main() -> int:
    """Study documents, and print what became of their requests."""
    parser = argparse.ArgumentParser()
    parser.add_argument("documents", nargs="*", default=DOCUMENTS)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    wrong = False
    for name in told.documents:
        tally = study(name, told.count, told.seed)
        print("\n".join(lines(name, tally)), flush=True)
        wrong = wrong or bool(tally.wrong) or tally.requests < told.count
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
