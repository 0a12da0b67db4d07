"""Two editions compared, contract by contract: what broke, what is new, what is gone, and what could not be read."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from gonogo.catalog.contract import Contract, Side
from gonogo.catalog.edition import Edition, Key
from gonogo.catalog.finding import Finding, Severity
from gonogo.diff.advice import advice
from gonogo.diff.comparison import Comparison, Place, Prepared, compare
from gonogo.diff.judgement import Judgement, Level, Verdict, Way
from gonogo.gauge.problem import Issue
from gonogo.gauge.verdict import NoGo
from gonogo.schema.errors import SchemaError
from gonogo.schema.refs import Bundle
from gonogo.schema.types import Json

_ANYTHING: Final = Prepared(Bundle(True))


class Status(str, Enum):
    """What became of one contract."""

    COMPARED = "compared"
    ADDED = "added"
    REMOVED = "removed"
    FAILED = "failed"


@dataclass(frozen=True)
class Refused:
    """A judgement with how its payload is refused.

    Attributes:
        judgement: the judgement.
        issues: what the refusing contract says of the payload.
    """

    judgement: Judgement
    issues: tuple[Issue, ...] = ()

    def to_dict(self) -> dict[str, Json]:
        """Return the JSON form."""
        own = self.judgement
        return {
            "way": own.way.name.lower(),
            "verdict": own.verdict.value,
            "proof": own.proof,
            "payload": list(own.payload),
            "refused": [
                {"code": each.code, "pointer": each.pointer, "schema_pointer": each.schema_pointer}
                for each in self.issues
            ],
            "causes": [change.rule for change in own.causes],
            "undeclared": [name for change in own.lost for name in change.what],
            "blocked": list(own.blocked),
            "advice": advice(own),
        }


@dataclass(frozen=True)
class Row:
    """One contract of a report.

    Attributes:
        name: the tool, handoff or state.
        side: what it is the contract of.
        status: what became of it.
        comparison: what a comparison found; None where there was none.
        ways: its judgements, with how their payloads are refused.
        renamed_from: the name that it had, where the table of renames says so.
        faults: what is wrong with it on either side.
        file: the file that holds it now, or held it; None where it stands in a list of tools.
    """

    name: str
    side: Side
    status: Status
    comparison: Comparison | None = None
    ways: tuple[Refused, ...] = ()
    renamed_from: str | None = None
    faults: tuple[Finding, ...] = ()
    file: str | None = None

    @property
    def verdict(self) -> Verdict:
        """The verdict; a contract that is gone breaks whoever used it, one that is new breaks nobody."""
        if self.comparison is not None:
            return self.comparison.verdict
        return {Status.REMOVED: Verdict.BREAKING, Status.FAILED: Verdict.UNKNOWN}.get(
            self.status, Verdict.COMPATIBLE
        )

    @property
    def changed(self) -> bool:
        """Whether there is anything to tell."""
        return self.comparison is None or self.comparison.changed or self.renamed_from is not None

    def to_dict(self) -> dict[str, Json]:
        """Return the JSON form, as `contracts/diff-report.json` describes it."""
        found = self.comparison
        return {
            "name": self.name,
            "side": self.side.value,
            "file": self.file,
            "status": self.status.value,
            "verdict": self.verdict.value,
            "renamed_from": self.renamed_from,
            "versions": None if found is None else [str(version) for version in found.versions],
            "wanted": None if found is None else found.wanted.value,
            "flags": [] if found is None else [flag.value for flag in found.flags],
            "changes": [] if found is None else [_change(place) for place in found.changes],
            "ways": [way.to_dict() for way in self.ways],
            "findings": [fault.to_dict() for fault in self.faults],
        }


def _change(place: Place) -> dict[str, Json]:
    own = place.change
    return {
        "rule": own.rule,
        "action": own.action,
        "old": place.old,
        "new": place.new,
        "what": list(own.what),
    }


@dataclass(frozen=True)
class Report:
    """What became of the contracts of one edition in another.

    Attributes:
        old, new: how the user named them.
        level: what counts as breaking.
        rows: the contracts, in the order of the new edition; those that are gone last.
        findings: what else is wrong with either edition.
    """

    old: str
    new: str
    level: Level
    rows: tuple[Row, ...]
    findings: tuple[Finding, ...] = ()

    @property
    def broken(self) -> bool:
        """Whether it has to be answered with no-go: something breaks at this level, or cannot be read."""
        return any(row.status is Status.FAILED or self.level.breaks(row.verdict) for row in self.rows) or any(
            self.level is Level.STRICT_SET
            and way.judgement.payload
            and way.judgement.verdict is Verdict.UNKNOWN
            for row in self.rows
            for way in row.ways
        )

    @property
    def undecided(self) -> bool:
        """Whether something is unknown."""
        return any(row.verdict is Verdict.UNKNOWN and row.status is not Status.FAILED for row in self.rows)

    def counts(self) -> dict[str, int]:
        """Return how many contracts have each verdict, those that failed and those that did not change apart."""
        counted = dict.fromkeys(("failed", *(verdict.value for verdict in reversed(Verdict)), "unchanged"), 0)
        for row in self.rows:
            failed = row.status is Status.FAILED
            counted["failed" if failed else row.verdict.value if row.changed else "unchanged"] += 1
        return counted

    def to_dict(self) -> dict[str, Json]:
        """Return the JSON form, as `contracts/diff-report.json` describes it."""
        return {
            "old": self.old,
            "new": self.new,
            "level": self.level.value,
            "counts": self.counts(),
            "rows": [row.to_dict() for row in self.rows if row.changed],
            "findings": [finding.to_dict() for finding in self.findings],
        }


@dataclass(frozen=True, kw_only=True)
class How:
    """How editions are compared.

    Attributes:
        level: what counts as breaking.
        formats: whether `format` decides.
        across: whether schemas of different drafts are compared.
        side: the side as which single schemas are judged; None for their own.
        progress: told after each contract how many are done, and of how many.
    """

    level: Level = Level.DECLARED
    formats: bool = True
    across: bool = False
    side: Side | None = None
    progress: Callable[[int, int], None] | None = None


def compare_editions(old: Edition, new: Edition, how: How) -> Report:
    """Compare two editions; a contract that cannot be compared is a row, and the others are still judged.

    Raises:
        Contradiction: a proof and a payload stand side by side.
    """
    pairs = list(_pairs(old, new))
    rows: list[Row] = []
    for done, (before, after) in enumerate(pairs, start=1):
        rows.append(replace(_row(old, new, before, after, how), file=_file(old, new, before, after)))
        if how.progress is not None:
            how.progress(done, len(pairs))
    return Report(old.label, new.label, how.level, tuple(rows), (*old.findings, *new.findings))


def _pairs(old: Edition, new: Edition) -> Iterator[tuple[Key | None, Key | None]]:
    """Which contracts belong together; two schemas alone do, whatever their names."""
    if old.alone and new.alone:
        yield old.keys[0], new.keys[0]
        return
    renames = {after: before for before, after in new.config.renames.items()}
    left = dict.fromkeys(old.keys)
    for side, name in new.keys:
        before = (side, name) if (side, name) in left else (side, renames.get(name, ""))
        if before in left:
            del left[before]
            yield before, (side, name)
        elif not old.alone:
            yield None, (side, name)
    if not new.alone:
        yield from ((key, None) for key in left)


def _row(old: Edition, new: Edition, before: Key | None, after: Key | None, how: How) -> Row:
    side, name = after or before or (Side.INPUT, "")
    faults = tuple(
        edition.faults[key]
        for edition, key in ((old, before), (new, after))
        if key is not None and key in edition.faults
    )
    if faults:
        return Row(name, side, Status.FAILED, faults=faults)
    earlier = None if before is None else old.contracts[before]
    later = None if after is None else new.contracts[after]
    if side is Side.OUTPUT and (before is None or after is None):
        lone = earlier or later
        if lone is not None and _has_tool(old, new, name):
            return _compared(name, side, earlier, later, how)
    if earlier is None or later is None:
        return Row(name, side, Status.ADDED if earlier is None else Status.REMOVED)
    row = _compared(name, how.side or side, earlier, later, how)
    renamed = before[1] if before and before[1] != name and not (old.alone and new.alone) else None
    return replace(row, renamed_from=renamed)


def _file(old: Edition, new: Edition, before: Key | None, after: Key | None) -> str | None:
    """The file of a contract that can be read: the one that holds it now, else the one that held it."""
    sides = ((new, after), (old, before))
    known = [edition.contracts[key] for edition, key in sides if key is not None and key in edition.contracts]
    return known[0].file if known else None


def _has_tool(old: Edition, new: Edition, name: str) -> bool:
    """Whether a tool is there on both sides, so that only its output came or went."""
    return all((Side.INPUT, name) in edition.keys for edition in (old, new))


def _compared(name: str, side: Side, old: Contract | None, new: Contract | None, how: How) -> Row:
    before = _ANYTHING if old is None else Prepared.of(old)
    after = _ANYTHING if new is None else Prepared.of(new)
    try:
        found = compare(name, side, before, after, formats=how.formats, across=how.across)
    except SchemaError as error:
        known = new or old
        where = (known.file if known is not None else None) or name
        fault = Finding(error.code, Severity.ERROR, where, 1, 1, error.pointer, error.detail, error.hint)
        return Row(name, side, Status.FAILED, faults=(fault,))
    return Row(
        name, side, Status.COMPARED, found, tuple(_refused(each, old, new) for each in found.judgements)
    )


def _refused(judgement: Judgement, old: Contract | None, new: Contract | None) -> Refused:
    refusing = new if judgement.way is Way.FORWARD else old
    if refusing is None or not judgement.payload or judgement.verdict is Verdict.SILENT:
        return Refused(judgement)
    verdict = refusing.gauge.check(judgement.payload[0])
    return Refused(judgement, verdict.problem.issues if isinstance(verdict, NoGo) else ())
