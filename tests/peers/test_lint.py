"""Lint on the tool lists of real servers: nothing false in the sound group, payloads that are accepted, mutants found."""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gonogo.catalog.document import Document
from gonogo.catalog.finding import Finding
from gonogo.catalog.toollist import entries_of
from gonogo.lint.lint import lint, lot_of
from gonogo.lint.report import Report
from gonogo.lint.rule import Group
from gonogo.lint.table import RULES
from peers.conftest import rows_or_skip, shared
from peers.lint_mutants import MUTATIONS, Mutant, mutants

FOLDER = shared("data/tools")
LISTS = [] if FOLDER is None else [pytest.param(path, id=path.stem) for path in sorted(FOLDER.glob("*.json"))]
ALL = [] if FOLDER is None else [FOLDER]
WITHOUT_PAYLOAD = {"no_output_contract"}
"""The rule of the contract group that speaks of a contract that is not there."""


def tools_of(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))["tools"]


@cache
def report_on(path: Path) -> Report:
    return linted(tools_of(path))


def linted(tools: Any) -> Report:
    document = Document("tools.json", json.dumps({"tools": tools}), {"tools": tools})
    entries, findings = entries_of(document)
    candidates = [each for entry in entries for each in (entry.input, entry.output) if each is not None]
    return lint(lot_of(candidates, entries), told=findings)


def sound(report: Report) -> list[Finding]:
    return [finding for finding in report.findings if finding.group == Group.SOUND.value]


@pytest.mark.parametrize("path", rows_or_skip(LISTS))
def test_the_sound_group_finds_nothing_false(path: Path) -> None:
    """The lists are served to clients every day: what is found in them has been looked at by hand, and is nothing."""
    assert sound(report_on(path)) == []


@pytest.mark.parametrize("path", rows_or_skip(LISTS))
def test_contract_findings_come_with_a_payload_that_another_validator_accepts_too(path: Path) -> None:
    tools = tools_of(path)
    for finding in report_on(path).findings:
        if finding.group != Group.CONTRACT.value or finding.code in WITHOUT_PAYLOAD:
            continue
        assert finding.demonstration is not None, finding
        _, _, index, side, *_ = finding.pointer.split("/")
        jsonschema.validate(finding.demonstration.payload, tools[int(index)][side])


@pytest.mark.parametrize("folder", rows_or_skip(ALL))
def test_mutants_are_found_where_the_fault_lies(folder: Path) -> None:
    tools = [tool for path in sorted(folder.glob("*.json")) for tool in tools_of(path)]
    made = list(mutants(tools, each=20, seed=20261130))
    counts = Counter(mutant.rule for mutant in made)
    assert len(made) >= 300
    assert min(counts[rule.id] for rule in RULES.values() if rule.group is Group.SOUND) >= 10
    missed = [mutant for mutant in made if not is_found(mutant)]
    assert len(missed) <= len(made) // 100, [(mutant.rule, mutant.pointer) for mutant in missed]


def is_found(mutant: Mutant) -> bool:
    """Whether a mutant is found in its place; whatever else is found has to be in the schema around it."""
    place = f"/tools/0{mutant.pointer}"
    found = sound(linted([mutant.tool]))
    assert not [finding for finding in found if not related(finding.pointer, place.rpartition("/")[0])], (
        mutant
    )
    return any(finding.code == mutant.rule and related(finding.pointer, place) for finding in found)


def related(left: str, right: str) -> bool:
    """Whether one place is the other, or stands around it."""
    return f"{left}/".startswith(f"{right}/") or f"{right}/".startswith(f"{left}/")


def test_every_sound_rule_has_a_mutation() -> None:
    assert set(MUTATIONS) == {rule.id for rule in RULES.values() if rule.group is Group.SOUND}
