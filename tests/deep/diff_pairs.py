"""Random pairs of schemas, both ways: what is claimed of them, held against payloads and against the engine.

Run as `python -m deep.diff_pairs [--count PAIRS] [--first NUMBER]`. A pair is known by its number, so what is found
once is found again. The run ends with 1 where a claim is contradicted.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from time import perf_counter

from deep.instances import declared_in, instance_of
from deep.random_pairs import pair
from gonogo.diff.containment import Answer, Found, Judged, Proof, Undecided, contained
from gonogo.schema import engine
from gonogo.schema.canonical import canonical
from gonogo.schema.errors import UnresolvedReference
from gonogo.schema.portable import document
from gonogo.schema.refs import Bundle
from gonogo.schema.types import Json
from gonogo.witness.payloads import NoPayload, Payloads

_INSTANCES = 40
"""So many instances by chance are held against each proof."""

_PAYLOADS = 12
"""So many payloads of the schema that is said to be contained are."""


@dataclass
class Tally:
    """What became of the directions of some pairs.

    Attributes:
        answers: how often each kind of answer was given.
        engine: how often the engine alone said yes, no, or could not tell.
        contradicted: what stands against a claim, each with the number of its pair.
        undecided: the pairs of which one direction was left open, with what stood in the way.
        times: seconds of each direction.
        unresolved: pairs that are no question, since a reference leads nowhere.
    """

    answers: Counter[str] = field(default_factory=Counter)
    engine: Counter[str] = field(default_factory=Counter)
    contradicted: list[tuple[int, str]] = field(default_factory=list)
    undecided: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    unresolved: int = 0

    @property
    def directions(self) -> int:
        """How many directions were judged."""
        return self.answers.total()

    def share(self, *answers: str) -> float:
        """Which part of the directions got one of these answers."""
        return sum(self.answers[each] for each in answers) / self.directions

    @property
    def open_to_the_engine(self) -> float:
        """Which part of the directions the engine alone leaves undecided."""
        return self.engine["undecided"] / self.directions


def study(numbers: Iterable[int]) -> Tally:
    """Judge both directions of every pair."""
    tally = Tally()
    for number in numbers:
        try:
            judged = [
                Judged(document(Bundle(schema)), name, formats=True)
                for schema, name in zip(pair(number), ("old", "new"), strict=True)
            ]
        except UnresolvedReference:  # an edit took away what was referred to
            tally.unresolved += 1
            continue
        for inner, outer in (judged, judged[::-1]):
            _judge(number, inner, outer, tally)
    return tally


def _judge(number: int, inner: Judged, outer: Judged, tally: Tally) -> None:
    start = perf_counter()
    answer = contained(inner, outer)
    tally.times.append(perf_counter() - start)
    alone = engine.covers(outer.document, inner.document, formats=True)
    tally.engine["undecided" if alone is None else "yes" if alone else "no"] += 1
    tally.answers[type(answer).__name__] += 1
    if isinstance(answer, Undecided):
        tally.undecided.append((number, answer.blocked))
    tally.contradicted += [(number, fault) for fault in _faults(number, answer, inner, outer, alone=alone)]


def _faults(
    number: int, answer: Answer, inner: Judged, outer: Judged, *, alone: bool | None
) -> Iterator[str]:
    """What stands against an answer."""
    if isinstance(answer, Found):
        if alone is True:
            yield "the engine proves what a payload refutes"
        if inner.accepts(answer.payload) is not True or outer.accepts(answer.payload) is not False:
            yield "the payload does not tell the schemas apart"
    elif isinstance(answer, Proof):
        if alone is False:
            yield f"the engine refutes a proof that is {answer.by}"
        for payload in _payloads(number, inner, outer):
            if inner.side.root.accepts(payload) and not outer.side.root.accepts(payload):
                yield f"a proof that is {answer.by} is refuted by {canonical(payload)}"


def _payloads(number: int, inner: Judged, outer: Judged) -> Iterator[Json]:
    """Payloads that a proof has to bear: by chance, by what the schemas list, and made for the inner schema."""
    chance = Random(number)
    yield from declared_in(inner.document)
    yield from declared_in(outer.document)
    yield from (instance_of(chance) for _ in range(_INSTANCES))
    made = Payloads(Bundle(inner.document), steps=5_000)
    try:
        yield made.smallest()
        yield made.full()
    except NoPayload:
        return
    yield from islice(made.valid(), _PAYLOADS)


def main() -> None:
    """Judge so many pairs, and print what became of them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--count", type=int, default=20_000, help="pairs (default: 20,000)")
    parser.add_argument("--first", type=int, default=0, help="number of the first pair (default: 0)")
    options = parser.parse_args()
    tally = study(range(options.first, options.first + options.count))
    times = sorted(tally.times)
    print(f"pairs {options.count}, of which {tally.unresolved} do not resolve; directions {tally.directions}")
    print(f"answers: {dict(tally.answers)}; not contained {tally.share('Found'):.1%}")
    print(f"undecided {tally.share('Undecided'):.3%}: {tally.undecided}")
    print(f"the engine alone: {dict(tally.engine)}; undecided {tally.open_to_the_engine:.1%}")
    print(
        f"milliseconds: median {times[len(times) // 2] * 1e3:.2f}, p95 {times[len(times) * 95 // 100] * 1e3:.2f},"
        f" most {times[-1] * 1e3:.0f}"
    )
    print(f"contradicted: {tally.contradicted}")
    sys.exit(1 if tally.contradicted else 0)


if __name__ == "__main__":
    main()
