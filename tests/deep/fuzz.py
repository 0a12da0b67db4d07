"""The fuzz of the gauge: payloads by chance against known contracts, and schemas by chance with instances by chance.

Run as `python -m deep.fuzz KIND [--count N] [--seed N]`. Every input goes through an entrance of the
gauge and, where it is JSON, through `jsonschema` too; the first finding is shrunk, told, and ends the run.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from deep.broken_schemas import broken_schemas
from deep.cases import cases
from deep.differences import DIFFERENCES
from deep.format_texts import RULES, near_texts
from deep.instances import declared_in, instance_of, instances
from deep.payloads import marks, objects, texts, values
from deep.random_schemas import mixed_schemas, schemas
from deep.target import Tally, Target
from gonogo.gauge.compiled import Recipe
from gonogo.schema.dialect import Draft
from gonogo.schema.errors import SchemaError
from gonogo.schema.limits import Limits
from gonogo.schema.types import Json, Schema

_CHUNK = 2_000
"""So many examples are drawn from one seed; Hypothesis remembers all of a run, and slows down."""

_INSTANCES = 20
"""So many instances are judged by one schema: drawing a schema is what costs."""

_TREE: Schema = {"type": "object", "additionalProperties": {"$ref": "#"}}
_CONTENDED: Schema = {"type": "object", "additionalProperties": {"type": "string", "pattern": "^(?=a)(a+)+$"}}
_FEW = Limits(size=2**16, nodes=2_000)
_SMALL = Limits(size=120, depth=4, nodes=24)
_OPEN: tuple[Schema, ...] = (
    True, False, {}, _TREE, {"type": "string"}, {"items": {"type": "number"}}, {"format": "date"},
)  # fmt: skip
_RIGHT: tuple[Json, ...] = (
    {"a": {"b": {}}}, {}, "text", "2026-01-31", [1, 2.5], {"a": "aaaa", "b": "aab"}, None,
)  # fmt: skip

SCHEMAS = {
    "schemas": schemas(Draft.DRAFT_2020_12),
    "schemas-7": schemas(Draft.DRAFT_7),
    "schemas-mixed": mixed_schemas(),
    "schemas-broken": broken_schemas(),
}
"""The kinds of schemas that are fuzzed; of broken ones `jsonschema` raises what it likes, and is not asked."""


def run(
    examples: SearchStrategy[Any],
    judge: Callable[[Any], None],
    tally: Tally,
    count: int,
    first: int,
    each: int = 1,
) -> None:
    """Draw examples and judge them until enough inputs were judged; an example makes about `each` of them.

    Raises:
        AssertionError: with the smallest example that was found to break what must hold.
    """
    while tally.inputs < count:
        options = settings(
            max_examples=max(10, min(_CHUNK, (count - tally.inputs) // each)), database=None, deadline=None,
            phases=(Phase.generate, Phase.shrink), suppress_health_check=list(HealthCheck), print_blob=False,
        )  # fmt: skip

        @seed(first)
        @options
        @given(examples)
        def judged(example: Any) -> None:
            judge(example)

        judged()
        first += 1


def fuzz_payloads(count: int, first: int = 1) -> Tally:
    """Judge payloads by chance against known contracts, at every entrance."""
    tally = Tally()
    targets = [(target, _entrances(right)) for target, right in _targets(tally)]

    @st.composite
    def examples(draw: DrawFn) -> tuple[Target, str, Any]:
        target, entrances = draw(st.sampled_from(targets))
        entrance, payload = draw(entrances)
        return target, entrance, payload

    def judge(example: tuple[Target, str, Any]) -> None:
        target, entrance, payload = example
        getattr(target, entrance)(payload)

    run(examples(), judge, tally, count, first)
    return tally


def _entrances(right: Sequence[Json]) -> SearchStrategy[tuple[str, Any]]:
    """The entrances of a gauge, each with payloads for it."""
    value, text = values(right), texts(right)
    return st.one_of(
        st.tuples(st.just("read"), text),
        st.tuples(st.just("check"), value | objects(right)),
        st.tuples(st.just("arguments"), text | text.map(_wrapped) | value | objects(right) | st.none()),
    )


def fuzz_schemas(count: int, first: int = 1, kind: str = "schemas") -> Tally:
    """Judge instances by chance against schemas by chance."""
    tally = Tally()
    few = st.lists(instances(marks), min_size=2, max_size=2)

    def judge(example: tuple[Schema, list[Json], int]) -> None:
        schema, drawn, number = example
        broken = kind == "schemas-broken"
        recipe = Recipe(imported=True) if broken and number % 2 else None
        try:
            target = Target(schema, tally, recipe=recipe, compared=not broken)
        except SchemaError as error:
            tally.inputs += broken
            tally.schemas[error.code] += 1
            return
        tally.schemas["compiled"] += 1
        chance = random.Random(number)
        declared = list(declared_in(schema))
        every = [*drawn, *chance.sample(declared, min(4, len(declared)))]
        every += [instance_of(chance) for _ in range(_INSTANCES - 4)]
        for turn, value in enumerate(every):
            if turn % 2:
                target.read(json.dumps(value))
            else:
                target.check(value)

    run(st.tuples(SCHEMAS[kind], few, st.integers(0, 10**6)), judge, tally, count, first, each=_INSTANCES)
    return tally


def fuzz_texts(count: int, first: int = 1) -> Tally:
    """Judge texts by chance against single formats and patterns."""
    tally = Tally()
    rules = [(Target(rule, tally), near_texts(rule)) for rule in RULES]

    @st.composite
    def examples(draw: DrawFn) -> tuple[Target, str]:
        target, near = draw(st.sampled_from(rules))
        return target, draw(near)

    run(examples(), lambda example: example[0].check(example[1]), tally, count, first)
    return tally


def _targets(tally: Tally) -> Iterator[tuple[Target, Sequence[Json]]]:
    """The contracts, each with right payloads; those of the open ones are right somewhere."""
    for case in cases():
        yield Target(case.schema, tally, _FEW), case.payloads
    for schema in _OPEN:
        yield Target(schema, tally, _FEW), _RIGHT
        yield Target(schema, tally, _SMALL), _RIGHT
    yield Target(True, tally), _RIGHT
    yield Target(_CONTENDED, tally, _FEW, recipe=Recipe(imported=True), compared=False), _RIGHT


def _wrapped(text: str | bytes) -> str:
    """A text as JSON text that holds it."""
    return json.dumps(text.decode(errors="surrogateescape") if isinstance(text, bytes) else text)


def main(arguments: list[str] | None = None) -> int:
    """Run one fuzz and print its figures; a finding is raised."""
    parser = argparse.ArgumentParser(prog="deep.fuzz", description=__doc__)
    parser.add_argument("kind", choices=["payloads", "texts", *SCHEMAS])
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    if options.kind == "payloads":
        tally = fuzz_payloads(options.count, options.seed)
    elif options.kind == "texts":
        tally = fuzz_texts(options.count, options.seed)
    else:
        tally = fuzz_schemas(options.count, options.seed, options.kind)
    tally.print()
    if options.kind == "texts":
        idle = {row.name for row in DIFFERENCES} - tally.differences.keys()
        print("known differences that never decided:", ", ".join(sorted(idle)) or "none")
    return 0


if __name__ == "__main__":
    sys.exit(main())
