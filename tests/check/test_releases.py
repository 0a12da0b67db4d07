"""Releases and versions: what is frozen, what was promised, and how far a change raises a version."""

import json

import pytest

from check.conftest import Repository, contract_of
from gonogo.catalog.catalog import Catalog
from gonogo.catalog.lock import read_lock
from gonogo.catalog.version import Bump, Version, is_raised, raised
from gonogo.check.releases import release
from gonogo.check.versions import fixed

STATE = {
    "type": "object",
    "properties": {"a": {"$ref": "../common/base.json"}},
    "additionalProperties": False,
}
FILE, FROZEN = "schemas/state/flow.json", "schemas/released/flow/1.0.0.json"


@pytest.fixture(name="released")
def fixture_released(repository: Repository) -> Repository:
    repository.write(
        "schemas/common/base.json", {"$id": "https://example.com/schemas/common/base.json", "type": "integer"}
    )
    repository.write(FILE, contract_of("state", "flow", STATE))
    repository.write("schemas/tools/do.json", contract_of("tools", "do", {"type": "object"}))
    done = release(Catalog.load(repository.root))
    assert done.written == (
        "schemas/released/tools/do/1.0.0.json", FROZEN, "gonogo.lock",
    )  # fmt: skip
    repository.commit()
    return repository


def codes(repository: Repository) -> set[str]:
    return {finding.code for finding in repository.check().findings if finding.severity.value == "error"}


def test_a_second_release_has_nothing_to_do(released: Repository) -> None:
    assert release(Catalog.load(released.root)).written == ()
    assert codes(released) == set()


def test_a_release_means_for_ever_what_it_meant(released: Repository) -> None:
    released.write(
        "schemas/common/base.json", {"$id": "https://example.com/schemas/common/base.json", "type": "string"}
    )
    catalog = Catalog.load(released.root)
    assert catalog.states["flow"].gauge.check({"a": "text"})
    frozen = catalog.released["flow"][Version(1, 0, 0)]
    assert frozen.gauge.check({"a": 1})
    assert not frozen.gauge.check({"a": "text"})


def test_a_changed_contract_of_a_released_version_is_refused(released: Repository) -> None:
    released.write(
        "schemas/common/base.json", {"$id": "https://example.com/schemas/common/base.json", "type": "string"}
    )
    assert codes(released) == {"changed_after_release"}
    done = release(Catalog.load(released.root))
    assert done.written == ()
    assert [finding.file for finding in done.findings] == [FILE]


def test_an_edited_or_missing_release_is_refused(released: Repository) -> None:
    frozen = released.read(FROZEN)
    released.write(FROZEN, {**frozen, "maxProperties": 3})
    assert codes(released) == {"edited_release"}
    released.write(FROZEN, {**frozen, "description": "Another text."})
    assert codes(released) == set()
    released.write(FROZEN, "{")
    assert "edited_release" in codes(released)
    (released.root / FROZEN).unlink()
    assert codes(released) == {"release_missing"}


def test_an_older_release_stays_promised(released: Repository) -> None:
    schema = released.read(FILE)
    released.write(FILE, {**schema, "x-version": "2.0.0", "required": ["a"]})
    assert "schemas/released/flow/2.0.0.json" in release(Catalog.load(released.root)).written
    released.write(FROZEN, {**released.read(FROZEN), "maxProperties": 3})
    assert codes(released) == {"edited_release"}


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"form":1}', '{"form":1,"contracts":{"x/y":{}}}', '{"form":2,"contracts":{}}']
)
def test_a_lock_that_is_none_is_a_finding(repository: Repository, text: str) -> None:
    repository.write("gonogo.lock", text)
    lock, findings = read_lock(repository.root)
    assert not lock.contracts
    assert len(findings) == 1


def test_the_lock_is_the_same_for_the_same_promises(released: Repository) -> None:
    before = (released.root / "gonogo.lock").read_text(encoding="utf-8")
    assert read_lock(released.root)[0].to_json() == before
    assert set(json.loads(before)["contracts"]) == {"input/do", "state/flow"}


@pytest.mark.parametrize(
    ("version", "bump", "wanted"),
    [("1.2.3", Bump.MAJOR, "2.0.0"), ("1.2.3", Bump.MINOR, "1.3.0"), ("1.2.3", Bump.PATCH, "1.2.4"),
     ("0.2.3", Bump.MAJOR, "0.3.0"), ("0.2.3", Bump.MINOR, "0.3.0"), ("1.2.3", Bump.NONE, "1.2.3")],
)  # fmt: skip
def test_how_far_a_version_is_raised(version: str, bump: Bump, wanted: str) -> None:
    assert str(raised(Version.parse(version), bump)) == wanted


def test_the_wanted_version_is_written_and_nothing_else(released: Repository) -> None:
    text = (
        (released.root / FILE)
        .read_text(encoding="utf-8")
        .replace('"additionalProperties": false', '"required": ["a"],\n  "additionalProperties": false')
    )
    released.write(FILE, text)
    found = released.check("git:HEAD")
    assert found.diff is not None
    texts = fixed(Catalog.load(released.root), found.diff)
    assert texts == {FILE: text.replace('"x-version": "1.0.0"', '"x-version": "2.0.0"')}
    released.write(FILE, texts[FILE])
    assert not released.check("git:HEAD").broken


@pytest.mark.parametrize(
    ("old", "new", "bump", "enough"),
    [("1.2.3", "2.0.0", Bump.MAJOR, True), ("1.2.3", "2.0.0-rc.1", Bump.MAJOR, True), ("1.2.3", "1.3.0", Bump.MAJOR, False),
     ("0.2.3", "0.3.0", Bump.MAJOR, True), ("1.2.3", "2.0.0", Bump.MINOR, True), ("1.2.3", "1.2.4", Bump.MINOR, False),
     ("1.0.0-rc.1", "1.0.0", Bump.PATCH, True), ("1.2.3", "1.2.3", Bump.PATCH, False), ("1.2.3", "1.2.2", Bump.PATCH, False),
     ("0.0.0", "0.0.0", Bump.MAJOR, True), ("1.2.3", "1.2.3", Bump.NONE, True)],
)  # fmt: skip
def test_whether_a_version_was_raised_far_enough(old: str, new: str, bump: Bump, enough: bool) -> None:
    assert is_raised(Version.parse(old), Version.parse(new), bump) is enough
