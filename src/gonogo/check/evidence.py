"""The evidence of overlays, run again: a payload that the contract refuses, and that clients accept as they are told.

Source: DESIGN section 6: evidence that no longer reproduces is a finding.
"""

from collections.abc import Iterator, Mapping, Sequence

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.contract import Contract, Tool
from gonogo.catalog.document import Document, read_document
from gonogo.catalog.finding import Finding
from gonogo.catalog.overlay import Mode, Overlay
from gonogo.fixtures.fixture import Fixture
from gonogo.gauge.gauge import Gauge
from gonogo.gauge.verdict import Verdict
from gonogo.projection.told import told_gauge
from gonogo.schema.errors import SchemaError
from gonogo.schema.pointer import PointerError
from gonogo.schema.types import Path


def judge_evidence(catalog: Catalog, fixtures: Sequence[Fixture]) -> Iterator[Finding]:
    """Yield what is wrong with the evidence of a catalog's overlays.

    Args:
        catalog: a catalog that was read from a folder.
        fixtures: the rows that overlays may name.
    """
    rows = {fixture.id: fixture for fixture in fixtures}
    for tool in catalog.tools.values():
        overlay = tool.overlay
        if overlay is None or overlay.file is None or tool.output is None or catalog.root is None:
            continue
        document = read_document(catalog.root, overlay.file)
        if isinstance(document, Document):
            yield from _of_overlay(tool, tool.output, overlay, document, rows, catalog)


def _of_overlay(
    tool: Tool,
    output: Contract,
    overlay: Overlay,
    document: Document,
    rows: Mapping[str, Fixture],
    catalog: Catalog,
) -> Iterator[Finding]:
    try:
        told = told_gauge(tool, catalog.config.output_limits)
    except (PointerError, SchemaError) as error:
        hint = "a pointer leads into the contract in its travelling form"
        yield document.finding("overlay_pointer", f"the overlay does not fit its contract: {error}", hint)
        return
    for index, name in enumerate(overlay.evidence):
        at: Path = ("evidence", index)
        row = rows.get(name)
        if row is None:
            hint = "name a row of fixtures/ by its id"
            yield document.finding("evidence_missing", f"no fixture is named {name}", hint, at=at)
        elif row.schema not in {output.id, output.file}:
            yield document.finding("evidence_elsewhere", f"{name} is no fixture of this tool's output", at=at)
        elif overlay.mode in _LOOSER and _judged(output.gauge, row):
            hint = "the service was mended, or the contract: take the overlay back"
            yield document.finding(
                "evidence_passes", f"the contract as it is written accepts {name}", hint, at=at
            )
        elif told is not None and not _judged(told, row):
            hint = "the overlay is not loose enough for its own evidence"
            yield document.finding("evidence_refused", f"clients that are told so refuse {name}", hint, at=at)


_LOOSER = frozenset({Mode.OPEN, Mode.RELAXED, Mode.STRIPPED})
"""The modes that tell less than the contract says."""


def _judged(gauge: Gauge, row: Fixture) -> Verdict:
    return gauge.check(row.payload) if row.text is None else gauge.read(row.text)
