"""Tools that a model loads late, in the exports of the vendors that have a search."""

import json
from pathlib import Path
from typing import Any

import pytest

from gonogo.catalog.catalog import Catalog
from gonogo.check.exports import exports_of
from gonogo.projection.targets import TARGETS

GIVEN = {
    "type": "object",
    "description": "Does it.",
    "properties": {"a": {"type": "string"}},
    "required": ["a"],
}
SEARCHING = ["openai-responses", "openai-responses-strict", "anthropic", "anthropic-strict"]


def catalog(root: Path, config: str) -> Catalog:
    (root / "schemas" / "tools").mkdir(parents=True)
    for name in ("get_parcel", "get_coupon", "get.ticket"):
        text = json.dumps({**GIVEN, "additionalProperties": False})
        (root / "schemas" / "tools" / f"{name}.json").write_text(text, encoding="utf-8")
    (root / "gonogo.toml").write_text(config, encoding="utf-8")
    loaded = Catalog.load(root)
    assert [each.code for each in loaded.findings if each.file == "gonogo.toml"] == []
    return loaded


def tools(root: Path, target: str, config: str) -> list[dict[str, Any]]:
    document: Any = exports_of(catalog(root, config), [target], witnesses=False).files[f"{target}.json"]
    return list(document["tools"])


HOST = '[export]\ndefer = "host"\n[serve]\npinned = ["get.ticket"]\n'
VENDOR = '[export]\ndefer = "vendor"\n'


@pytest.mark.parametrize("target", SEARCHING)
@pytest.mark.parametrize("config", [HOST, VENDOR])
def test_every_tool_but_the_search_and_the_pinned_is_deferred(
    target: str, config: str, tmp_path: Path
) -> None:
    search, *others = tools(tmp_path, target, config)
    assert "defer_loading" not in search
    late = {each["name"]: each.get("defer_loading", False) for each in others}
    assert late == {"get_parcel": True, "get_coupon": True, "get_ticket": config == VENDOR}


@pytest.mark.parametrize("target", SEARCHING)
def test_without_the_option_nothing_is_deferred(target: str, tmp_path: Path) -> None:
    told = tools(tmp_path, target, "")
    assert len(told) == 3
    assert not any("defer_loading" in each for each in told)


def test_the_vendors_own_searches(tmp_path: Path) -> None:
    (first, *_) = tools(tmp_path / "a", "openai-responses", VENDOR)
    assert first == {"type": "tool_search", "execution": "server"}
    (first, *_) = tools(tmp_path / "b", "anthropic", VENDOR)
    assert first == {"type": "tool_search_tool_bm25_20251119", "name": "tool_search_tool_bm25"}


def test_the_hosts_own_search_tells_its_parameters(tmp_path: Path) -> None:
    (first, *_) = tools(tmp_path / "a", "openai-responses", HOST)
    assert (first["type"], first["execution"]) == ("tool_search", "client")
    assert first["parameters"]["required"] == ["query"]
    (second, *_) = tools(tmp_path / "b", "anthropic", HOST)
    assert (second["name"], second["input_schema"]) == ("find_tools", first["parameters"])
    assert not any(word.startswith(("x-", "$")) for word in first["parameters"])


@pytest.mark.parametrize("target", [name for name in TARGETS if name not in SEARCHING])
def test_other_targets_keep_their_form(target: str, tmp_path: Path) -> None:
    documents = []
    for folder, config in (
        ("a", '[serve]\nname = "shop"\n'),
        ("b", '[export]\ndefer = "host"\n[serve]\nname = "shop"\n'),
    ):
        loaded = catalog(tmp_path / folder, config)
        documents.append(exports_of(loaded, [target], witnesses=False).files[f"{target}.json"])
    plain, late = documents
    assert plain == late
