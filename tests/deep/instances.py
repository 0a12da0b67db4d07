"""Instances by chance: few names and few values, so that what one keyword says, another contradicts."""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from gonogo.schema.types import Json

NAMES = ("a", "b", "ab", "c/d", "k~1")
TEXTS = (
    "", "a", "b", "ab", "abc", "a b", "12", "{", "{x}", "/a/0", "0#", "::1", "192.0.2.1", "example.com", "P1D",
    "x@example.com", "https://example.com/a", "12:00:00Z", "2026-01-31", "2026-02-30", "2026-01-31T12:00:00Z",
    "2026-01-31\n", "\u00e9", "\u0661\u0662", "\U0001f600", "00000000-0000-4000-8000-000000000000",
)  # fmt: skip
NUMBERS = (
    0, 1, 2, 3, 10, -1, -0.0, 0.1, 0.3, 0.5, 1.0, 1.5, 1e-9, 1e300, 2**53, 2**53 + 1, -(2**63), 10**40,
)  # fmt: skip

_SCALARS: tuple[Json, ...] = (None, True, False, *NUMBERS, *TEXTS)
scalars: SearchStrategy[Json] = st.sampled_from(_SCALARS)


def instances(marks: SearchStrategy[str] | None = None) -> SearchStrategy[Json]:
    """Return JSON values; `marks` are texts that may stand anywhere, as values and as keys."""
    leaves = scalars if marks is None else scalars | marks
    keys = st.sampled_from(NAMES) if marks is None else st.sampled_from(NAMES) | marks
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
        max_leaves=8,
    )


def instance_of(chance: Random, depth: int = 2) -> Json:
    """Return an instance drawn by a quicker chance than Hypothesis: one schema is worth many instances."""
    kind = chance.random()
    if depth == 0 or kind < _SCALAR:
        return chance.choice(_SCALARS)
    if kind < _LIST:
        return [instance_of(chance, depth - 1) for _ in range(chance.randint(0, 4))]
    return {chance.choice(NAMES): instance_of(chance, depth - 1) for _ in range(chance.randint(0, 4))}


def declared_in(schema: Json) -> Iterator[Json]:
    """Yield the values that a schema lists: instances that come near to it."""
    if isinstance(schema, dict):
        yield from schema["enum"] if isinstance(schema.get("enum"), list) else ()
        yield from [schema["const"]] if "const" in schema else ()
        for word, value in schema.items():
            if word not in {"const", "enum"}:
                yield from declared_in(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from declared_in(value)


_SCALAR, _LIST = 0.4, 0.65
