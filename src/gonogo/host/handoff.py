"""Door 3: a handoff is gauged, then its route table decides; the target agent starts only on Go."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.finding import Finding, Severity
from gonogo.gauge.codes import CODES
from gonogo.gauge.hints import nearest
from gonogo.gauge.problem import Door, Issue, Problem, Subject
from gonogo.gauge.verdict import NoGo
from gonogo.host.journal import payload_digest
from gonogo.host.record import Record
from gonogo.routes.lint import lint_router
from gonogo.routes.router import NoTarget, Router
from gonogo.schema.types import Json


@dataclass(frozen=True, slots=True)
class Routed:
    """A handoff passed its door, and an agent receives it.

    Attributes:
        target: the agent.
        rule: where in the route table that was decided: `/routes/0`, or `/otherwise`.
        value: the very object that was gauged; only this may be handed over. It is left out of the repr.
    """

    target: str
    rule: str
    value: Json = field(repr=False)

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True, slots=True)
class Refused:
    """A handoff did not pass: no agent starts.

    Attributes:
        problem: why, all faults at once, without a trace of the payload's values.
    """

    problem: Problem

    def __bool__(self) -> Literal[False]:
        return False


Handed: TypeAlias = Routed | Refused
"""What `Host.handoff` answers."""


class Handoffs:
    """The handoffs of a catalog with their routers.

    Args:
        catalog: the contracts and the route tables.
    """

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._routers = {
            name: Router(table, catalog.handoffs[name]) for name, table in catalog.routes.items()
        }

    @property
    def findings(self) -> Iterable[Finding]:
        """What is wrong with the route tables, and the handoffs that have none; notes are the lint's business."""
        for name, contract in self._catalog.handoffs.items():
            router = self._routers.get(name)
            if router is not None:
                yield from (each for each in lint_router(router) if each.severity is not Severity.NOTE)
            else:
                told = f"nobody receives {name!r}: it is refused"
                file = contract.file or "schemas"
                hint = f"add routes/{name}.json"
                yield Finding("handoff_without_routes", Severity.WARNING, file, 1, 1, "", told, hint)

    def hand_over(self, name: str, value: Json, record: Record) -> Handed:
        """Gauge a payload and decide who receives it; see `Host.handoff`."""
        contract = self._catalog.handoffs.get(name)
        if contract is None:
            return _refused(
                Subject(Door.HANDOFF), "unknown_handoff", near=nearest(name, self._catalog.handoffs)
            )
        gauge = contract.gauge
        record.subject = gauge.subject
        verdict = gauge.read(value) if isinstance(value, (str, bytes)) else gauge.check(value)
        if isinstance(verdict, NoGo):
            return Refused(verdict.problem)
        record.digest = payload_digest(verdict.value)
        router = self._routers.get(name)
        if router is None:
            return _refused(gauge.subject, "no_routes")
        decision = router.decide(verdict.value)
        record.extra["gonogo.rule"] = decision.rule
        if isinstance(decision, NoTarget):
            return _no_target(gauge.subject, decision)
        record.extra["gonogo.target"] = decision.to
        return Routed(decision.to, decision.rule, verdict.value)


_OURS = frozenset({"no_routes", "rule_failed"})
"""Codes of what the sender cannot mend."""


def _refused(subject: Subject, code: str, *, near: str | None = None) -> Refused:
    hint = f"did you mean {near!r}?" if near else CODES[code].hint
    issue = Issue(code, "", None, None, near, None, None, hint)
    return Refused(Problem(subject, (issue,), retryable=code not in _OURS))


def _no_target(subject: Subject, decision: NoTarget) -> Refused:
    pointer, received = ("/to", "string") if decision.expected is not None else ("", None)
    hint = CODES[decision.code].hint
    issue = Issue(decision.code, pointer, None, decision.rule, decision.expected, received, None, hint)
    return Refused(Problem(subject, (issue,), retryable=decision.code not in _OURS))
