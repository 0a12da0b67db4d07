"""Why a payload breaks a contract: exactly the issues that a person would name, under a budget.

A list of tasks instead of recursion, so that no payload and no schema exhausts the stack; the engine says of
each part whether it fails, and only failing parts are entered. A union is entered by one branch only, so the
work stays proportional to the way down to the faults.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from gonogo.gauge.codes import CODES
from gonogo.gauge.facts import FactBook, type_of
from gonogo.gauge.names import Names
from gonogo.gauge.problem import Because, Issue
from gonogo.gauge.task import Task
from gonogo.gauge.tidy import tidy
from gonogo.gauge.view import View
from gonogo.schema.engine import is_panic
from gonogo.schema.pointer import join
from gonogo.schema.types import Json, Path

_STEPS_A_LOOK = 64
"""So many steps are taken between two looks at the time."""

_FEW = 8
"""Up to this many values are asked one by one; of more, whole stretches are asked at once."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What one explanation may cost.

    Attributes:
        steps: questions to the engine and schemas entered.
        issues: issues that are answered; what lies beyond them is only known to be there.
    """

    steps: int = 20_000
    issues: int = 16


@dataclass(frozen=True, slots=True)
class Explanation:
    """The issues of one payload.

    Attributes:
        issues: in the order of the payload; empty only where the budget ran out before the first was found.
        truncated: whether the budget ran out.
        steps: what was spent.
    """

    issues: tuple[Issue, ...]
    truncated: bool
    steps: int


Judge: TypeAlias = "Callable[[Explainer, Task, str], None]"
"""Explains one keyword of a task's schema: reports issues, or enters the parts that fail."""

Plan: TypeAlias = "tuple[tuple[Judge, str], ...]"


class _Spent(Exception):
    """Raised when a budget has run out; never leaves this module."""


_OBJECT, _LIST, _TEXT, _NUMBER = (
    frozenset({dict}),
    frozenset({list}),
    frozenset({str}),
    frozenset({int, float}),
)
_ANY = _OBJECT | _LIST | _TEXT | _NUMBER | {bool, type(None)}

_NAMES: Mapping[type, frozenset[str]] = {
    dict: frozenset({"object"}),
    list: frozenset({"array"}),
    str: frozenset({"string"}),
    int: frozenset({"integer", "number"}),
    float: frozenset({"number"}),
    bool: frozenset({"boolean"}),
    type(None): frozenset({"null"}),
}
"""The JSON types of which a value of each Python type is."""

JUDGED: Mapping[str, frozenset[type]] = {
    **dict.fromkeys(
        ("properties", "patternProperties", "additionalProperties", "unevaluatedProperties"), _OBJECT
    ),
    **dict.fromkeys(("propertyNames", "required", "minProperties", "maxProperties"), _OBJECT),
    **dict.fromkeys(("dependentRequired", "dependentSchemas", "dependencies"), _OBJECT),
    **dict.fromkeys(("items", "prefixItems", "additionalItems", "unevaluatedItems", "contains"), _LIST),
    **dict.fromkeys(("minItems", "maxItems", "uniqueItems"), _LIST),
    **dict.fromkeys(("minLength", "maxLength", "pattern", "format"), _TEXT),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"), _NUMBER),
}
"""The Python types that a keyword judges; it ignores the others. A keyword without a row judges every type."""


