"""The regular expressions of a schema: where they stand, and which engine takes each.

Source: ECMA-262, section 22.2; JSON Schema 2020-12, section 6.4. The linear engine takes what has neither
lookaround nor back-reference; the backtracking one takes those under a limit.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gonogo.schema import engine
from gonogo.schema.dialect import Draft
from gonogo.schema.engine import Patterns
from gonogo.schema.errors import RefusedPattern
from gonogo.schema.pointer import join
from gonogo.schema.types import Json, Path, Schema
from gonogo.schema.walk import walk


@dataclass(frozen=True, slots=True)
class Pattern:
    """One regular expression in a schema.

    Attributes:
        path: the steps to it; for a name under `patternProperties`, to what stands under that name.
        text: the expression.
    """

    path: Path
    text: str


def patterns_in(schema: Schema, draft: Draft) -> Iterator[Pattern]:
    """Yield the regular expressions that decide something, in document order."""
    for place in walk(schema, draft):
        if not isinstance(place.schema, dict):
            continue
        text = place.schema.get("pattern")
        if isinstance(text, str):
            yield Pattern((*place.path, "pattern"), text)
        named = place.schema.get("patternProperties")
        if isinstance(named, dict):
            for name in named:
                yield Pattern((*place.path, "patternProperties", name), name)


def engine_for(text: str) -> Patterns | None:
    """Return the cheapest engine that takes a regular expression, or None where neither does."""
    for patterns in Patterns:
        if engine.takes(text, patterns):
            return patterns
    return None


@dataclass(frozen=True, slots=True)
class Tamed:
    """A schema of somebody else's, made to compile.

    Attributes:
        schema: the schema, less the expressions that no engine takes.
        dropped: the pointers of those; the schema accepts more without them, and refuses nothing new.
        backtracking: the expressions that only the backtracking engine takes.
    """

    schema: Schema
    dropped: tuple[str, ...]
    backtracking: tuple[str, ...]


def tame(schema: Schema, draft: Draft) -> Tamed:
    """Sort the regular expressions of a schema by the engine that takes them, and drop those that none takes.

    Raises:
        RefusedPattern: an expression that no engine takes stands where dropping it could refuse more: under
            `not`, `if` or `oneOf`.
    """
    dropped: dict[Path, None] = {}
    backtracking: dict[str, None] = {}
    reported: list[str] = []
    for pattern in patterns_in(schema, draft):
        patterns = engine_for(pattern.text)
        if patterns is Patterns.BACKTRACKING:
            backtracking[pattern.text] = None
        elif patterns is None:
            if not _CONTRARY.isdisjoint(pattern.path[:-1]):
                raise RefusedPattern(join(pattern.path), "no engine takes the regular expression")
            reported.append(join(pattern.path))
            dropped.update(dict.fromkeys(_to_drop(pattern)))
    return Tamed(_without(schema, (), dropped), tuple(reported), tuple(backtracking))


_CONTRARY = frozenset({"not", "if", "oneOf"})


def _to_drop(pattern: Pattern) -> Iterator[Path]:
    """What has to go with a pattern: a name that it would have covered must not count as additional."""
    yield pattern.path
    if pattern.path[-1] != "pattern" or pattern.path[-2:-1] == ("patternProperties",):
        around = pattern.path[:-2]
        yield from ((*around, word) for word in ("additionalProperties", "unevaluatedProperties"))


def _without(value: Json, path: Path, dropped: Mapping[Path, None]) -> Json:
    if isinstance(value, dict):
        return {
            name: _without(item, (*path, name), dropped)
            for name, item in value.items()
            if (*path, name) not in dropped
        }
    if isinstance(value, list):
        return [_without(item, (*path, index), dropped) for index, item in enumerate(value)]
    return value
