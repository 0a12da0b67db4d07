"""What check finds beside the diff: fixtures with the change that broke them, wiring, lint, and files that are wrong."""

from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

from check.conftest import Repository, contract_of
from gonogo import Gauge
from gonogo.catalog.catalog import Catalog
from gonogo.check.check import Checked
from gonogo.check.forms import junit, markdown, to_dict, verdict_of, why
from gonogo.check.releases import release
from gonogo.contracts import contract, contracts
from gonogo.gauge.compiled import Recipe

REPORT = Gauge(contract("check-report"), Recipe(resources=contracts()))
STATE: dict[str, Any] = {
    "type": "object",
    "properties": {"step": {"enum": ["one", "two", "three"], "description": "Which step."}},
    "required": ["step"],
    "additionalProperties": False,
}
FILE = "schemas/state/flow.json"


@pytest.fixture(name="flow")
def fixture_flow(repository: Repository) -> Repository:
    repository.write(FILE, contract_of("state", "flow", STATE))
    repository.write("fixtures/valid/state/flow/two.json", {"step": "two"})
    repository.write("fixtures/invalid/state/flow/four.json", {"step": "four"})
    repository.write(
        "fixtures/invalid/state/flow/four.errors.json", [{"pointer": "/step", "keyword": "enum"}]
    )
    repository.commit()
    return repository


def held(found: Checked) -> Checked:
    """Return a report that keeps its contract, in every form."""
    assert REPORT.check(to_dict(found))
    assert markdown(found).startswith("## gonogo check: ")
    fromstring(junit(found).partition("\n")[2])  # noqa: S314 - our own
    return found


def test_a_sound_repository_is_go(flow: Repository) -> None:
    found = held(flow.check())
    assert verdict_of(found) == "go"
    assert (found.fixtures, found.failing) == (2, ())


@pytest.mark.parametrize(
    ("edit", "rule", "code"),
    [
        (
            lambda s: (s["properties"].update(owner={"type": "string"}), s["required"].append("owner")),
            "required",
            "required",
        ),
        (lambda s: s["properties"]["step"]["enum"].remove("two"), "enum", "enum"),
    ],
)
def test_a_contract_that_leaves_its_payloads_behind_is_red(
    flow: Repository, edit: Any, rule: str, code: str
) -> None:
    schema = flow.read(FILE)
    edit(schema)
    flow.write(FILE, schema)
    found = held(flow.check("git:HEAD"))
    assert verdict_of(found) == "no-go"
    (failing,) = found.failing
    assert failing.outcome.fixture.id == "fixtures/valid/state/flow/two.json"
    message = failing.outcome.findings[0].message
    assert f"`{code}`" in message
    assert FILE in message
    assert rule in why(failing)
    assert markdown(found).index("fixtures fail") < markdown(found).index("### Contracts")


def test_without_a_base_the_change_since_the_last_release_is_shown(flow: Repository) -> None:
    release(Catalog.load(flow.root))
    schema = flow.read(FILE)
    schema["properties"]["step"]["enum"].remove("two")
    schema["x-version"] = "2.0.0"
    flow.write(FILE, schema)
    found = held(flow.check())
    assert found.broken
    assert "enum narrowed: two" in why(found.failing[0])


def test_without_a_base_a_failing_fixture_still_is_red(flow: Repository) -> None:
    schema = flow.read(FILE)
    schema["properties"]["step"]["enum"].remove("two")
    flow.write(FILE, schema)
    found = held(flow.check())
    assert found.broken
    assert why(found.failing[0]) == ""


@pytest.mark.parametrize(
    "row",
    [{"id": "x", "schema": "https://example.com/schemas/state/flow.json", "payload": {}},
     {"id": "x", "schema": "https://example.com/schemas/state/nowhere.json", "expect": "valid", "payload": {}}],
)  # fmt: skip
def test_a_fixture_without_expectation_or_contract_is_red(flow: Repository, row: Any) -> None:
    flow.write("fixtures/rows.json", row)
    assert held(flow.check()).broken


