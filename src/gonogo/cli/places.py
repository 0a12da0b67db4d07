"""A problem as a tree of the payload's structure: where each issue is, and nothing of what stood there."""

from rich.markup import escape
from rich.tree import Tree

from gonogo.gauge.problem import Because, Issue, Problem
from gonogo.schema.pointer import split
from gonogo.schema.text import write
from gonogo.schema.types import Json

_LONGEST_SHOWN = 160


def tree_of(name: str, problem: Problem) -> Tree:
    """Return a problem as a tree for a terminal.

    Args:
        name: what the payload is called: a file, a line of it, a tool.
        problem: why it was refused.
    """
    tree = Tree(f"[red]no-go[/] {escape(name)}", guide_style="dim")
    branches: dict[tuple[str, ...], Tree] = {(): tree}
    for issue in problem.issues:
        steps = split(issue.pointer)
        for depth in range(1, len(steps) + 1):
            if steps[:depth] not in branches:
                label = f"[bold]{escape(steps[depth - 1])}[/]"
                branches[steps[:depth]] = branches[steps[: depth - 1]].add(label)
        branches[steps].add(_line(issue))
    if problem.truncated:
        tree.add("[dim]there may be more issues[/]")
    return tree


def _line(issue: Issue) -> str:
    parts = [f"[yellow]{escape(issue.code)}[/]"]
    if issue.expected is not None:
        parts.append(f"expected {escape(_short(issue.expected))}")
    if issue.received is not None:
        parts.append(f"received {escape(issue.received)}")
    if issue.offset is not None:
        parts.append(f"at byte {issue.offset}")
    if issue.because is not None:
        parts.append(escape(_reason(issue.because)))
    return f"{', '.join(parts)}: {escape(issue.hint)}"


def _short(value: Json) -> str:
    text = value if isinstance(value, str) else write(value)
    return text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "…"


def _reason(because: Because) -> str:
    where = because.pointer or "the value"
    if because.declared is None:
        return f"by {because.keyword} at {where}"
    return f"because {where} is {'not ' if because.negated else ''}{_short(because.declared)}"
