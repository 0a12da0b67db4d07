"""Two versions of one contract compared: a verdict for each way that counts, and what else a reviewer should know."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from gonogo.catalog.contract import Contract
from gonogo.catalog.contract import Side as Role
from gonogo.catalog.version import UNVERSIONED, Version
from gonogo.diff.changes import Change, changes
from gonogo.diff.containment import STEPS, Judged
from gonogo.diff.judgement import WAYS, Judgement, Pair, Verdict
from gonogo.gauge.compiled import within_budget
from gonogo.schema.canonical import canonical, without_annotations
from gonogo.schema.dialect import Draft
from gonogo.schema.document import taken_in
from gonogo.schema.errors import UnknownDialect
from gonogo.schema.limits import DEFAULT_SCHEMA_LIMITS
from gonogo.schema.pointer import join
from gonogo.schema.portable import document, origins
from gonogo.schema.refs import Bundle
from gonogo.schema.types import Json, Schema
from gonogo.schema.types import Path as Steps

_DRAFT: Final = Draft.DRAFT_2020_12


class Flag(str, Enum):
    """What a reviewer should know beside the verdict."""

    ANNOTATION_CHANGED = "annotation-changed"
    DEFAULT_CHANGED = "default-changed"
    FORMAT_SENSITIVE = "format-sensitive"
    VERSION_NOT_BUMPED = "version-not-bumped"
    ID_CHANGED = "id-changed"


class Bump(str, Enum):
    """Which number of a version a change asks to be raised."""

    NONE = "none"
    PATCH = "patch"
    MINOR = "minor"
    MAJOR = "major"


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
    """

    bundle: Bundle
    version: Version = UNVERSIONED
    id: str | None = None

    @classmethod
    def of(cls, contract: Contract) -> "Prepared":
        """Prepare a contract."""
        return cls(contract.gauge.bundle, contract.version, contract.id)


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
    documents = (_travelling(old.bundle), _travelling(new.bundle))
    if canonical(documents[0]) == canonical(documents[1]):
        same = tuple(Judgement(Verdict.COMPATIBLE, way, "equivalent") for way in WAYS[role.value])
        return _told(name, role, same, (), (old, new), documents)
    pair = _pair(documents, formats=formats, steps=steps)
    judgements = tuple(map(pair.judge, WAYS[role.value]))
    extra = _format_flag(documents, judgements, role, formats=formats, steps=steps)
    places = _placed(pair.changes, old.bundle, new.bundle)
    return _told(name, role, judgements, places, (old, new), documents, extra)


def _travelling(bundle: Bundle) -> Schema:
    """One side's schema in its travelling form, once it is known that judging by it takes bounded time."""
    taken_in(bundle.root.schema, DEFAULT_SCHEMA_LIMITS)
    within_budget(bundle, DEFAULT_SCHEMA_LIMITS)
    return document(bundle)


def _pair(documents: tuple[Schema, Schema], *, formats: bool, steps: int) -> Pair:
    old, new = (
        Judged(each, name, formats=formats) for each, name in zip(documents, ("old", "new"), strict=True)
    )
    return Pair(old, new, changes(old.side, new.side), steps)


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
    verdicts = [other.judge(way).verdict for way in WAYS[role.value]]
    return () if verdicts == [each.verdict for each in judgements] else (Flag.FORMAT_SENSITIVE,)


def _told(
    name: str,
    role: Role,
    judgements: tuple[Judgement, ...],
    places: tuple[Place, ...],
    sides: tuple[Prepared, Prepared],
    documents: tuple[Schema, Schema],
    extra: tuple[Flag, ...] = (),
) -> Comparison:
    old, new = sides
    verdict = max((each.verdict for each in judgements), key=lambda each: each.rank)
    annotated = {place.change.keyword for place in places if place.change.action == "annotated"}
    wanted = _wanted(verdict, documents, annotated=bool(annotated))
    flags = list(extra)
    if annotated - {"default"}:
        flags.append(Flag.ANNOTATION_CHANGED)
    if "default" in annotated:
        flags.append(Flag.DEFAULT_CHANGED)
    if old.id != new.id:
        flags.append(Flag.ID_CHANGED)
    if not is_bumped(old.version, new.version, wanted):
        flags.append(Flag.VERSION_NOT_BUMPED)
    return Comparison(
        name, role, verdict, judgements, places, tuple(flags), (old.version, new.version), wanted
    )


def _wanted(verdict: Verdict, documents: tuple[Schema, Schema], *, annotated: bool) -> Bump:
    """Breaking asks for a major version, another set of payloads for a minor one, other words for a patch."""
    if verdict in {Verdict.BREAKING, Verdict.UNKNOWN}:
        return Bump.MAJOR
    old, new = (canonical(without_annotations(each, _DRAFT)) for each in documents)
    if old != new:
        return Bump.MINOR
    return Bump.PATCH if annotated else Bump.NONE


def is_bumped(old: Version, new: Version, wanted: Bump) -> bool:
    """Whether a version was raised as far as is wanted; before 1.0.0 a breaking change raises the minor number.

    Source: semver.org 2.0.0, sections 4, 6, 7 and 8. Contracts without versions promise nothing.
    """
    if wanted is Bump.NONE or old == new == UNVERSIONED:
        return True
    if wanted is Bump.MAJOR and old.major > 0:
        return new.major > old.major
    if wanted is Bump.PATCH:
        return new > old
    return (new.major, new.minor) > (old.major, old.minor)


def _placed(found: list[Change], old: Bundle, new: Bundle) -> tuple[Place, ...]:
    before, after = origins(old), origins(new)
    return tuple(Place(each, _pointer(each.in_old, before), _pointer(each.in_new, after)) for each in found)


def _pointer(steps: Steps | None, places: dict[str, str]) -> str | None:
    """Where a place of the travelling form stands in the document as it is written."""
    if steps is None:
        return None
    if len(steps) > 1 and steps[0] == "$defs" and steps[1] in places:
        return places[str(steps[1])] + join(steps[2:])
    return join(steps)


def payload_of(judgement: Judgement) -> Json:
    """Return the payload that shows a judgement; None where there is none."""
    return judgement.payload[0] if judgement.payload else None
