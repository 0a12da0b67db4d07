"""An answer as it is sent to a model: as many definitions as the cap has room for, measured with all that is around."""

from collections.abc import Callable, Mapping
from typing import Final

from gonogo.schema.text import write
from gonogo.schema.types import Json
from gonogo.search.answer import Answer, Hit, estimated
from gonogo.search.described import Described

NO_TOOL: Final = (
    "no tool holds a word of the query: say in other words what the tool is to do, or leave filters out"
)
"""What a model is told where nothing was found."""


def sent(answer: Answer, define: Callable[[Described], Mapping[str, Json]], tokens: int) -> dict[str, Json]:
    """Return an answer as a model is sent it, as `contracts/find-tools-output.json` describes it.

    The best hits come with their definitions for as long as there is room; the others by name, and where there is no
    room for a name either, the worst are left out.

    Args:
        answer: what was found, without a cap.
        define: makes the definition of a tool.
        tokens: what the whole answer may measure, by an estimate that is rather too high.
    """
    if not answer.hits:
        return _nothing(answer.near, tokens)
    rows = [_named(hit) for hit in answer.hits]
    while len(rows) > 1 and _measure(rows) > tokens:
        rows.pop()
    spent = _measure(rows)
    for place, hit in enumerate(answer.hits[: len(rows)]):
        whole = _whole(hit, define)
        more = estimated(write(whole)) - estimated(write(rows[place])) + 1
        if spent + more <= tokens:
            rows[place] = whole
            spent += more
    return {"tools": list(rows), "near": []}


def _nothing(near: tuple[str, ...], tokens: int) -> dict[str, Json]:
    told: dict[str, Json] = {"tools": [], "near": list(near), "hint": NO_TOOL}
    return told if estimated(write(told)) <= tokens else {"tools": [], "near": []}


def _measure(rows: list[dict[str, Json]]) -> int:
    return estimated(write({"tools": list(rows), "near": []}))


def _named(hit: Hit) -> dict[str, Json]:
    return {"name": hit.scored.tool.name, **_found(hit), "truncated": True}


def _whole(hit: Hit, define: Callable[[Described], Mapping[str, Json]]) -> dict[str, Json]:
    return {**define(hit.scored.tool), **_found(hit)}


def _found(hit: Hit) -> dict[str, Json]:
    told: dict[str, Json] = {"score": round(hit.scored.score, 4), "fields": list(hit.scored.fields)}
    return told if hit.alike is None else {**told, "alike": hit.alike}
