"""Two versions of one contract compared: a verdict for each way that counts, and what else a reviewer should know."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from gonogo.catalog.contract import Contract
from gonogo.catalog.contract import Side as Role
from gonogo.catalog.version import UNVERSIONED, Bump, Version, is_raised
from gonogo.diff.changes import Change, changes
from gonogo.diff.containment import STEPS, Judged
from gonogo.diff.judgement import WAYS, Judgement, Pair, Verdict
from gonogo.gauge.compiled import within_budget
from gonogo.schema.canonical import canonical
from gonogo.schema.document import taken_in
from gonogo.schema.errors import UnknownDialect
from gonogo.schema.limits import DEFAULT_SCHEMA_LIMITS
from gonogo.schema.pointer import join
from gonogo.schema.portable import Travelled, travelled
from gonogo.schema.refs import Bundle
from gonogo.schema.types import Path as Steps
from gonogo.schema.types import Schema


class Flag(str, Enum):
    """What a reviewer should know beside the verdict."""

    ANNOTATION_CHANGED = "annotation-changed"
    DEFAULT_CHANGED = "default-changed"
    FORMAT_SENSITIVE = "format-sensitive"
    VERSION_NOT_BUMPED = "version-not-bumped"
    ID_CHANGED = "id-changed"


class DialectsDiffer(UnknownDialect):
    """Raised when two schemas are written in different drafts: nothing is compared across drafts unasked."""

    code = "dialects_differ"


@dataclass(frozen=True, eq=False)
class Prepared:
    """One side of a comparison.

    Attributes:
        bundle: the schema with its documents.
        version: its version.
        id: its `$id`; None where it has none.
        within_limits: whether it is known to keep the limits of a contract.
    """

    bundle: Bundle
    version: Version = UNVERSIONED
    id: str | None = None
    within_limits: bool = False

    @classmethod
    def of(cls, contract: Contract) -> "Prepared":
        """Prepare a contract, which was held to its limits when it was compiled."""
        return cls(contract.gauge.bundle, contract.version, contract.id, within_limits=True)

    def travelled(self) -> Travelled:
        """Return the schema in its travelling form, once it is known that judging by it takes bounded time.

        Raises:
            SchemaOverBudget: it is larger, deeper or more forked than a contract may be.
            UnresolvedReference: a reference leads nowhere.
        """
        if not self.within_limits:
            taken_in(self.bundle.root.schema, DEFAULT_SCHEMA_LIMITS)
            within_budget(self.bundle, DEFAULT_SCHEMA_LIMITS)
        return travelled(self.bundle)


@dataclass(frozen=True)
class Place:
    """A change as it is told: with its places in both documents.

    Attributes:
        change: the change.
        old, new: pointers into the documents as they are written; None where there is no such place.
    """

    change: Change
    old: str | None
    new: str | None


@dataclass(frozen=True)
class Comparison:
    """What became of one contract.

    Attributes:
        name: the tool, handoff or state.
        role: what it is the contract of.
        verdict: the worst of the judgements.
        judgements: one for each way that counts.
        changes: what changed, with places.
        flags: what else a reviewer should know.
        versions: the old and the new one.
        wanted: the part of the version that has to be raised.
    """

    name: str
    role: Role
    verdict: Verdict
    judgements: tuple[Judgement, ...]
    changes: tuple[Place, ...] = ()
    flags: tuple[Flag, ...] = ()
    versions: tuple[Version, Version] = (UNVERSIONED, UNVERSIONED)
    wanted: Bump = Bump.NONE

    @property
    def changed(self) -> bool:
        """Whether anything at all is different."""
        return bool(self.changes or self.flags) or self.verdict is not Verdict.COMPATIBLE


def compare(
    name: str,
    role: Role,
    old: Prepared,
    new: Prepared,
    *,
    formats: bool = True,
    across: bool = False,
    steps: int = STEPS,
) -> Comparison:
    """Compare two versions of one contract.

    Args:
        name: the tool, handoff or state.
        role: what it is the contract of; it decides which ways count.
        old: the version that others know.
        new: the version that is to replace it.
        formats: whether `format` decides; it does at our doors.
        across: whether schemas of different drafts are compared.
        steps: what one question may cost.

    Raises:
        DialectsDiffer: the drafts differ, and `across` is not set.
        UnresolvedReference: a reference of either side leads nowhere.
        SchemaOverBudget: a side is larger, deeper or more forked than a contract may be.
        Contradiction: a proof and a payload stand side by side.
    """
    if old.bundle.draft is not new.bundle.draft and not across:
        drafts = f"{old.bundle.draft.uri} and {new.bundle.draft.uri}"
        raise DialectsDiffer(
            "/$schema", f"the schemas are written in two drafts: {drafts}", "write both in one"
        )
    sides = (old, new)
    forms = (old.travelled(), new.travelled())
    documents = (forms[0].document, forms[1].document)
    if canonical(documents[0]) == canonical(documents[1]):
        same = tuple(Judgement(Verdict.COMPATIBLE, way, "equivalent") for way in WAYS[role.value])
        return _told(name, role, same, (), sides, Bump.NONE)
    pair = _pair(documents, formats=formats, steps=steps)
    judgements = _judged(pair, role)
    flags = _format_flag(documents, judgements, role, formats=formats, steps=steps)
    places = tuple(
        Place(each, _pointer(each.in_old, forms[0].places), _pointer(each.in_new, forms[1].places))
        for each in pair.changes
    )
    return _told(name, role, judgements, places, sides, _wanted(judgements, pair.changes), flags)


def _pair(documents: tuple[Schema, Schema], *, formats: bool, steps: int) -> Pair:
    old, new = (
        Judged(each, name, formats=formats) for each, name in zip(documents, ("old", "new"), strict=True)
    )
    return Pair(old, new, changes(old.side, new.side), steps)


def _judged(pair: Pair, role: Role) -> tuple[Judgement, ...]:
    """The verdict on each way that counts; keys that nobody declares any more are told of with the first."""
    return tuple(pair.judge(way, silent=index == 0) for index, way in enumerate(WAYS[role.value]))


def _format_flag(
    documents: tuple[Schema, Schema],
    judgements: tuple[Judgement, ...],
    role: Role,
    *,
    formats: bool,
    steps: int,
) -> tuple[Flag, ...]:
    """Whether the verdict would be another one if `format` decided, or did not."""
    if '"format"' not in canonical([*documents]):
        return ()
    other = _pair(documents, formats=not formats, steps=steps)
    verdicts = [each.verdict for each in _judged(other, role)]
    return () if verdicts == [each.verdict for each in judgements] else (Flag.FORMAT_SENSITIVE,)


def _told(
    name: str,
    role: Role,
    judgements: tuple[Judgement, ...],
    places: tuple[Place, ...],
    sides: tuple[Prepared, Prepared],
    wanted: Bump,
    extra: tuple[Flag, ...] = (),
) -> Comparison:
    old, new = sides
    annotated = {place.change.keyword for place in places if place.change.action == "annotated"}
    held = {
        Flag.ANNOTATION_CHANGED: bool(annotated - {"default"}),
        Flag.DEFAULT_CHANGED: "default" in annotated,
        Flag.ID_CHANGED: old.id != new.id,
        Flag.VERSION_NOT_BUMPED: not is_raised(old.version, new.version, wanted),
    }
    flags = (*extra, *(flag for flag, holds in held.items() if holds))
    verdict = max((each.verdict for each in judgements), key=lambda each: each.rank)
    return Comparison(name, role, verdict, judgements, places, flags, (old.version, new.version), wanted)


def _wanted(judgements: tuple[Judgement, ...], changes: list[Change]) -> Bump:
    """Breaking asks for a major version, another set of payloads for a minor one, other words for a patch."""
    if any(each.verdict in {Verdict.BREAKING, Verdict.UNKNOWN} for each in judgements):
        return Bump.MAJOR
    if any(each.action != "annotated" for each in changes):
        return Bump.MINOR
    return Bump.PATCH if changes else Bump.NONE


def _pointer(steps: Steps | None, places: Mapping[str, str]) -> str | None:
    """Where a place of the travelling form stands in the document as it is written."""
    if steps is None:
        return None
    if len(steps) > 1 and steps[0] == "$defs" and steps[1] in places:
        return places[str(steps[1])] + join(steps[2:])
    return join(steps)
