"""How lists and objects are written into a request: one table of styles, and what expands a value by it.

Source: RFC 6570, section 3.2; OpenAPI 3.1.1, "Style Values" and "Style Examples". Where the two differed (`label` without
`explode`, in OpenAPI 3.0.3 and before), RFC 6570 is followed, as later OpenAPI does. `tabDelimited` is the `tsv` of
Swagger 2.0. Cookies are parted by `; ` (RFC 6265, section 4.2.1) whatever their style: `&` would make one of them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from gonogo.openapi.spelling import Spelling, scalar
from gonogo.openapi.unsendable import unsendable
from gonogo.schema.types import Json, Path


@dataclass(frozen=True, slots=True)
class Style:
    """One way to write a value.

    Attributes:
        first: what stands before everything.
        between: what stands between items or members that are written one by one.
        joint: what stands between items, and between names and values, that are written together.
        bare_empty: whether an empty value is written as the name alone.
    """

    first: str
    between: str
    joint: str
    bare_empty: bool = False


STYLES: Final[Mapping[str, Style]] = {
    "simple": Style("", ",", ","),
    "label": Style(".", ".", ","),
    "matrix": Style(";", ";", ",", bare_empty=True),
    "form": Style("", "&", ","),
    "spaceDelimited": Style("", "&", " "),
    "pipeDelimited": Style("", "&", "|"),
    "tabDelimited": Style("", "&", "\t"),
    "cookie": Style("", "; ", ","),
}
"""The styles by the names that OpenAPI gives them."""

PROFILES: Final = ("brackets", "repeat", "indexed")
"""How a list inside `deepObject` is written: `p[a][]=x`, `p[a]=x` for each item, or `p[a][0]=x`."""

UNTOLD: Final = "*"
"""What stands in a fault's pointer for a member's name, which may be one that no contract declares."""

_MARKS: Final = {"brackets": "[]", "repeat": ""}
_BRACKET: Final = re.compile(r"[\[\]]")
_EMPTY: Final = "an empty list or object cannot be written here: leave it out"
_JOINED: Final = "a text in it holds the character that separates items here"


@dataclass(frozen=True, slots=True)
class Written:
    """A parameter as a plan says that it is written.

    Attributes:
        name: as it is sent.
        style: a row of `STYLES`, or `deepObject`.
        explode: whether items or members are written one by one.
        named: whether its name is written.
        spelling: how texts are written where it goes.
        arrays: how a list inside `deepObject` is written: a row of `PROFILES`.
    """

    name: str
    style: str
    explode: bool
    named: bool
    spelling: Spelling
    arrays: str = "brackets"


def is_undefined(value: Json) -> bool:
    """Return whether a value counts as absent beside the body (RFC 6570, section 2.3): null, and what is empty."""
    return value is None or value in ([], {})


def expanded(value: Json, how: Written, path: Path) -> tuple[str, ...]:
    """Return the pieces that a value becomes: one, or one for each item or member where they are written apart.

    Args:
        value: an argument; not one that `is_undefined`.
        how: how it is written.
        path: its place in the arguments, for faults.

    Raises:
        PlanFault: the style has no form for it.
    """
    bare_empty = how.style in STYLES and STYLES[how.style].bare_empty
    pieces = tuple(
        text if name is None else name if bare_empty and not text else f"{name}={text}"
        for name, text in named(value, how, path)
    )
    if how.explode and how.style in STYLES and isinstance(value, dict | list):
        _refuse_inside(pieces, STYLES[how.style].between, path)
    return pieces


def named(value: Json, how: Written, path: Path) -> Iterator[tuple[str | None, str]]:
    """Yield what `expanded` returns as names and texts; None where a text stands without a name.

    Raises:
        PlanFault: as for `expanded`.
    """
    name = how.spelling.name(how.name, path)
    if how.style == "deepObject":
        yield from _deep(value, name, how, path)
        return
    own = name if how.named else None
    if not isinstance(value, dict | list):
        yield own, _text(value, how.spelling, path)
    elif not value:
        raise unsendable(path, _EMPTY)
    elif not how.explode:
        yield own, _together(value, STYLES[how.style].joint, how.spelling, path)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield own, _text(item, how.spelling, (*path, index))
    else:
        for key, item in value.items():
            _refuse_inside([] if how.spelling.encodes else [key], "=", path)
            yield how.spelling.text(key, path), _text(item, how.spelling, (*path, UNTOLD))


def _deep(value: Json, name: str, how: Written, path: Path) -> Iterator[tuple[str, str]]:
    """Names and texts of `deepObject`: `name[member]`, at any depth.

    OpenAPI says nothing of lists and of what is nested: a list is written by the profile `arrays`; where its items are
    lists or objects themselves, their positions are written, as nothing else keeps them apart.
    """
    if isinstance(value, dict | list) and not value:
        raise unsendable(path, _EMPTY)
    if isinstance(value, dict):
        for key, item in value.items():
            if not key or _BRACKET.search(key):
                raise unsendable(
                    (*path, UNTOLD), "a name without letters, or with a bracket, has no form here"
                )
            yield from _deep(item, name + how.spelling.name(f"[{key}]", path), how, (*path, UNTOLD))
    elif isinstance(value, list):
        indexed = how.arrays == "indexed" or any(isinstance(item, dict | list) for item in value)
        for index, item in enumerate(value):
            mark = f"[{index}]" if indexed else _MARKS[how.arrays]
            yield from _deep(item, name + how.spelling.name(mark, path), how, (*path, index))
    else:
        yield name, _text(value, how.spelling, path)


def _together(value: Json, joint: str, spelling: Spelling, path: Path) -> str:
    """Items, or names and values in turn, in one text: between them a comma stands bare, all else is encoded."""
    texts: list[str] = []
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(key, str):
            texts.append(spelling.text(key, path))
        texts.append(_text(item, spelling, (*path, UNTOLD if isinstance(key, str) else key)))
    if spelling.encodes and joint == ",":
        texts = [text.replace(",", "%2C") for text in texts]
    elif spelling.encodes:
        joint = spelling.name(joint, path)
    _refuse_inside(texts, joint, path)
    return joint.join(texts)


def _refuse_inside(texts: Iterable[str], separator: str, path: Path) -> None:
    if any(separator in text for text in texts):
        raise unsendable(path, _JOINED)


def _text(value: Json, spelling: Spelling, path: Path) -> str:
    return spelling.text(scalar(value, path), path)
