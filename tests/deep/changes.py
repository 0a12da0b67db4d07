"""The known changes: each makes a wrong payload from a right one, at one place.

A change may also give a payload that is still right; the study leaves those out.
"""

import json
from collections.abc import Callable, Iterator, Mapping

from deep.places import Place, validator_of
from gonogo.schema.types import Json

Change = Callable[[Place], Iterator[Json]]
"""Yields values to stand at a place instead of its own."""

_OF_TYPES: tuple[Json, ...] = ("text", 7, 1.5, True, ["text"], {"name": "text"})


def _other_type(place: Place) -> Iterator[Json]:
    yield from (value for value in _OF_TYPES if type(value) is not type(place.value))


def _null(_place: Place) -> Iterator[Json]:
    yield None


def _stringified(*types: type) -> Change:
    def change(place: Place) -> Iterator[Json]:
        if type(place.value) in types:
            yield json.dumps(place.value)

    return change


def _wrapped(place: Place) -> Iterator[Json]:
    yield [place.value]
    yield {"value": place.value}
    if isinstance(place.value, list) and len(place.value) == 1:
        yield place.value[0]


def _missing(place: Place) -> Iterator[Json]:
    if isinstance(place.value, dict):
        for gone in place.value:
            yield {name: item for name, item in place.value.items() if name != gone}


def _undeclared(place: Place) -> Iterator[Json]:
    if isinstance(place.value, dict):
        yield {**place.value, "zz_note": "text"}
        yield {"zz_id": 4, **place.value}


def _misspelled_key(place: Place) -> Iterator[Json]:
    if isinstance(place.value, dict):
        for wrong in place.value:
            for spelling in _misspelled(wrong):
                if spelling not in place.value:
                    yield {spelling if name == wrong else name: item for name, item in place.value.items()}


def _misspelled(name: str) -> Iterator[str]:
    head, *rest = name.split("_")
    spellings = [
        name[:-1],
        name.upper(),
        head + "".join(map(str.capitalize, rest)),
        name.replace("_", "-"),
        f"{name}s",
    ]
    yield from (each for each in dict.fromkeys(spellings) if each and each != name)


def _literals(place: Place) -> list[Json]:
    return [*place.words("const"), *(value for values in place.words("enum") for value in values)]


def _misspelled_literal(place: Place) -> Iterator[Json]:
    if isinstance(place.value, str) and _literals(place):
        yield from _misspelled(place.value)


def _unlisted(place: Place) -> Iterator[Json]:
    if _literals(place):
        yield "something_else"
        yield 987


def _other_literal(place: Place) -> Iterator[Json]:
    yield from (value for value in _literals(place) if value != place.value)


def _flipped(place: Place) -> Iterator[Json]:
    if isinstance(place.value, bool):
        yield not place.value


def _out_of_bounds(place: Place) -> Iterator[Json]:
    if isinstance(place.value, int | float):
        yield from (bound - 1 for bound in place.words("minimum"))
        yield from (bound + 1 for bound in place.words("maximum"))
        for keyword, far in (("exclusiveMinimum", -10), ("exclusiveMaximum", 10)):
            for bound in place.words(keyword):
                yield bound
                yield bound + far


def _no_multiple(place: Place) -> Iterator[Json]:
    if isinstance(place.value, int | float):
        for step in place.words("multipleOf"):
            yield place.value + step / 2
            yield place.value + step / 4
        if "integer" in str(place.words("type")):
            yield place.value + 0.5


def _length(place: Place) -> Iterator[Json]:
    if isinstance(place.value, str):
        yield from (place.value[: least - 1] for least in place.words("minLength") if least)
        yield from (place.value.ljust(most + 1, "x") for most in place.words("maxLength"))


def _pattern(place: Place) -> Iterator[Json]:
    if isinstance(place.value, str) and place.words("pattern"):
        value = place.value
        yield from (
            "",
            f"?{value}",
            f"{value} ",
            value.swapcase(),
            value[:-1],
            f"{value}\n?",
            "\u00e9" + value[1:],
        )


def _format(place: Place) -> Iterator[Json]:
    if isinstance(place.value, str):
        for name in place.words("format"):
            yield from (f"not {name}", place.value[:-1], f"{place.value} ", place.value.replace("-", "/"), "")


