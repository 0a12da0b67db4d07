"""A contract under fuzz: every entrance of the gauge beside the references, and what must hold of every answer."""

import json
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from deep.differences import DIFFERENCES
from deep.oracle import Oracle
from deep.reference import NotJson, hold_to, normal, value_of
from deep.truth import is_true
from gonogo import Gauge, Go
from gonogo.contracts import contract
from gonogo.gauge.arguments import gauge_arguments
from gonogo.gauge.codes import CODES
from gonogo.gauge.compiled import Recipe
from gonogo.gauge.problem import Door, Issue, Subject
from gonogo.gauge.verdict import NoGo, Verdict
from gonogo.schema.canonical import canonical
from gonogo.schema.limits import INPUT_LIMITS, Limits
from gonogo.schema.pointer import get
from gonogo.schema.types import Json, Schema

MARK = "s3cr3t-"
"""What every text that is planted as a secret starts with."""

_PROBLEMS = Gauge(contract("problem"), subject=Subject(Door.OUTPUT))
_UNTOLD = ("not_explained", "not_decided")


@dataclass
class Tally:
    """What a fuzz saw; it grows while the fuzz runs."""

    inputs: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    differences: Counter[str] = field(default_factory=Counter)
    schemas: Counter[str] = field(default_factory=Counter)
    untold: list[str] = field(default_factory=list)

    def print(self) -> None:
        """Print the figures."""
        print(f"inputs: {self.inputs}; verdicts: {dict(self.verdicts)}; schemas: {dict(self.schemas)}")
        print(f"codes: {dict(self.codes.most_common())}")
        print(f"not explained or not decided: {len(self.untold)}", *self.untold[:10], sep="\n  ")
        reasons = {row.name: row.reason for row in DIFFERENCES}
        for name, count in sorted(self.differences.items()):
            print(f"known difference: {name}: {count} times: {reasons.get(name, '')}")


class Finding(AssertionError):
    """Raised when something does not hold: with what, the contract and the payload."""


class Target:
    """One contract.

    Args:
        schema: the contract.
        tally: where what is seen is counted.
        limits: what a payload may measure.
        recipe: how it is compiled.
        compared: whether `jsonschema` is asked too.
    """

    def __init__(
        self,
        schema: Schema,
        tally: Tally,
        limits: Limits = INPUT_LIMITS,
        recipe: Recipe | None = None,
        *,
        compared: bool = True,
    ) -> None:
        self.schema = schema
        self.limits = limits
        self._gauge = Gauge(schema, recipe, limits=limits)
        self._oracle = Oracle(schema, tally.differences) if compared else None
        self._tally = tally
        self._payload: Json = None

    def read(self, text: str | bytes) -> None:
        """Judge a text at the entrance for text."""
        with self._watched(text):
            self._hold(self._gauge.read(text), text)

    def check(self, value: Json) -> None:
        """Judge a value at the entrance for values."""
        with self._watched(value):
            verdict = self._gauge.check(value)
            try:
                hold_to(value, self.limits)
            except NotJson:
                self._hold_refused(verdict)
            else:
                self._hold_judged(verdict, value)

    def arguments(self, raw: Json) -> None:
        """Judge raw arguments at the input door."""
        with self._watched(raw):
            verdict = gauge_arguments(self._gauge, raw)
            if isinstance(raw, str | bytes) and raw.strip():
                self._hold_arguments(verdict, raw, wrapped=True)
            elif raw is None or isinstance(raw, str | bytes):
                self._hold_judged(verdict, {})
            else:
                self._hold_arguments(verdict, raw, wrapped=False)

    def _hold(self, verdict: Verdict, text: str | bytes) -> None:
        try:
            value = value_of(text, self.limits)
        except NotJson:
            self._hold_refused(verdict)
        else:
            self._hold_judged(verdict, value)

    def _hold_arguments(self, verdict: Verdict, raw: Json, *, wrapped: bool) -> None:
        try:
            value = value_of(raw, self.limits) if wrapped else raw
            if wrapped and isinstance(value, str):
                value = value_of(value, self.limits)
            elif wrapped and value is None:
                value = {}
            hold_to(value, self.limits)
        except NotJson:
            value = None
        if isinstance(value, dict):
            self._hold_judged(verdict, value)
        else:
            self._hold_refused(verdict)

    def _hold_refused(self, verdict: Verdict) -> None:
        """What is no JSON is refused by one issue, before the contract is looked at."""
        issues = verdict.problem.issues if isinstance(verdict, NoGo) else ()
        early = [issue for issue in issues if CODES[issue.code].stage != "contract"]
        self._require(len(early) == len(issues) == 1, "does not refuse what is no JSON as such")
        self._hold_sound(verdict)

    def _hold_judged(self, verdict: Verdict, value: Json) -> None:
        """What is JSON is judged as the second opinion judges it, and handed on as it was sent."""
        expected = self._oracle.is_valid(normal(value)) if self._oracle else None
        if isinstance(verdict, Go):
            self._require(expected is not False, "accepts what jsonschema refuses")
            self._require(canonical(verdict.value) == canonical(normal(value)), "hands on another value")
        else:
            self._require(expected is not True, "refuses what jsonschema accepts")
            issues = verdict.problem.issues
            stages = {CODES[issue.code].stage for issue in issues}
            self._require(stages == {"contract"}, "refuses JSON as if it were none")
            self._hold_issues(issues, value)
            if any(issue.code in _UNTOLD for issue in issues):
                self._tally.untold.append(repr((self.schema, value)))
        self._hold_sound(verdict)

    def _hold_issues(self, issues: tuple[Issue, ...], value: Json) -> None:
        """Every issue is true, and stands at a place that is there in the contract."""
        for issue in issues:
            if issue.schema_pointer is not None and issue.schema_pointer.startswith("/"):
                get(self.schema, issue.schema_pointer)
            self._require(is_true(issue, value), f"tells what is not so: {issue}")

    def _hold_sound(self, verdict: Verdict) -> None:
        self._tally.inputs += 1
        self._tally.verdicts["Go" if verdict else "NoGo"] += 1
        spoken = repr(verdict)
        if isinstance(verdict, NoGo):
            text = verdict.problem.to_json()
            own = _PROBLEMS.read(text) and _PROBLEMS.check(verdict.problem.to_dict())
            self._require(bool(own), f"answers with a problem that breaks its own contract: {text}")
            self._tally.codes.update(issue.code for issue in verdict.problem.issues)
            spoken += text
        self._require(MARK not in spoken, f"speaks a secret: {spoken}")

    def _require(self, holds: bool, what: str) -> None:
        if not holds:
            raise Finding(
                f"{what}\n  contract: {json.dumps(self.schema)}\n  payload: {_shown(self._payload)}"
            )

    @contextmanager
    def _watched(self, payload: Json) -> Iterator[None]:
        """Look for secrets in what is logged, and in what an exception says."""
        self._payload = payload
        said = _Said()
        root = logging.getLogger()
        level = root.level
        root.addHandler(said)
        root.setLevel(logging.DEBUG)
        try:
            yield
        except Exception as error:
            if MARK in str(error) and not isinstance(error, Finding):
                raise Finding(f"{self.schema}: an exception speaks a secret") from error
            raise
        finally:
            root.removeHandler(said)
            root.setLevel(level)
        self._require(not any(MARK in line for line in said.lines), "logs a secret")


class _Said(logging.Handler):
    """Everything that was logged."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def _shown(payload: Json) -> str:
    try:
        return repr(payload)
    except (ValueError, RecursionError):  # an integer of too many digits; a value of too many levels
        return f"a {type(payload).__name__} that cannot be written"
