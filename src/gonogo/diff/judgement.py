"""The verdict on one way that payloads go: from those who send by one schema to those who read by another."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
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

    def judge(self, way: Way, *, silent: bool = True) -> Judgement:
        """Return the verdict on one way.

        Args:
            way: which payloads go where.
            silent: whether to look for declared keys that nobody declares any more.

        Raises:
            Contradiction: a proof and a payload stand side by side.
        """
        inner, outer = self._ends(way)
        strict = contained(inner, outer, self.steps)
        if isinstance(strict, Proof):
            found = Judgement(Verdict.COMPATIBLE, way, strict.by)
            payload = self._ignored() if silent and strict.by != "equivalent" else None
            return found if payload is None else self._silent(found, payload)
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
            return replace(found, lost=self._lost if silent and self._ignored() is not None else ())
        blocked = narrow.blocked if isinstance(narrow, Undecided) else ("agreement",)
        return replace(found, verdict=Verdict.UNKNOWN, blocked=blocked)

    def _ends(self, way: Way) -> tuple[Judged, Judged]:
        return (self.old, self.new) if way is Way.FORWARD else (self.new, self.old)

    def _silent(self, found: Judgement, payload: Found) -> Judgement:
        inner, outer = self._ends(found.way)
        if inner.accepts(payload.payload) and outer.side.root.accepts(payload.payload) is False:
            raise Contradiction(f"a payload is refused although a {found.proof} proof says that none is")
        return replace(found, verdict=Verdict.SILENT, payload=(payload.payload,), lost=self._lost)

    def _ignored(self) -> Found | None:
        """A payload of keys that the old schema declares and the new one does not, and that both accept."""
        if not self._lost:
            return None
        gone = Judged(
            closed(self.new.document, frozenset(each.new for each in self._lost)),
            "new-held",
            formats=self.new.formats,
        )
        shown = contained(self._declared(self.old), gone, self.steps)
        if isinstance(shown, Found) and self.old.accepts(shown.payload) and self.new.accepts(shown.payload):
            return shown
        return None

    def _refused(self, verdict: Verdict, way: Way, payload: Json) -> Judgement:
        inner, outer = self._ends(way)
        found = causes(self.changes, inner.side, outer.side, payload, new_refuses=way is Way.FORWARD)
        return Judgement(verdict, way, None, (payload,), tuple(found))

    @cached_property
    def _lost(self) -> tuple[Change, ...]:
        """The changes by which a property is not declared any more."""
        return tuple(
            each for each in self.changes if each.keyword == "properties" and each.rule == "property-removed"
        )

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
