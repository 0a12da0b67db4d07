"""Objects: their properties, and what is not declared."""

from typing import TYPE_CHECKING

from gonogo.projection.inverse import NAME, VALUE, Entries, Member, Members
from gonogo.projection.loss import NAME_TWICE, Kind
from gonogo.projection.piece import Making, Piece
from gonogo.projection.prose import Prose
from gonogo.projection.rules import How
from gonogo.projection.words import says
from gonogo.schema.engine import Options, Patterns, compile_schema
from gonogo.schema.errors import SchemaError
from gonogo.schema.types import Json, Schema

if TYPE_CHECKING:
    from gonogo.projection.walker import Walker

_ENTRIES_NOTE = "a list of names and values"
_DECLARING = (How.TYPED, How.BRANCHES)
"""Where what is required has to be declared too."""


def as_map(walker: "Walker", schema: dict[str, Json]) -> Piece | None:
    """Return what carries an object that declares no property, where the target takes closed objects only.

    Returns:
        A list of names and values where the values have a schema, else JSON text; None where the object is no such.
    """
    closes = walker.how("additionalProperties") is How.CLOSE
    rest = schema.get("additionalProperties", True)
    if not closes or schema.get("properties") or rest is False or _is_empty(schema):
        return None
    if rest is True or rest == {} or schema.get("patternProperties"):
        reason = "the target takes no object of undeclared keys: it travels as JSON text"
        return walker.text(schema, "additionalProperties", reason)
    inner = walker.visit(rest)
    for word in schema:
        if says(word) and word not in ("type", "additionalProperties"):
            walker.lose(
                schema, word, Kind.WIDENED, "the target cannot say it of an object that travels as a list"
            )
    reason = "the target takes no object of undeclared keys: it travels as a list of names and values"
    walker.lose(schema, "additionalProperties", Kind.REMAPPED, reason)
    walker.lose(schema, "additionalProperties", Kind.WIDENED, NAME_TWICE)
    entry = {
        "type": "object",
        "properties": {NAME: {"type": "string"}, VALUE: inner.schema},
        "required": [NAME, VALUE],
        **walker.closing,
    }
    told = Prose(schema.get("description")).with_note(_ENTRIES_NOTE)
    return Piece({"type": "array", **told.word(), "items": entry}, Entries(inner.undo))


def _is_empty(schema: dict[str, Json]) -> bool:
    """Whether an object declares that it has no properties, though it does not say that it is closed."""
    return schema.get("properties") == {} and "additionalProperties" not in schema


def cut_object(walker: "Walker", making: Making) -> None:
    """Cut the keywords of objects."""
    schema = making.schema
    wires = walker.keys_of(list(schema.get("properties", {})))
    if any(wire != name for name, wire in wires.items()):
        _leave_out_named(walker, making)
        schema = making.schema
    members = _properties(walker, making, wires)
    _required(walker, making, wires)
    _rest(walker, making)
    if any(each.undo is not None or each.absent or each.filled or each.wire != each.name for each in members):
        making.undos["object"] = Members(tuple(members))
    for word in ("propertyNames", "unevaluatedProperties"):
        if word in schema:
            walker.keep_inside(making, word)
    for word in ("minProperties", "maxProperties"):
        if word in schema:
            walker.keep(making, word)
    if "dependentRequired" in schema:
        walker.keep(making, "dependentRequired")
        if "dependentRequired" in making.out:
            making.out["dependentRequired"] = {
                wires.get(name, name): [wires.get(each, each) for each in needed]
                for name, needed in schema["dependentRequired"].items()
            }
    if "dependentSchemas" in schema:
        walker.keep_inside(making, "dependentSchemas")


def _properties(walker: "Walker", making: Making, wires: dict[str, str]) -> list[Member]:
    schema = making.schema
    declared = _declared(walker, schema)
    everything = walker.how("required") is How.ALL
    required = frozenset(schema.get("required", ()))
    out: dict[str, Json] = {}
    members: list[Member] = []
    for name, inner in declared.items():
        if _is_left_out(walker, schema, inner):
            walker.lose(schema, "properties", Kind.EXACT, "a property that may not be there is not declared")
            if name in required:
                walker.lose(schema, "required", Kind.WIDENED, "it demands what may not be there")
            continue
        piece = walker.visit(walker.placed(inner, schema, "properties", name))
        absent = filled = False
        if everything and name not in required:
            if _admits_null(walker, inner):
                filled = _filled(walker, schema, inner)
            else:
                absent = True
                reason = "the target wants every property: null stands for absent"
                walker.lose(schema, "required", Kind.REMAPPED, reason)
                piece = Piece(with_null(piece.schema), piece.undo)
        out[wires.get(name, name)] = piece.schema
        members.append(Member(wires.get(name, name), name, piece.undo, absent, filled))
    if "properties" in schema or out or (_is_closed(walker, schema) and walker.how("required") is How.ALL):
        making.out["properties"] = out
    if any(each.wire != each.name for each in members):
        walker.lose(
            schema, "properties", Kind.REMAPPED, "names that the target does not take are written otherwise"
        )
        if not _is_closed(walker, schema):
            reason = "an undeclared key can have the name by which a declared one does not travel"
            walker.lose(schema, "properties", Kind.WIDENED, reason)
    return members


