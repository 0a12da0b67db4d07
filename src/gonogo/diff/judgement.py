"""The verdict on one way that payloads go: from those who send by one schema to those who read by another."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final

from gonogo.diff.causes import causes
from gonogo.diff.changes import Change
from gonogo.diff.closing import closed
from gonogo.diff.containment import STEPS, Contradiction, Found, Judged, Proof, Undecided, contained
from gonogo.schema.types import Json


class Verdict(str, Enum):
    """What a change does to those who do not change with it, from harmless to harmful."""

    COMPATIBLE = "compatible"
    SILENT = "silent"
    BREAKING_UNDECLARED = "breaking-undeclared"
    UNKNOWN = "unknown"
    BREAKING = "breaking"

    @property
    def rank(self) -> int:
        """How bad it is."""
        return list(Verdict).index(self)


class Level(str, Enum):
    """What counts as breaking: `declared` looks at declared keys, `strict-set` at sets of payloads."""

    DECLARED = "declared"
    STRICT_SET = "strict-set"

    def breaks(self, verdict: Verdict) -> bool:
        """Whether a verdict is a failure at this level."""
        if verdict is Verdict.BREAKING:
            return True
        return verdict is Verdict.BREAKING_UNDECLARED and self is Level.STRICT_SET


class Way(str, Enum):
    """Which payloads go where."""

    FORWARD = "old payloads, new schema"
    BACK = "new payloads, old schema"


@dataclass(frozen=True)
class Judgement:
    """The verdict on one way.

    Attributes:
        verdict: what it is.
        way: which payloads go where.
        proof: what proves it, where it is proven that no payload breaks.
        payload: the one payload that shows it, as a list; empty where there is none.
        causes: the changes of which each alone makes the payload be refused.
        blocked: what could not be decided, where it is unknown.
        lost: the changes by which a declared key became undeclared under an object that stays open.
    """

    verdict: Verdict
    way: Way
    proof: str | None = None
    payload: tuple[Json, ...] = ()
    causes: tuple[Change, ...] = ()
    blocked: tuple[str, ...] = ()
    lost: tuple[Change, ...] = ()


@dataclass
class Pair:
    """Two schemas in their travelling forms, with what was made of them once.

    Attributes:
        old, new: the schemas.
        changes: what changed between them.
        steps: what one question may cost.
    """

    old: Judged
    new: Judged
    changes: list[Change]
    steps: int = STEPS
    _closed: dict[str, Judged] = field(default_factory=dict)

    def judge(self, way: Way) -> Judgement:
        """Return the verdict on one way.

        Raises:
            Contradiction: a proof and a payload stand side by side.
        """
        inner, outer = (self.old, self.new) if way is Way.FORWARD else (self.new, self.old)
        strict = contained(inner, outer, self.steps)
        if isinstance(strict, Proof):
            return self._compatible(inner, outer, way, strict)
        if not isinstance(strict, Found):
            return Judgement(Verdict.UNKNOWN, way, blocked=strict.blocked)
        declared = self._declared(inner)
        if declared.accepts(strict.payload):
            return self._refused(Verdict.BREAKING, way, strict.payload)
        narrow = contained(declared, outer, self.steps)
        if isinstance(narrow, Found) and inner.accepts(narrow.payload):
            return self._refused(Verdict.BREAKING, way, narrow.payload)
        found = self._refused(Verdict.BREAKING_UNDECLARED, way, strict.payload)
        if isinstance(narrow, Proof):
            shown = contained(declared, self._declared(outer), self.steps)
            return replace(found, lost=self._lost(way) if isinstance(shown, Found) else ())
        blocked = narrow.blocked if isinstance(narrow, Undecided) else ("agreement",)
        return replace(found, verdict=Verdict.UNKNOWN, blocked=blocked)

    def _compatible(self, inner: Judged, outer: Judged, way: Way, proof: Proof) -> Judgement:
        """Compatible; silent where a declared key is not declared any more, and nobody refuses it."""
        if proof.by == "equivalent" or not self.changes:
            return Judgement(Verdict.COMPATIBLE, way, proof.by)
        shown = contained(self._declared(inner), self._declared(outer), self.steps)
        if not isinstance(shown, Found):
            return Judgement(Verdict.COMPATIBLE, way, proof.by)
        if inner.accepts(shown.payload) and outer.side.root.accepts(shown.payload) is False:
            raise Contradiction(f"a payload is refused although {proof.by} proof says that none is")
        return Judgement(Verdict.SILENT, way, proof.by, (shown.payload,), lost=self._lost(way))

    def _refused(self, verdict: Verdict, way: Way, payload: Json) -> Judgement:
        inner, outer = (self.old, self.new) if way is Way.FORWARD else (self.new, self.old)
        found = causes(self.changes, inner.side, outer.side, payload, new_refuses=way is Way.FORWARD)
        return Judgement(verdict, way, None, (payload,), tuple(found))

    def _lost(self, way: Way) -> tuple[Change, ...]:
        """The properties that one side declares and the other does not."""
        gone = "removed" if way is Way.FORWARD else "added"
        return tuple(each for each in self.changes if each.keyword == "properties" and each.action == gone)

    def _declared(self, judged: Judged) -> Judged:
        name = judged.side.name
        if name not in self._closed:
            self._closed[name] = Judged(closed(judged.document), f"{name}-closed", formats=judged.formats)
        return self._closed[name]


WAYS: Final[Mapping[str, tuple[Way, ...]]] = {
    "input": (Way.FORWARD,),
    "state": (Way.FORWARD,),
    "output": (Way.BACK,),
    "handoff": (Way.FORWARD, Way.BACK),
}
"""For each side of a contract the ways that count: who calls sends by the old input; who reads a result knows the old
output; a handoff has a sender and a receiver, and either may be the old one."""
