"""`gonogo keys`: what is told once, and what is written down."""

import json
import os
from pathlib import Path

import pytest

from gonogo import Gauge
from gonogo.cli.main import status_of
from gonogo.contracts import contract
from gonogo.mcp.keys import find, read_keys

FILE, REPORT = Gauge(contract("keys")), Gauge(contract("keys-report"))


def test_a_key_is_told_once_and_only_its_hash_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "keys.json"
    assert status_of(["keys", "new", "deploy", "--scope", "orders:write", "--file", str(path)]) == 0
    told = capsys.readouterr().out.strip()
    text = path.read_text(encoding="utf-8")
    assert FILE.read(text)
    assert told.rpartition("_")[2] not in text
    (key,) = read_keys(text)
    assert (key.name, key.scopes) == ("deploy", ("orders:write",))
    assert find({key.id: key}, told) == key
    assert os.stat(path).st_mode & 0o777 == 0o600  # noqa: PTH116
    assert status_of(["keys", "list", "--file", str(path)]) == 0
    assert told not in capsys.readouterr().out


def test_a_revoked_key_stands_in_the_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "keys.json")
    assert status_of(["keys", "new", "a", "--file", path, "--format", "json"]) == 0
    made = capsys.readouterr().out
    assert REPORT.read(made)
    assert json.loads(made)["keys"][0]["scopes"] == ["read"]
    assert status_of(["keys", "revoke", "a", "--file", path]) == 0
    capsys.readouterr()
    assert status_of(["keys", "list", "--file", path, "--format", "json"]) == 0
    told = capsys.readouterr().out
    assert REPORT.read(told)
    assert json.loads(told)["keys"][0]["revoked"] is not None


def test_the_configuration_says_where_the_file_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "schemas").mkdir()
    (tmp_path / "gonogo.toml").write_text('[serve.http]\nkeys = ".gonogo/keys.json"\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert status_of(["keys", "new", "a"]) == 0
    assert (tmp_path / ".gonogo" / "keys.json").exists()


@pytest.mark.parametrize(
    "words",
    [
        ["new"],
        ["list", "a"],
        ["revoke", "nobody"],
        ["new", "a b"],
        ["new", "a", "--scope", "delete"],
        ["new", "a", "--scope", "x y:read"],
        ["new", "taken"],
    ],
)
def test_wrong_usage_changes_nothing(words: list[str], tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    assert status_of(["keys", "new", "taken", "--file", str(path)]) == 0
    before = path.read_bytes()
    assert status_of(["keys", *words, "--file", str(path)]) == 64
    assert path.read_bytes() == before


def test_a_file_that_is_none_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    path.write_text('{"keys": [{}]}', encoding="utf-8")
    assert status_of(["keys", "new", "a", "--file", str(path)]) == 64
    assert path.read_text(encoding="utf-8") == '{"keys": [{}]}'