class Explainer:
    """Explains one payload; used once.

    Args:
        judges: what explains each keyword; other keywords decide nothing.
        names: what the contract declares at each place.
        facts: what its schemas say on their face.
        budget: what the explanation may cost.
        expired: asked now and then whether time is up; None where time does not bound it.
    """

    def __init__(
        self,
        judges: "Mapping[str, Judge]",
        names: Names,
        facts: FactBook,
        budget: Budget,
        expired: Callable[[], bool] | None = None,
    ) -> None:
        self.facts = facts
        self._judges = judges
        self.steps = 0
        self._names = names
        self._most_steps = budget.steps
        self._next_look = min(budget.steps + 1, _STEPS_A_LOOK)
        self._most_issues = budget.issues
        self._expired = expired
        self._found: dict[tuple[Path, str, str], tuple[Path, Issue]] = {}
        self._tasks: list[Task] = []
        self._entered: set[tuple[View, Path]] = set()

    def explain(self, root: View, instance: Json) -> Explanation:
        """Return why an instance breaks a schema that it is known to break."""
        self._tasks.append(Task(root, instance))
        truncated = False
        try:
            while self._tasks:
                self._work(self._tasks.pop())
        except _Spent:
            truncated = True
        except BaseException as error:
            # The payload is refused all the same; what the engine broke off is only not told.
            if not isinstance(error, ValueError) and not is_panic(error):
                raise
            truncated = True
        return Explanation(tidy(self._found.values()), truncated, self.steps)

    def passes(self, view: View, instance: Json) -> bool:
        """Ask the engine whether an instance satisfies a schema."""
        self.steps += 1
        if self.steps >= self._next_look:
            self._look()
        return view.is_valid(instance)

    def holds(self, view: View, keyword: str, instance: Json) -> bool:
        """Ask the engine whether an instance satisfies one keyword of a schema that it breaks."""
        if self.decides_alone(view, instance):
            return False
        self._spend(1)
        return view.assertion(keyword).is_valid(instance)

    def decides_alone(self, view: View, instance: Json) -> bool:
        """Whether only one keyword of a schema can say anything against an instance that breaks it: so it does."""
        return len(view.plans[type(instance)]) == 1

    def failing(self, view: View, values: list[Json]) -> Iterator[int]:
        """Yield the indices of the values that break a schema, by halving stretches in which one does."""
        stretches = [(0, len(values))]
        while stretches:
            start, end = stretches.pop()
            if end - start <= _FEW:
                yield from (index for index in range(start, end) if not self.passes(view, values[index]))
                continue
            self._spend(1)
            if not view.each.is_valid(values[start:end]):
                middle = (start + end) // 2
                stretches += [(middle, end), (start, middle)]

    def first_failing(self, view: View, values: list[Json]) -> Iterator[int]:
        """Yield as many failing indices as can be told: each of them will leave an issue at least."""
        return islice(self.failing(view, values), self._most_issues + 1)

    def enter(
        self, view: View, task: Task, *steps: str | int, instance: Json = None, declared: bool = True,
        because: Because | None = None,
    ) -> None:  # fmt: skip
        """Put a failing schema on the list: on the same instance, or on a child where there are steps to it."""
        if not steps:
            self._tasks.append(Task(view, task.instance, task.path, task.pointer, because or task.because))
            return
        pointer = task.pointer + join(steps) if declared and task.pointer is not None else None
        self._tasks.append(Task(view, instance, task.path + steps, pointer, because or task.because))

    def enter_members(self, task: Task) -> None:
        """Put the failing schemas of an object's declared properties on the list."""
        instance, members, pointer = task.instance, task.view.members, task.pointer
        self._spend(min(len(instance), len(members)))
        for name, step, part in members:
            if name in instance and not part.is_valid(instance[name]):
                place = None if pointer is None else pointer + step
                self._tasks.append(Task(part, instance[name], (*task.path, name), place, task.because))

    def report(
        self, task: Task, code: str, keyword: str, *, at: Path = (), expected: Json = None, received: str | None = None,
        hint: str | None = None, because: Because | None = None, schema: str | None = None,
    ) -> None:  # fmt: skip
        """Record an issue at a task's place, or at steps below it; one place is told one thing once."""
        path, pointer = task.path, task.pointer
        if at or pointer is None:
            path, pointer = path + at, self.pointer(task, *at)
        place = schema if schema is not None else task.view.place(keyword)
        issue = Issue(
            code,
            pointer,
            keyword,
            place,
            expected,
            received or type_of(task.instance),
            because or task.because,
            hint or CODES[code].hint,
        )
        self._found.setdefault((path, code, place), (path, issue))
        if len(self._found) > self._most_issues:
            self._found.popitem()
            raise _Spent

    def pointer(self, task: Task, *at: str | int) -> str:
        """Return the pointer to a place; `at` holds declared names, indices and `*` only."""
        if task.pointer is None:
            return join(self._names.declared(task.path) + at)
        return task.pointer + join(at) if at else task.pointer

    def excerpt_of(self, task: Task, name: str) -> dict[str, Json]:
        """Return what the contract asks of a property: what stands beside the demand, else what always holds."""
        told = self.facts.excerpt_of(task.view, name)
        if told:
            return told
        for view in self._names.certain((*task.path, name)):
            told = told or self.facts.excerpt(view)
        return told

    def _work(self, task: Task) -> None:
        view, kind, tasks = task.view, type(task.instance), self._tasks
        place = (view, task.path)
        if place in self._entered:
            return
        self._entered.add(place)
        self.steps += 1
        if self.steps >= self._next_look:
            self._look()
        before = len(tasks)
        if view.schema is False:
            self.report(task, "forbidden", "", schema=view.location)
        plan = view.plans.get(kind)
        for judge, keyword in self._plan(view, kind) if plan is None else plan:
            judge(self, task, keyword)
        if len(tasks) > before + 1:
            tasks[before:] = reversed(tasks[before:])

    def _plan(self, view: View, kind: type) -> Plan:
        """What there is to do for an instance of a Python type; what can say nothing against such a one is left out."""
        alone = view.draft.ref_stands_alone and "$ref" in view.keywords
        fits = not view.types.isdisjoint(_NAMES[kind])
        plan = tuple(
            (self._judges[keyword], keyword)
            for keyword in (("$ref",) if alone else view.keywords)
            if keyword in self._judges
            and kind in JUDGED.get(keyword, _ANY)
            and not (fits and keyword == "type")
        )
        view.plans[kind] = plan
        return plan

    def _spend(self, steps: int) -> None:
        self.steps += steps
        if self.steps >= self._next_look:
            self._look()

    def _look(self) -> None:
        """See whether anything has run out; between two looks nothing but a count is compared."""
        if self.steps > self._most_steps or (self._expired is not None and self._expired()):
            raise _Spent
        self._next_look = min(self._most_steps + 1, self.steps + _STEPS_A_LOOK)
