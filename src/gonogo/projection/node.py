"""One schema without reference and union: its types, and then its keywords one by one."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from gonogo.gauge.facts import type_of
from gonogo.projection.arrays import cut_array
from gonogo.projection.form import ALL_TYPES, Form
from gonogo.projection.general import cut_general
from gonogo.projection.inverse import Choice, Option, Undo
from gonogo.projection.loss import Kind
from gonogo.projection.objects import as_map, cut_object
from gonogo.projection.piece import Making, Piece
from gonogo.projection.prose import Prose
from gonogo.projection.rules import How
from gonogo.projection.scalars import cut_number, cut_string, cut_values
from gonogo.projection.unions import cut_union
from gonogo.projection.words import ANNOTATIONS, SPECIFIC, WORDS_OF, says
from gonogo.schema.types import Json

if TYPE_CHECKING:
    from gonogo.projection.walker import Walker

_EVERY: Final = ("string", "number", "boolean", "object", "array", "null")


def cut_node(walker: "Walker", schema: dict[str, Json], *, whole: bool = True) -> Piece:
    """Cut a schema whose keywords all speak of the same value.

    Args:
        walker: the walk.
        schema: holds no `$ref`, and no union that the target does not take as it is.
        whole: whether it is all that judges the value; else a reference stands beside it, and it needs no type.
    """
    if not whole or walker.how("untyped") is How.KEEP:
        return _one(walker, schema, _named(schema) or ALL_TYPES)
    types = _types(walker, schema)
    spoken = any(says(word) for word in schema)
    if types is None and walker.how("untyped") is How.BRANCHES:
        if not spoken:
            return _one(walker, schema, ALL_TYPES)
        types = _EVERY
    if types is None:
        if walker.how("untyped") is not How.EVERY_TYPE:
            reason = "the target wants a type, and any will do: it travels as JSON text"
            return walker.text(schema, "type", reason)
        walker.lose(schema, "type", Kind.EXACT, "any type: all are named")
        if not spoken:
            told: dict[str, Json] = {
                word: schema[word] for word in ("title", "description") if word in schema
            }
            return Piece({"type": list(_EVERY), **told, "items": {}})
        types = _EVERY
    if "type" not in schema:
        named: Json = types[0] if len(types) == 1 else list(types)
        schema = walker.merger.adopt({"type": named, **schema}, schema)
    if len(types) > 1 and _is_split(walker, types):
        return _split(walker, schema, types)
    return _one(walker, schema, types)


def _named(schema: dict[str, Json]) -> tuple[str, ...]:
    named = schema.get("type", ())
    return (named,) if isinstance(named, str) else tuple(named)


def _types(walker: "Walker", schema: dict[str, Json]) -> tuple[str, ...] | None:
    """The types that a schema names; else those of its values; else the one that its keywords speak of."""
    named = _named(schema)
    if named:
        return named
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    if values:
        return tuple(dict.fromkeys(type_of(value) for value in values))
    spoken = [word for word in schema if word in SPECIFIC and says(word)]
    meant = [kind for kind in _MEANT if spoken and set(spoken) <= {*WORDS_OF[kind]}]
    if not meant or walker.how("untyped") in (How.EVERY_TYPE, How.BRANCHES):
        return None
    walker.lose(
        schema, "type", Kind.NARROWED, f"it names no type: taken for {meant[0]}, as its keywords mean"
    )
    return (meant[0],)


_MEANT: Final = ("object", "array", "string", "number")


def _is_split(walker: "Walker", types: tuple[str, ...]) -> bool:
    how = walker.how("type list")
    if how is How.NULLABLE:
        return not (len(types) == 2 and "null" in types)  # noqa: PLR2004 - a type and null
    if how is How.APART:
        return not {"object", "array"}.isdisjoint(types)
    return how is How.ANY_OF


def _split(walker: "Walker", schema: dict[str, Json], types: tuple[str, ...]) -> Piece:
    """A branch for each type, with the keywords that speak of it."""
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    branches: list[dict[str, Json]] = []
    for kind in types:
        branch: dict[str, Json] = {"type": kind}
        for word, value in schema.items():
            spoken = word not in SPECIFIC or word in WORDS_OF[kind]
            if spoken and word not in ANNOTATIONS and word not in ("type", "const", "enum"):
                branch[word] = value
        if values is not None:
            branch["enum"] = [value for value in values if type_of(value) in (kind, _PART.get(kind))]
        if branch.get("enum") != []:
            branches.append(walker.merger.adopt(branch, schema))
    walker.lose(schema, "type", Kind.EXACT, "a branch for each type")
    told = {word: value for word, value in schema.items() if word in ANNOTATIONS}
    return cut_union(walker, walker.merger.adopt({**told, "anyOf": branches}, schema), "anyOf")


_PART: Final = {"number": "integer"}
"""A whole number is a number too."""


def _one(walker: "Walker", schema: dict[str, Json], types: tuple[str, ...]) -> Piece:
    """Cut the keywords of a schema, those of each of its types by their own reader."""
    if types == ("object",):
        carried = as_map(walker, schema)
        if carried is not None:
            return carried
    making = Making(schema, types, prose=Prose(schema.get("description")))
    _leave_out_idle(walker, making)
    if "type" in making.schema:
        making.out["type"] = schema["type"]
    for kinds, read in _READERS:
        if not kinds.isdisjoint(types):
            read(walker, making)
    ordered = {word: making.out[word] for word in (*schema, *making.out) if word in making.out}
    return Piece({**ordered, **making.prose.word()}, _undo(making))


def _leave_out_idle(walker: "Walker", making: Making) -> None:
    """Keywords of other types say nothing; a target with a list of keywords for each type refuses them."""
    if walker.how("untyped") in (How.KEEP, How.EVERY_TYPE):
        return
    spoken = {word for kind in making.types for word in WORDS_OF[kind]}
    for word in [word for word in making.schema if word in SPECIFIC and word not in spoken]:
        walker.lose(making.schema, word, Kind.EXACT, "it says nothing of values of this type")
        rest = {name: value for name, value in making.schema.items() if name != word}
        making.schema = walker.merger.adopt(rest, making.schema)


def _undo(making: Making) -> Undo | None:
    if len(making.undos) <= 1:
        return next(iter(making.undos.values()), None)
    options = [Option(Form(frozenset({kind})), undo, {"type": kind}) for kind, undo in making.undos.items()]
    return Choice(tuple(options))


_READERS: Final[tuple[tuple[frozenset[str], Callable[["Walker", Making], None]], ...]] = (
    (frozenset({"object"}), cut_object),
    (frozenset({"array"}), cut_array),
    (frozenset({"string"}), cut_string),
    (frozenset({"number", "integer"}), cut_number),
    (frozenset(ALL_TYPES), cut_values),
    (frozenset(ALL_TYPES), cut_general),
)
