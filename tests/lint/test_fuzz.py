"""Lint on schemas by chance: it ends, what it shows is accepted, what it calls dead is, and mending changes no verdict."""

import json

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from deep.broken_schemas import broken_schemas
from deep.instances import instances
from deep.random_schemas import schemas
from gonogo import Gauge
from gonogo.catalog.candidate import Candidate, ToolEntry
from gonogo.catalog.contract import Side
from gonogo.catalog.document import Document
from gonogo.gauge.compiled import Recipe
from gonogo.lint.edit import edited
from gonogo.lint.lint import lint, lot_of
from gonogo.lint.report import Report
from gonogo.schema.dialect import Draft
from gonogo.schema.types import Json, Schema

SEED = 20_261_130
UNHURRIED = settings(
    max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), database=None, derandomize=False
)


def report_on(schema: Schema) -> Report:
    document = Document("x.json", json.dumps(schema), schema)
    candidate = Candidate(document, schema, Side.OUTPUT)
    return lint(lot_of([candidate], [ToolEntry("t", "T.", None, candidate, {}, document)]))


def in_draft(schema: Schema, draft: Draft) -> Schema:
    return {"$schema": draft.uri, **schema} if isinstance(schema, dict) else schema


@pytest.mark.parametrize("draft", [Draft.DRAFT_2020_12, Draft.DRAFT_7])
def test_what_is_told_is_true(draft: Draft) -> None:
    @seed(SEED)
    @UNHURRIED
    @given(schemas(draft), st.lists(instances(), min_size=6, max_size=6))
    def judged(schema: Schema, values: list[Json]) -> None:
        whole = in_draft(schema, draft)
        gauge = Gauge(whole, Recipe(imported=True))
        report = report_on(whole)
        for finding in report.findings:
            shown = finding.demonstration
            if shown is not None and shown.says.endswith("is accepted"):
                assert gauge.check(shown.payload), finding
            if finding.code == "unsatisfiable" and not finding.pointer:
                assert not any(map(gauge.check, values)), finding
        for edits in report.edits.values():
            mended = Gauge(json.loads(edited(json.dumps(whole), edits)), Recipe(imported=True))
            assert [bool(mended.check(value)) for value in values] == [
                bool(gauge.check(value)) for value in values
            ]

    judged()


def test_broken_schemas_are_findings_and_nothing_worse() -> None:
    told: set[str] = set()

    @seed(SEED)
    @UNHURRIED
    @given(broken_schemas())
    def judged(schema: Json) -> None:
        told.update(finding.code for finding in report_on(schema).findings)

    judged()
    assert "malformed_schema" in told
