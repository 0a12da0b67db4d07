"""The mutation study: is what an issue says enough to mend the payload?

Right payloads are made wrong by one known change each; a mechanical repairer that sees only the issues and the
payload tries to make them Go again. Run as `python -m deep.mutation [--count N] [--seed N] [--failures]`.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from deep.cases import Case, cases
from deep.changes import CHANGES
from deep.places import places, replaced, validator_of
from deep.repair import Repairer
from gonogo import Gauge, Go
from gonogo.gauge.verdict import NoGo
from gonogo.schema.pointer import join
from gonogo.schema.types import Json

ROUNDS = 5
RATE = 0.98


@dataclass(frozen=True)
class Mutant:
    """A wrong payload.

    Attributes:
        case: the contract that it breaks.
        change: the kind of the one change that made it.
        pointer: where the change was made.
        payload: the payload as JSON text.
    """

    case: Case
    change: str
    pointer: str
    payload: str


@dataclass(frozen=True)
class Failure:
    """A mutant that was not mended, with the issues that stood at the end."""

    mutant: Mutant
    issues: list[dict[str, Json]]
    payload: Json


@dataclass
class Report:
    """What the study found; it grows while the study runs."""

    tried: Counter[str] = field(default_factory=Counter)
    mended: Counter[str] = field(default_factory=Counter)
    rounds: Counter[int] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    told: Counter[int] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """The share of mutants that were mended."""
        return self.mended.total() / self.tried.total()


def mutants() -> Iterator[Mutant]:
    """Yield every wrong payload that one change makes of a right one, each once."""
    for case in cases():
        judge = validator_of(case.schema)
        seen: set[str] = set()
        for payload in case.payloads:
            for place in places(case.schema, payload):
                for name, change in CHANGES.items():
                    for value in change(place):
                        wrong = replaced(payload, place.path, value)
                        text = json.dumps(wrong)
                        if text not in seen and not judge.is_valid(wrong):
                            seen.add(text)
                            yield Mutant(case, name, join(place.path), text)


def study(wrong: Iterable[Mutant]) -> Report:
    """Try to mend every mutant."""
    report = Report()
    gauges: dict[str, Gauge] = {}
    for mutant in wrong:
        if mutant.case.name not in gauges:
            gauges[mutant.case.name] = Gauge(mutant.case.schema)
        report.tried[mutant.change] += 1
        _try(gauges[mutant.case.name], mutant, report)
    return report


def _try(gauge: Gauge, mutant: Mutant, report: Report) -> None:
    payload = json.loads(mutant.payload)
    verdict = gauge.check(payload)
    if not isinstance(verdict, NoGo):
        raise AssertionError(f"{mutant.case.name} accepts {mutant.payload}")  # noqa: TRY004 - a finding
    report.codes.update(issue.code for issue in verdict.problem.issues)
    report.told[len(verdict.problem.issues)] += 1
    repairer = Repairer()
    for number in range(1, ROUNDS + 1):
        issues = verdict.problem.to_dict()["issues"]
        payload = repairer.mend(payload, json.loads(json.dumps(issues)))
        verdict = gauge.check(payload)
        if isinstance(verdict, Go):
            report.mended[mutant.change] += 1
            report.rounds[number] += 1
            return
    report.failures.append(Failure(mutant, verdict.problem.to_dict()["issues"], payload))


def chosen(count: int | None, seed: int) -> list[Mutant]:
    """Return a sample of the mutants, or all of them."""
    every = list(mutants())
    return every if count is None or count >= len(every) else random.Random(seed).sample(every, count)


def main(arguments: list[str] | None = None) -> int:
    """Run the study and print its figures; the exit status is 1 where the rate is too low."""
    parser = argparse.ArgumentParser(prog="deep.mutation", description=__doc__)
    parser.add_argument("--count", type=int, help="how many mutants; all of them where it is left out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--failures", type=int, default=20, help="how many failures are printed")
    options = parser.parse_args(arguments)
    report = study(chosen(options.count, options.seed))
    _print(report, options.failures)
    return 0 if report.rate >= RATE else 1


def _print(report: Report, most: int) -> None:
    for name, tried in report.tried.items():
        print(f"{name:36} {report.mended[name]:6} of {tried:6}  {report.mended[name] / tried:7.2%}")
    print(f"{'all':36} {report.mended.total():6} of {report.tried.total():6}  {report.rate:7.2%}")
    print("mended after rounds:", dict(sorted(report.rounds.items())))
    print("issues told for one change:", dict(sorted(report.told.items())))
    print("codes:", dict(report.codes.most_common()))
    for failure in report.failures[:most]:
        mutant = failure.mutant
        print(
            f"not mended: {mutant.case.name}: {mutant.change} at {mutant.pointer or 'the root'}: {mutant.payload}"
        )
        print(f"  left with {json.dumps(failure.payload)}")
        for issue in failure.issues:
            print(f"  {json.dumps(issue)}")


if __name__ == "__main__":
    sys.exit(main())
