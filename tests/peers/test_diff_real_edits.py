"""Real edits of real tools: what breaks with declared keys, with undeclared ones, and silently, told apart."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from gonogo.catalog.contract import Side
from gonogo.diff.comparison import Prepared, compare
from gonogo.diff.judgement import Judgement, Verdict
from gonogo.schema.refs import Bundle
from gonogo.schema.types import Json
from peers.conftest import ABSENT, rows_or_skip, shared

FILE = shared("data/diff/real_edits.json")
EDITS: list[Any] = json.loads(FILE.read_text(encoding="utf-8")) if FILE else []
ROWS = [pytest.param(edit, id=f"{number}-{edit['tool']}") for number, edit in enumerate(EDITS)]

VERDICTS = {"compatible": 31, "silent": 5, "breaking-undeclared": 37, "breaking": 8}
"""The table of docs/diff.md."""

SETTLED = {
    ("compatible", "compatible"): 31,
    ("compatible", "silent"): 5,
    ("breaking", "breaking-undeclared"): 34,
    ("breaking", "breaking"): 6,
    ("unknown", "breaking-undeclared"): 3,
    ("unknown", "breaking"): 2,
}
"""The verdict that came with the data, on sets of payloads alone, and ours."""


def judged(edit: Any) -> Judgement:
    comparison = compare(
        edit["tool"], Side.INPUT, Prepared(Bundle(edit["old"])), Prepared(Bundle(edit["new"]))
    )
    return comparison.judgements[0]


def undeclared(value: Json, schema: Any) -> Iterator[str]:
    """The keys of a payload that its schema does not declare, where it declares any."""
    if isinstance(value, dict):
        branches = [schema, *schema.get("oneOf", ()), *schema.get("anyOf", ())]
        declared = {name: part for each in branches for name, part in each.get("properties", {}).items()}
        for name, item in value.items():
            if name in declared:
                yield from undeclared(item, declared[name])
            elif declared:
                yield name
    elif isinstance(value, list) and isinstance(schema.get("items"), dict):
        for item in value:
            yield from undeclared(item, schema["items"])


@pytest.mark.parametrize("edit", rows_or_skip(ROWS))
def test_a_payload_shows_what_breaks_and_uses_undeclared_keys_only_where_that_is_the_verdict(
    edit: Any,
) -> None:
    judgement = judged(edit)
    assert judgement.verdict is not Verdict.UNKNOWN
    if judgement.verdict is Verdict.COMPATIBLE:
        assert judgement.proof
        return
    payload = judgement.payload[0]
    assert Draft202012Validator(edit["old"]).is_valid(payload)
    refused = not Draft202012Validator(edit["new"]).is_valid(payload)
    assert refused is (judgement.verdict is not Verdict.SILENT)
    assert bool(list(undeclared(payload, edit["old"]))) is (judgement.verdict is Verdict.BREAKING_UNDECLARED)


@pytest.mark.skipif(not EDITS, reason=ABSENT)
def test_the_table_of_verdicts_is_the_one_in_the_docs() -> None:
    pairs = [(edit["v"], judged(edit).verdict.value) for edit in EDITS]
    assert Counter(verdict for _, verdict in pairs) == VERDICTS
    assert Counter(pairs) == SETTLED
