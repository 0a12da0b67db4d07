"""What linting came to."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from gonogo.catalog.config import IgnoredFinding
from gonogo.catalog.finding import Finding, Severity
from gonogo.lint.edit import Edit
from gonogo.schema.types import Json


@dataclass(frozen=True)
class Suppressed:
    """A finding that is left out, with the entry that says why."""

    finding: Finding
    by: IgnoredFinding


@dataclass(frozen=True)
class Report:
    """Findings in order of file and place.

    Attributes:
        findings: what counts.
        suppressed: what was left out, with the reasons.
        unused: entries that left nothing out: what they excused is gone.
        edits: by file, what mends the findings that can be mended.
    """

    findings: tuple[Finding, ...]
    suppressed: tuple[Suppressed, ...] = ()
    unused: tuple[IgnoredFinding, ...] = ()
    edits: dict[str, tuple[Edit, ...]] = field(default_factory=dict)

    def is_below(self, level: Severity) -> bool:
        """Whether every finding weighs less than a severity."""
        order = list(Severity)
        return all(order.index(finding.severity) > order.index(level) for finding in self.findings)

    def counts(self) -> dict[str, int]:
        """Return how many findings there are of each severity."""
        counted = Counter(finding.severity.value for finding in self.findings)
        return {severity.value: counted[severity.value] for severity in Severity}

    def to_dict(self, level: Severity = Severity.WARNING) -> dict[str, Json]:
        """Return the JSON form, as `contracts/lint-report.json` describes it.

        Args:
            level: the least severity that makes the verdict a no-go.
        """
        return {
            "verdict": "go" if self.is_below(level) else "no-go",
            "counts": self.counts(),
            "findings": [finding.to_dict() for finding in self.findings],
            "suppressed": [
                {"finding": each.finding.to_dict(), "reason": each.by.reason} for each in self.suppressed
            ],
            "unused": [{"rule": each.rule, "reason": each.reason} for each in self.unused],
        }

    def below(self, folder: str) -> "Report":
        """Return the same report with its files named from further up.

        Args:
            folder: what stands before their paths, with `/`; nothing for the same place.
        """

        def named(finding: Finding) -> Finding:
            return replace(finding, file=f"{folder}/{finding.file}" if folder else finding.file)

        return Report(
            tuple(map(named, self.findings)),
            tuple(Suppressed(named(each.finding), each.by) for each in self.suppressed),
            self.unused,
            self.edits,
        )


def joined(reports: Iterable[Report]) -> Report:
    """Return several reports as one, without their edits."""
    reports = list(reports)
    return Report(
        tuple(finding for report in reports for finding in report.findings),
        tuple(each for report in reports for each in report.suppressed),
        tuple(each for report in reports for each in report.unused),
    )
