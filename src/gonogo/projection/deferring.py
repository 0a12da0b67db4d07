"""Tools that a model loads late, by a search: what OpenAI's Responses and Anthropic's Messages write for it.

Sources: openai 3.57.0 (types/responses/tool_search_tool_param.py, function_tool_param.py), anthropic 2.14.0
(types/tool_param.py, tool_search_tool_bm25_20251119_param.py, tool_reference_block_param.py). The search tool itself
is never deferred: Anthropic refuses a request whose tools are all deferred.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Final

from gonogo.contracts import contract
from gonogo.schema.types import Json

SEARCH_NAME: Final = "find_tools"
"""What a search that the host executes is called where the protocol has no word of its own for it."""

_OWN_WORDS: Final = frozenset({"$schema", "$id", "x-version", "x-tool", "title", "description"})


def deferred(target: str, document: Json, by: str | None, pinned: Collection[str]) -> Json:
    """Return a target's document with its tools to be loaded late, and the tool that searches for them.

    Args:
        target: the target's name; those whose vendor has no such search keep their document.
        document: what is sent.
        by: who searches, `vendor` or `host`; None leaves the document as it is.
        pinned: names, in the target, of tools that are loaded at once.
    """
    searcher = _SEARCHERS.get((target, by or ""))
    if searcher is None:
        return document
    tools = [
        tool if tool["name"] in pinned else {**tool, "defer_loading": True} for tool in document["tools"]
    ]
    return {**document, "tools": [searcher(), *tools]}


def _described() -> tuple[str, dict[str, Json]]:
    """The description and the parameters of a search, from the contract of `find_tools`."""
    schema: Json = contract("find-tools-input")
    told = {word: value for word, value in schema.items() if word not in _OWN_WORDS}
    return "Find the tools that can do something, by what they are to do, and load them.", told


def _openai_host() -> dict[str, Json]:
    description, parameters = _described()
    return {
        "type": "tool_search", "execution": "client", "description": description, "parameters": parameters,
    }  # fmt: skip


def _anthropic_host() -> dict[str, Json]:
    description, parameters = _described()
    return {"name": SEARCH_NAME, "description": description, "input_schema": parameters}


def _openai_vendor() -> dict[str, Json]:
    return {"type": "tool_search", "execution": "server"}


def _anthropic_vendor() -> dict[str, Json]:
    return {"type": "tool_search_tool_bm25_20251119", "name": "tool_search_tool_bm25"}


_SEARCHERS: Final[Mapping[tuple[str, str], Callable[[], dict[str, Json]]]] = {
    (target, by): searcher
    for targets, by, searcher in (
        (("openai-responses", "openai-responses-strict"), "host", _openai_host),
        (("openai-responses", "openai-responses-strict"), "vendor", _openai_vendor),
        (("anthropic", "anthropic-strict"), "host", _anthropic_host),
        (("anthropic", "anthropic-strict"), "vendor", _anthropic_vendor),
    )
    for target in targets
}
"""What searches, by target and by who executes it."""
