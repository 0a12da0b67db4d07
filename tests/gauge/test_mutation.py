"""The mutation study with few mutants and a kept seed; `scripts/deep` runs the same code with all of them."""

import ast
from pathlib import Path

from deep import making, repair
from deep.changes import CHANGES
from deep.mutation import RATE, chosen, mutants, study

SEED = 20_261_130


def test_issues_are_enough_to_mend_a_payload() -> None:
    report = study(chosen(300, SEED))
    assert report.tried.total() == 300
    assert report.rate >= RATE, [failure.mutant for failure in report.failures]


def test_every_kind_of_change_makes_mutants() -> None:
    assert {mutant.change for mutant in mutants()} == CHANGES.keys()


def test_the_repairer_sees_no_contract() -> None:
    for module in (repair, making):
        tree = ast.parse(Path(str(module.__file__)).read_text())
        imported = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        ours = {name for name in imported if name and name.startswith(("gonogo", "deep"))}
        assert ours <= {"deep.making", "gonogo.schema.pointer", "gonogo.schema.types"}
