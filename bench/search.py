"""The search beside FastMCP's BM25 transform, bm25s, SQLite FTS5 and rank_bm25: quality and time, in one run.

Usage: python bench/search.py [QUERIES]   AWS operations at four sizes, and the open sets where they are there; at most
so many queries of a set (300 where nobody says). FastMCP's index and the others read name, description and parameters
as FastMCP takes them from a tool. Times are the processor's. Sizes are characters of JSON text, at four a token.
"""

import re
import sqlite3
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean, median
from time import process_time

import bm25s
from fastmcp.server.transforms.search.base import _extract_searchable_text
from fastmcp.server.transforms.search.bm25 import _BM25Index
from fastmcp.tools.base import Tool
from rank_bm25 import BM25Okapi

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from gonogo.schema.text import write
from gonogo.search.answer import Asked, find
from gonogo.search.described import Described
from gonogo.search.index import Index
from peers.aws import operations
from peers.test_search import FOLDER, described, read

Finds = Callable[[str], Sequence[int]]
_WORD = re.compile(r"[a-z0-9]+")


def ours(tools: Sequence[Described]) -> Finds:
    """Return the search of this project."""
    index = Index(tools)
    return lambda query: [hit.place for hit in index.scored(query, 5)]


def fastmcp(tools: Sequence[Described]) -> Finds:
    """Return FastMCP's index over the text that its transform takes from a tool."""
    index = _BM25Index()
    index.build(_texts(tools))
    return lambda query: index.query(query, 5)


def by_bm25s(tools: Sequence[Described]) -> Finds:
    """Return bm25s with its English stop words."""
    index = bm25s.BM25()
    index.index(bm25s.tokenize(_texts(tools), stopwords="en", show_progress=False), show_progress=False)

    def finds(query: str) -> Sequence[int]:
        tokens = bm25s.tokenize([query], stopwords="en", show_progress=False)
        places, scores = index.retrieve(tokens, k=5, show_progress=False)
        return [int(place) for place, score in zip(places[0], scores[0], strict=True) if score > 0]

    return finds


def fts5(tools: Sequence[Described]) -> Finds:
    """Return SQLite's FTS5 with its Porter stemmer; any word may match."""
    store = sqlite3.connect(":memory:")
    store.execute("CREATE VIRTUAL TABLE tool USING fts5(told, tokenize = 'porter unicode61')")
    store.executemany("INSERT INTO tool (rowid, told) VALUES (?, ?)", enumerate(_texts(tools)))

    def finds(query: str) -> Sequence[int]:
        asked = " OR ".join(f'"{word}"' for word in _WORD.findall(query.lower()))
        rows = store.execute("SELECT rowid FROM tool WHERE tool MATCH ? ORDER BY rank LIMIT 5", (asked,))
        return [place for (place,) in rows] if asked else []

    return finds


def by_rank_bm25(tools: Sequence[Described]) -> Finds:
    """Return rank_bm25's Okapi over words in lower case."""
    index = BM25Okapi([_WORD.findall(text.lower()) for text in _texts(tools)])

    def finds(query: str) -> Sequence[int]:
        scores = index.get_scores(_WORD.findall(query.lower()))
        return sorted(range(len(tools)), key=lambda place: -scores[place])[:5]

    return finds


CONTENDERS = {
    "gonogo": ours,
    "FastMCP": fastmcp,
    "bm25s": by_bm25s,
    "FTS5": fts5,
    "rank_bm25": by_rank_bm25,
}


def row(name: str, tools: Sequence[Described], asked: Sequence[tuple[str, set[int]]]) -> None:
    """Print what each contender finds in a set, and what that takes."""
    for contender, made_by in CONTENDERS.items():
        started = process_time()
        finds = made_by(tools)
        made = process_time() - started
        times, recalls = [], []
        for query, gold in asked:
            started = process_time()
            found = finds(query)
            times.append(process_time() - started)
            recalls.append(len(gold.intersection(found)) / len(gold))
        figures = f"{mean(recalls):.1%} | {median(times) * 1e3:.2f} | {made:.1f}"
        print(f"| {name} | {len(tools)} | {len(asked)} | {contender} | {figures} |", flush=True)


def sizes(tools: Sequence[Described], queries: Sequence[str]) -> None:
    """Print what an answer of five tools measures beside a dump of all."""
    dumped = sum(len(write(tool.definition())) for tool in tools)
    index = Index(tools)
    told = sorted(len(write(find(index, Asked(query)).to_dict())) / dumped for query in queries)
    print(f"\nanswer of {len(tools)} tools: median {median(told):.2%}, p95 {told[len(told) * 95 // 100]:.2%}")


def main(most: int) -> None:
    """Print all figures."""
    print("| set | tools | queries | engine | recall@5 | query, median ms | index, s |")
    print("|---|---|---|---|---|---|---|")
    for size in (600, 1_000, 5_000, 10_000):
        made = operations(size)
        asked = [(query, {place}) for query, place in made.queries[:most]]
        row("aws", made.tools, asked)
        if size == 600:
            few = made
    for folder in sorted(FOLDER.iterdir()) if FOLDER is not None else ():
        rows = read(folder / "tools.jsonl.gz")
        places = {each["id"]: place for place, each in enumerate(rows)}
        asked = [
            (each["query"], {places[name] for name in each["gold"]})
            for each in read(folder / "queries.jsonl.gz")
            if places.keys() >= set(each["gold"])
        ][:most]
        row(folder.name, [described(each) for each in rows], asked)
    sizes(few.tools, [query for query, _ in few.queries])


def _texts(tools: Sequence[Described]) -> list[str]:
    told = [
        Tool(name=tool.name, description=tool.description, parameters=dict(tool.input))
        if isinstance(tool.input, dict)
        else Tool(name=tool.name, description=tool.description, parameters={})
        for tool in tools
    ]
    return [f"{_extract_searchable_text(each)} {tool.server}" for each, tool in zip(told, tools, strict=True)]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
