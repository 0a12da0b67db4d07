"""Writes the references: docs/cli.md from `--help`, docs/rules.md from the rules, the matrix of docs/projections.md."""

import contextlib
import io
import os
from pathlib import Path

from gonogo.cli.main import VERBS, status_of
from gonogo.lint.pages import rules_page
from gonogo.projection.matrix import matrix

DOCS = Path(__file__).parent.parent / "docs"
TARGET = DOCS / "cli.md"
RULES_TARGET = DOCS / "rules.md"
PROJECTIONS = DOCS / "projections.md"
MARK = "<!-- matrix -->"
HEAD = """# The command line
Written by `scripts/reference.py` from `--help`; do not edit.

Exit status: 0 go; 1 no-go (findings, invalid); 2 unknown; 3 a fault of gonogo's; 64 wrong usage. Of several, the worst
wins: 3, 1, 2, 0. With `--format json`, standard output holds one JSON value that keeps a contract in
`src/gonogo/contracts/`.
"""


def reference() -> str:
    """Return the text of the reference."""
    os.environ["TERMINAL_WIDTH"] = "100"
    sections = [HEAD]
    for verb in VERBS:
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            status_of([*verb.split(), "--help"])
        body = said.getvalue().rstrip().replace("python -m gonogo", "gonogo")
        sections.append(f"\n## gonogo {verb}\n```\n{body}\n```\n")
    return "".join(sections)


def with_matrix(page: str) -> str:
    """Return the page on projections with the matrix as the tables have it."""
    return page[: page.index(MARK) + len(MARK)] + "\n" + matrix()


if __name__ == "__main__":
    PROJECTIONS.write_text(with_matrix(PROJECTIONS.read_text(encoding="utf-8")), encoding="utf-8")
    TARGET.write_text(reference(), encoding="utf-8")
    RULES_TARGET.write_text(rules_page(), encoding="utf-8")
