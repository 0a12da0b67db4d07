"""From all that fails to what a person would name: one issue for one mistake."""

from collections.abc import Iterable
from operator import itemgetter

from gonogo.gauge.problem import Issue
from gonogo.schema.types import Path

_OF_TYPE = frozenset({"type", "stringified_json"})
_OF_VALUE = frozenset({"enum", "const"})
_OF_ABSENCE = frozenset({"required", "dependentRequired"})
_OF_PRESENCE = frozenset({"forbidden"})
_OF_FORM = frozenset({"anyOf", "oneOf", "not"})

Found = tuple[Path, Issue]


def tidy(found: Iterable[Found]) -> tuple[Issue, ...]:
    """Return the issues worth telling, in the order of the payload.

    Left out is what follows from another issue: a branch that was chosen by a value which is itself wrong, all
    else beside a value that must be absent or is none of those listed, a wider type beside a narrower one, the
    form of a value that is of another type, a second word for one absence.
    """
    # Paths compare step by step: what two of them share up to there is an object's names or a list's indices.
    issues = [issue for _, issue in sorted(found, key=itemgetter(0))]
    pointers = {issue.pointer for issue in issues}
    if any(issue.because is not None and issue.because.pointer in pointers for issue in issues):
        wrong = {issue.pointer for issue in issues if issue.because is None or issue.because.keyword != "if"}
        issues = [issue for issue in issues if not _follows(issue, wrong)]
        pointers = {issue.pointer for issue in issues}
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
    """The issues of one place, less those that another of them makes idle."""
    if len(group) == 1:
        return group
    for codes in (_OF_PRESENCE, _OF_VALUE):
        alone = [issue for issue in group if issue.code in codes]
        if alone:
            return [min(alone, key=_width)]
    types = [issue for issue in group if issue.code in _OF_TYPE]
    if types:
        narrowest = min(types, key=lambda issue: (_width(issue), issue.because is None))
        idle = _OF_TYPE | _OF_FORM
        group = [issue for issue in group if issue.code not in idle or issue is narrowest]
    absent = [issue for issue in group if issue.code in _OF_ABSENCE]
    return [issue for issue in group if issue.code not in _OF_ABSENCE or issue is absent[0]]


def _width(issue: Issue) -> int:
    many = isinstance(issue.expected, list) and issue.code != "const"
    return len(issue.expected) if many else 1
