"""The core alone among 10,000 AWS operations: in how many answers of five tools is the right one?"""

import math

from gonogo.search.index import Index
from peers.aws import operations

LEAST = 0.84
_CONFIDENT = 1.96


def interval(found: int, asked: int) -> tuple[float, float]:
    """The share in which something was found, at 95 % confidence (Wilson 1927)."""
    share, slack = found / asked, _CONFIDENT**2 / asked
    middle = (share + slack / 2) / (1 + slack)
    half = _CONFIDENT * math.sqrt(share * (1 - share) / asked + slack / (4 * asked)) / (1 + slack)
    return middle - half, middle + half


def test_the_core_finds_the_right_one_of_ten_thousand_operations() -> None:
    made = operations(10_000)
    assert (len(made.tools), len(made.queries) >= 1_000) == (10_000, True)
    index = Index(made.tools)
    found = sum(place in [hit.place for hit in index.scored(query, 5)] for query, place in made.queries)
    low, high = interval(found, len(made.queries))
    share = found / len(made.queries)
    print(f"recall@5 {share:.1%} of {len(made.queries)} queries, {low:.1%} to {high:.1%}")  # noqa: T201 - the figures are asked for with -s
    assert low >= LEAST, (share, low, high)
