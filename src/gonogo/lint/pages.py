"""The rules' pages, written from the table."""

import json

from gonogo.lint.rule import Group, Rule
from gonogo.lint.table import RULES
from gonogo.schema.limits import Limits
from gonogo.schema.text import parse, write

_LONGEST_LINE = 110
_LONGEST_EXAMPLE = 700
_HEAD = """# The rules
Written by `scripts/reference.py` from the table in `src/gonogo/lint/`; do not edit. How to weigh and ignore them:
[lint.md](lint.md).
"""


def rules_page() -> str:
    """Return the page of all rules: a list by group, and a section for each."""
    parts = [_HEAD]
    for group in Group:
        rows = [rule for rule in RULES.values() if rule.group is group]
        parts.append(f"\n## {group.value}\n{group.meaning[0].upper()}{group.meaning[1:]}.\n\n")
        parts.append("| rule | weighs | `--fix` | fires when |\n|---|---|---|---|\n")
        parts += [_row(rule) for rule in rows]
        parts += [page_of(rule) for rule in rows]
    return "".join(parts)


def page_of(rule: Rule) -> str:
    """Return the section of one rule."""
    page = rule.page
    return (
        f"\n### {rule.id}\n{page.what}\n\n**Why.** {page.why}\n\n"
        f"Wrong:\n```json\n{_example(page.wrong)}\n```\nRight:\n```json\n{_example(page.right)}\n```\n"
        f"What to do: {_open_words(rule.hint)}.\n"
    )


def _row(rule: Rule) -> str:
    mends = "yes" if rule.mechanical else ""
    return f"| [{rule.id}](#{rule.id}) | {rule.severity.value} | {mends} | {rule.page.what.replace('|', '/')} |\n"


def _example(text: str) -> str:
    value = parse(text.encode(), Limits())
    line = write(value)
    if len(line) <= _LONGEST_LINE:
        return line
    shown = json.dumps(value, indent=2, ensure_ascii=False)
    return shown if len(shown) <= 2 * _LONGEST_EXAMPLE else line[:_LONGEST_EXAMPLE] + " …"


def _open_words(hint: str) -> str:
    """A hint whose words a finding fills is told as what it is."""
    return "as the finding says" if hint == "{hint}" else hint.replace("{below}", "its path below `schemas/`")
