"""Meaning by wordllama's own vectors, with the network closed."""

import socket
from pathlib import Path

import pytest

from gonogo import Catalog
from gonogo.cli.main import status_of
from gonogo.search.encoders import semantic
from gonogo.search.index import Index

ORDERS = Path(__file__).parents[2] / "examples" / "orders"

pytest.importorskip("wordllama", reason="the extra `semantic` is not installed")


@pytest.fixture(autouse=True)
def fixture_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise AssertionError("an encoder asked the network")

    monkeypatch.setattr(socket.socket, "connect", refused)
    monkeypatch.setattr(socket, "getaddrinfo", refused)


def test_a_query_without_a_shared_word_finds_its_tool() -> None:
    index = Index.of(Catalog.load(ORDERS))
    assert index.scored("reimburse", 1) == ()
    assert [hit.tool.name for hit in semantic(index).scored("reimburse", 1)] == ["create_refund"]


def test_an_empty_index_has_no_meaning() -> None:
    assert semantic(Index([])).scored("anything", 5) == ()


def test_the_verb_asks_for_meaning(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["search", "reimburse", "--semantic", "--most", "1", "--catalog", str(ORDERS)]) == 0
    assert "create_refund" in capsys.readouterr().out
