"""Does every value that one contract lets out fit another that takes it in: by name, or through a stated mapping."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from gonogo.catalog.contract import Contract
from gonogo.diff.containment import STEPS, Judged
from gonogo.diff.judgement import Judgement, Pair, Verdict, Way
from gonogo.diff.lifting import NotLifted, lifted, names_of, taken
from gonogo.gauge.hints import nearest
from gonogo.gauge.problem import Issue
from gonogo.gauge.verdict import NoGo
from gonogo.schema.portable import document
from gonogo.schema.types import Json

_UNDECIDED: Final = "agreement"


class NoField(ValueError):
    """Raised when a mapping names a property that the consumer does not declare; its message names the nearest one."""


@dataclass(frozen=True)
class Fit:
    """Whether what one contract lets out fits another.

    Attributes:
        producer, consumer: the names of the tools or handoffs.
        verdict: as in a comparison: compatible, breaking with a payload, or unknown.
        fields: for each property of the consumer that is taken, where it is taken from.
        proof: what proves that all fits.
        sent: the payload that the producer may send, as a list; empty where there is none.
        taken: what the consumer gets of it, likewise.
        issues: why the consumer refuses it.
        blocked: what could not be decided.
    """

    producer: str
    consumer: str
    verdict: Verdict
    fields: Mapping[str, str]
    proof: str | None = None
    sent: tuple[Json, ...] = ()
    taken: tuple[Json, ...] = ()
    issues: tuple[Issue, ...] = ()
    blocked: tuple[str, ...] = field(default=())

    def to_dict(self) -> dict[str, Json]:
        """Return the JSON form, as `contracts/fit-report.json` describes it."""
        return {
            "producer": self.producer,
            "consumer": self.consumer,
            "verdict": self.verdict.value,
            "fields": dict(self.fields),
            "proof": self.proof,
            "sent": list(self.sent),
            "taken": list(self.taken),
            "refused": [
                {"code": each.code, "pointer": each.pointer, "schema_pointer": each.schema_pointer}
                for each in self.issues
            ],
            "blocked": list(self.blocked),
        }


def fit(
    producer: Contract,
    consumer: Contract,
    fields: Mapping[str, str] | None = None,
    *,
    formats: bool = True,
    steps: int = STEPS,
) -> Fit:
    """Find out whether every value of one contract fits another.

    Args:
        producer: the output, handoff or state that is sent.
        consumer: the input, handoff or state that takes it.
        fields: for each property of the consumer a JSON pointer into what is sent; where None, the properties that
            both declare are taken by name.
        formats: whether `format` decides.
        steps: what one question may cost.

    Raises:
        NoField: the mapping names a property that the consumer does not declare.
        PointerError: a pointer of the mapping is none.
        Contradiction: a proof and a payload stand side by side.
    """
    declared = names_of(consumer.gauge.bundle)
    mapped = _mapping(producer, declared, fields)
    try:
        outer = lifted(consumer.gauge.bundle, mapped)
    except NotLifted as error:
        return Fit(producer.name, consumer.name, Verdict.UNKNOWN, mapped, blocked=(str(error),))
    sender = Judged(document(producer.gauge.bundle), "old", formats=formats)
    pair = Pair(sender, Judged(outer, "new", formats=formats), [], steps)
    return _told(producer, consumer, mapped, pair.judge(Way.FORWARD))


def _mapping(producer: Contract, declared: list[str], fields: Mapping[str, str] | None) -> dict[str, str]:
    if fields is None:
        known = set(names_of(producer.gauge.bundle))
        return {name: "/" + name.replace("~", "~0").replace("/", "~1") for name in declared if name in known}
    for name in fields:
        if name not in declared:
            near = nearest(name, declared)
            raise NoField(f"the consumer declares no {name}" + (f"; did you mean {near}?" if near else ""))
    return dict(fields)


def _told(producer: Contract, consumer: Contract, fields: dict[str, str], found: Judgement) -> Fit:
    got = tuple(taken(value, fields) for value in found.payload)
    issues: tuple[Issue, ...] = ()
    verdict, blocked = found.verdict, found.blocked
    for value in got:
        answer = consumer.gauge.check(value)
        if isinstance(answer, NoGo):
            issues = answer.problem.issues
        else:
            verdict, blocked = Verdict.UNKNOWN, (_UNDECIDED,)
    return Fit(
        producer.name, consumer.name, verdict, fields, found.proof, found.payload, got, issues, blocked
    )
