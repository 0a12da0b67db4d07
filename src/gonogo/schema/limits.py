"""How much a payload or a schema may cost. Every budget is a count, so that every answer is the same twice."""

from dataclasses import dataclass

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """What one payload may measure; judged before the engine sees it.

    A deep instance crashes the engine's process (between 400 and 10,000 levels, by the size of the
    thread's stack), so `depth` may not exceed `MAX_DEPTH`.

    Attributes:
        size: bytes of JSON text; for a Python value, bytes of its strings and names in UTF-8.
        depth: containers inside one another; a scalar has depth 0.
        nodes: values of any kind, the root included.
    """

    size: int = 8 * MIB
    depth: int = 64
    nodes: int = 1_000_000

    MAX_DEPTH = 128

    def __post_init__(self) -> None:
        if not 0 <= self.depth <= self.MAX_DEPTH:
            raise ValueError(f"depth must be between 0 and {self.MAX_DEPTH}")
        if self.size < 0 or self.nodes < 1:
            raise ValueError("size must not be negative, and at least one node must be allowed")


INPUT_LIMITS = Limits(size=MIB, nodes=100_000)
"""What the arguments of a call may measure: a model has no reason to send more."""


@dataclass(frozen=True, slots=True)
class SchemaLimits:
    """What one schema may measure; judged before it is compiled.

    Attributes:
        size: bytes of its canonical text.
        depth: containers inside one another.
        expansions: schema nodes that one instance can be made to visit when every reference is followed and
            every chain of properties is taken: what a doubling `allOf` makes explode.
    """

    size: int = 256 * 1024
    depth: int = 120
    expansions: int = 50_000


DEFAULT_SCHEMA_LIMITS = SchemaLimits()
"""What a schema may measure where nobody says otherwise."""