def _is_left_out(walker: "Walker", schema: dict[str, Json], inner: Schema) -> bool:
    """Whether a property may not be there, and a closed object says so by not declaring it."""
    return inner is False and walker.how("boolean schema") is not How.KEEP and _is_closed(walker, schema)


def _declared(walker: "Walker", schema: dict[str, Json]) -> dict[str, Schema]:
    """The schemas of the properties; where the target wants what is required to be declared, of those too."""
    declared: dict[str, Schema] = dict(schema.get("properties", {}))
    rest = schema.get("additionalProperties", True)
    if rest is not False and walker.how("untyped") in _DECLARING:
        for name in schema.get("required", ()):
            declared.setdefault(name, rest)
    return declared


def _is_closed(walker: "Walker", schema: dict[str, Json]) -> bool:
    return walker.how("additionalProperties") is How.CLOSE or schema.get("additionalProperties") is False


def _filled(walker: "Walker", schema: dict[str, Json], inner: Schema) -> bool:
    """Whether null can be sent for a property that is absent: where it is the default. Else absence is lost."""
    if isinstance(inner, dict) and inner.get("default", ...) is None:
        walker.lose(schema, "required", Kind.REMAPPED, "absent travels as the default, which is null")
        return True
    reason = "null is a value of a property that may be absent: its absence cannot be sent"
    walker.lose(schema, "required", Kind.NARROWED, reason)
    return False


def _leave_out_named(walker: "Walker", making: Making) -> None:
    """What speaks of names that travel as others cannot be kept beside them."""
    for word in _NAMING:
        if word in making.schema:
            walker.drop(making, word)
            left_out = {word, "additionalProperties"} if word == "patternProperties" else {word}
            rest = {name: value for name, value in making.schema.items() if name not in left_out}
            making.schema = walker.merger.adopt(rest, making.schema)


_NAMING = (
    "propertyNames", "patternProperties", "dependentSchemas", "not", "if", "then", "else", "allOf", "anyOf", "oneOf",
    "unevaluatedProperties",
)  # fmt: skip


def _admits_null(walker: "Walker", inner: Schema) -> bool:
    form = walker.form(inner)
    if "null" not in form.types or (form.values is not None and "null" not in form.values):
        return False
    whole = {**inner, "$defs": dict(walker.definitions)} if isinstance(inner, dict) else inner
    try:
        return compile_schema(whole, Options(patterns=Patterns.BACKTRACKING)).is_valid(None)
    except SchemaError:
        return True


def with_null(schema: dict[str, Json]) -> dict[str, Json]:
    """Return a projected schema that admits null too."""
    told: dict[str, Json] = {word: schema[word] for word in ("title", "description") if word in schema}
    rest = {word: value for word, value in schema.items() if word not in told}
    if set(rest) == {"anyOf"}:
        return {**told, "anyOf": [*rest["anyOf"], {"type": "null"}]}
    return {**told, "anyOf": [rest, {"type": "null"}]}


def _required(walker: "Walker", making: Making, wires: dict[str, str]) -> None:
    schema, declared = making.schema, making.out.get("properties", {})
    if walker.how("required") is How.ALL:
        making.out["required"] = list(declared)
        for name in schema.get("required", ()):
            if name not in schema.get("properties", {}) and schema.get("additionalProperties", True) is False:
                walker.lose(schema, "required", Kind.WIDENED, "it demands what may not be there")
        return
    if "required" not in schema:
        return
    names = [wires.get(name, name) for name in schema["required"]]
    if walker.how("untyped") in _DECLARING:
        kept = [name for name in names if name in declared]
        if len(kept) < len(names):
            walker.lose(schema, "required", Kind.WIDENED, "it demands what may not be there")
        names = kept
    making.out["required"] = names


def _rest(walker: "Walker", making: Making) -> None:
    """What is not declared: `additionalProperties` and `patternProperties`."""
    schema, how = making.schema, walker.how("additionalProperties")
    rest = schema.get("additionalProperties", True)
    if "patternProperties" in schema and not _patterns(walker, making):
        return
    if how is How.CLOSE:
        making.out["additionalProperties"] = False
        if rest is not False or schema.get("patternProperties"):
            walker.lose(schema, "additionalProperties", Kind.NARROWED, "undeclared keys cannot be sent")
    elif "additionalProperties" not in schema or (how is How.DROP and rest is True):
        return
    elif how is How.DROP:
        walker.drop(making, "additionalProperties")
    elif not isinstance(rest, bool) and (
        how is How.BOOLEAN or (how is How.MAPS and making.out.get("properties"))
    ):
        if rest != {}:
            walker.lose(schema, "additionalProperties", Kind.WIDENED, "the target takes true and false only")
        making.out["additionalProperties"] = True
    else:
        walker.keep_inside(making, "additionalProperties")


def _patterns(walker: "Walker", making: Making) -> bool:
    """Cut `patternProperties`; returns whether the keys that are left can still be closed."""
    if walker.how("patternProperties") is How.KEEP:
        return walker.keep_inside(making, "patternProperties")
    if walker.how("additionalProperties") is How.CLOSE:
        return True
    walker.drop(making, "patternProperties")
    return making.schema.get("additionalProperties", True) is True
