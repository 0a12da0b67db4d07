"""Faults put into real tool lists, one at a time, each with the rule that has to find it and where."""

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from gonogo.schema.dialect import draft_of
from gonogo.schema.pointer import join
from gonogo.schema.types import Path
from gonogo.schema.walk import walk

Spot = tuple[Path, dict[str, Any]]
Mutate = Callable[[Random, Any, Spot], Path | None]
"""Changes a schema in place at one of its places; returns where the fault lies, or None where it does not fit there."""


@dataclass(frozen=True)
class Mutant:
    """A tool with one fault.

    Attributes:
        rule: the rule that has to find it.
        tool: the tool.
        pointer: where the fault lies in the tool.
    """

    rule: str
    tool: dict[str, Any]
    pointer: str


def mutants(tools: list[dict[str, Any]], each: int, seed: int) -> Iterator[Mutant]:
    """Yield so many mutants for each rule; the same seed yields the same ones."""
    for rule, mutate in MUTATIONS.items():
        random = Random(f"{seed} {rule}")
        made = 0
        while made < each:
            mutant = _mutant(random, rule, mutate, copy.deepcopy(random.choice(tools)))
            if mutant is not None:
                made += 1
                yield mutant


def _mutant(random: Random, rule: str, mutate: Mutate, tool: dict[str, Any]) -> Mutant | None:
    side = random.choice([key for key in ("inputSchema", "outputSchema") if key in tool])
    schema = tool[side]
    spots = [
        (each.path, each.schema) for each in walk(schema, draft_of(schema)) if isinstance(each.schema, dict)
    ]
    path = mutate(random, schema, random.choice(spots))
    return None if path is None else Mutant(rule, tool, join((side, *path)))


def _is(spot: Spot, *types: str) -> bool:
    """Whether a place is not the root, and of one of some types without a list of values."""
    return bool(spot[0]) and spot[1].get("type") in types and "enum" not in spot[1] and "const" not in spot[1]


def misspelt(random: Random, text: str) -> str:
    index = random.randrange(len(text))
    return text[:index] + text[index + 1 :]


def malformed(random: Random, _: Any, spot: Spot) -> Path | None:
    if not isinstance(spot[1].get("type"), str):
        return None
    word, value = random.choice(
        [
            ("type", misspelt(random, spot[1]["type"])),
            ("maxLength", -1),
            ("required", "id"),
            ("properties", []),
        ]
    )
    spot[1][word] = value
    return (*spot[0], word)


def unresolved(random: Random, _: Any, spot: Spot) -> Path | None:
    if not spot[0]:
        return None
    spot[1].clear()
    spot[1]["$ref"] = random.choice(["#/$defs/Gone", "other.json", "http://127.0.0.1:9/x.json", "#gone"])
    return (*spot[0], "$ref")


def dialect(random: Random, schema: Any, _: Spot) -> Path | None:
    schema["$schema"] = random.choice(["https://example.com/own", "http://json-schema.org/draft-03/schema#"])
    return ("$schema",)


def explosive(random: Random, schema: Any, spot: Spot) -> Path | None:
    if not spot[0]:
        return None
    levels = random.randrange(18, 26)
    twice = {f"l{n}": {"allOf": [{"$ref": f"#/$defs/l{n - 1}"}] * 2} for n in range(1, levels)}
    spot[1].clear()
    spot[1]["$ref"] = f"#/$defs/l{levels - 1}"
    schema["$defs"] = copy.deepcopy({"l0": {"type": "string"}, **twice})
    return ()


def pattern(random: Random, _: Any, spot: Spot) -> Path | None:
    if not _is(spot, "string"):
        return None
    spot[1]["pattern"] = random.choice(
        [
            "^(?!x)",
            "(?<=a)b",
            "(?P<y>[0-9]+)",
            "[a-",
            "(",
            "(?i)x",
            r"(a)\1",
            "a++",
            r"\Ax",
            "(?#n)x",
            r"[[:alpha:]]",
        ]
    )
    return (*spot[0], "pattern")


def unsatisfiable(random: Random, _: Any, spot: Spot) -> Path | None:
    low, high = random.randrange(5, 9), random.randrange(1, 5)
    if _is(spot, "string"):
        spot[1].update(random.choice([{"minLength": low, "maxLength": high}, {"enum": [1, 2]}]))
    elif _is(spot, "number", "integer"):
        spot[1].update({"minimum": low, "maximum": high})
    elif _is(spot, "array"):
        spot[1].update({"minItems": low, "maxItems": high})
    elif _is(spot, "object"):
        spot[1].update({"minProperties": low * 9, "maxProperties": high})
    elif _is(spot, "boolean"):
        spot[1]["allOf"] = [{"type": "string"}]
    else:
        return None
    return spot[0]


