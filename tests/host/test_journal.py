"""The journal: one line a call, whatever happens, from many tasks and processes, on a full disk, across rotation."""

import asyncio
import json
import multiprocessing
import os
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from gonogo import Gauge
from gonogo.catalog.catalog import Catalog
from gonogo.catalog.config import Config, HostConfig
from gonogo.catalog.contract import Contract, Side, Tool
from gonogo.contracts import contract
from gonogo.host.host import Host
from gonogo.host.journal import LOST, Journal, payload_digest
from gonogo.host.outcome import SourceUnavailable

SECRET = "s3cret-4711"  # noqa: S105 - what must not be found anywhere
LINE = Gauge(contract("journal-line"))
GIVEN = {
    "type": "object",
    "properties": {"way": {"enum": ["fine", "raise", "hang", "wrong", "exit", "down"]}},
    "required": ["way"],
    "additionalProperties": False,
}
OUTPUT = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}


def lines_of(*paths: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for path in paths for line in path.read_text().splitlines()]


def unruly_host(journal: Journal | None) -> Host:
    async def work(way: str) -> Any:
        if way == "raise":
            raise RuntimeError(SECRET)
        if way == "down":
            raise SourceUnavailable(SECRET)
        if way == "exit":
            sys.exit(SECRET)
        if way == "hang":
            await asyncio.Event().wait()
        return {"n": "x"} if way == "wrong" else {"n": 1}

    tool = Tool("work", "", Contract.of("work", Side.INPUT, GIVEN), Contract.of("work", Side.OUTPUT, OUTPUT))
    host = Host(Catalog.of([tool], Config(host=HostConfig(timeout=0.001))), journal=journal)
    host.register("work", work)
    return host


