"""The documentation of the command line says what `--help` says, and names every verb."""

import subprocess
import sys
from pathlib import Path

from gonogo.cli.main import VERBS
from gonogo.projection.matrix import matrix

ROOT = Path(__file__).parent.parent.parent


def test_the_reference_is_what_help_says() -> None:
    code = "import reference, sys; sys.stdout.write(reference.reference())"
    done = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, "-c", code], cwd=ROOT / "scripts", capture_output=True, text=True, check=True
    )
    assert done.stdout == (ROOT / "docs" / "cli.md").read_text(encoding="utf-8"), "run scripts/reference.py"


def test_the_keyword_matrix_is_what_the_tables_say() -> None:
    page = (ROOT / "docs" / "projections.md").read_text(encoding="utf-8")
    assert page.partition("<!-- matrix -->\n")[2] == matrix(), "run scripts/reference.py"


def test_every_verb_is_documented() -> None:
    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    for verb in VERBS:
        assert f"## gonogo {verb}\n" in text
