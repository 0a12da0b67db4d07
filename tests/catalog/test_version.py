"""Semantic versions: the order of semver.org, section 11."""

import pytest

from gonogo.catalog.version import Version

ORDERED = [
    "0.0.0",
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0-rc.1",
    "1.0.0",
    "1.0.10",
    "1.2.0",
    "2.0.0",
]


def test_versions_are_ordered_by_precedence() -> None:
    assert sorted({*ORDERED}, key=Version.parse) == ORDERED


@pytest.mark.parametrize("text", ORDERED)
def test_a_version_is_written_as_it_was_read(text: str) -> None:
    assert str(Version.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["", "1", "1.0", "v1.0.0", "1.0.0.0", "01.0.0", "1.0.0-", "1.0.0-01", "1.0.0\n", "\u0661.0.0"]
)
def test_what_is_no_version_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a semantic version"):
        Version.parse(text)


def test_a_build_is_kept_and_does_not_count() -> None:
    assert str(Version.parse("1.0.0+b.1")) == "1.0.0+b.1"
    assert not Version.parse("1.0.0+a") < Version.parse("1.0.0+b")