def test_every_call_has_one_outcome_and_one_line(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    host = unruly_host(Journal(path, max_bytes=1 << 40))
    tasks, calls = 32, int(os.environ.get("GONOGO_JOURNAL_CALLS", "100"))

    async def one(seed: int) -> Counter[str]:
        chance = random.Random(seed)
        seen: Counter[str] = Counter()
        for _ in range(calls):
            way = chance.choice(["fine"] * 15 + ["raise", "wrong", "exit", "down", "hang", "refused"])
            outcome = await host.call("work", {"way": way})
            seen[type(outcome).__name__] += 1
        return seen

    async def main() -> Counter[str]:
        return sum(await asyncio.gather(*(one(seed) for seed in range(tasks))), Counter())

    seen = asyncio.run(main())
    lines = lines_of(path)
    assert sum(seen.values()) == len(lines) == tasks * calls
    assert set(seen) == {"Success", "InputRefused", "HandlerFailed", "OutputRefused", "Unavailable"}
    assert sum(line["gonogo.verdict"] == "go" for line in lines) == seen["Success"]
    assert all(LINE.check(line) for line in lines)
    assert SECRET not in path.read_text()


def test_a_line_says_what_the_problem_says_and_holds_no_payload(tmp_path: Path) -> None:
    path = tmp_path / "log" / "journal.jsonl"
    host = unruly_host(Journal(path))
    asyncio.run(host.call("work", {"way": SECRET, SECRET: 1}))
    asyncio.run(host.call("work", {"way": "fine"}))
    asyncio.run(host.call(SECRET, {}))
    refused, fine, unknown = lines_of(path)
    assert (refused["gonogo.door"], refused["gonogo.verdict"]) == ("input", "no-go")
    assert refused["gonogo.codes"] == ["additionalProperties", "enum"]
    assert refused["gonogo.pointers"] == ["/*", "/way"]
    assert refused["gonogo.payload_digest"] is None
    assert (fine["gonogo.door"], fine["gonogo.verdict"]) == ("output", "go")
    assert fine["gonogo.payload_digest"] == payload_digest({"n": 1})
    assert unknown["gonogo.tool"] == "*"
    assert SECRET not in path.read_text()


def test_a_cancelled_call_leaves_its_line(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    host = unruly_host(Journal(path))

    async def main() -> None:
        task = asyncio.create_task(host.call("work", {"way": "hang"}))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    (line,) = lines_of(path)
    assert line["gonogo.cancelled"] is True


def _append(path: Path, writer: int, count: int, max_bytes: int) -> None:
    journal = Journal(path, max_bytes=max_bytes, keep=1_000)
    for number in range(count):
        journal.append({"writer": writer, "number": number, "filler": "é" * 200})


@pytest.mark.parametrize("max_bytes", [1 << 30, 20_000])
def test_processes_share_a_file_and_lose_no_line(max_bytes: int, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_append, args=(path, writer, 300, max_bytes)) for writer in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    files = [file for file in tmp_path.iterdir() if file.suffix != ".lock"]
    lines = lines_of(*files)
    assert sorted((line["writer"], line["number"]) for line in lines) == [
        (w, n) for w in range(4) for n in range(300)
    ]
    assert (len(files) > 1) is (max_bytes == 20_000)


def test_old_files_are_put_aside_and_the_oldest_go(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    journal = Journal(path, max_bytes=4_096, keep=2)
    for number in range(200):
        journal.append({"number": number, "filler": "x" * 100})
    kept = sorted(file.name for file in tmp_path.iterdir())
    assert kept == ["journal.jsonl", "journal.jsonl.1", "journal.jsonl.2", "journal.jsonl.lock"]
    numbers = [
        line["number"] for line in lines_of(tmp_path / "journal.jsonl.2", tmp_path / "journal.jsonl.1", path)
    ]
    assert numbers == list(range(numbers[0], 200))


def test_a_full_disk_stops_no_call_and_the_loss_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "journal.jsonl"
    path.symlink_to("/dev/full")
    journal = Journal(path)
    host = unruly_host(journal)
    outcomes = [asyncio.run(host.call("work", {"way": "fine"})) for _ in range(5)]
    assert not any(outcome.is_error for outcome in outcomes)
    assert journal.lost == 5
    assert len(caplog.records) == 1
    path.unlink()
    asyncio.run(host.call("work", {"way": "fine"}))
    lost, line = lines_of(path)
    assert lost == {LOST: 5}
    assert LINE.check(lost)
    assert line["gonogo.verdict"] == "go"
    assert journal.lost == 0


def test_a_folder_that_cannot_be_made_stops_no_call(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    journal = Journal(tmp_path / "file" / "journal.jsonl")
    assert not asyncio.run(unruly_host(journal).call("work", {"way": "fine"})).is_error
    assert journal.lost == 1


def test_a_journal_goes_on_after_it_was_closed_or_removed(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    journal = Journal(path)
    assert journal.append({"n": 1})
    journal.close()
    assert journal.append({"n": 2})
    path.unlink()
    assert journal.append({"n": 3})
    assert lines_of(path) == [{"n": 3}]


def test_a_digest_knows_equal_payloads_whatever_their_order() -> None:
    assert payload_digest({"a": 1, "b": 2}) == payload_digest({"b": 2, "a": 1})
    assert payload_digest({"n": 10**30}) == payload_digest({"n": 10**30})
    assert payload_digest({"n": 1}) != payload_digest({"n": 2})


@pytest.fixture(name="spans", scope="module")
def fixture_spans() -> InMemorySpanExporter:
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    return exporter


def test_a_span_says_what_the_line_says(spans: InMemorySpanExporter) -> None:
    spans.clear()
    host = unruly_host(None)
    asyncio.run(host.call("work", {"way": "wrong"}))
    (span,) = spans.get_finished_spans()
    assert span.name == "execute_tool work"
    attributes = dict(span.attributes or {})
    assert attributes["gen_ai.operation.name"] == "execute_tool"
    assert attributes["gen_ai.tool.name"] == "work"
    assert attributes["gonogo.door"] == "output"
    assert attributes["gonogo.verdict"] == "no-go"
    assert attributes["gonogo.codes"] == ("type",)
    assert attributes["error.type"] == "type"
    assert not span.events


def test_an_exception_of_a_handler_stands_in_no_span(spans: InMemorySpanExporter) -> None:
    spans.clear()
    host = unruly_host(None)
    for way in ("raise", "exit", "down"):
        asyncio.run(host.call("work", {"way": way}))
    for span in spans.get_finished_spans():
        assert SECRET not in span.to_json()


def test_a_span_says_what_it_is_told_of_the_wire(spans: InMemorySpanExporter) -> None:
    spans.clear()
    asyncio.run(unruly_host(None).call("work", {"way": "fine"}, wire={"mcp.method.name": "tools/call"}))
    (span,) = spans.get_finished_spans()
    assert dict(span.attributes or {})["mcp.method.name"] == "tools/call"