def dead_branch(random: Random, _: Any, spot: Spot) -> Path | None:
    if not _is(spot, "string", "number", "boolean", "array"):
        return None
    keyword = random.choice(["anyOf", "oneOf"])
    other = random.choice(
        [{"type": "object"}, {"type": "null"}, {"type": "string", "minLength": 5, "maxLength": 2}]
    )
    spot[1][keyword] = [{"type": spot[1]["type"]}, other]
    return (*spot[0], keyword, 1)


def required_undeclared(random: Random, _: Any, spot: Spot) -> Path | None:
    if spot[1].get("type") != "object":
        return None
    spot[1]["required"] = [*spot[1].get("required", []), f"gone_{random.randrange(9)}"]
    spot[1]["additionalProperties"] = False
    return (*spot[0], "required")


def refused_value(random: Random, _: Any, spot: Spot) -> Path | None:
    if "enum" not in spot[1] or spot[1].get("type") != "string":
        return None
    spot[1]["enum"].append(random.choice([None, 1, False, ["x"], {"a": "b"}]))
    return (*spot[0], "enum", len(spot[1]["enum"]) - 1)


_OTHERS: dict[str, list[Any]] = {
    "string": [1, None, ["x"]],
    "number": ["1", None, True],
    "integer": ["1", 1.5],
    "boolean": ["true", 0],
}


def default(random: Random, _: Any, spot: Spot) -> Path | None:
    if spot[1].get("type") not in _OTHERS:
        return None
    spot[1]["default"] = random.choice(_OTHERS[spot[1]["type"]])
    return (*spot[0], "default")


def example(random: Random, _: Any, spot: Spot) -> Path | None:
    if spot[1].get("type") not in _OTHERS:
        return None
    spot[1]["examples"] = [random.choice(_OTHERS[spot[1]["type"]])]
    return (*spot[0], "examples", 0)


def overlap(random: Random, _: Any, spot: Spot) -> Path | None:
    kind = spot[1].get("type")
    if not spot[0] or not isinstance(kind, str) or "oneOf" in spot[1]:
        return None
    branches = [
        dict(spot[1]),
        random.choice([{"type": kind}, {"type": [kind, "null"]}, {"not": {"type": "null"}}]),
    ]
    random.shuffle(branches)
    spot[1].clear()
    spot[1]["oneOf"] = branches
    return (*spot[0], "oneOf", 1)


def then_alone(random: Random, _: Any, spot: Spot) -> Path | None:
    word = random.choice(["then", "else"])
    spot[1][word] = {"description": "Whatever."}
    return (*spot[0], word)


def unknown_keyword(random: Random, _: Any, spot: Spot) -> Path | None:
    words = [word for word in spot[1] if not word.startswith("$") and word != "type"]
    if not words:
        return None
    word = random.choice(words)
    wrong = misspelt(random, word)
    spot[1][wrong] = spot[1].pop(word)
    return (*spot[0], wrong)


def unknown_format(random: Random, _: Any, spot: Spot) -> Path | None:
    if not _is(spot, "string"):
        return None
    spot[1]["format"] = random.choice(["datetime", "url", "int32", "iso8601", "phone", "e-mail", "password"])
    return (*spot[0], "format")


def idle(random: Random, _: Any, spot: Spot) -> Path | None:
    words = {
        "string": ["minimum", "multipleOf"],
        "number": ["maxLength", "minItems"],
        "boolean": ["maxLength"],
    }
    if not _is(spot, *words):
        return None
    word = random.choice(words[spot[1]["type"]])
    spot[1][word] = 3
    return (*spot[0], word)


MUTATIONS: dict[str, Mutate] = {
    "malformed_schema": malformed,
    "unresolved_reference": unresolved,
    "unknown_dialect": dialect,
    "schema_over_budget": explosive,
    "refused_pattern": pattern,
    "unsatisfiable": unsatisfiable,
    "dead_branch": dead_branch,
    "required_undeclared": required_undeclared,
    "refused_value": refused_value,
    "invalid_default": default,
    "invalid_example": example,
    "overlapping_branches": overlap,
    "then_without_if": then_alone,
    "unknown_keyword": unknown_keyword,
    "unknown_format": unknown_format,
    "idle_keyword": idle,
}
"""For each rule of the sound group, a fault that it has to find."""
