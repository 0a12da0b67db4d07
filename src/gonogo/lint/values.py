"""Sound rules: defaults and examples that their own schema refuses, and payloads that are two things at once."""

from collections.abc import Iterator
from itertools import combinations

from gonogo.catalog.finding import Demonstration, Severity
from gonogo.lint.contract import Spot
from gonogo.lint.rule import Group, Hit, Page, Rule, each_place, hit_at

_MOST_BRANCHES = 12


def _defaults(spot: Spot) -> Iterator[Hit]:
    if "default" in spot.keywords and not _is_ignored(spot) and not spot.accepts(spot.keywords["default"]):
        shown = Demonstration("the schema refuses its own default", spot.keywords["default"])
        yield hit_at(spot, "default", demonstration=shown)


def _examples(spot: Spot) -> Iterator[Hit]:
    examples = spot.keywords.get("examples", [])
    if not isinstance(examples, list) or _is_ignored(spot):
        return
    for index, example in enumerate(examples):
        if not spot.accepts(example):
            shown = Demonstration("the schema refuses its own example", example)
            yield hit_at(spot, "examples", index, demonstration=shown)


def _is_ignored(spot: Spot) -> bool:
    return "$ref" in spot.keywords and spot.draft.ref_stands_alone


def _overlaps(spot: Spot) -> Iterator[Hit]:
    branches = spot.keywords.get("oneOf", [])
    if len(branches) < 2 or _is_ignored(spot):  # noqa: PLR2004 - an overlap takes two
        return
    inside = spot.inside
    nodes = [inside[("oneOf", index)] for index in range(min(len(branches), _MOST_BRANCHES))]
    kept = {word: value for word, value in spot.keywords.items() if word != "oneOf"}
    parts = kept.get("allOf", [])
    either = spot.contract.variant(spot, {**kept, "allOf": [*parts, {"anyOf": branches}]})
    for left, right in combinations(range(len(nodes)), 2):
        pair = [("allOf", len(parts), "anyOf", index) for index in (left, right)]
        for value in either.satisfying(*pair):
            if spot.contract.judge(nodes[left], value) and spot.contract.judge(nodes[right], value):
                shown = Demonstration(_two(left, right), value)
                yield hit_at(spot, "oneOf", right, demonstration=shown, left=str(left), right=str(right))
                break


def _two(left: int, right: int) -> str:
    return f"this matches branches {left} and {right}, and so `oneOf` refuses it"


RULES = (
    Rule(
        "invalid_default",
        Group.SOUND,
        Severity.ERROR,
        "the schema refuses its own default",
        "mend the default, or admit it",
        each_place(_defaults),
        Page(
            "`default` is a value that the schema beside it refuses.",
            "Models and forms send the default as it is told, and the call is refused for it.",
            '{"type": "integer", "maximum": 100, "default": "30"}',
            '{"type": "integer", "maximum": 100, "default": 30}',
        ),
    ),
    Rule(
        "invalid_example",
        Group.SOUND,
        Severity.ERROR,
        "the schema refuses one of its own examples",
        "mend the example, or admit it",
        each_place(_examples),
        Page(
            "`examples` holds a value that the schema beside it refuses.",
            "Models copy examples: each copy is a refused call.",
            '{"type": "string", "pattern": "^A-[0-9]+$", "examples": ["10234"]}',
            '{"type": "string", "pattern": "^A-[0-9]+$", "examples": ["A-10234"]}',
        ),
    ),
    Rule(
        "overlapping_branches",
        Group.SOUND,
        Severity.WARNING,
        "a payload can match branches {left} and {right} of `oneOf`, which then refuses it",
        "tell the branches apart by a required `const`, or write `anyOf`",
        each_place(_overlaps),
        Page(
            "One payload satisfies two branches of a `oneOf` and all that stands beside it.",
            "`oneOf` refuses what is right twice over, and whoever sent it sees no fault in it.",
            '{"oneOf": [{"type": "number", "maximum": 9}, {"type": "integer", "maximum": 9}]}',
            '{"anyOf": [{"type": "number", "maximum": 9}, {"type": "string", "maxLength": 9}]}',
        ),
    ),
)
"""The rules of this module."""
