"""How the keywords that judge the members of an object or the items of a list are explained."""

from collections.abc import Iterable, Iterator
from itertools import islice

from gonogo.gauge.closure import closure
from gonogo.gauge.explainer import Explainer, Judge
from gonogo.gauge.facts import type_of
from gonogo.gauge.hints import listed, nearest
from gonogo.gauge.problem import UNDECLARED
from gonogo.gauge.task import Task
from gonogo.gauge.view import View
from gonogo.schema.dialect import Draft
from gonogo.schema.types import Json

_MOST_MATCHED = 16
"""So many undeclared keys are compared with the names that are absent."""

_UNIONS = ("anyOf", "oneOf")


def _properties(explainer: Explainer, task: Task, _keyword: str) -> None:
    explainer.enter_members(task)


def _pattern_properties(explainer: Explainer, task: Task, keyword: str) -> None:
    for pattern in task.view.keywords[keyword]:
        matches = task.view.matches(pattern)
        named = {name: value for name, value in task.instance.items() if matches.is_valid(name)}
        _enter_failing(explainer, task, task.view.part(keyword, pattern), named)


def _additional_properties(explainer: Explainer, task: Task, keyword: str) -> None:
    extra = _unnamed(task.view, task.instance)
    if not extra:
        return
    part = task.view.part(keyword)
    if part.schema is False:
        words = task.view.keywords
        _report_undeclared(
            explainer, task, keyword, extra, words.get("properties", ()), words.get("patternProperties", ())
        )
    else:
        _enter_failing(explainer, task, part, extra)


def _unevaluated_properties(explainer: Explainer, task: Task, keyword: str) -> None:
    """Explain what is left over, but only where nothing else beside it fails: a failing part evaluates nothing."""
    if _fails_beside(explainer, task):
        return
    declared: dict[str, None] = {}
    patterns: dict[str, None] = {}
    extra = dict(task.instance)
    for view in _applied(explainer, task):
        if view is not task.view and ("additionalProperties" in view.keywords or keyword in view.keywords):
            return
        declared.update(dict.fromkeys(view.keywords.get("properties", ())))
        patterns.update(dict.fromkeys(view.keywords.get("patternProperties", ())))
        extra = _unnamed(view, extra)
    part = task.view.part(keyword)
    if part.schema is False and extra:
        _report_undeclared(explainer, task, keyword, extra, declared, patterns)
    else:
        _enter_failing(explainer, task, part, extra)


def _property_names(explainer: Explainer, task: Task, keyword: str) -> None:
    part = task.view.part(keyword)
    if not all(explainer.passes(part, name) for name in task.instance):
        expected = explainer.facts.excerpt(part)
        explainer.report(task, keyword, keyword, at=(UNDECLARED,), expected=expected, received="string")


def _items(explainer: Explainer, task: Task, keyword: str) -> None:
    """Explain `items`, `prefixItems` and `additionalItems` alike: a list of schemas, or one for what is left."""
    words = task.view.keywords
    if isinstance(words[keyword], list):
        for index, part in enumerate(task.view.parts(keyword)[: len(task.instance)]):
            if not explainer.passes(part, task.instance[index]):
                explainer.enter(part, task, index, instance=task.instance[index])
        return
    first = words.get("prefixItems" if task.view.draft >= Draft.DRAFT_2020_12 else "items")
    if keyword == "additionalItems" and not isinstance(first, list):
        return
    start = len(first) if isinstance(first, list) else 0
    _enter_rest(explainer, task, keyword, start)


def _unevaluated_items(explainer: Explainer, task: Task, keyword: str) -> None:
    if _fails_beside(explainer, task):
        return
    start, contained = 0, []
    for view in _applied(explainer, task):
        words = view.keywords
        rest = "additionalItems" if isinstance(words.get("items"), list) else "items"
        if rest in words or (view is not task.view and keyword in words):
            return
        first = words.get("prefixItems", words.get("items"))
        start = max(start, len(first) if isinstance(first, list) else 0)
        contained += view.parts("contains") if view.draft >= Draft.DRAFT_2020_12 else []
    if contained:
        _enter_uncontained(explainer, task, keyword, start, contained)
    else:
        _enter_rest(explainer, task, keyword, start)


def _enter_uncontained(
    explainer: Explainer, task: Task, keyword: str, start: int, contained: list[View]
) -> None:
    """Explain the items that no `contains` speaks for, one by one: they may stand anywhere."""
    part = task.view.part(keyword)
    for index, item in enumerate(task.instance[start:], start):
        if any(explainer.passes(each, item) for each in contained) or explainer.passes(part, item):
            continue
        if part.schema is False:
            received = type_of(item)
            explainer.report(task, "forbidden", keyword, at=(index,), received=received)
        else:
            explainer.enter(part, task, index, instance=item)


