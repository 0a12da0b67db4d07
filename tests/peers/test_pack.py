"""A packed catalog in a clean virtual environment: it is installed from the package index, starts, and answers a client."""

import asyncio
import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from gonogo.cli.main import status_of
from services import running

REPOSITORY = Path(__file__).parents[2]
EXAMPLE = REPOSITORY / "examples" / "rest"
KEY = "only-for-trying"


def installed(tmp_path: Path) -> Path:
    """A virtual environment with the packed example and nothing else but what it asks for."""
    wheels = tmp_path / "wheels"
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        str(wheels),
        str(REPOSITORY),
    ]
    done = subprocess.run(build, capture_output=True, text=True, timeout=600, check=False)  # noqa: S603
    if done.returncode:
        pytest.skip(f"the package index cannot be reached: {done.stderr.strip()[-200:]}")
    assert status_of(["pack", str(EXAMPLE), "--out", str(wheels)]) == 0
    venv.create(tmp_path / "clean", with_pip=True)
    python = tmp_path / "clean" / "bin" / "python"
    install = [str(python), "-m", "pip", "install", "--quiet", "--find-links", str(wheels), "workshop"]
    subprocess.run(install, check=True, timeout=600, capture_output=True)  # noqa: S603
    return python.parent / "workshop"


async def asked(server: StdioServerParameters) -> tuple[list[str], Any, Any]:
    async with Client(server) as client:
        listed = await client.list_tools()
        page = await client.call_tool("list_items", {"kind": ["power"]})
        lent = await client.call_tool("borrow_item", {"item_id": "drill-1", "borrower": "Ada", "days": 7})
        return sorted(tool.name for tool in listed.tools), page, lent


def test_the_packed_server_starts_and_answers_a_client(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = installed(tmp_path)
    monkeypatch.syspath_prepend(str(EXAMPLE))
    monkeypatch.delitem(sys.modules, "service", raising=False)
    import service  # type: ignore[import-not-found]  # noqa: PLC0415

    plain = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))
    }
    with running(service.make(str(tmp_path / "workshop.sqlite"), KEY)) as url:
        environment = {**plain, "GONOGO_HTTP_STAFF_KEY": KEY, "XDG_STATE_HOME": str(tmp_path / "state")}
        server = StdioServerParameters(command=str(command), args=["--base-url", url], env=environment)
        names, page, lent = asyncio.run(asked(server))
    assert names == sorted(path.stem for path in (EXAMPLE / "bindings").glob("*.json"))
    assert [item["id"] for item in page.structured_content["items"]]
    assert not lent.is_error
    assert list((tmp_path / "state").rglob("journal.jsonl"))
