"""The root: nearly every target wants an object there, and no combinators."""

from typing import TYPE_CHECKING, Final

from gonogo.projection.inverse import Wrapped
from gonogo.projection.loss import LAID_OVER, NOT_AT_ROOT, Kind
from gonogo.projection.piece import Piece
from gonogo.projection.rules import How
from gonogo.projection.unions import branches_of
from gonogo.projection.words import says
from gonogo.schema.canonical import canonical
from gonogo.schema.types import Json, Schema

if TYPE_CHECKING:
    from gonogo.projection.walker import Walker

_FORBIDDEN: Final = ("not", "if", "then", "else", "const", "enum", "dependentSchemas")
"""What says something of a whole object beside its properties; vendors refuse these at the root."""

_COMBINATORS: Final = frozenset({*_FORBIDDEN, "anyOf", "oneOf", "allOf", "$ref"})


def cut_root(walker: "Walker", schema: dict[str, Json], carrier: str) -> Piece:
    """Cut a contract's root.

    Args:
        walker: the walk.
        schema: the root.
        carrier: the property that carries a root that is no object.
    """
    how = walker.how("root")
    if how is How.KEEP:
        return walker.visit(schema)
    if walker.side == "input" and schema.get("type") != "object":
        schema = walker.merger.adopt({**schema, "type": "object"}, schema)
    if how is How.INPUT:
        return walker.visit(schema)
    if how is How.OBJECT:
        piece = walker.visit(schema)
        return piece if piece.schema.get("type") == "object" else _wrapped(walker, schema, piece, carrier)
    opened = _opened(walker, schema)
    if isinstance(opened, dict) and how is How.FLATTEN:
        opened = _flattened(walker, opened)
    if isinstance(opened, dict) and opened.get("type") == "object":
        opened = _bare(walker, opened)
    piece = walker.visit(opened)
    if piece.schema.get("type") == "object" and _COMBINATORS.isdisjoint(piece.schema):
        return piece
    return _wrapped(walker, schema, piece, carrier)


def _opened(walker: "Walker", schema: dict[str, Json]) -> Schema:
    if "$ref" in schema or "allOf" in schema:
        return walker.merged(schema, "$ref" if "$ref" in schema else "allOf")
    return schema


def _bare(walker: "Walker", schema: dict[str, Json]) -> dict[str, Json]:
    for word in _FORBIDDEN:
        if word in schema:
            walker.lose(schema, word, Kind.WIDENED, NOT_AT_ROOT)
    rest = {word: value for word, value in schema.items() if word not in _FORBIDDEN}
    return walker.merger.adopt(rest, schema)


def _flattened(walker: "Walker", schema: dict[str, Json]) -> Schema:
    """Lay the branches of a root union of objects over one another: what any of them declares, all may have."""
    for word in ("anyOf", "oneOf"):
        if word not in schema:
            continue
        branches = [
            _opened(walker, each) for each in branches_of(walker, schema, word) if isinstance(each, dict)
        ]
        objects = [each for each in branches if isinstance(each, dict) and each.get("type") == "object"]
        if len(objects) < len(branches) or not objects:
            return schema
        flat = [_flattened(walker, each) for each in objects]
        laid = [_closed(walker, each) for each in flat if isinstance(each, dict)]
        walker.lose(schema, word, Kind.WIDENED, LAID_OVER)
        return _laid(walker, schema, laid)
    return schema


def _closed(walker: "Walker", branch: dict[str, Json]) -> dict[str, Json]:
    closing = branch.get("unevaluatedProperties", True)
    put = branch if closing is True else walker.closed_plainly(branch, closing)
    return put if isinstance(put, dict) else branch


def _laid(walker: "Walker", schema: dict[str, Json], branches: list[dict[str, Json]]) -> dict[str, Json]:
    properties: dict[str, list[Schema]] = {}
    for branch in branches:
        for name, inner in branch.get("properties", {}).items():
            properties.setdefault(name, []).append(inner)
    closed = all(branch.get("additionalProperties") is False for branch in branches)
    for name in properties:
        if any(name not in branch.get("properties", {}) and branch.get("additionalProperties") is not False
               for branch in branches):  # fmt: skip
            reason = "a key that another branch alone declares has that one's form only"
            walker.lose(schema, "properties", Kind.NARROWED, reason)
    required = [
        name
        for name in branches[0].get("required", ())
        if all(name in b.get("required", ()) for b in branches)
    ]
    told = {word: value for word, value in schema.items() if not says(word)}
    laid: dict[str, Json] = {
        **told,
        "type": "object",
        "properties": {name: _either(walker, inner) for name, inner in properties.items()},
        "required": required,
    }
    if closed:
        laid["additionalProperties"] = False
    return walker.merger.adopt(laid, schema)


def _either(walker: "Walker", schemas: list[Schema]) -> Schema:
    distinct = list({canonical(each): each for each in schemas}.values())
    if len(distinct) == 1:
        return distinct[0]
    values: list[Json] = []
    for each in distinct:
        words = each if isinstance(each, dict) else {}
        listed = [words["const"]] if "const" in words else words.get("enum")
        if listed is None or any(says(word) and word not in ("const", "enum", "type") for word in words):
            return walker.merger.adopt({"anyOf": distinct}, {})
        values += [value for value in listed if value not in values]
    first = distinct[0] if isinstance(distinct[0], dict) else {}
    told: dict[str, Json] = {word: first[word] for word in ("title", "description") if word in first}
    return walker.merger.adopt({**told, "enum": values}, {})


def _wrapped(walker: "Walker", schema: dict[str, Json], piece: Piece, carrier: str) -> Piece:
    walker.lose(
        schema, "root", Kind.REMAPPED, f"the target wants an object at the root: it travels under {carrier!r}"
    )
    whole: dict[str, Json] = {
        "type": "object",
        "properties": {carrier: piece.schema},
        "required": [carrier],
        **walker.closing,
    }
    return Piece(whole, Wrapped(carrier, piece.undo))
