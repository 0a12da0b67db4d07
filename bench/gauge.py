"""How fast the gauge is, as ratios to what stands beside it, measured in one run.

Usage: python bench/gauge.py [--rounds N] [--quick] [--format text|json]
Prints a table; a goal that is missed is named, and fails nothing. See docs/performance.md.
"""

import argparse
import json
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import version
from typing import Any

import orjson
from jsonschema import Draft202012Validator

from ajv import Ajv, started
from gonogo import Gauge, NoGo
from gonogo.gauge.problem import Door, Subject
from payloads import Case, cases
from timing import Figure, Timed, interleave, timed

_CONTRACTS = 600
_SAMPLE, _QUICK_SAMPLE = 0.05, 0.005
_PACKAGES = ("jsonschema-rs", "jiter", "orjson", "jsonschema")


@dataclass(frozen=True, slots=True)
class Comparison:
    """One question to the figures: how one contender does beside another.

    Attributes:
        title: the question, and how the ratio is to be read.
        own: the contender of ours.
        peer: the other one.
        faster: whether the ratio is theirs to ours, so that more is better; else ours to theirs, and less is.
        goals: by the name of the case, what the ratio must reach, or keep to.
    """

    title: str
    own: str
    peer: str
    faster: bool
    goals: Mapping[str, float]


