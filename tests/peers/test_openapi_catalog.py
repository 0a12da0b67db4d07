"""The gate, the filters, the groups and the names of `gonogo import openapi`, on real documents."""

import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest

from deep.openapi_truth import documents
from gonogo import Catalog
from gonogo.cli.main import status_of
from gonogo.openapi.compilation import Settings, compile_document
from gonogo.openapi.files import files_of, frozen_names, lock_of
from gonogo.openapi.operation import METHODS
from peers.conftest import rows_or_skip

FILES = {file.name.partition(".")[0]: file for file in documents()}
SOME = [name for name in ("box", "digitalocean_od", "netlify_sw2", "figma", "petstore31") if name in FILES]
GITHUB = rows_or_skip([name for name in FILES if name == "github"])


def read(name: str) -> Any:
    return json.loads(gzip.decompress(FILES[name].read_bytes()))


def written(name: str, folder: Path) -> str:
    file = folder / f"{name}.json"
    file.write_bytes(gzip.decompress(FILES[name].read_bytes()))
    return str(file)


def operations_in(document: Any) -> dict[str, Any]:
    return {
        f"{method.upper()} {path}": item[method]
        for path, item in document["paths"].items()
        for method in METHODS
        if method in item
    }


def imported(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, Any]:
    code = status_of(["import", "openapi", *words, "--format", "json"])
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("name", rows_or_skip(SOME))
def test_the_gate_is_the_true_share(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    doc, out = written(name, tmp_path), tmp_path / "out"
    _, report = imported(capsys, doc)
    share = report["typed"] / report["tools"]
    assert 0 < share < 1
    code, _ = imported(capsys, doc, "--out", str(out), "--min-typed", repr(share + 1e-9))
    assert (code, out.exists()) == (1, False)
    code, again = imported(capsys, doc, "--out", str(out), "--min-typed", repr(share - 1e-9))
    assert (code, again["share"]) == (0, report["share"])
    assert len(Catalog.load(out).tools) == report["tools"]


@pytest.fixture(name="github", scope="module")
def fixture_github(tmp_path_factory: pytest.TempPathFactory) -> str:
    return written("github", tmp_path_factory.mktemp("github"))


@pytest.mark.parametrize("_there", GITHUB)
@pytest.mark.parametrize(
    ("words", "right"),
    [
        (("--tag", "repos"), lambda key, own: "repos" in own["tags"]),
        (("--tag", "issues", "--tag", "gists"), lambda key, own: {"issues", "gists"} & set(own["tags"])),
        (("--method", "DELETE"), lambda key, own: key.startswith("DELETE ")),
        (("--path", "/orgs/*"), lambda key, own: key.partition(" ")[2].startswith("/orgs/")),
        (("--path", "/user"), lambda key, own: key.partition(" ")[2] == "/user"),
        (("--read-only",), lambda key, own: key.startswith("GET ")),
        (
            ("--read-only", "--tag", "issues", "--path", "/repos/*"),
            lambda key, own: key.startswith("GET /repos/") and "issues" in own["tags"],
        ),
        (("--tag", "nobody has this"), lambda key, own: False),
    ],
    ids=["tag", "tags", "method", "path", "one-path", "read-only", "all", "none"],
)
def test_a_filter_lets_through_what_it_says(
    _there: str, words: tuple[str, ...], right: Any, github: str, capsys: pytest.CaptureFixture[str]
) -> None:
    operations = operations_in(read("github"))
    code, report = imported(capsys, github, *words)
    kept = {row["operation"] for row in report["rows"]}
    assert code == 0
    assert kept == {key for key, own in operations.items() if right(key, own)}
    assert set(report["left_out"]) == operations.keys() - kept
    assert report["operations"] == len(operations)


@pytest.mark.parametrize("_there", GITHUB)
@pytest.mark.parametrize("grouping", ["tag", "path"])
def test_a_group_is_a_namespace(
    _there: str, grouping: str, github: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--path", "/orgs/*", "--path", "/repos/*/issues*", "--path", "/gists*")
    _, report = imported(capsys, github, *words, "--group", grouping, "--out", str(tmp_path / "out"))
    operations = operations_in(read("github"))
    right = {
        row["tool"]: operations[row["operation"]]["tags"][0]
        if grouping == "tag"
        else row["operation"].partition(" ")[2].split("/")[1]
        for row in report["rows"]
    }
    assert {row["tool"]: row["group"] for row in report["rows"]} == right
    catalog = Catalog.load(tmp_path / "out")
    assert not catalog.findings
    assert {name: tool.namespace for name, tool in catalog.tools.items()} == {
        name: (group,) for name, group in right.items()
    }
    assert sum(tool.output is not None for tool in catalog.tools.values()) == report["typed"]
    _, again = imported(capsys, github, *words, "--out", str(tmp_path / "out"))
    assert [row["group"] for row in again["rows"]] == [row["group"] for row in report["rows"]]


@pytest.mark.parametrize("name", rows_or_skip([*SOME, *([] if "github" not in FILES else ["github"])]))
def test_order_and_insertion_rename_nothing(name: str) -> None:
    document = read(name)
    first = compile_document({"a": json.dumps(document).encode()}, "a")
    names = frozen_names(lock_of(first))
    paths = list(document["paths"].items())
    taken = [tool.operation.identifier for tool in first.tools][:3]
    fresh = {"responses": {"204": {"description": "d"}}}
    new = [
        (f"/brand/new/{index}", {"get": {**fresh, "operationId": f"brand_new_{index}"}}) for index in range(7)
    ]
    clashing = [
        (f"/clash/{index}", {"get": {**fresh, "operationId": each}}) for index, each in enumerate(taken)
    ]
    random.Random(5).shuffle(paths)

    plain = {**document, "paths": dict([*new, *paths])}
    made = frozen_names(lock_of(compile_document({"a": json.dumps(plain).encode()}, "a")))
    assert {key: made[key] for key in names} == names

    rows = [*paths, *new, *clashing]
    random.Random(6).shuffle(rows)
    crowded = {**document, "paths": dict(rows)}
    frozen = Settings(frozen=names)
    locked = frozen_names(lock_of(compile_document({"a": json.dumps(crowded).encode()}, "a", frozen)))
    assert {key: locked[key] for key in names} == names
    assert len({each.casefold() for each in locked.values()}) == len(names) + 10


@pytest.mark.parametrize("name", rows_or_skip(SOME[:1]))
def test_a_lock_renames(name: str) -> None:
    data = json.dumps(read(name)).encode()
    first = compile_document({"a": data}, "a")
    key = first.tools[0].operation.key
    frozen = {**frozen_names(lock_of(first)), key: "chosen_by_hand"}
    again = compile_document({"a": data}, "a", Settings(frozen=frozen))
    assert again.tools[0].name == "chosen_by_hand"
    assert "schemas/tools/chosen_by_hand.json" in files_of(again)
    assert [tool.name for tool in again.tools[1:]] == [tool.name for tool in first.tools[1:]]
