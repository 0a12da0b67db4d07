"""How each keyword that is not a union is explained: a table, with one small function a family."""

from gonogo.gauge.explainer import Explainer, Judge
from gonogo.gauge.facts import is_of
from gonogo.gauge.hints import held_in, listed, nearest, type_names, type_words
from gonogo.gauge.problem import Because
from gonogo.gauge.task import Task
from gonogo.gauge.view import View


def reference(explainer: Explainer, task: Task, keyword: str) -> None:
    """Explain a reference: enter the schema that it leads to."""
    target = task.view.target(keyword)
    if explainer.decides_alone(task.view, task.instance) or not explainer.passes(target, task.instance):
        explainer.enter(target, task)


def wrong_type(explainer: Explainer, task: Task, types: frozenset[str], keyword: str) -> None:
    """Report a value that is of none of some types; a text that holds one of them is told apart."""
    code, hint = "type", f"send {type_words(types)}"
    if isinstance(task.instance, str):
        held = held_in(task.instance)
        if held is not None and (held in types or (held == "integer" and "number" in types)):
            code = "stringified_json"
            wanted = held if held in types else "number"
            hint = f"send {type_words(frozenset({wanted}))}, not text"
    names = type_names(types)
    explainer.report(
        task, code, keyword, expected=names if isinstance(names, str) else list(names), hint=hint
    )


def _type(explainer: Explainer, task: Task, keyword: str) -> None:
    if not is_of(task.instance, task.view.types):
        wrong_type(explainer, task, task.view.types, keyword)


def _literal(explainer: Explainer, task: Task, keyword: str) -> None:
    if explainer.holds(task.view, keyword, task.instance):
        return
    expected = task.view.keywords[keyword]
    near = nearest(task.instance, expected if keyword == "enum" else [expected])
    explainer.report(
        task,
        keyword,
        keyword,
        expected=expected,
        hint=f"did you mean {near!r}?" if near is not None else None,
    )


def _bound(explainer: Explainer, task: Task, keyword: str) -> None:
    """Explain a keyword that compares the instance with one declared value."""
    value = task.view.keywords[keyword]
    if isinstance(value, bool) and keyword.startswith("exclusive"):
        return  # draft 4: a flag of its neighbour
    if not explainer.holds(task.view, keyword, task.instance):
        flag = f"exclusive{keyword.capitalize()}"
        code = flag if task.view.keywords.get(flag) is True else keyword
        explainer.report(task, code, keyword, expected=value)


def _min_properties(explainer: Explainer, task: Task, keyword: str) -> None:
    """Explain an object with too few members: how many there must be, and which there may be."""
    if explainer.holds(task.view, keyword, task.instance):
        return
    asked = explainer.facts.excerpt(task.view)
    members = {word: asked[word] for word in _OF_MEMBERS if word in asked}
    least = task.view.keywords[keyword]
    absent = [name for name in task.view.keywords.get("properties", ()) if name not in task.instance]
    explainer.report(
        task,
        keyword,
        keyword,
        expected={keyword: least, **members} if members else least,
        hint=f"send at least {least} of {listed(absent[:_MOST_NAMED])}" if absent else None,
    )


def _unique(explainer: Explainer, task: Task, keyword: str) -> None:
    if not explainer.holds(task.view, keyword, task.instance):
        explainer.report(task, keyword, keyword, expected=True)


def _not(explainer: Explainer, task: Task, keyword: str) -> None:
    excluded = task.view.part(keyword)
    if not explainer.passes(excluded, task.instance):
        return
    facts = explainer.facts.of(excluded)
    if facts.bare and len(facts.required) == 1 and isinstance(task.instance, dict):
        explainer.report(task, "forbidden", keyword, at=(facts.required[0],), hint="leave it out")
    else:
        together = facts.bare and len(facts.required) <= _MOST_NAMED and isinstance(task.instance, dict)
        hint = f"do not send {' and '.join(facts.required)} together" if together else None
        explainer.report(
            task, keyword, keyword, expected={"not": explainer.facts.excerpt(excluded)}, hint=hint
        )


