"""A payload that deviates from a contract where a recorded one did, in the same way, made without looking at its values.

What is stored as evidence is this: `witness` makes it of the contract alone, and of the place and the JSON type at which
the service departed from it.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Final

from gonogo.projection.deviation import Deviation, Undeclared
from gonogo.projection.modes import without
from gonogo.reconcile.subject import Subject
from gonogo.schema.errors import SchemaError
from gonogo.schema.pointer import PointerError, step
from gonogo.schema.refs import Bundle
from gonogo.schema.types import Json, Path
from gonogo.witness.changes import UNDECLARED
from gonogo.witness.payloads import NoPayload, Payloads

_STEPS: Final = 30_000


@dataclass(frozen=True, slots=True)
class Specimen:
    """A payload that was made.

    Attributes:
        value: the payload.
    """

    value: Json


@dataclass(frozen=True, slots=True)
class _Way:
    """How a payload is looked for.

    Attributes:
        alone: whether no other assertion may be broken.
        same_type: whether the JSON type that came is asked for, and not any that is wrong.
        refused: whether it is asked outright that the contract refuses it: slower, and needed in unions.
    """

    alone: bool = True
    same_type: bool = True
    refused: bool = False


_WAYS: Final = (
    _Way(),
    _Way(refused=True),
    _Way(alone=False),
    _Way(alone=False, refused=True),
    _Way(same_type=False),
    _Way(alone=False, same_type=False),
)


def specimen(subject: Subject, deviation: Deviation, pointers: Sequence[str]) -> Specimen | None:
    """Return a payload that breaks the named assertion; None where none was found.

    It breaks no other one, or where that cannot be (`null` breaks `type` and `enum` at once) others that go too.

    Args:
        subject: the tool.
        deviation: the assertion, and how a result broke it.
        pointers: all assertions that go.
    """
    for way in _WAYS:
        less = (deviation.pointer,) if way.alone else tuple(dict.fromkeys((deviation.pointer, *pointers)))
        made = _made(subject, deviation, less, way)
        if made is not None:
            return made
    return None


def _made(subject: Subject, deviation: Deviation, less: tuple[str, ...], way: _Way) -> Specimen | None:
    try:
        document = _document(subject.document, deviation, less, way)
        value = Payloads(Bundle(document), steps=_STEPS).smallest()
    except (NoPayload, PointerError, SchemaError, RecursionError):
        return None
    broken = {each.pointer for each in subject.deviations.of(value)}
    if deviation.pointer not in broken or not broken.issubset(less):
        return None
    return None if subject.output.gauge.check(value) else Specimen(value)


def _document(
    document: dict[str, Json], deviation: Deviation, pointers: Sequence[str], way: _Way
) -> dict[str, Json]:
    """The contract less some assertions, and that the place where the one is broken is there."""
    less = without(document, pointers)
    definitions = {**document.get("$defs", {}), **less.pop("$defs", {})}
    told, whole = _free("told", definitions), _free("whole", definitions)
    definitions |= {told: less, whole: {word: value for word, value in document.items() if word != "$defs"}}
    wanted = _wanted(document, deviation, same_type=way.same_type)
    place = deviation.place
    if deviation.kind in {"missing", "undeclared"} and place:
        place = place[:-1]
    for each in reversed(place):
        wanted = _around(each, wanted)
    parts: list[Json] = [{"$ref": f"#/$defs/{told}"}, wanted]
    if way.refused:
        parts.append({"not": {"$ref": f"#/$defs/{whole}"}})
    return {"$defs": definitions, "allOf": parts}


def _free(name: str, taken: Container[str]) -> str:
    while name in taken:
        name += "_"
    return name


def _around(each: str | int, inside: Json) -> Json:
    if isinstance(each, int):
        return {"type": "array", "minItems": 1, "prefixItems": [inside]}
    name = _name_for(each) if isinstance(each, Undeclared) else each
    return {"type": "object", "required": [name], "properties": {name: inside}}


def _name_for(each: Undeclared) -> str:
    """A name of our own in the place of one that the contract does not name."""
    if each.pattern is None:
        return UNDECLARED
    made = Payloads(Bundle({"type": "string", "pattern": each.pattern}), steps=_STEPS).smallest()
    return made if isinstance(made, str) else UNDECLARED


def _wanted(document: dict[str, Json], deviation: Deviation, *, same_type: bool) -> Json:
    """What stands where the assertion is broken."""
    if deviation.kind == "missing":
        return {
            "type": "object",
            "properties": {str(deviation.place[-1]): False},
            **_holder(deviation),
        }
    if deviation.kind == "undeclared":
        return {"type": "object", "required": [UNDECLARED]}
    if deviation.kind == "null":
        return {"type": "null"}
    broken = _assertion(document, deviation.path)
    kind = {"type": deviation.received} if same_type else {}
    return {**kind, "not": broken} if broken is not None else kind


def _holder(deviation: Deviation) -> dict[str, Json]:
    """Of `dependentRequired`, the member that asks for the missing one."""
    return {"required": [deviation.path[-2]]} if deviation.keyword == "dependentRequired" else {}


def _assertion(document: dict[str, Json], path: Path) -> Json:
    """A schema of one keyword, with those that mean nothing without it; None where a whole schema is broken."""
    holder: Json = document
    for each in path[:-1]:
        holder = step(holder, each)
    word = str(path[-1])
    if not isinstance(holder, dict) or holder.get(word) is False:
        return None
    beside = {"contains": ("minContains", "maxContains"), "maxContains": ("contains",)}.get(word, ())
    return {each: holder[each] for each in (word, *beside) if each in holder}
