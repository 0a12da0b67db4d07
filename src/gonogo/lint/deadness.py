"""Sound rules: schemas, branches and values that nothing can ever satisfy. The engine proves each."""

from collections.abc import Iterator

from gonogo.catalog.finding import Demonstration, Severity
from gonogo.lint.contract import Examined, Spot
from gonogo.lint.rule import Group, Hit, Page, Rule, each_contract, each_place, hit_at
from gonogo.schema.dialect import ANNOTATIONS
from gonogo.schema.engine import Dead, Options, Patterns, compile_schema
from gonogo.schema.errors import SchemaError
from gonogo.schema.pointer import join
from gonogo.schema.types import Json, Path, Schema

_BRANCHES = frozenset(
    {"anyOf", "oneOf", "if", "then", "else", "not", "contains", "dependentSchemas", "dependencies"}
)
_FALSE_OF_OLD: tuple[Schema, ...] = ({"not": {}}, {"not": True})
_MOST_BRANCHES = 16
_LEADING = (("$ref",), ("$dynamicRef",), ("$recursiveRef",))
_NEUTRAL = ANNOTATIONS | {"$defs", "definitions", "$schema", "$id", "anyOf", "oneOf", "if", "then", "else"}


def _proven(contract: Examined) -> Iterator[tuple[Spot, Dead]]:
    """The places that nothing satisfies, each where the fault lies rather than where it shows."""
    dead = {each.pointer: each for each in contract.dead if not each.written}
    places = [spot for spot in contract.spots if join(spot.path) in dead and spot.schema not in _FALSE_OF_OLD]
    for spot in places:
        found = dead[join(spot.path)]
        inside = [each.path for each in places if _is_inside(each, spot)]
        if found.keywords in _LEADING or _undeclared(spot) or contract.payloads.of(spot.node):
            continue  # told elsewhere; or the engine is wrong, and there is a value after all
        if not _revives(spot, inside):
            yield spot, found


def _is_inside(spot: Spot, other: Spot) -> bool:
    return len(spot.path) > len(other.path) and spot.path[: len(other.path)] == other.path


def _revives(spot: Spot, inside: list[Path]) -> bool:
    """Whether a place is dead only because places inside it are: those are told."""
    if not inside:
        return False
    outermost = [
        path for path in inside if not any(path[: len(p)] == p for p in inside if len(p) < len(path))
    ]
    dead = spot.contract.dead_in(spot.contract.opened(outermost))
    return join(spot.path) not in {each.pointer for each in dead}


def _unsatisfiable(contract: Examined) -> Iterator[Hit]:
    for spot, dead in _proven(contract):
        if spot.applicator is None or spot.applicator.keyword not in _BRANCHES:
            yield hit_at(spot, keywords=_listed(dead))


def _dead_branches(contract: Examined) -> Iterator[Hit]:
    for spot, dead in _proven(contract):
        if spot.applicator is not None and spot.applicator.keyword in _BRANCHES:
            yield hit_at(spot, why=f"nothing is left by {_listed(dead)}")
    dead_places = {each.pointer for each in contract.dead}
    for spot in contract.spots:
        if join(spot.path) not in dead_places and "$ref" not in spot.keywords:
            yield from _dead_beside(spot, dead_places)


def _dead_beside(spot: Spot, dead: set[str]) -> Iterator[Hit]:
    """Branches that are fine by themselves, and against all that stands beside them."""
    siblings = {word: value for word, value in spot.keywords.items() if word not in _NEUTRAL}
    if not siblings:
        return
    for keyword in ("anyOf", "oneOf"):
        branches = spot.keywords.get(keyword, [])
        for index, branch in enumerate(branches[:_MOST_BRANCHES]):
            if _is_dead_with(spot, branch, (keyword, index), dead):
                yield hit_at(spot, keyword, index, why="what stands beside it refuses all that it admits")
    if "if" in spot.keywords and _is_dead_with(spot, spot.keywords["if"], ("if",), dead):
        yield hit_at(spot, "if", why="what stands beside it refuses all that it admits")


def _is_dead_with(spot: Spot, branch: Schema, path: tuple[str | int, ...], dead: set[str]) -> bool:
    if branch is False or join((*spot.path, *path)) in dead:
        return False
    kept = {word: value for word, value in spot.keywords.items() if word not in _WITHOUT[str(path[0])]}
    kept["allOf"] = [*kept.get("allOf", []), branch]
    return spot.contract.variant(spot, kept).is_dead


