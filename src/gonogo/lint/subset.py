"""A contract rule: keywords outside what the configured targets take. The table of what they take is handed in."""

from collections.abc import Iterator

from gonogo.catalog.finding import Severity
from gonogo.lint.lot import Lot
from gonogo.lint.rule import Group, Hit, Page, Rule, hit_at
from gonogo.lint.vocabulary import keywords_of
from gonogo.schema.dialect import ANNOTATIONS

_NEUTRAL = ANNOTATIONS | {"$schema", "$id", "$anchor", "$defs", "definitions"}


def _outside(lot: Lot) -> Iterator[Hit]:
    if not lot.subsets:
        return
    for contract in lot.contracts:
        for spot in contract.spots:
            for word in spot.keywords:
                if word in _NEUTRAL or word not in keywords_of(spot.draft):
                    continue
                refusing = [target for target, taken in lot.subsets.items() if word not in taken]
                if refusing:
                    yield hit_at(spot, word, keyword=word, targets=", ".join(refusing))


RULES = (
    Rule(
        "outside_subset",
        Group.CONTRACT,
        Severity.WARNING,
        "`{keyword}` is outside what these targets take: {targets}",
        "say it by keywords that all the targets take, or drop the target from `[catalog] targets`",
        _outside,
        Page(
            "A contract uses a keyword that one of the repository's targets refuses or ignores. Silent where no target "
            "is asked for.",
            "For that target the contract has to be widened, and what it then accepts is told apart by the host alone.",
            '{"type": "array", "items": {"type": "string", "maxLength": 9}, "uniqueItems": true}',
            '{"type": "array", "items": {"type": "string", "maxLength": 9}}',
        ),
    ),
)
"""The rules of this module."""
