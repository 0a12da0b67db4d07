"""Nine real clients over HTTP: at one worker, at two, and at two behind nginx with TLS."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from peers.conftest import ABSENT
from peers.edge_server import RESULTS
from peers.http_servers import behind_nginx, has_nginx, serving
from peers.mcp_clients import CLIENTS, MODERN
from peers.test_mcp_clients import MATRIX, PASSES, problem_of, situations

PLACES = ("one worker", "two workers", "two workers behind nginx")


@pytest.fixture(name="place", scope="module", params=PLACES)
def fixture_place(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, Path]]:
    """The endpoint's address, and the folder of its journal."""
    if MATRIX is None:
        pytest.skip(ABSENT)
    folder = tmp_path_factory.mktemp("http")
    workers = 1 if request.param == "one worker" else 2
    environment = {"MATRIX": str(MATRIX), "JOURNAL": str(folder / "journal.jsonl")}
    with serving("peers.http_app:host", folder, workers, **environment) as (port, _):
        if "nginx" not in request.param:
            yield f"http://127.0.0.1:{port}/mcp", folder
            return
        if not has_nginx():
            pytest.skip("nginx is not installed")
        with behind_nginx(port, folder) as front, pytest.MonkeyPatch.context() as patch:
            for variable in ("SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS"):
                patch.setenv(variable, str(folder / "authority.pem"))
            yield f"https://localhost:{front}/mcp", folder


@pytest.mark.parametrize("name", CLIENTS)
def test_a_client_lists_and_calls(name: str, place: tuple[str, Path], request: pytest.FixtureRequest) -> None:
    client = CLIENTS[name]
    if client.needs_node:
        request.getfixturevalue("node")
    url, folder = place
    journal = folder / "journal.jsonl"
    before = len(journal.read_text(encoding="utf-8").splitlines()) if journal.exists() else 0
    names = [*situations(), *RESULTS, "nobody"]
    report = client.run([url], [(each, {}) for each in names])
    assert report.revision == client.revision
    if client.lists:
        assert set(report.tools) == {*situations(), *RESULTS}
    answers = dict(zip(names, report.answers, strict=True))
    assert answers["nobody"].code == -32602
    for situation, told in situations().items():
        if situation in PASSES:
            assert answers[situation].structured == told["structuredContent"]
        else:
            assert problem_of(answers[situation])["tool"] == situation
    numbers = answers["list_numbers"].structured
    assert numbers == ([1, 2, 3] if client.revision == MODERN else {"result": [1, 2, 3]})
    assert answers["greet"].structured == RESULTS["greet"][1]
    lines = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    assert len(lines) - before == len(names)
