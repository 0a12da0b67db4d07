"""Real documents against their own examples: all of them pass, little is given up, and wrong payloads are still caught."""

import gzip
from pathlib import Path

import pytest

from gonogo.catalog.folder import write_files
from gonogo.catalog.overlays import read_overlays
from gonogo.openapi.compilation import compile_document
from gonogo.openapi.source import Source
from gonogo.reconcile.files import files_of
from gonogo.reconcile.gathering import of_document
from gonogo.reconcile.outcome import reconcile
from gonogo.reconcile.report import to_dict
from peers.conftest import rows_or_skip, shared

FOLDER = shared("data/openapi/specs")
NAMES = (
    "blockfrost", "box", "digitalocean_od", "github", "openai", "train31", "twilio_api_v2010", "twilio_verify_v2",
)  # fmt: skip
SPECS = [FOLDER / f"{name}.json.gz" for name in NAMES] if FOLDER else []


@pytest.mark.parametrize(
    "spec", rows_or_skip(list(SPECS)), ids=lambda spec: spec.name.split(".")[0] if spec else ""
)
def test_every_example_passes_after_reconciling(spec: Path, tmp_path: Path) -> None:
    files = {"openapi.json": gzip.decompress(spec.read_bytes())}
    made, source = compile_document(files, "openapi.json"), Source(files, "openapi.json")
    gathered = of_document(made, source, {}, ())
    outcome = reconcile(gathered.subjects, gathered.sorted.seen)
    report = to_dict(outcome)
    assert not report["failed"]
    assert report["accepted"] == report["results"] > 0
    assert report["modes"]["stripped"] < 0.03 * len(made.tools)
    assert not [
        shown for row in report["rows"] if row["proposed"] for shown in row["shown"] if not shown["evidence"]
    ]
    kills = report["kills"].values()
    assert sum(each["declared"] for each in kills) >= 0.95 * sum(each["made"] for each in kills)
    assert sum(each["told"] for each in kills) >= 0.90 * sum(each["unexcused"] for each in kills)
    write_files(tmp_path, files_of(outcome, "2026-12-01T00:00:00Z", {}))
    again = of_document(made, source, read_overlays(tmp_path)[0], ())
    assert not reconcile(again.subjects, again.sorted.seen, mutated=False).proposed
