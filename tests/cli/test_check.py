"""`gonogo init`, `new`, `check` and `release` from the shell: from nothing to a red build, and back to green."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from gonogo import Gauge
from gonogo.cli.main import status_of
from gonogo.contracts import contract, contracts
from gonogo.gauge.compiled import Recipe


def report(capsys: pytest.CaptureFixture[str], name: str, *words: str, status: int) -> Any:
    assert status_of([*words, "--format", "json"]) == status
    text = capsys.readouterr().out
    assert Gauge(contract(name), Recipe(resources=contracts())).read(text.encode())
    return json.loads(text)


@pytest.fixture(name="started")
def fixture_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Path:
    monkeypatch.chdir(tmp_path)
    report(capsys, "start-report", "init", status=0)
    for kind, name in (("tool", "send_note"), ("handoff", "a_to_b"), ("state", "flow")):
        report(capsys, "start-report", "new", kind, name, status=0)
    return tmp_path


def git(*words: str) -> None:
    named = ("-c", "user.name=a", "-c", "user.email=a@example.com")
    subprocess.run(["git", *named, *words], check=True, capture_output=True)  # noqa: S603, S607


def test_what_is_begun_passes_its_own_check_and_lint(
    started: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del started
    found = report(capsys, "check-report", "check", status=0)
    assert found["findings"] == []
    assert found["fixtures"] == 12
    assert status_of(["lint", "--level", "note"]) == 0


def test_nothing_is_overwritten(started: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = started / "schemas" / "state" / "flow.json"
    file.write_text("{}", encoding="utf-8")
    assert status_of(["new", "state", "flow"]) == 64
    assert report(capsys, "start-report", "init", status=0)["written"] == []
    assert file.read_text(encoding="utf-8") == "{}"


@pytest.mark.parametrize("name", ["../x", "", "a b", "x" * 65, "1st"])
def test_a_name_that_no_tool_can_have_is_refused(started: Path, name: str) -> None:
    before = sorted(started.rglob("*"))
    assert status_of(["new", "tool", name]) == 64
    assert sorted(started.rglob("*")) == before


def test_from_a_change_to_a_red_build_and_back(started: Path, capsys: pytest.CaptureFixture[str]) -> None:
    git("init", "-q", "-b", "main")
    assert report(capsys, "release-report", "release", status=0)["written"][-1] == "gonogo.lock"
    git("add", "-A")
    git("commit", "-qm", "first")
    file = started / "schemas" / "handoffs" / "a_to_b.json"
    file.write_text(file.read_text(encoding="utf-8").replace('"complaint"', '"other"'), encoding="utf-8")
    found = report(capsys, "check-report", "check", "--base", "main", status=1)
    assert found["diff"]["rows"][0]["ways"][0]["payload"][0]["intent"] == "complaint"
    assert {each["code"] for each in found["findings"]} == {"changed_after_release", "version_not_raised"}
    assert report(capsys, "release-report", "release", status=1)["written"] == []
    found = report(capsys, "check-report", "check", "--base", "main", "--fix-versions", status=0)
    assert '"x-version": "0.2.0"' in file.read_text(encoding="utf-8")
    assert report(capsys, "release-report", "release", status=0)["written"] == [
        "schemas/released/handoffs/a_to_b/0.2.0.json", "gonogo.lock",
    ]  # fmt: skip


def test_every_form_is_written(started: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (started / "fixtures" / "valid" / "state" / "flow" / "right.json").write_text("{}", encoding="utf-8")
    for form, part in (("text", "fixture_refused"), ("markdown", "fixtures fail"), ("junit", "<testsuites")):
        assert status_of(["check", "--format", form]) == 1
        assert part in capsys.readouterr().out


@pytest.mark.parametrize("words", [("nowhere",), (".", "--base", "no-such-revision")])
def test_what_cannot_be_read_is_sixty_four(started: Path, words: tuple[str, ...]) -> None:
    del started
    assert status_of(["check", *words]) == 64
