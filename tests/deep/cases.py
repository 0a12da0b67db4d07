"""The contracts of the deep studies, each with payloads that satisfy it: data beside this file, and the examples."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gonogo.schema.types import Json, Schema

_HERE = Path(__file__).parent
_CONTRACTS = _HERE / "contracts"
_EXAMPLES = _HERE.parents[1] / "examples" / "orders" / "schemas"
_OF_EXAMPLES = "orders.payloads"


@dataclass(frozen=True)
class Case:
    """A contract with right payloads.

    Attributes:
        name: the file's stem, or the example's path.
        schema: the contract.
        payloads: values that satisfy it.
    """

    name: str
    schema: Schema
    payloads: tuple[Json, ...]


@cache
def cases() -> tuple[Case, ...]:
    """Return every case, in the order of their names; not to be changed."""
    return tuple(sorted([*_written(), *_examples()], key=lambda case: case.name))


def _written() -> Iterator[Case]:
    for path in _CONTRACTS.glob("*.json"):
        if path.stem != _OF_EXAMPLES:
            held = json.loads(path.read_bytes())
            yield Case(path.stem, held["schema"], tuple(held["payloads"]))


def _examples() -> Iterator[Case]:
    payloads = json.loads((_CONTRACTS / f"{_OF_EXAMPLES}.json").read_bytes())
    for name, values in payloads.items():
        yield Case(name, json.loads((_EXAMPLES / name).read_bytes()), tuple(values))
