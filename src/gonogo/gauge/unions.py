"""How `anyOf` and `oneOf` are explained: by the branch that the payload meant, not by all of them.

In this order: the values that all branches list; the type; the fields of an "at least one of"; a property that
tells the branches apart; the best structural fit. Each rule answers, narrows the branches, or stands aside.
"""

from dataclasses import dataclass

from gonogo.gauge.explainer import Explainer, Judge
from gonogo.gauge.facts import Facts, is_of, same, type_of
from gonogo.gauge.hints import listed, nearest
from gonogo.gauge.keywords import wrong_type
from gonogo.gauge.problem import Because
from gonogo.gauge.task import Task
from gonogo.gauge.view import View
from gonogo.schema.types import Json

_MOST_ITEMS_TRIED = 16
_MOST_FORMS_TOLD = 16


@dataclass(frozen=True, slots=True)
class Branch:
    """One schema of a union, with what it says on its face."""

    view: View
    facts: Facts


def _union(explainer: Explainer, task: Task, keyword: str) -> None:
    branches = [Branch(part, explainer.facts.of(part)) for part in task.view.parts(keyword)]
    passing = [branch for branch in branches if explainer.passes(branch.view, task.instance)]
    if keyword == "oneOf" and len(passing) > 1:
        _report_several(explainer, task, passing)
    elif not passing:
        _explain_none(explainer, task, keyword, branches)


def _explain_none(explainer: Explainer, task: Task, keyword: str, branches: list[Branch]) -> None:
    literals = [branch.facts.literals for branch in branches]
    if all(values is not None for values in literals):
        expected = [value for values in literals for value in values or ()]
        if not any(same(task.instance, value) for value in expected):
            near = nearest(task.instance, expected)
            hint = f"did you mean {near!r}?" if near is not None else None
            explainer.report(task, "enum", keyword, expected=expected, hint=hint)
            return
    fitting = [b for b in branches if b.facts.types is None or is_of(task.instance, b.facts.types)]
    types = frozenset(name for b in branches for name in b.facts.types or ())
    if not fitting and types:
        wrong_type(explainer, task, types, keyword)
        return
    fitting = fitting or branches  # of types that exclude each other: no value has any of the forms
    meant = [b for b in fitting if any(same(task.instance, value) for value in b.facts.literals or ())]
    because = None
    if len(fitting) < len(branches) and any(_is_choice(b, fitting) for b in branches):
        because = Because("type", explainer.pointer(task), task.view.place(keyword), type_of(task.instance))
    fitting = meant or fitting
    if len(fitting) == 1:
        explainer.enter(fitting[0].view, task, because=because)
    elif isinstance(task.instance, dict):
        _explain_object(explainer, task, keyword, fitting)
    else:
        _explain_fit(explainer, task, keyword, fitting)


def _is_choice(branch: Branch, fitting: list[Branch]) -> bool:
    """Whether a branch that is out by its type was a real alternative: `null` beside one other is not."""
    return branch not in fitting and branch.facts.types != frozenset({"null"})


def _explain_object(explainer: Explainer, task: Task, keyword: str, branches: list[Branch]) -> None:
    if all(branch.facts.bare for branch in branches):
        _report_absent(explainer, task, keyword, branches)
        return
    because = None
    for name in _discriminators(task.view, branches):
        values = [_literals(explainer, branch, name) for branch in branches]
        if name not in task.instance:
            if all(
                listed is not None and name in b.facts.required
                for listed, b in zip(values, branches, strict=True)
            ):
                _report_unnamed(explainer, task, keyword, name, values)
                return
            continue
        value = task.instance[name]
        meant = [
            b for b, own in zip(branches, values, strict=True) if own and any(same(value, v) for v in own)
        ]
        if meant:
            because = _chosen_by(explainer, task, meant[0], name)
            branches = meant
        elif all(own is not None for own in values):
            _report_unknown(explainer, task, keyword, name, values)
            return
        if len(branches) == 1:
            explainer.enter(branches[0].view, task, because=because)
            return
    _explain_fit(explainer, task, keyword, branches)


def _discriminators(view: View, branches: list[Branch]) -> list[str]:
    """The properties that tell branches apart, the declared one first, then by how many branches list values."""
    counts: dict[str, int] = {}
    declared = view.keywords.get("discriminator")
    named = declared.get("propertyName") if isinstance(declared, dict) else None
    for branch in branches:
        for name, parts in branch.facts.properties.items():
            if any("const" in part.keywords or "enum" in part.keywords for part in parts) or name == named:
                counts[name] = counts.get(name, 0) + 1
    candidates = [name for name, count in counts.items() if count > 1 or name == named]
    return sorted(candidates, key=lambda name: (name != named, -counts[name]))


def _literals(explainer: Explainer, branch: Branch, name: str) -> tuple[Json, ...] | None:
    for part in branch.facts.properties.get(name, ()):
        literals = explainer.facts.of(part).literals
        if literals is not None:
            return literals
    return None


