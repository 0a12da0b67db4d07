"""What a search answers: a short list with full schemas, within a cap of tokens."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Protocol

from gonogo.schema.text import write
from gonogo.schema.types import Json
from gonogo.search.described import Described
from gonogo.search.index import Scored

Measure = Callable[[str], int]
"""How many tokens a text has."""

_ALIKE = 0.9
_FRAME = 20
_MOST_NEAR = 3
_LONGEST_NAME = 64


@dataclass(frozen=True, slots=True)
class Asked:
    """What is searched for.

    Attributes:
        query: any text; its first 20,000 characters count.
        most: how many tools to answer with.
        tokens: what the answer may measure as JSON text; the name of the best tool is told whatever it measures.
        namespace: tools in this folder, or in one below it, alone; None where any will do.
        server: tools of this server alone; None where any will do.
        read_only: only tools that say that they change nothing.
        permits: whether whoever asks may know of a tool; None where everybody may know of all.
    """

    query: str
    most: int = 5
    tokens: int = 6_000
    namespace: tuple[str, ...] | None = None
    server: str | None = None
    read_only: bool = False
    permits: Callable[[Described], bool] | None = None

    def __post_init__(self) -> None:
        if self.most < 1 or self.tokens < 1:
            raise ValueError("a search answers with at least one tool and one token")

    def keeps(self, tool: Described) -> bool:
        """Return whether a tool is asked about, whatever its texts say."""
        folders = self.namespace
        return (
            (folders is None or tool.namespace[: len(folders)] == folders)
            and (self.server is None or tool.server == self.server)
            and (tool.read_only or not self.read_only)
            and (self.permits is None or self.permits(tool))
        )


class Searched(Protocol):
    """What can be searched: an `Index`, or one that is `Fused` with an encoder."""

    @property
    def tools(self) -> tuple[Described, ...]:
        """The tools, in their order."""

    def said(self, place: int) -> frozenset[int]:
        """Return the terms of a tool beside its name, its title and its path."""

    def scored(
        self, query: str, most: int, keeps: Callable[[Described], bool] | None = None
    ) -> tuple[Scored, ...]:
        """Return the tools that answer a query, the best first."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A tool of an answer.

    Attributes:
        scored: the tool, its score and its fields.
        truncated: whether only its name is told, since its definition exceeds what is left of the cap.
        alike: the better hit whose texts are nearly the same; None where there is none.
    """

    scored: Scored
    truncated: bool = False
    alike: str | None = None

    def to_dict(self) -> dict[str, Json]:
        """Return the JSON form, as `contracts/search-report.json` describes it."""
        tool = self.scored.tool
        told: dict[str, Json] = {
            "name": tool.name,
            "score": round(self.scored.score, 4),
            "fields": list(self.scored.fields),
        }
        if tool.server:
            told["server"] = tool.server
        if self.alike is not None:
            told["alike"] = self.alike
        if self.truncated:
            told["truncated"] = True
        else:
            told["tool"] = tool.definition()
        return told


@dataclass(frozen=True, slots=True)
class Answer:
    """What a search found.

    Attributes:
        hits: the best first.
        near: where nothing was found, the names that resemble the query most.
        tokens: what its hits measure as JSON text, by the measure that it was found with.
    """

    hits: tuple[Hit, ...] = ()
    near: tuple[str, ...] = ()
    tokens: int = 0

    def to_dict(self) -> dict[str, Json]:
        """Return the JSON form, as `contracts/search-report.json` describes it."""
        return {"hits": [hit.to_dict() for hit in self.hits], "near": list(self.near), "tokens": self.tokens}


def find(index: Searched, asked: Asked, measure: Measure | None = None) -> Answer:
    """Return the tools that answer a query best, with as many definitions as the cap has room for.

    Args:
        index: an index of words, or one that is asked for meaning too.
        asked: the query, and which tools are asked about.
        measure: how many tokens a text has, by the encoding of the model that reads the answer; `estimated` where
            nobody says.
    """
    found = index.scored(asked.query, asked.most, _filter(asked))
    hits = [
        Hit(scored, truncated=True, alike=_better(index, found[:place], scored))
        for place, scored in enumerate(found)
    ]
    measured = measure or estimated
    sizes = [_size(hit, measured) for hit in hits]
    spent = _FRAME + sum(sizes)
    while len(hits) > 1 and spent > asked.tokens:
        hits.pop()
        spent -= sizes.pop()
    for place, hit in enumerate(hits):
        whole = replace(hit, truncated=False)
        size = _size(whole, measured)
        if spent - sizes[place] + size <= asked.tokens:
            spent += size - sizes[place]
            hits[place] = whole
    return Answer(tuple(hits), () if hits else nearest_names(index, asked), spent if hits else 0)


def _size(hit: Hit, measured: Measure) -> int:
    """What a hit measures, with the comma behind it."""
    return measured(write(hit.to_dict())) + 1


def _better(index: Searched, found: tuple[Scored, ...], scored: Scored) -> str | None:
    return next((each.tool.name for each in found if _alike(index, each, scored)), None)


def nearest_names(index: Searched, asked: Asked) -> tuple[str, ...]:
    """Return the names of up to three tools that resemble a query written as a name."""
    wrong = asked.query.strip()[:_LONGEST_NAME]
    names = [tool.name for tool in index.tools if asked.keeps(tool)]
    return tuple(get_close_matches(wrong, names, _MOST_NEAR)) if wrong else ()


def estimated(text: str) -> int:
    """Return how many tokens a text measures at most, for all that is usual.

    Encodings make a token of four to five ASCII characters of a tool's definition; three are counted here, and
    each other character is a token.
    """
    ascii_characters = sum(map(str.isascii, text))
    return -(-ascii_characters // 3) + len(text) - ascii_characters


def _filter(asked: Asked) -> Callable[[Described], bool] | None:
    filters = asked.namespace is not None or asked.server is not None or asked.read_only or asked.permits
    return asked.keeps if filters else None


def _alike(index: Searched, first: Scored, second: Scored) -> bool:
    """Whether two tools share nearly all terms (Jaccard, beside their names, titles and paths)."""
    one, other = index.said(first.place), index.said(second.place)
    return bool(one) and len(one & other) >= _ALIKE * len(one | other)