def _too_few(place: Place) -> Iterator[Json]:
    if isinstance(place.value, list):
        yield from (place.value[: least - 1] for least in place.words("minItems") if least)
        if place.words("prefixItems"):
            yield place.value[:-1]


def _too_many(place: Place) -> Iterator[Json]:
    if isinstance(place.value, list) and place.value:
        for most in place.words("maxItems"):
            if most < 100:
                yield place.value + [place.value[-1]] * (most + 1 - len(place.value))
        yield [*place.value, place.value[-1]]


def _extra_item(place: Place) -> Iterator[Json]:
    if isinstance(place.value, list):
        yield [*place.value, "extra"]
        yield [None, *place.value]


def _repeated(place: Place) -> Iterator[Json]:
    if isinstance(place.value, list) and place.words("uniqueItems"):
        yield from ([*place.value, item] for item in place.value)
        yield [place.value[0]] * len(place.value) if place.value else []


def _contained(place: Place) -> Iterator[Json]:
    if isinstance(place.value, list):
        for part in place.words("contains"):
            holds = validator_of(part).is_valid
            yield [item for item in place.value if not holds(item)]
            found = [item for item in place.value if holds(item)]
            yield [*place.value, *found * 3]


def _name(place: Place) -> Iterator[Json]:
    """A key of a form that is not permitted, with a value that stands under another."""
    if isinstance(place.value, dict):
        for value in [*place.value.values()][:1]:
            yield {**place.value, "Bad Name!": value}
            yield {**place.value, "x" * 60: value}


def _number_of_properties(place: Place) -> Iterator[Json]:
    if isinstance(place.value, dict):
        yield {}
        for most in place.words("maxProperties"):
            value = next(iter(place.value.values()), None)
            absent = [
                name for names in place.words("properties") for name in names if name not in place.value
            ]
            names = [*absent, *(f"more_{index}" for index in range(most + 1))]
            yield {**place.value, **dict.fromkeys(names[: most + 1 - len(place.value)], value)}


def _branches(place: Place) -> Iterator[tuple[str, dict[str, Json] | bool]]:
    for schema in place.others:
        yield from schema.get("properties", {}).items()


def _other_branch(place: Place) -> Iterator[Json]:
    """The value that names another branch of a union, beside the fields of the right one."""
    if isinstance(place.value, dict):
        for name, part in _branches(place):
            words = part if isinstance(part, dict) else {}
            for literal in [*words.get("enum", ()), *([words["const"]] if "const" in words else ())]:
                yield {**place.value, name: literal}


def _foreign_field(place: Place) -> Iterator[Json]:
    """A field of another branch beside those of the right one, or a declared one that may not stand here."""
    if isinstance(place.value, dict):
        declared = [name for names in place.words("properties") for name in names]
        for name in dict.fromkeys([*declared, *(name for name, _ in _branches(place))]):
            if name not in place.value:
                yield {**place.value, name: "text"}
                yield {**place.value, name: True}


CHANGES: Mapping[str, Change] = {
    "another type": _other_type,
    "null": _null,
    "a number as text": _stringified(int, float),
    "a boolean as text": _stringified(bool),
    "an object as text": _stringified(dict),
    "an array as text": _stringified(list),
    "wrapped or unwrapped": _wrapped,
    "a property left out": _missing,
    "an undeclared key": _undeclared,
    "a misspelled key": _misspelled_key,
    "a misspelled value of a list": _misspelled_literal,
    "a value that is not listed": _unlisted,
    "another listed value": _other_literal,
    "a flag turned over": _flipped,
    "out of bounds": _out_of_bounds,
    "no multiple": _no_multiple,
    "too short or too long": _length,
    "pattern broken": _pattern,
    "format broken": _format,
    "too few items": _too_few,
    "too many items": _too_many,
    "an item that may not be there": _extra_item,
    "an item twice": _repeated,
    "contains broken": _contained,
    "a key of a wrong form": _name,
    "too few or too many properties": _number_of_properties,
    "the name of another branch": _other_branch,
    "a field of another branch": _foreign_field,
}
"""Each kind of change by its name in the report."""
