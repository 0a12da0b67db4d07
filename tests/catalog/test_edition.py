"""The sides of a comparison: files, folders, repositories, tool lists, and any of them at a revision of git."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from gonogo.catalog.contract import Side
from gonogo.catalog.edition import NoEdition, read_edition
from gonogo.catalog.revision import NoRevision

TOOL: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "string"}}, "x-version": "1.2.0"}


def write(path: Path, value: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def git(folder: Path, *words: str) -> None:
    named = ("-c", "user.name=a", "-c", "user.email=a@example.com")
    subprocess.run(["git", "-C", str(folder), *named, *words], check=True, capture_output=True)  # noqa: S603, S607


@pytest.fixture(name="repository")
def fixture_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "repository"
    write(root / "sub" / "schemas" / "tools" / "one.json", {**TOOL, "$ref": "../common/base.json"})
    write(root / "sub" / "schemas" / "common" / "base.json", {"required": ["a"]})
    git(tmp_path, "init", "-q", str(root))
    git(root, "add", "-A")
    git(root, "commit", "-qm", "first")
    write(root / "sub" / "schemas" / "common" / "base.json", {"required": []})
    monkeypatch.chdir(root)
    return root


def test_a_file_alone_is_an_input_unless_it_says_otherwise(tmp_path: Path) -> None:
    path = write(tmp_path / "one.json", TOOL)
    assert read_edition(str(path)).keys == [(Side.INPUT, "one")]
    assert read_edition(str(path), side=Side.STATE).keys == [(Side.STATE, "one")]
    assert str(read_edition(str(path)).contracts[Side.INPUT, "one"].version) == "1.2.0"
    stored = write(tmp_path / "schemas" / "outputs" / "two.json", TOOL)
    assert read_edition(str(stored)).keys == [(Side.OUTPUT, "two")]


def test_a_repository_keeps_what_is_broken_apart(tmp_path: Path) -> None:
    write(tmp_path / "schemas" / "tools" / "one.json", TOOL)
    write(tmp_path / "schemas" / "tools" / "bad.json", {"type": "objct"})
    edition = read_edition(str(tmp_path))
    assert set(edition.contracts) == {(Side.INPUT, "one")}
    assert edition.faults[Side.INPUT, "bad"].code == "malformed_schema"


def test_another_folder_holds_schemas_by_path(tmp_path: Path) -> None:
    write(tmp_path / "a" / "one.json", TOOL)
    write(tmp_path / "two.json", "{")
    edition = read_edition(str(tmp_path), side=Side.STATE)
    assert set(edition.contracts) == {(Side.STATE, "a/one")}
    assert edition.faults[Side.STATE, "two"].code == "not_json"


@pytest.mark.parametrize(
    ("wrap", "outset"),
    [
        (lambda tools: tools, ""),
        (lambda tools: {"tools": tools}, "/tools"),
        (lambda tools: {"result": {"tools": tools}}, "/result/tools"),
    ],
)
def test_a_tool_list_holds_inputs_and_outputs(tmp_path: Path, wrap: Any, outset: str) -> None:
    tools = [
        {"name": "one", "inputSchema": TOOL, "outputSchema": {"type": "object"}},
        {"name": "bad", "inputSchema": {"type": "objct"}},
        {"name": "two", "inputSchema": TOOL, "outputSchema": None},
    ]
    edition = read_edition(str(write(tmp_path / "list.json", wrap(tools))))
    assert set(edition.contracts) == {(Side.INPUT, "one"), (Side.OUTPUT, "one"), (Side.INPUT, "two")}
    assert edition.faults[Side.INPUT, "bad"].pointer == f"{outset}/1/inputSchema/type"


def test_a_revision_is_read_with_what_it_refers_to(repository: Path) -> None:
    del repository
    for text in ("git:HEAD:sub", "git:HEAD:sub/schemas", "git:HEAD:sub/schemas/tools/one.json"):
        contract = read_edition(text).contracts[Side.INPUT, "one"]
        assert not contract.gauge.check({})
    assert read_edition("sub").contracts[Side.INPUT, "one"].gauge.check({})


def test_a_revision_without_a_path_takes_the_other_sides(repository: Path) -> None:
    del repository
    assert read_edition("git:HEAD", beside="sub").keys == [(Side.INPUT, "one")]


@pytest.mark.parametrize(
    "text", ["git:nope:sub", "git:HEAD:nowhere", "git:--help:sub", "git::sub", "git:HEAD:../outside"]
)
def test_an_unreadable_revision_says_so(repository: Path, text: str) -> None:
    del repository
    with pytest.raises(NoRevision):
        read_edition(text)


def test_outside_a_repository_a_revision_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(NoRevision):
        read_edition("git:HEAD")


@pytest.mark.parametrize("text", ["nowhere", "empty", "broken.json"])
def test_a_path_without_contracts_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    write(tmp_path / "broken.json", "{")
    with pytest.raises(NoEdition):
        read_edition(text)