_WITHOUT = {"anyOf": {"anyOf"}, "oneOf": {"oneOf"}, "if": {"if", "then", "else"}}
"""What is left out where a branch is joined to what stands beside it."""


def _undeclared(spot: Spot) -> list[str]:
    """The names that a closed object demands and does not declare."""
    words = spot.keywords
    named = words.get("required")
    if not isinstance(named, list) or words.get("additionalProperties") is not False:
        return []
    declared = words.get("properties", {})
    patterns = words.get("patternProperties", {})
    return [
        name
        for name in named
        if name not in declared and not any(_names(pattern, name) for pattern in patterns)
    ]


def _names(pattern: str, name: str) -> bool:
    """Whether a regular expression matches a name; one that no engine takes matches none."""
    for patterns in Patterns:
        try:
            return compile_schema({"pattern": pattern}, Options(patterns=patterns)).is_valid(name)
        except SchemaError:
            continue
    return False


def _required_undeclared(spot: Spot) -> Iterator[Hit]:
    if "$ref" in spot.keywords and spot.draft.ref_stands_alone:
        return
    for name in _undeclared(spot):
        at = spot.keywords["required"].index(name)
        yield hit_at(spot, "required", at, name=name)


def _refused_values(spot: Spot) -> Iterator[Hit]:
    """Listed values that the keywords beside the list refuse; where all are, the place is dead and told as such."""
    if "$ref" in spot.keywords and spot.draft.ref_stands_alone:
        return
    values = spot.keywords.get("enum", [])
    refused = [index for index, value in enumerate(values) if not spot.accepts(value)]
    if len(refused) == len(values):
        return
    for index in refused:
        shown = Demonstration("the schema refuses this value of its own list", values[index])
        yield hit_at(spot, "enum", index, demonstration=shown)


def _listed(dead: Dead) -> str:
    words: list[Json] = [f"`{word}`" for word in dead.keywords]
    return (
        " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words) or "its parts"
    )


RULES = (
    Rule(
        "unsatisfiable",
        Group.SOUND,
        Severity.ERROR,
        "no value satisfies this schema: nothing is left by {keywords}",
        "loosen one of them; write `false` where nothing is meant to pass",
        each_contract(_unsatisfiable),
        Page(
            "The engine proves that no value satisfies the schema, such as a length between 5 and 2.",
            "Whatever is sent is refused, so the field, or the tool, can never be used.",
            '{"type": "string", "minLength": 5, "maxLength": 2}',
            '{"type": "string", "minLength": 2, "maxLength": 5}',
        ),
    ),
    Rule(
        "dead_branch",
        Group.SOUND,
        Severity.ERROR,
        "the branch can never apply: {why}",
        "remove the branch, or mend what contradicts it",
        each_contract(_dead_branches),
        Page(
            "A branch of a union or a condition admits nothing, by itself or together with the keywords beside it.",
            "Readers and models take the branch for a form that a payload may have; none ever has it.",
            '{"type": "object", "anyOf": [{"type": "string"}, {"required": ["id"]}]}',
            '{"anyOf": [{"type": "string", "maxLength": 80}, {"type": "object", "required": ["id"]}]}',
        ),
    ),
    Rule(
        "required_undeclared",
        Group.SOUND,
        Severity.ERROR,
        "`{name}` is required, and the closed object does not declare it: no object passes",
        "declare it under `properties`, or take it off `required`",
        each_place(_required_undeclared),
        Page(
            "A closed object demands a key that it does not declare.",
            "With the key the payload is refused for being undeclared, without it for being incomplete.",
            '{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a", "b"], '
            '"additionalProperties": false}',
            '{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, '
            '"required": ["a", "b"], "additionalProperties": false}',
        ),
    ),
    Rule(
        "refused_value",
        Group.SOUND,
        Severity.ERROR,
        "a value of `enum` is refused by the keywords beside it",
        "take the value off the list, or admit its type",
        each_place(_refused_values),
        Page(
            "`enum` lists a value that the keywords beside it refuse, such as `null` beside `type: string`.",
            "The value is promised and can never be sent.",
            '{"type": "string", "enum": ["C", "F", null]}',
            '{"type": ["string", "null"], "enum": ["C", "F", null]}',
        ),
    ),
)
"""The rules of this module."""
