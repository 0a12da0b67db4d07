"""Semantic versions of contracts (semver.org 2.0.0)."""

import re
from dataclasses import dataclass
from enum import Enum
from functools import total_ordering

_SEMVER = re.compile(
    r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)"
    r"(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?"
    r"(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?",
    re.ASCII,
)


@total_ordering
@dataclass(frozen=True, slots=True)
class Version:
    """A semantic version; ordered by precedence (section 11), which the build leaves out.

    Attributes:
        major, minor, patch: its numbers.
        pre: its pre-release identifiers; empty for a release.
        build: its build identifiers.
    """

    major: int
    minor: int
    patch: int
    pre: tuple[str, ...] = ()
    build: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> "Version":
        """Read a version.

        Raises:
            ValueError: the text is no semantic version.
        """
        match = _SEMVER.fullmatch(text)
        if match is None:
            raise ValueError(f"not a semantic version: {text!r}")
        major, minor, patch, pre, build = match.groups()
        return cls(
            int(major), int(minor), int(patch), tuple(pre.split(".")) if pre else (), tuple(build.split(".")) if build else ()
        )  # fmt: skip

    def __lt__(self, other: "Version") -> bool:
        return self._precedence() < other._precedence()

    def __str__(self) -> str:
        pre = "-" + ".".join(self.pre) if self.pre else ""
        build = "+" + ".".join(self.build) if self.build else ""
        return f"{self.major}.{self.minor}.{self.patch}{pre}{build}"

    def _precedence(self) -> tuple[int, int, int, bool, tuple[tuple[bool, int, str], ...]]:
        """Numbers are less than words, and a release is more than its pre-releases."""
        identifiers = tuple(
            (not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in self.pre
        )
        return self.major, self.minor, self.patch, not self.pre, identifiers


UNVERSIONED = Version(0, 0, 0)
"""The version of a contract that names none."""


class Bump(str, Enum):
    """Which number of a version a change asks to be raised."""

    NONE = "none"
    PATCH = "patch"
    MINOR = "minor"
    MAJOR = "major"


def raised(version: Version, bump: Bump) -> Version:
    """Return the lowest version that says what a change asks for; before 1.0.0 the minor number says that it breaks.

    Source: sections 4 and 6 to 8.
    """
    if bump is Bump.MAJOR and version.major > 0:
        return Version(version.major + 1, 0, 0)
    if bump is Bump.PATCH:
        return Version(version.major, version.minor, version.patch + 1)
    return version if bump is Bump.NONE else Version(version.major, version.minor + 1, 0)


def is_raised(old: Version, new: Version, bump: Bump) -> bool:
    """Whether a version was raised as far as is asked for, be it to a pre-release; without versions nothing is promised."""
    if bump is Bump.NONE or old == new == UNVERSIONED:
        return True
    least = raised(old, bump)
    return new > old and (bump is Bump.PATCH or (new.major, new.minor) >= (least.major, least.minor))
