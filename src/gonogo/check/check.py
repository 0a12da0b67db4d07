"""A contract repository checked as CI needs it: everything that is wrong, in one report."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from gonogo.catalog.catalog import Catalog
from gonogo.catalog.edition import Edition, NoEdition, of_catalog, read_edition
from gonogo.catalog.finding import Finding, Severity, in_order
from gonogo.catalog.lock import Lock, read_lock
from gonogo.catalog.payloadfiles import payload_files
from gonogo.catalog.revision import NotInRevision, is_revision
from gonogo.check.evidence import judge_evidence
from gonogo.check.expiry import judge_expiry
from gonogo.check.exports import export_findings
from gonogo.check.linting import linting
from gonogo.check.releases import broken_promises, since_release
from gonogo.check.routing import judge_routes
from gonogo.check.versions import judge_versions
from gonogo.check.wiring import Wired, judge_wiring
from gonogo.diff.comparison import Flag
from gonogo.diff.judgement import Level, Verdict
from gonogo.diff.report import How, Report, Row, Status, compare_editions
from gonogo.fixtures.fixture import Fixture
from gonogo.fixtures.judging import Outcome
from gonogo.fixtures.judging import judge as judge_fixtures
from gonogo.fixtures.reading import fixtures_of


@dataclass(frozen=True)
class Failing:
    """A fixture that is not as expected, with the change of its contract.

    Attributes:
        outcome: the fixture and what is wrong.
        change: what became of its contract since the base, else since its last release; None where nothing did.
    """

    outcome: Outcome
    change: Row | None = None


@dataclass(frozen=True)
class Checked:
    """What checking came to.

    Attributes:
        root: the repository as it was named.
        base: what it was compared with; None where it was compared with nothing.
        findings: what is wrong with files, versions and releases, and what lint says.
        suppressed: how many findings of lint are left out for a reason.
        fixtures: how many fixtures were judged.
        failing: those that are not as expected.
        diff: what became of the contracts since the base; None without one.
        wired: the pairs of `[[wiring]]`, judged.
        level: what counts as breaking.
        weight: the least severity that makes it a no-go.
    """

    root: str
    base: str | None = None
    findings: tuple[Finding, ...] = ()
    suppressed: int = 0
    fixtures: int = 0
    failing: tuple[Failing, ...] = ()
    diff: Report | None = None
    wired: tuple[Wired, ...] = ()
    level: Level = Level.DECLARED
    weight: Severity = Severity.ERROR

    @property
    def broken(self) -> bool:
        """Whether the answer is no-go."""
        order = list(Severity)
        heavy = any(order.index(each.severity) <= order.index(self.weight) for each in self.findings)
        misfit = any(
            each.fault is not None or (each.fit is not None and self.level.breaks(each.fit.verdict))
            for each in self.wired
        )
        return (
            heavy
            or misfit
            or bool(self.failing)
            or any(map(self.is_broken, self.diff.rows if self.diff else ()))
        )

    @property
    def undecided(self) -> bool:
        """Whether something is neither proven nor shown."""
        rows = self.diff.rows if self.diff else ()
        return any(row.verdict is Verdict.UNKNOWN and not _is_announced(row) for row in rows) or any(
            each.fit is not None and each.fit.verdict is Verdict.UNKNOWN for each in self.wired
        )

    def is_broken(self, row: Row) -> bool:
        """Whether a contract breaks those who use it without saying so by its version."""
        if row.status is Status.FAILED:
            return True
        return self.level.breaks(row.verdict) and not _is_announced(row)


def _is_announced(row: Row) -> bool:
    """Whether a contract says by its version that it breaks."""
    found = row.comparison
    return (
        found is not None
        and found.versions[0] != found.versions[1]
        and Flag.VERSION_NOT_BUMPED not in found.flags
    )


@dataclass(frozen=True, kw_only=True)
class Request:
    """What is to be checked, and how.

    Attributes:
        path: the repository's root.
        base: what to compare with: a path, `git:REV` or `git:REV:PATH`; None for nothing.
        level: what counts as breaking.
        weight: the least severity of a finding that makes it a no-go.
        progress: told how many contracts have been compared, and of how many.
        evidence: the paths and the bytes of recorded responses, against which overlays are held.
        now: the moment of checking, against which the age of overlays is held; None where it is not.
    """

    path: Path
    base: str | None = None
    level: Level = Level.DECLARED
    weight: Severity = Severity.ERROR
    progress: Callable[[int, int], None] | None = None
    evidence: tuple[tuple[str, bytes], ...] = ()
    now: datetime | None = None


def check(request: Request) -> Checked:
    """Check a contract repository.

    Raises:
        NoCatalog: there is no repository at the path.
        NoEdition: the base is a path that holds no contracts.
        NoRevision: the base is a revision that cannot be read.
        Contradiction: a proof and a payload stand side by side.
    """
    catalog = Catalog.load(request.path)
    base = _base(request) if request.base else None
    linting_done = linting(request.path, catalog)
    diff = None if base is None else _compared(base, catalog, request)
    lock, told = read_lock(catalog.root or request.path)
    versions = () if diff is None else judge_versions(catalog, diff)
    files, unreadable = payload_files(catalog.root or request.path)
    fixtures, malformed = fixtures_of(files)
    failing = tuple(_failing(catalog, lock, diff, fixtures))
    linted = linting_done()
    findings = (
        *linted.findings, *told, *unreadable, *malformed, *broken_promises(catalog, lock), *versions,
        *judge_routes(catalog), *export_findings(catalog), *judge_evidence(catalog, fixtures),
        *judge_expiry(catalog, request.evidence, request.now),
    )  # fmt: skip
    return Checked(
        str(request.path), request.base, in_order(findings), len(linted.suppressed), len(fixtures), failing, diff,
        tuple(judge_wiring(catalog)), request.level, request.weight,
    )  # fmt: skip


def _base(request: Request) -> Edition:
    """The contracts to compare with; none where a revision holds no repository yet: then all of them are new."""
    base = request.base or ""
    try:
        return read_edition(base, beside=str(request.path))
    except (NotInRevision, NoEdition):
        if not is_revision(base):
            raise
        return Edition(base, {})


def _compared(base: Edition, catalog: Catalog, request: Request) -> Report:
    now = of_catalog(catalog, str(request.path))
    how = How(level=request.level, progress=request.progress)
    return replace(compare_editions(base, now, how), findings=base.findings)


def _failing(
    catalog: Catalog, lock: Lock, diff: Report | None, fixtures: Sequence[Fixture]
) -> Iterator[Failing]:
    """Yield the fixtures that are not as expected, each with what became of its contract."""
    changes = {(row.side, row.name): row for row in (diff.rows if diff else ()) if row.changed}
    for outcome in judge_fixtures(fixtures, catalog.contracts):
        own = outcome.contract
        if not outcome.is_go:
            change = (
                None
                if own is None
                else changes.get((own.side, own.name)) or since_release(catalog, lock, own)
            )
            yield Failing(outcome, change)
