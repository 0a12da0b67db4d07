"""From all that fails to what a person would name: one issue for one mistake."""

from collections.abc import Iterable
from operator import itemgetter

from gonogo.gauge.problem import Issue
from gonogo.schema.types import Path

_OF_TYPE = frozenset({"type", "stringified_json"})
_OF_VALUE = frozenset({"enum", "const"})
_OF_ABSENCE = frozenset({"required", "dependentRequired"})

Found = tuple[Path, Issue]


def tidy(found: Iterable[Found]) -> tuple[Issue, ...]:
    """Return the issues worth telling, in the order of the payload.

    Left out is what follows from another issue: a branch that was chosen by a value which is itself wrong, a
    wider type beside a narrower one, a type beside the values that are listed, a second word for one absence.
    """
    # Paths compare step by step: what two of them share up to there is an object's names or a list's indices.
    issues = [issue for _, issue in sorted(found, key=itemgetter(0))]
    pointers = {issue.pointer for issue in issues}
    if any(issue.because is not None and issue.because.pointer in pointers for issue in issues):
        wrong = {issue.pointer for issue in issues if issue.because is None or issue.because.keyword != "if"}
        issues = [issue for issue in issues if not _follows(issue, wrong)]
    if len(pointers) == len(issues):
        return tuple(issues)
    by_pointer: dict[str, list[Issue]] = {}
    for issue in issues:
        by_pointer.setdefault(issue.pointer, []).append(issue)
    return tuple(issue for group in by_pointer.values() for issue in _without_repeats(group))


def _follows(issue: Issue, wrong: set[str]) -> bool:
    because = issue.because
    return because is not None and because.keyword == "if" and because.pointer in wrong


def _without_repeats(group: list[Issue]) -> list[Issue]:
    if len(group) == 1:
        return group
    types = [issue for issue in group if issue.code in _OF_TYPE]
    if types:
        listed = any(issue.code in _OF_VALUE for issue in group)
        narrowest = None if listed else min(types, key=lambda issue: (_width(issue), issue.because is None))
        group = [issue for issue in group if issue.code not in _OF_TYPE or issue is narrowest]
    absent = [issue for issue in group if issue.code in _OF_ABSENCE]
    return [issue for issue in group if issue.code not in _OF_ABSENCE or issue is absent[0]]


def _width(issue: Issue) -> int:
    return len(issue.expected) if isinstance(issue.expected, list) else 1
