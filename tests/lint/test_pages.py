"""Every rule has a page, the pages' examples behave as they say, and what is generated is in step with the table."""

import json
from pathlib import Path
from typing import Any

import pytest

from gonogo.contracts import contract
from gonogo.lint.lint import lint
from gonogo.lint.pages import page_of, rules_page
from gonogo.lint.rule import Group, Rule
from gonogo.lint.table import RULES
from lint.conftest import gathered, lot

ROOT = Path(__file__).parent.parent.parent
SUBSETS = {"small": ["type", "properties", "required", "additionalProperties", "items", "maxLength"]}
IN_A_REPOSITORY = {"id_against_path"}


def case_of(rule: Rule, text: str) -> Any:
    file = "schemas/tools/example.json" if rule.id in IN_A_REPOSITORY else "example.json"
    path = "" if rule.id in IN_A_REPOSITORY else file
    return {"files": {file: json.loads(text)}, "path": path, "subsets": SUBSETS}


def findings_on(rule: Rule, text: str, root: Path) -> list[str]:
    case = case_of(rule, text)
    return [finding.code for finding in lint(lot(gathered(root, case), case), rules=[rule]).findings]


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.id)
def test_the_wrong_example_fires_and_the_right_one_does_not(rule: Rule, tmp_path: Path) -> None:
    assert findings_on(rule, rule.page.wrong, tmp_path / "wrong")
    assert not findings_on(rule, rule.page.right, tmp_path / "right")


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.id)
def test_the_right_example_of_one_rule_is_sound(rule: Rule, tmp_path: Path) -> None:
    case = case_of(rule, rule.page.right)
    sound = [each for each in RULES.values() if each.group is Group.SOUND]
    known = {"unknown_keyword"} if "x-" in rule.page.right else set()
    found = {finding.code for finding in lint(lot(gathered(tmp_path, case), case), rules=sound).findings}
    assert found <= known


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.id)
def test_every_rule_has_a_page_in_the_documentation(rule: Rule) -> None:
    assert page_of(rule) in (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")


def test_the_documentation_is_what_the_table_says() -> None:
    written = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert rules_page() == written, "run scripts/reference.py"


def test_the_configuration_knows_every_rule() -> None:
    schema = contract("gonogo-toml")
    assert isinstance(schema, dict)
    section = schema["properties"]["lint"]["properties"]
    assert list(section["severity"]["properties"]) == list(RULES)
    assert section["ignore"]["items"]["properties"]["rule"]["enum"] == list(RULES)


def test_only_mechanical_rules_mend() -> None:
    assert {rule.id for rule in RULES.values() if rule.mechanical} == {
        "then_without_if",
        "idle_keyword",
        "missing_version",
        "missing_dialect",
    }