def test_wiring_is_judged(flow: Repository) -> None:
    flow.write("schemas/handoffs/go.json", contract_of("handoffs", "go", {
        "type": "object", "properties": {"step": {"enum": ["one", "four"], "description": "Which."}},
        "required": ["step"], "additionalProperties": False,
    }))  # fmt: skip
    flow.write("gonogo.toml", '[[wiring]]\nproducer = "go"\nconsumer = "flow"\n')
    found = held(flow.check())
    assert found.broken
    assert found.wired[0].fit is not None
    assert found.wired[0].fit.taken == ({"step": "four"},)
    flow.write("gonogo.toml", '[[wiring]]\nproducer = "goo"\nconsumer = "flow"\n')
    found = held(flow.check())
    assert found.broken
    assert found.wired[0].fault is not None
    assert "did you mean go" in found.wired[0].fault.message


def test_a_broken_file_is_red_and_the_rest_is_judged(flow: Repository) -> None:
    flow.write("schemas/state/other.json", "{")
    found = held(flow.check("git:HEAD"))
    assert found.broken
    assert found.fixtures == 2
    assert "not_json" in {finding.code for finding in found.findings}


def test_a_warning_is_told_and_not_red(flow: Repository) -> None:
    schema = flow.read(FILE)
    schema["properties"]["step"]["enum"].append("four")
    flow.write(FILE, schema)
    (flow.root / "fixtures/invalid/state/flow/four.json").unlink()
    (flow.root / "fixtures/invalid/state/flow/four.errors.json").unlink()
    found = held(flow.check("git:HEAD"))
    assert not found.broken
    assert ("version_not_raised", "warning") in {(each.code, each.severity.value) for each in found.findings}


def test_a_wrong_rule_of_a_route_table_is_told(flow: Repository) -> None:
    handoff = {
        "type": "object",
        "properties": {"intent": {"enum": ["refund", "other"], "description": "What is wanted."}},
        "required": ["intent"],
        "additionalProperties": False,
    }
    flow.write("schemas/handoffs/h.json", contract_of("handoffs", "h", handoff))
    rule = {"properties": {"intent": {"const": "refnd"}}, "required": ["intent"]}
    flow.write("routes/h.json", {"routes": [{"to": "a", "when": rule}], "otherwise": "b"})
    flow.write("routes/nobody.json", {"routes": [], "otherwise": "b"})
    flow.write("migrations/flow/0.1.0.json", [])
    found = held(flow.check())
    told = [(each.file, each.code) for each in found.findings]
    assert told == [
        ("migrations/flow/0.1.0.json", "migration_name"),
        ("routes/h.json", "impossible_value"),
        ("routes/nobody.json", "routes_without_handoff"),
    ]
    assert verdict_of(found) == "no-go"


def test_a_keyword_outside_the_targets_common_subset_is_told(flow: Repository) -> None:
    schema = flow.read(FILE)
    schema["properties"]["names"] = {
        "type": "array", "items": {"type": "string", "maxLength": 9}, "uniqueItems": True, "description": "Names.",
    }  # fmt: skip
    flow.write(FILE, schema)
    assert "outside_subset" not in {finding.code for finding in flow.check().findings}
    flow.write("gonogo.toml", '[catalog]\ntargets = ["openai-chat-strict", "mcp"]\n')
    told = [finding for finding in held(flow.check()).findings if finding.code == "outside_subset"]
    assert "/properties/names/uniqueItems" in {finding.pointer for finding in told}
    assert all("openai-chat-strict" in finding.message and "mcp" not in finding.message for finding in told)


def test_a_base_without_contracts_makes_all_of_them_new(repository: Repository) -> None:
    repository.write("README.md", "nothing yet")
    repository.commit()
    repository.write(FILE, contract_of("state", "flow", STATE))
    found = held(repository.check("git:HEAD"))
    assert found.diff is not None
    assert [(row.name, row.status.value) for row in found.diff.rows] == [("flow", "added")]
    assert not found.broken