COMPARISONS = (
    Comparison(
        "accept, from bytes to Go: time / orjson.loads",
        "read",
        "orjson.loads",
        faster=False,
        goals={"stock": 6, "refund": 6, "order": 5, "rows": 3.5},
    ),
    Comparison(
        "accept under the same contract left open: time / orjson.loads",
        "read open",
        "orjson.loads",
        faster=False,
        goals={},
    ),
    Comparison(
        "accept: times as fast as orjson.loads + jsonschema.is_valid",
        "read",
        "orjson + jsonschema",
        faster=True,
        goals={"stock": 20, "refund": 20, "order": 30, "rows": 30},
    ),
    Comparison(
        "accept: times as fast as JSON.parse + ajv in node",
        "read",
        "JSON.parse + ajv",
        faster=True,
        goals=dict.fromkeys(("stock", "refund", "order", "rows"), 0.5),
    ),
    Comparison(
        "refuse, from bytes to the issues: time / jsonschema.iter_errors alone",
        "refuse",
        "iter_errors",
        faster=False,
        goals={"stock": 1.0, "refund": 1.0, "order": 0.2},
    ),
    Comparison(
        "refuse, to the problem as JSON text: time / jsonschema.iter_errors alone",
        "refuse to text",
        "iter_errors",
        faster=False,
        goals={},
    ),
    Comparison(
        "check a Python value: times as fast as jsonschema.is_valid",
        "check",
        "is_valid",
        faster=True,
        goals={},
    ),
)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table; times are medians in nanoseconds.

    Attributes:
        title: the comparison's.
        case: the payload's name.
        size: its bytes, or the number of contracts.
        own: how long ours takes.
        peer: how long the other takes, or the limit where there is no other.
        ratio: as the title says, with its interval.
        goal: what it must reach, or keep to; None where it is only told.
        faster: whether more is better.
        met: whether the median reaches its goal; None where there is none.
    """

    title: str
    case: str
    size: int
    own: float
    peer: float
    ratio: Figure
    goal: float | None
    faster: bool
    met: bool | None


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=11, help="interleaved rounds (default: 11)")
    parser.add_argument("--quick", action="store_true", help="a look: three short rounds")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    options = parser.parse_args()
    rounds, sample = (3, _QUICK_SAMPLE) if options.quick else (options.rounds, _SAMPLE)
    everything = cases()
    with started(everything) as ajv:
        times = interleave(_contenders(everything, ajv), rounds, sample)
    rows = [*_compared(everything, times), _compiling(times["compile"])]
    if options.format == "json":
        print(
            json.dumps({"environment": _environment(ajv), "rounds": rounds, "rows": list(map(asdict, rows))})
        )
    else:
        print(f"{', '.join(_environment(ajv))}; {rounds} interleaved rounds, medians [interval]")
        print("\n".join(_lines(rows)))


def _contenders(everything: list[Case], ajv: Ajv | None) -> dict[str, Timed]:
    contenders: dict[str, Timed] = {}
    for case in everything:
        for name, contender in _contenders_of(case).items():
            contenders[f"{name}: {case.name}"] = contender
        if ajv is not None:
            contenders[f"JSON.parse + ajv: {case.name}"] = ajv.contenders[case.name]
    contenders["compile"] = timed(_compile, [_renamed(everything[2].schema, n) for n in range(_CONTRACTS)])
    return contenders


def _contenders_of(case: Case) -> dict[str, Timed]:
    gauge = Gauge(case.schema, subject=Subject(door=Door.OUTPUT))
    peer = Draft202012Validator(case.schema, format_checker=Draft202012Validator.FORMAT_CHECKER)
    value = orjson.loads(case.payload)
    assert gauge.read(case.payload)
    found = {
        "read": timed(gauge.read, case.payload),
        "read open": timed(Gauge(_opened(case.schema), subject=gauge.subject).read, case.payload),
        "orjson.loads": timed(orjson.loads, case.payload),
        "orjson + jsonschema": timed(_parsing(peer.is_valid), case.payload),
        "check": timed(gauge.check, value),
        "is_valid": timed(peer.is_valid, value),
    }
    if case.faulty is not None:
        assert not gauge.read(case.faulty)
        found["refuse"] = timed(gauge.read, case.faulty)
        found["refuse to text"] = timed(_told(gauge), case.faulty)
        found["iter_errors"] = timed(_all_errors(peer), orjson.loads(case.faulty))
    return found


def _parsing(judge: Callable[[Any], bool]) -> Callable[[bytes], bool]:
    return lambda data: judge(orjson.loads(data))


def _all_errors(peer: Any) -> Callable[[Any], object]:
    return lambda value: list(peer.iter_errors(value))


def _told(gauge: Gauge) -> Callable[[bytes], str]:
    def refuse(data: bytes) -> str:
        verdict = gauge.read(data)
        assert isinstance(verdict, NoGo)
        return verdict.problem.to_json()

    return refuse


def _opened(schema: Any) -> Any:
    """A schema that permits undeclared keys at every object."""
    if isinstance(schema, dict):
        return {name: _opened(value) for name, value in schema.items() if name != "additionalProperties"}
    return [_opened(item) for item in schema] if isinstance(schema, list) else schema


def _renamed(schema: Any, number: int) -> dict[str, Any]:
    return {**schema, "$id": f"https://example.com/bench/{number}.json"}


def _compile(schemas: Iterable[dict[str, Any]]) -> None:
    for schema in schemas:
        Gauge(schema)


def _compared(everything: list[Case], times: Mapping[str, list[float]]) -> Iterator[Row]:
    for each in COMPARISONS:
        for case in everything:
            own = times.get(f"{each.own}: {case.name}")
            peer = times.get(f"{each.peer}: {case.name}")
            if own is None or peer is None:
                continue
            pairs = zip(own, peer, strict=True)
            ratio = Figure.of([theirs / ours if each.faster else ours / theirs for ours, theirs in pairs])
            goal = each.goals.get(case.name)
            met = None if goal is None else ratio.median >= goal if each.faster else ratio.median <= goal
            text = case.faulty if each.own.startswith("refuse") and case.faulty is not None else case.payload
            medians = Figure.of(own).median, Figure.of(peer).median
            yield Row(each.title, case.name, len(text), *medians, ratio, goal, each.faster, met)


def _compiling(times: list[float]) -> Row:
    taken = Figure.of([time / 1e9 for time in times])
    title = f"compile {_CONTRACTS} contracts of the order: seconds"
    return Row(
        title, "order", _CONTRACTS, taken.median * 1e9, 1e9, taken, 1.0, faster=False, met=taken.median <= 1
    )


def _environment(ajv: Ajv | None) -> list[str]:
    words = [f"Python {platform.python_version()}", *(f"{name} {version(name)}" for name in _PACKAGES)]
    return [*words, ajv.version if ajv is not None else "ajv: not installed, skipped"]


def _lines(rows: Iterable[Row]) -> Iterator[str]:
    title = None
    for row in rows:
        if row.title != title:
            title = row.title
            yield f"\n{title}\n  {'payload':<14}{'bytes':>9}  {'gonogo':>15}  {'peer':>16}  {'ratio [interval]':>24}  goal"
        sign = ">=" if row.faster else "<="
        goal = "" if row.goal is None else f"{sign} {row.goal:g} {'ok' if row.met else 'MISSED'}"
        ratio = f"{row.ratio.median:.2f} [{row.ratio.low:.2f}, {row.ratio.high:.2f}]"
        yield (
            f"  {row.case:<14}{row.size:>9,}  {row.own / 1e3:>12,.2f} us  {row.peer / 1e3:>13,.2f} us"
            f"  {ratio:>24}  {goal}"
        ).rstrip()


if __name__ == "__main__":
    main()
