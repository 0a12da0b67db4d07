"""What a search answers: a short list with full schemas, within a cap of tokens."""

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches

from gonogo.schema.text import write
from gonogo.schema.types import Json
from gonogo.search.described import Described
from gonogo.search.index import Index, Scored

_ALIKE = 0.9
_MOST_NEAR = 3
_LONGEST_NAME = 64


@dataclass(frozen=True, slots=True)
class Asked:
    """What is searched for.

    Attributes:
        query: any text; its first 20,000 characters count.
        most: how many tools to answer with.
        tokens: what the definitions of the answer may measure together.
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
        tokens: an estimate of what the definitions measure; rather too high.
    """

    hits: tuple[Hit, ...] = ()
    near: tuple[str, ...] = ()
    tokens: int = 0

    def to_dict(self) -> dict[str, Json]:
        """Return the JSON form, as `contracts/search-report.json` describes it."""
        return {"hits": [hit.to_dict() for hit in self.hits], "near": list(self.near), "tokens": self.tokens}


def find(index: Index, asked: Asked) -> Answer:
    """Return the tools of an index that answer a query best, with as many definitions as the cap has room for."""
    hits: list[Hit] = []
    spent = 0
    for scored in index.scored(asked.query, asked.most, _filter(asked)):
        alike = next((hit.scored.tool.name for hit in hits if _alike(index, hit.scored, scored)), None)
        size = estimated(write(scored.tool.definition()))
        fits = spent + size <= asked.tokens
        spent += size if fits else 0
        hits.append(Hit(scored, not fits, alike))
    near = () if hits else nearest_names(index, asked)
    return Answer(tuple(hits), near, spent)


def nearest_names(index: Index, asked: Asked) -> tuple[str, ...]:
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


def _alike(index: Index, first: Scored, second: Scored) -> bool:
    """Whether two tools share nearly all terms (Jaccard, of all fields but the name and where the tool is from)."""
    one, other = (_said(index, scored) for scored in (first, second))
    return bool(one) and len(one & other) >= _ALIKE * len(one | other)


def _said(index: Index, scored: Scored) -> frozenset[str]:
    fields = index.terms_of(scored.place)
    return frozenset().union(*(own for name, own in fields.items() if name not in ("name", "title", "path")))
