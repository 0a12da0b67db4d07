"""Fair figures from a machine that does other things too: interleaved rounds, medians, intervals.

Every round times every contender once, so that a slow minute slows all of them; what is compared are the ratios
within the rounds. What is timed is the processor's time, so that waiting for it does not count. Collection of
garbage is off while the clock runs, as in `timeit`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from statistics import median
from time import process_time
from timeit import Timer
from typing import Any, TypeAlias

Timed: TypeAlias = Callable[[int], float]
"""Makes so many calls; returns the nanoseconds that one took on average."""

_CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Figure:
    """A median with the interval in which, at 95 % confidence or more, the true one lies.

    The interval is one of order statistics: with 11 rounds, from the second lowest to the second highest. It
    supposes nothing of how the times are distributed. Fewer than six rounds give the lowest and the highest.
    """

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Figure":
        """Return the figure of the values of all rounds."""
        ordered = sorted(values)
        left_out = _left_out(len(ordered))
        return cls(median(ordered), ordered[left_out], ordered[-1 - left_out])


def timed(function: Callable[[Any], object], argument: object) -> Timed:
    """Return what times calls of a function with one argument, without a frame of its own around them."""
    names = {"function": function, "argument": argument}
    timer = Timer("function(argument)", timer=process_time, globals=names)

    def run(calls: int) -> float:
        return timer.timeit(calls) / calls * 1e9

    return run


def interleave(contenders: Mapping[str, Timed], rounds: int, sample: float) -> dict[str, list[float]]:
    """Time all contenders, round by round; every other round goes backwards.

    Args:
        contenders: what is timed, by name.
        rounds: how often.
        sample: seconds for which one contender runs in a round, at least one call.

    Returns:
        For each contender, the nanoseconds of one call in each round.
    """
    for run in contenders.values():
        _calls(run, sample)  # warms up what compiles itself as it runs
    calls = {name: _calls(run, sample) for name, run in contenders.items()}
    times: dict[str, list[float]] = {name: [] for name in contenders}
    order = list(contenders)
    for _ in range(rounds):
        for name in order:
            times[name].append(contenders[name](calls[name]))
        order.reverse()
    return times


def _calls(run: Timed, sample: float) -> int:
    """How many calls fill a sample."""
    calls = 1
    while True:
        taken = run(calls) * calls / 1e9
        if taken >= sample / 2:
            return max(1, round(calls * sample / taken))
        calls *= 4


def _left_out(rounds: int) -> int:
    """How many of the lowest values, and of the highest, may be left out of the interval of a median."""
    tail, left_out = 0.5**rounds, 0
    while 2 * (tail + comb(rounds, left_out + 1) * 0.5**rounds) <= 1 - _CONFIDENCE:
        left_out += 1
        tail += comb(rounds, left_out) * 0.5**rounds
    return left_out