def _all_of(explainer: Explainer, task: Task, keyword: str) -> None:
    for part in task.view.parts(keyword):
        if not explainer.passes(part, task.instance):
            explainer.enter(part, task)


def _if(explainer: Explainer, task: Task, keyword: str) -> None:
    view = task.view
    held = explainer.passes(view.part(keyword), task.instance)
    branch = "then" if held else "else"
    if branch in view.keywords and not explainer.passes(view.part(branch), task.instance):
        because = _condition(explainer, task, view.part(keyword), negated=not held)
        explainer.enter(view.part(branch), task, because=because)


def _condition(explainer: Explainer, task: Task, condition: View, *, negated: bool) -> Because:
    """Name what an `if` looked at: the first property that it compares with declared values, else its first."""
    facts = explainer.facts.of(condition)
    for name, parts in facts.properties.items():
        for part in parts:
            literals = explainer.facts.of(part).literals
            if literals is not None:
                declared = literals[0] if len(literals) == 1 else list(literals)
                return Because("if", explainer.pointer(task, name), part.location, declared, negated)
    names = [*facts.properties, *facts.required]
    pointer = explainer.pointer(task, *names[:1])
    return Because("if", pointer, condition.location, None, negated)


def _required(explainer: Explainer, task: Task, keyword: str) -> None:
    if task.view.required <= task.instance.keys():
        return
    for name in task.view.keywords[keyword]:
        if name not in task.instance:
            report_missing(explainer, task, name, keyword)


def report_missing(
    explainer: Explainer, task: Task, name: str, keyword: str, because: Because | None = None
) -> None:
    """Report a missing property, with an excerpt of what is declared for it."""
    expected = explainer.excerpt_of(task, name)
    code = "required" if keyword == "required" else "dependentRequired"
    explainer.report(
        task, code, keyword, at=(name,), expected=expected, received="missing", because=because,
        hint=f"add {name!r}",
    )  # fmt: skip


def _dependent_required(explainer: Explainer, task: Task, keyword: str) -> None:
    for trigger, names in task.view.keywords[keyword].items():
        if trigger not in task.instance or not isinstance(names, list):
            continue
        because = Because(
            "dependentRequired", explainer.pointer(task, trigger), task.view.place(keyword, trigger)
        )
        for name in names:
            if name not in task.instance:
                report_missing(explainer, task, name, keyword, because)


def _dependent_schemas(explainer: Explainer, task: Task, keyword: str) -> None:
    for trigger, schema in task.view.keywords[keyword].items():
        if trigger not in task.instance or isinstance(schema, list):
            continue
        part = task.view.part(keyword, trigger)
        if not explainer.passes(part, task.instance):
            because = Because("dependentSchemas", explainer.pointer(task, trigger), part.location)
            explainer.enter(part, task, because=because)


def _dependencies(explainer: Explainer, task: Task, keyword: str) -> None:
    _dependent_required(explainer, task, keyword)
    _dependent_schemas(explainer, task, keyword)


_BOUNDS = (
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    *("minLength", "maxLength", "pattern", "format"),
    *("minItems", "maxItems", "maxProperties"),
)
_OF_MEMBERS = ("properties", "propertyNames", "additionalProperties")
_MOST_NAMED = 16

JUDGES: dict[str, Judge] = {
    "type": _type,
    "const": _literal,
    "enum": _literal,
    **dict.fromkeys(_BOUNDS, _bound),
    "minProperties": _min_properties,
    "uniqueItems": _unique,
    "$ref": reference,
    "$dynamicRef": reference,
    "$recursiveRef": reference,
    "allOf": _all_of,
    "not": _not,
    "if": _if,
    "required": _required,
    "dependentRequired": _dependent_required,
    "dependentSchemas": _dependent_schemas,
    "dependencies": _dependencies,
}
"""What explains each of these keywords."""