def _chosen_by(explainer: Explainer, task: Task, branch: Branch, name: str) -> Because:
    literals = _literals(explainer, branch, name) or ()
    single = len(literals) == 1
    place = branch.facts.properties[name][0].location
    declared = literals[0] if single else list(literals)
    return Because("const" if single else "enum", explainer.pointer(task, name), place, declared)


def _explain_fit(explainer: Explainer, task: Task, keyword: str, branches: list[Branch]) -> None:
    """Enter the branch that fits best; where nothing speaks for any, tell what each of them asks for."""
    scores = [_fit(explainer, task, branch) for branch in branches]
    best = max(scores)
    if scores.count(best) == 1:
        chosen = branches[scores.index(best)]
        because = Because("fit", explainer.pointer(task), chosen.view.location)
        explainer.enter(chosen.view, task, because=because)
    elif isinstance(task.instance, dict) and all(_lacks(task, branch) for branch in branches):
        _report_absent(explainer, task, keyword, branches)
    elif isinstance(task.instance, dict | list):
        chosen = branches[scores.index(best)]
        because = Because("fit", explainer.pointer(task), chosen.view.location)
        explainer.enter(chosen.view, task, because=because)
    else:
        expected = _forms(explainer, branches)
        explainer.report(task, keyword, keyword, expected=expected)


def _fit(explainer: Explainer, task: Task, branch: Branch) -> tuple[int, int, int]:
    """How well a branch fits: known members less strangers, members that pass, and fewer that are missing."""
    instance, facts = task.instance, branch.facts
    if isinstance(instance, list):
        items = branch.view.parts("items")
        passing = (
            sum(explainer.passes(items[0], item) for item in instance[:_MOST_ITEMS_TRIED]) if items else 0
        )
        return (0, passing, 0)
    if not isinstance(instance, dict):
        return (0, 0, 0)
    known = [name for name in instance if name in facts.properties or name in facts.required]
    strangers = len(instance) - len(known) if facts.closed else 0
    passing = sum(
        all(explainer.passes(part, instance[name]) for part in facts.properties.get(name, ()))
        for name in known
    )
    return (len(known) - strangers, passing, -len(_lacks(task, branch)))


def _forms(explainer: Explainer, branches: list[Branch]) -> list[Json]:
    """What each of some branches asks for; of many, of the first ones."""
    return [explainer.facts.excerpt(branch.view) for branch in branches[:_MOST_FORMS_TOLD]]


def _lacks(task: Task, branch: Branch) -> list[str]:
    return [name for name in branch.facts.required if name not in task.instance]


def _report_absent(explainer: Explainer, task: Task, keyword: str, branches: list[Branch]) -> None:
    """Name the fields of an "at least one of": one name for each branch, or a list where it lacks several.

    A branch that says more than which fields it demands is told whole: its fields are declared nowhere else.
    """
    groups = [_lacks(task, branch) for branch in branches]
    if all(branch.facts.bare for branch in branches):
        expected: list[Json] = [group[0] if len(group) == 1 else group for group in groups]
    else:
        expected = _forms(explainer, branches)
    words = listed(" and ".join(group) for group in groups)
    count = "exactly" if keyword == "oneOf" else "at least"
    explainer.report(task, keyword, keyword, expected=expected, hint=f"send {count} one of {words}")


def _report_several(explainer: Explainer, task: Task, passing: list[Branch]) -> None:
    """Report a value that has several of the forms of a `oneOf`, by the fields of each where fields tell them apart."""
    groups = [list(branch.facts.required) for branch in passing]
    if all(groups) and len({tuple(group) for group in groups}) == len(groups):
        shared = set(groups[0]).intersection(*groups[1:])
        own = [[name for name in group if name not in shared] or group for group in groups]
        expected: Json = [group[0] if len(group) == 1 else group for group in own]
        hint = f"send only one of {listed(' and '.join(group) for group in own)}"
    else:
        expected = {"oneOf": _forms(explainer, passing)}
        hint = f"the value has {len(passing)} of the permitted forms; send one that has exactly one"
    explainer.report(task, "oneOf", "oneOf", expected=expected, hint=hint)


def _report_unnamed(
    explainer: Explainer, task: Task, keyword: str, name: str, values: list[tuple[Json, ...] | None]
) -> None:
    expected = {"enum": _distinct(values)}
    explainer.report(
        task, "required", keyword, at=(name,), expected=expected, received="missing",
        hint=f"add {name!r}: it says which form is meant",
    )  # fmt: skip


def _report_unknown(
    explainer: Explainer, task: Task, keyword: str, name: str, values: list[tuple[Json, ...] | None]
) -> None:
    expected, value = _distinct(values), task.instance[name]
    near = nearest(value, expected)
    hint = f"did you mean {near!r}?" if near is not None else None
    explainer.report(task, "enum", keyword, at=(name,), expected=expected, received=type_of(value), hint=hint)


def _distinct(values: list[tuple[Json, ...] | None]) -> list[Json]:
    found: list[Json] = []
    for value in (each for own in values for each in own or ()):
        if not any(same(value, other) for other in found):
            found.append(value)
    return found


JUDGES: dict[str, Judge] = {"anyOf": _union, "oneOf": _union}
"""What explains each of these keywords."""
