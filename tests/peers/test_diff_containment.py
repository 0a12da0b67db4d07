"""The test suite for containment, drafts 2020-12 and 7: every direction decided, and each disagreement listed."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gonogo.diff.containment import Answer, Found, Judged, Proof, contained, tells_apart
from gonogo.schema.dialect import Draft
from gonogo.schema.portable import document
from gonogo.schema.refs import Bundle
from peers.conftest import ABSENT, shared

SUITE = shared("data/diff/containment")
DRAFTS = {"draft2020-12": Draft.DRAFT_2020_12, "draft7": Draft.DRAFT_7}
WAYS = {"s1SubsetEqOfs2": ("schema1", "schema2"), "s2SubsetEqOfs1": ("schema2", "schema1")}

MOVED = (
    "the schema was put inside another one, and a reference, an anchor or the root no longer is what it was"
)
ASCII = "letters and digits of `\\w` and `\\d` are those of ECMA-262: ASCII"
CONTENT = "content is an annotation; the truth holds where it is asserted"

Address = tuple[str, int, str]

WRONG: dict[str, dict[Address, tuple[type[Answer], str]]] = {
    "draft2020-12": {
        ("nonvalid/dynamicRef.json", 1, "s1SubsetEqOfs2"): (Proof, MOVED),
        ("nonvalid/dynamicRef.json", 2, "s1SubsetEqOfs2"): (Proof, MOVED),
        ("nonvalid/dynamicRef.json", 9, "s1SubsetEqOfs2"): (Proof, MOVED),
        ("nonvalid/ref.json", 14, "s1SubsetEqOfs2"): (Proof, MOVED),
        ("universal/items.json", 4, "s2SubsetEqOfs1"): (Found, MOVED),
        ("universal/unevaluatedProperties.json", 19, "s2SubsetEqOfs1"): (Found, MOVED),
        ("unsatisfiable/anchor.json", 4, "s1SubsetEqOfs2"): (Found, MOVED),
        **{
            ("valid/optional/unicode.json", number, "s1SubsetEqOfs2"): (Found, ASCII)
            for number in (1, 2, 9, 10, 11, 18)
        },
    },
    "draft7": {
        ("nonvalid/ref.json", 16, "s1SubsetEqOfs2"): (Proof, MOVED),
        ("universal/items.json", 6, "s2SubsetEqOfs1"): (Found, MOVED),
        **{
            ("valid/optional/content.json", number, "s1SubsetEqOfs2"): (Proof, CONTENT)
            for number in (2, 5, 8, 9)
        },
        **{
            ("valid/optional/unicode.json", number, "s1SubsetEqOfs2"): (Found, ASCII)
            for number in (1, 2, 9, 10, 11, 18)
        },
    },
}
"""The directions whose answer differs from the suite's, with the answer and the reason."""

COUNTS = {"draft2020-12": 2070, "draft7": 1646}


@dataclass(frozen=True)
class Direction:
    """One question of the suite with its answer."""

    address: Address
    inner: Any
    outer: Any
    truth: bool

    def judged(self, draft: Draft) -> tuple[Judged, Judged]:
        formats = "optional/format" in self.address[0]
        inner, outer = (
            Judged(document(Bundle(schema, draft=draft)), name, formats=formats)
            for schema, name in ((self.inner, "inner"), (self.outer, "outer"))
        )
        return inner, outer

    def answer(self, draft: Draft) -> Answer:
        return contained(*self.judged(draft))

    def listed(self, answer: Proof | Found, draft: Draft) -> str:
        """The line of a disagreement: its proof, or its payload, judged anew."""
        if isinstance(answer, Found):
            assert tells_apart(*self.judged(draft), answer.payload)
            return f"{self.address}: payload {json.dumps(answer.payload, ensure_ascii=False)}"
        return f"{self.address}: {answer.by} proof"


def directions(folder: Path) -> Iterator[Direction]:
    for path in sorted(folder.rglob("*.json")):
        for case in json.loads(path.read_text(encoding="utf-8")):
            for way, (inner, outer) in WAYS.items():
                if way in case["tests"]:
                    address = (path.relative_to(folder).as_posix(), case["id"], way)
                    yield Direction(address, case[inner], case[outer], case["tests"][way])


@pytest.mark.skipif(SUITE is None, reason=ABSENT)
@pytest.mark.parametrize("name", DRAFTS)
def test_every_direction_is_decided_and_each_disagreement_is_listed(name: str) -> None:
    assert SUITE is not None
    count, undecided, wrong = 0, [], {}
    for direction in directions(SUITE / name):
        count += 1
        answer = direction.answer(DRAFTS[name])
        if not isinstance(answer, Proof | Found):
            undecided.append(direction.address)
        elif isinstance(answer, Proof) is not direction.truth:
            wrong[direction.address] = type(answer)
            sys.stdout.write(direction.listed(answer, DRAFTS[name]) + "\n")
    assert count == COUNTS[name]
    assert not undecided
    assert wrong == {address: kind for address, (kind, _) in WRONG[name].items()}
