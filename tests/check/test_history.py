"""A history of commits, each with one change of the table in which peers were compared: red or green as the truth says."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from check.conftest import Repository, contract_of
from gonogo.check.check import Checked
from gonogo.check.forms import to_dict

TOOL, OUTPUT = "schemas/tools/order.json", "schemas/outputs/order.json"
INPUT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "kind": {"enum": ["a", "b", "c"], "description": "Which kind."},
        "note": {"type": "string", "maxLength": 40, "description": "A note."},
        "place": {"$ref": "#/$defs/place", "description": "Where."},
        "count": {"type": "integer", "minimum": 1, "maximum": 99, "description": "How many."},
        "code": {"type": "string", "pattern": "^[A-Z]{2}$", "description": "A code."},
        "day": {"type": "string", "format": "date", "description": "When."},
        "remark": {"type": ["string", "null"], "maxLength": 9, "description": "A remark."},
        "extra": {"type": "boolean", "description": "Whether there is more."},
    },
    "required": ["kind"],
    "additionalProperties": False,
    "$defs": {
        "place": {
            "type": "object",
            "properties": {
                "street": {"type": "string", "maxLength": 40, "description": "The street."},
                "town": {"type": "string", "maxLength": 40, "description": "The town."},
            },
            "required": ["street"],
            "additionalProperties": False,
        }
    },
}
RESULT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "result": {"enum": ["done", "refused"], "description": "What came of it."},
        "number": {"type": "integer", "minimum": 1, "maximum": 99, "description": "Its number."},
    },
    "required": ["result", "number"],
    "additionalProperties": False,
}

Edit = Callable[[dict[str, Any]], Any]


@dataclass(frozen=True)
class Step:
    """One commit: what is edited, and what the check has to say."""

    name: str
    file: str
    edit: Edit
    cause: str
    pointer: str
    payload: dict[str, Any]


STEPS = [
    Step("input enum narrowed", TOOL, lambda s: s["properties"]["kind"]["enum"].remove("c"), "enum-narrowed",
         "/properties/kind/enum", {"kind": "c"}),
    Step("input maxLength lowered", TOOL, lambda s: s["properties"]["note"].update(maxLength=20), "maxLength-narrowed",
         "/properties/note/maxLength", {"kind": "a"}),
    Step("input nested required added", TOOL, lambda s: s["$defs"]["place"]["required"].append("town"),
         "required-narrowed", "/$defs/place/required", {"kind": "a"}),
    Step("input minimum raised", TOOL, lambda s: s["properties"]["count"].update(minimum=5), "minimum-narrowed",
         "/properties/count/minimum", {"kind": "a"}),
    Step("input pattern changed", TOOL, lambda s: s["properties"]["code"].update(pattern="^[A-Z]{3}$"), "pattern-changed",
         "/properties/code/pattern", {"kind": "a"}),
    Step("input format changed", TOOL, lambda s: s["properties"]["day"].update(format="date-time"), "format-changed",
         "/properties/day/format", {"kind": "a"}),
    Step("input null removed", TOOL, lambda s: s["properties"]["remark"].update(type="string"), "type-narrowed",
         "/properties/remark/type", {"kind": "a", "remark": None}),
    Step("input property removed", TOOL, lambda s: s["properties"].pop("extra"), "property-removed",
         "/properties/extra", {"kind": "a"}),
    Step("output enum widened", OUTPUT, lambda s: s["properties"]["result"]["enum"].append("queued"), "enum-widened",
         "/properties/result/enum", {"result": "queued"}),
    Step("output required removed", OUTPUT, lambda s: s["required"].remove("number"), "required-widened",
         "/required", {"result": "done"}),
    Step("output property added", OUTPUT, lambda s: s["properties"].update(more={"type": "boolean", "description": "More."}),
         "property-added", "/properties/more", {"result": "done"}),
]  # fmt: skip


@pytest.fixture(name="history")
def fixture_history(repository: Repository) -> Repository:
    repository.write(TOOL, contract_of("tools", "order", INPUT))
    repository.write(OUTPUT, contract_of("outputs", "order", RESULT))
    repository.commit()
    return repository


def named(found: Checked, step: Step) -> Any:
    report = json.loads(json.dumps(to_dict(found)))
    row = next(row for row in report["diff"]["rows"] if row["file"] == step.file)
    way = row["ways"][0]
    assert step.cause in way["causes"]
    assert step.pointer in {place[end] for place in row["changes"] for end in ("old", "new")}
    assert way["payload"][0].items() >= step.payload.items()
    assert way["refused"]
    return report


def test_each_commit_of_the_history_is_judged_as_the_truth_says(history: Repository) -> None:
    for step in STEPS:
        schema = history.read(step.file)
        step.edit(schema)
        history.write(step.file, schema)
        history.commit()
        found = history.check("git:HEAD~1")
        assert found.broken, step.name
        report = named(found, step)
        told = [each for each in report["findings"] if each["code"] == "version_not_raised"]
        assert [each["file"] for each in told] == [step.file], step.name
        assert "2.0.0" in told[0]["message"]


def test_opening_an_object_is_green_and_dropping_an_output_red(history: Repository) -> None:
    schema = history.read(TOOL)
    del schema["additionalProperties"]
    history.write(TOOL, schema)
    history.commit()
    found = history.check("git:HEAD~1")
    assert not found.broken
    assert not found.undecided
    (history.root / OUTPUT).unlink()
    history.commit()
    found = history.check("git:HEAD~1")
    assert found.broken
    assert found.diff is not None
    assert [(row.file, row.verdict.value) for row in found.diff.rows if found.is_broken(row)] == [
        (OUTPUT, "breaking")
    ]


def test_a_breaking_change_that_says_so_by_its_version_is_green(history: Repository) -> None:
    schema = history.read(TOOL)
    STEPS[0].edit(schema)
    schema["x-version"] = "2.0.0"
    history.write(TOOL, schema)
    history.commit()
    assert not history.check("git:HEAD~1").broken
