"""A real client finds and calls tools of GitHub's 1,223 operations in two calls: over stdio and HTTP, in both eras."""

import asyncio
import gzip
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from mcp import Client, StdioServerParameters

from gonogo.catalog.catalog import Catalog
from gonogo.schema.refs import Bundle
from gonogo.search.answer import estimated
from gonogo.witness.payloads import Payloads
from peers.conftest import ABSENT, shared

HERE = Path(__file__).parent
DOCUMENT = shared("data/openapi/specs/github.json.gz")
COUNT = 1_223
FOUR = ["find_tools", "describe_tool", "call_read_only", "call_tool"]
PATIENCE = 120.0

WANTED = {
    "star a repository for the authenticated user": "activity_star-repo-for-authenticated-user",
    "get the license of a repository": "licenses_get-for-repo",
    "list all code of conduct documents": "codes-of-conduct_get-all-codes-of-conduct",
    "emojis": "emojis_get",
    "create a gist": "gists_create",
    "render a markdown document": "markdown_render",
    "delete a repository": "repos_delete",
    "merge a pull request": "pulls_merge",
    "rate limit status": "rate-limit_get",
    "lock an issue": "issues_lock",
}
"""What is asked for, in words, and a tool that does it."""


@pytest.fixture(scope="module", name="repository")
def fixture_repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """GitHub's document as a contract repository."""
    if DOCUMENT is None:
        pytest.skip(ABSENT)
    folder = tmp_path_factory.mktemp("github")
    document = folder / "github.json"
    document.write_bytes(gzip.decompress(DOCUMENT.read_bytes()))
    command = [
        sys.executable,
        "-m",
        "gonogo",
        "import",
        "openapi",
        str(document),
        "--out",
        str(folder / "made"),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=300)  # noqa: S603 - our own program
    return folder / "made"


@pytest.fixture(scope="module", name="catalog")
def fixture_catalog(repository: Path) -> Catalog:
    catalog = Catalog.load(repository)
    assert len(catalog.tools) == COUNT
    return catalog


def started(repository: Path, *how: str) -> tuple[list[str], dict[str, str]]:
    paths = os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "gonogo", "serve", *how, "--app", "found_app:host"]
    return command, {**os.environ, "PYTHONPATH": paths, "GONOGO_FOUND": str(repository)}


@contextmanager
def over_stdio(repository: Path) -> Iterator[Any]:
    command, environment = started(repository, "--stdio")
    yield StdioServerParameters(command=command[0], args=command[1:], env=environment)


@contextmanager
def over_http(repository: Path) -> Iterator[Any]:
    command, environment = started(repository, "--http", "127.0.0.1:0")
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as server:  # noqa: S603
        try:
            assert server.stderr is not None
            told = next(line for line in iter(server.stderr.readline, "") if "serving http" in line)
            yield told.split()[-1]
        finally:
            server.terminate()
            server.communicate(timeout=60)


TRANSPORTS = {"stdio": over_stdio, "http": over_http}
"""How a server of a repository is reached, by transport."""


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_tool_is_found_and_called_in_two_calls(transport: str, repository: Path, catalog: Catalog) -> None:
    with TRANSPORTS[transport](repository) as upstream:
        for mode in ("legacy", "2026-07-28"):
            asyncio.run(found_and_called(upstream, mode, catalog))


async def found_and_called(upstream: Any, mode: str, catalog: Catalog) -> None:
    async with Client(upstream, mode=mode, read_timeout_seconds=PATIENCE) as client:
        told = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert list(told) == FOUR
        for query, name in WANTED.items():
            found = await client.call_tool("find_tools", {"query": query})
            jsonschema.validate(found.structured_content, told["find_tools"].output_schema or {})
            assert estimated(found.content[0].text) <= 6_000  # type: ignore[union-attr]
            rows = {row["name"]: row for row in (found.structured_content or {})["tools"]}
            assert name in rows, (query, list(rows))
            definition = rows[name]
            if "truncated" in definition:
                whole = await client.call_tool("describe_tool", {"name": name})
                definition = whole.structured_content or {}
            await called(client, told, definition, catalog)


async def called(client: Client, told: dict[str, Any], definition: dict[str, Any], catalog: Catalog) -> None:
    """Call a tool by its definition alone, and hold what comes to what was told and to the contract itself."""
    name = definition["name"]
    arguments = Payloads(Bundle(definition["inputSchema"])).smallest()
    by = "call_read_only" if definition["annotations"].get("readOnlyHint") else "call_tool"
    result = await client.call_tool(by, {"name": name, "arguments": arguments})
    assert not result.is_error, (name, result.content)
    jsonschema.validate(result.structured_content, told[by].output_schema)
    answer = (result.structured_content or {})["result"]
    output = catalog.tools[name].output
    if output is None:
        assert "outputSchema" not in definition
        return
    jsonschema.validate(answer, definition["outputSchema"])
    assert output.gauge.check(answer)
