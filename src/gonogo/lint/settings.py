"""How a repository wants to be linted: what weighs how much, and what is ignored for which reason."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from gonogo.catalog.config import IgnoredFinding, LintConfig
from gonogo.catalog.finding import Finding, Severity

OFF = "off"
"""What stands in place of a severity for a rule that is not judged by."""


@dataclass(frozen=True)
class Settings:
    """How a lot is linted.

    Attributes:
        severities: by rule, how much its findings weigh; None for a rule that is off.
        ignored: findings to leave out, each with its reason.
    """

    severities: Mapping[str, Severity | None] = field(default_factory=dict)
    ignored: tuple[IgnoredFinding, ...] = ()

    @classmethod
    def of(cls, config: LintConfig) -> "Settings":
        """Return what a repository's configuration says."""
        severities = {
            rule: None if weight == OFF else Severity(weight) for rule, weight in config.severity.items()
        }
        return cls(severities, config.ignore)


def covers(entry: IgnoredFinding, finding: Finding) -> bool:
    """Whether a finding is one of those that an entry leaves out."""
    return (
        finding.code == entry.rule
        and fnmatchcase(finding.file, entry.file)
        and fnmatchcase(finding.pointer, entry.pointer)
    )
