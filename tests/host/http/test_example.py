"""`examples/rest`: a real service with a database, imported, served over stdio and called; and its page, command by command."""

import asyncio
import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from gonogo.cli.main import status_of
from gonogo.openapi.compilation import Settings, compile_document
from gonogo.openapi.files import files_of
from services import running

REPOSITORY = Path(__file__).parents[3]
EXAMPLE = REPOSITORY / "examples" / "rest"
PAGE = REPOSITORY / "docs" / "openapi.md"
KEY = "only-for-trying"
PORT = "8765"
STORY = re.compile(r"^## A service with tools\n(.*?)^## ", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@contextmanager
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.syspath_prepend(str(EXAMPLE))
    monkeypatch.delitem(sys.modules, "service", raising=False)
    import service  # type: ignore[import-not-found]  # noqa: PLC0415

    with running(service.make(str(tmp_path / "workshop.sqlite"), KEY)) as url:
        yield url


def served(url: str, *words: str, key: str | None = KEY) -> StdioServerParameters:
    environment = {**os.environ, **({} if key is None else {"GONOGO_HTTP_STAFF_KEY": key})}
    arguments = ["-m", "gonogo", "serve", *words, "--base-url", url, "--stdio"]
    return StdioServerParameters(command=sys.executable, args=arguments, env=environment)


async def called(server: StdioServerParameters, *calls: tuple[str, Any]) -> list[Any]:
    async with Client(server) as client:
        await client.list_tools()
        return [await client.call_tool(name, arguments) for name, arguments in calls]


def test_what_is_committed_is_what_the_document_makes() -> None:
    settings = Settings(not_found=lambda operation: operation.is_read_only)
    made = compile_document(
        {"openapi.json": (EXAMPLE / "openapi.json").read_bytes()}, "openapi.json", settings
    )
    files = files_of(made)
    for file, text in files.items():
        assert (EXAMPLE / file).read_text(encoding="utf-8") == text, file
    held = {
        path.relative_to(EXAMPLE).as_posix()
        for folder in ("schemas", "bindings")
        for path in (EXAMPLE / folder).rglob("*.json")
    }
    assert held == {file for file in files if "/" in file}


def test_check_is_green(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["check", str(EXAMPLE)]) == 0
    capsys.readouterr()


def test_an_item_is_lent_and_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wish = {"item_id": "drill-1", "borrower": "Ada", "days": 7}
    with workshop(tmp_path, monkeypatch) as url:
        page, lent, again, moved, back, twice, label, gone = asyncio.run(
            called(
                served(url, str(EXAMPLE)),
                ("list_items", {"kind": ["power", "hand"], "after": "drill-1"}),
                ("borrow_item", wish),
                ("borrow_item", wish),
                ("change_loan", {"loan_id": 1, "body": {"due_on": "2027-01-31"}}),
                ("return_item", {"loan_id": 1}),
                ("return_item", {"loan_id": 1}),
                ("get_label", {"item_id": "plane-1"}),
                ("get_item", {"item_id": "saw-9"}),
            )
        )
    assert [item["id"] for item in page.structured_content["items"]] == ["drill-2", "plane-1"]
    assert (lent.structured_content["id"], lent.structured_content["returned_at"]) == (1, None)
    assert json.loads(again.content[0].text)["upstream"] == {
        "status": 409,
        "body": {"title": "the item is lent out", "status": 409},
    }
    assert moved.structured_content["due_on"] == "2027-01-31"
    assert not back.is_error
    assert twice.is_error
    assert label.content[0].text == "Jack plane\nplane-1\n"
    assert gone.structured_content == {
        "status": 404,
        "body": {"title": "there is no such item", "status": 404},
    }


def test_a_wrong_key_is_told_and_does_not_appear(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = ("return_item", {"loan_id": 1})
    with workshop(tmp_path, monkeypatch) as url:
        (refused,) = asyncio.run(called(served(url, str(EXAMPLE), key="wr0ng-key"), calls))
        (unset,) = asyncio.run(called(served(url, str(EXAMPLE), key=None), calls))
    problem = json.loads(refused.content[0].text)
    assert problem["upstream"]["status"] == 401
    assert not problem["retryable"]
    assert "wr0ng" not in refused.content[0].text
    assert json.loads(unset.content[0].text)["issues"][0]["code"] == "no_credentials"


def test_a_document_at_a_url_is_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with workshop(tmp_path, monkeypatch) as url:
        words = ("--openapi", f"{url}/openapi.json", "--read-only", "--path", "/items*")
        (found,) = asyncio.run(called(served(url, *words), ("get_item", {"item_id": "drill-1"})))
    assert found.structured_content["name"] == "Hammer drill"


@pytest.mark.parametrize(
    "words",
    [
        ["--stdio"],
        ["--openapi", "api.json"],
        ["nowhere", "--stdio"],
        [str(EXAMPLE), "--openapi", "api.json", "--stdio"],
        [str(EXAMPLE), "--base-url", "ftp://h", "--stdio"],
        [str(EXAMPLE), "--base-url", "http://u:p@h", "--stdio"],
        ["--openapi", "nowhere.json", "--stdio"],
        ["--openapi", str(EXAMPLE / "gonogo.toml"), "--stdio"],
    ],
)
def test_wrong_usage(words: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert status_of(["serve", *words]) == 64
    told = capfd.readouterr()
    assert told.out == ""
    assert told.err.startswith("gonogo: ")


def commands() -> list[tuple[str, str]]:
    """The commands of the page's story with what they print; the first starts the service."""
    story = STORY.search(PAGE.read_text(encoding="utf-8"))
    assert story is not None
    text = "".join(block[1] for block in BLOCK.finditer(story[1]))
    rows = [part.partition("\n") for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]]
    return [(command, output) for command, _, output in rows]


@pytest.mark.long
def test_the_page_tells_what_happens(tmp_path: Path) -> None:
    """Every command of the story in a shell of its own folder; the service on a free port."""
    shutil.copytree(
        EXAMPLE, tmp_path / "examples" / "rest", ignore=shutil.ignore_patterns("__pycache__", ".gonogo")
    )
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    for file in ("gonogo.toml", "openapi.json"):
        path = tmp_path / "examples" / "rest" / file
        path.write_text(path.read_text(encoding="utf-8").replace(PORT, port), encoding="utf-8")
    (start, _), *rest = commands()
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "COLUMNS": "200",
    }
    environment.pop("GONOGO_HTTP_STAFF_KEY", None)
    patient = [command.replace(PORT, port).replace("gonogo call ", f"{PATIENT} ") for command, _ in rest]
    script = "\n".join(f"echo '{MARK}'\n{command}" for command in patient)
    with started(start.replace(PORT, port), tmp_path, environment):
        done = subprocess.run(  # noqa: S603 - the page's own commands
            ["/bin/bash", "-c", script],
            cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=500, check=False,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
    said = done.stdout.split(f"{MARK}\n")[1:]
    for (command, output), own in zip(rest, said, strict=True):
        assert own.strip() == output.strip(), f"{command}\n{done.stderr}"


@contextmanager
def started(command: str, folder: Path, environment: dict[str, str]) -> Iterator[None]:
    """A service in the background, until it says that it is there."""
    words = ["/bin/bash", "-c", f"{command.replace(' python', ' exec python')} --log-level info"]
    with subprocess.Popen(words, cwd=folder, env=environment, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603
        try:
            assert process.stderr is not None
            told = iter(process.stderr.readline, "")
            assert any("Uvicorn running" in line for line in told), "the service did not start"
            yield
        finally:
            process.terminate()
            process.communicate(timeout=60)


MARK = "-- next --"
PATIENT = "gonogo call --timeout 300"
