"""Encoders whose weights come with their packages; this file alone imports them, and nothing is fetched.

Each is an extra of its own: `semantic` is for English, `multilingual` for Russian and Ukrainian queries.
"""

import importlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from gonogo.search.described import Described
from gonogo.search.fused import Fused
from gonogo.search.index import Index
from gonogo.search.words import LONGEST_TEXT, words

WEIGHT = 0.7
"""What meaning counts beside words."""

_LONGEST = 600


class ExtraAbsent(Exception):
    """An encoder is asked for whose package is not installed.

    Attributes:
        extra: what to install, as in `gonogo[extra]`.
    """

    def __init__(self, extra: str) -> None:
        super().__init__(f"this search needs the extra `{extra}`: install gonogo[{extra}]")
        self.extra = extra


def semantic(index: Index) -> Fused:
    """Return an index that is asked for meaning too, by wordllama's static vectors.

    Raises:
        ExtraAbsent: the extra `semantic` is not installed.
    """
    return Fused(index, WordLlama(index.tools), WEIGHT)


class WordLlama:
    """The meaning of tools by the vectors that wordllama ships; English.

    Args:
        tools: those of an index, in its order.

    Raises:
        ExtraAbsent: the extra `semantic` is not installed.
    """

    def __init__(self, tools: Iterable[Described]) -> None:
        package = _package("wordllama", "semantic")
        # Its weights and its tokenizer lie in the package; where nobody names the folder, it looks for them on the network.
        folder = Path(package.__file__).parent
        self._model: Any = package.WordLlama.load(cache_dir=folder, disable_download=True)
        texts = [told_of(tool) for tool in tools]
        self._vectors: Any = self._model.embed(texts, norm=True) if texts else None

    def reads(self, query: str) -> bool:
        """Return whether the query is in Latin letters alone."""
        return query.isascii()

    def likeness(self, query: str) -> Sequence[float]:
        """Return the cosine between a query and each tool."""
        if self._vectors is None:
            return ()
        found: list[float] = (
            self._vectors @ self._model.embed([query[:LONGEST_TEXT]], norm=True)[0]
        ).tolist()
        return found


def told_of(tool: Described) -> str:
    """Return what a tool says of itself in running text: its name in words, its title, its description's beginning."""
    name = " ".join(words(tool.name))
    return ". ".join(part for part in (name, tool.title, tool.description[:_LONGEST]) if part)


def _package(name: str, extra: str) -> Any:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise ExtraAbsent(extra) from None