def _contains(explainer: Explainer, task: Task, keyword: str) -> None:
    part, words = task.view.part(keyword), task.view.keywords
    counted = task.view.draft >= Draft.DRAFT_2019_09
    bounds: dict[str, Json] = {
        name: words[name] for name in ("minContains", "maxContains") if counted and name in words
    }
    least, most = bounds.get("minContains", 1), bounds.get("maxContains", len(task.instance))
    count = len(task.instance) - len(list(explainer.failing(part, task.instance)))
    if least <= count <= most:
        return
    code = "maxContains" if count >= least else "minContains" if "minContains" in bounds else keyword
    expected = {"contains": explainer.facts.excerpt(part), **bounds}
    explainer.report(task, code, code, expected=expected)


def _enter_rest(explainer: Explainer, task: Task, keyword: str, start: int) -> None:
    part = task.view.part(keyword)
    rest = task.instance[start:]
    if part.schema is False:
        if rest:
            code = "unevaluatedItems" if keyword == "unevaluatedItems" else "items"
            explainer.report(task, code, keyword, expected=start, hint=f"keep only the first {start} items")
        return
    for index in explainer.first_failing(part, rest):
        explainer.enter(part, task, start + index, instance=rest[index])


def _enter_failing(explainer: Explainer, task: Task, part: View, members: dict[str, Json]) -> None:
    """Enter the schema of members whose names are, as far as it knows, the payload's own."""
    names, values = list(members), list(members.values())
    for index in explainer.first_failing(part, values):
        explainer.enter(part, task, names[index], instance=values[index], declared=False)


def _report_undeclared(
    explainer: Explainer,
    task: Task,
    keyword: str,
    extra: Iterable[str],
    declared: Iterable[str],
    patterns: Iterable[str],
) -> None:
    """Report the undeclared keys of one object as one issue: their names may not be told apart."""
    names, forms = list(declared), list(map(repr, patterns))
    absent = [name for name in names if name not in task.instance]
    near = {nearest(name, absent): None for name in islice(extra, _MOST_MATCHED)} if absent else {}
    near.pop(None, None)
    hint = f"did you mean {', '.join(map(repr, near))}? " if near else ""
    kept = ["the expected names"] if names else []
    kept += [f"names that match {listed(forms)}"] if forms else []
    hint += f"keep only {' and '.join(kept)}" if kept else "no keys are declared here"
    explainer.report(
        task, keyword, keyword, at=(UNDECLARED,), expected=names, received="undeclared", hint=hint
    )


def _unnamed(view: View, members: dict[str, Json]) -> dict[str, Json]:
    """The members of which neither `properties` nor `patternProperties` of a schema speaks."""
    declared = view.keywords.get("properties", {})
    if members.keys() <= declared.keys():
        return {}
    extra = {name: value for name, value in members.items() if name not in declared}
    for pattern in view.keywords.get("patternProperties", ()) if extra else ():
        matches = view.matches(pattern)
        extra = {name: value for name, value in extra.items() if not matches.is_valid(name)}
    return extra


def _fails_beside(explainer: Explainer, task: Task) -> bool:
    """Whether a schema that judges the same instance beside `unevaluated…` fails."""
    view, instance = task.view, task.instance
    parts = view.parts("allOf") + _conditional(explainer, task, view)
    if "$ref" in view.keywords:
        parts.append(view.target("$ref"))
    if not all(explainer.passes(part, instance) for part in parts):
        return True
    counts = {
        keyword: sum(explainer.passes(part, instance) for part in view.parts(keyword))
        for keyword in _UNIONS
        if keyword in view.keywords
    }
    return counts.get("anyOf", 1) == 0 or counts.get("oneOf", 1) != 1


def _conditional(explainer: Explainer, task: Task, view: View) -> list[View]:
    """The schemas that a condition in `view` puts into force."""
    parts: list[View] = []
    if "if" in view.keywords:
        parts += view.parts("then" if explainer.passes(view.part("if"), task.instance) else "else")
    if isinstance(task.instance, dict):
        for name in view.keywords.get("dependentSchemas", ()):
            if name in task.instance:
                parts.append(view.part("dependentSchemas", name))
    return parts


def _applied(explainer: Explainer, task: Task) -> Iterator[View]:
    """Yield the schemas that judge the instance in place and pass: those that evaluate its members."""
    waiting = [task.view]
    while waiting:
        for view in closure(waiting.pop()):
            yield view
            parts = [part for keyword in _UNIONS for part in view.parts(keyword)]
            parts += view.parts("if") + _conditional(explainer, task, view)
            waiting += [part for part in parts if explainer.passes(part, task.instance)]


JUDGES: dict[str, Judge] = {
    "properties": _properties,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional_properties,
    "unevaluatedProperties": _unevaluated_properties,
    "propertyNames": _property_names,
    "items": _items,
    "prefixItems": _items,
    "additionalItems": _items,
    "unevaluatedItems": _unevaluated_items,
    "contains": _contains,
}
"""What explains each of these keywords."""
