"""What is kept of an index: read again as it was, and never trusted where it is damaged, old or forged."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from gonogo import Catalog
from gonogo.cli.indexes import KEPT, LEAST_TOOLS, index_of
from gonogo.search.described import Described
from gonogo.search.index import Index
from gonogo.search.stored import from_bytes, key_of, to_bytes

TOOLS = (
    Described("send_letter", "Send a letter.", {"properties": {"адрес": {"type": "string"}}}),
    Described("list_orders", "List orders of a shop."),
)
KEY = key_of(TOOLS)
KEPT_BYTES = to_bytes(Index(TOOLS), KEY)


def found(index: Index, query: str) -> list[tuple[str, float, tuple[str, ...]]]:
    return [(hit.tool.name, hit.score, hit.fields) for hit in index.scored(query, 5)]


@pytest.mark.parametrize("query", ["letters", "orders", "адрес", "nothing"])
def test_what_is_kept_finds_the_same(query: str) -> None:
    again = from_bytes(KEPT_BYTES, KEY, TOOLS)
    assert again is not None
    assert found(again, query) == found(Index(TOOLS), query)


@pytest.mark.parametrize("at", range(0, len(KEPT_BYTES), 7))
def test_a_damaged_byte_is_noticed(at: int) -> None:
    damaged = bytearray(KEPT_BYTES)
    damaged[at] ^= 1
    assert from_bytes(bytes(damaged), KEY, TOOLS) is None


@pytest.mark.parametrize("end", [0, 1, 31, 32, 40, len(KEPT_BYTES) - 1])
def test_a_file_that_was_cut_is_noticed(end: int) -> None:
    assert from_bytes(KEPT_BYTES[:end], KEY, TOOLS) is None


def forged(**changed: object) -> bytes:
    head, _, body = KEPT_BYTES[32:].partition(b"\n")
    told = json.dumps({**json.loads(head), **changed}).encode() + b"\n" + body
    return hashlib.sha256(told).digest() + told


@pytest.mark.parametrize(
    "changed",
    [
        {"format": "another"},
        {"key": "another"},
        {"terms": []},
        {"terms": 3},
        {"lengths": {}},
        {"lengths": {"starts": 0, "places": 0, "impacts": 0, "masks": 0, "held": 0, "held_starts": 0}},
        {"lengths": {"starts": 1 << 40, "places": -1, "impacts": 0, "masks": 0, "held": 0, "held_starts": 0}},
    ],
)
def test_a_forged_head_is_refused(changed: dict[str, object]) -> None:
    assert from_bytes(forged(**changed), KEY, TOOLS) is None


def test_a_place_that_is_not_there_is_refused() -> None:
    assert from_bytes(KEPT_BYTES, KEY, TOOLS[:1]) is None


@pytest.mark.parametrize(
    "changed",
    [
        {"description": "Send two letters."},
        {"name": "post_letter"},
        {"tags": ("mail",)},
        {"namespace": ("mail",)},
        {"server": "post"},
        {"output": {"properties": {"id": True}}},
    ],
)
def test_each_text_that_is_searched_is_in_the_key(changed: dict[str, object]) -> None:
    assert key_of([replace(TOOLS[0], **changed), TOOLS[1]]) != KEY  # type: ignore[arg-type]


@pytest.fixture(name="large")
def fixture_large(tmp_path: Path) -> Path:
    folder = tmp_path / "schemas" / "tools"
    folder.mkdir(parents=True)
    for number in range(LEAST_TOOLS):
        schema = {
            "type": "object",
            "description": f"Send letter number {number} of the lot.",
            "properties": {},
        }
        (folder / f"send_{number}.json").write_text(json.dumps(schema), "utf-8")
    return tmp_path


def test_a_command_keeps_the_index_and_reads_it_again(large: Path) -> None:
    catalog = Catalog.load(large)
    first = found(index_of(catalog, large), "letter 17")
    written = (large / KEPT).read_bytes()
    assert found(index_of(catalog, large), "letter 17") == first
    assert (large / KEPT).read_bytes() == written
    assert [path.name for path in (large / KEPT).parent.iterdir()] == [KEPT.name]


def test_a_damaged_index_is_made_anew(large: Path) -> None:
    catalog = Catalog.load(large)
    index_of(catalog, large)
    whole = (large / KEPT).read_bytes()
    (large / KEPT).write_bytes(whole[:-5] + b"12345")
    assert found(index_of(catalog, large), "letter 17")[0][0] == "send_17"
    assert (large / KEPT).read_bytes() == whole


def test_a_folder_that_cannot_be_written_keeps_nothing(large: Path) -> None:
    (large / KEPT.parent).write_text("a file where the folder would be", "utf-8")
    assert found(index_of(Catalog.load(large), large), "letter 17")[0][0] == "send_17"
