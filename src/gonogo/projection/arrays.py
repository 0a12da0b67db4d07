"""Lists: their items, their lengths, and what they contain."""

from typing import TYPE_CHECKING

from gonogo.projection.inverse import Items
from gonogo.projection.loss import Kind
from gonogo.projection.piece import Making, Piece
from gonogo.projection.rules import How
from gonogo.schema.types import Json, Schema

if TYPE_CHECKING:
    from gonogo.projection.walker import Walker


def cut_array(walker: "Walker", making: Making) -> None:
    """Cut the keywords of lists."""
    schema = making.schema
    if "prefixItems" in schema and walker.how("prefixItems") is not How.KEEP:
        making.schema = schema = _as_items(walker, schema)
    elif "prefixItems" in schema:
        walker.keep_inside(making, "prefixItems")
    _items(walker, making)
    schema = making.schema
    for word in ("minItems", "maxItems", "uniqueItems"):
        if word in schema:
            _length(walker, making, word)
    if "contains" in schema:
        _contains(walker, making)
    if "unevaluatedItems" in schema:
        walker.keep_inside(making, "unevaluatedItems")


def _as_items(walker: "Walker", schema: dict[str, Json]) -> dict[str, Json]:
    """Where each item has a schema by its place, any item may have any of those."""
    parts: list[Schema] = [*schema["prefixItems"]]
    rest = schema.get("items", True)
    words = {word: value for word, value in schema.items() if word not in ("prefixItems", "items")}
    if rest is False:
        words["maxItems"] = min(len(parts), schema.get("maxItems", len(parts)))
        if "maxItems" not in schema:
            walker.lose(schema, "items", Kind.EXACT, "written as maxItems")
    elif schema.get("maxItems", len(parts) + 1) > len(parts):
        parts.append(rest)
    distinct: list[Schema] = []
    for part in parts:
        if part not in distinct:
            distinct.append(part)
    if True in distinct:
        distinct = [True]
    several = len(distinct) > 1 or distinct == [True]
    kind = Kind.WIDENED if several else Kind.EXACT
    walker.lose(schema, "prefixItems", kind, "the target takes one schema for all items")
    words["items"] = walker.merger.adopt({"anyOf": distinct}, {}) if len(distinct) > 1 else distinct[0]
    put = walker.merger.adopt(words, schema)
    if rest is False:
        walker.merger.origins[id(put)]["maxItems"] = walker.merger.place(schema, "items")
    return put


def _items(walker: "Walker", making: Making) -> None:
    schema = making.schema
    if schema.get("items") is False and walker.how("items") is not How.KEEP:
        _no_items(walker, making)
        return
    if "items" not in schema and (walker.how("no items") is How.KEEP or _is_kept(walker, schema)):
        return
    inner: Schema = schema.get("items", True)
    if inner is True and walker.how("no items") is How.KEEP and walker.how("boolean schema") is How.KEEP:
        making.out["items"] = True
        return
    piece: Piece = walker.visit(walker.placed(inner, schema, "items"))
    making.out["items"] = piece.schema
    if piece.undo is not None:
        making.undos["array"] = Items(piece.undo)


def _is_kept(walker: "Walker", schema: dict[str, Json]) -> bool:
    """Whether `unevaluatedItems` judges the items that nothing else does: `items` would take them from it."""
    return "unevaluatedItems" in schema and walker.how("unevaluatedItems") is How.KEEP


def _no_items(walker: "Walker", making: Making) -> None:
    walker.lose(making.schema, "items", Kind.EXACT, "written as maxItems")
    making.out["items"] = {"type": "string"}
    put = walker.merger.adopt({**making.schema, "maxItems": 0}, making.schema)
    walker.merger.origins[id(put)]["maxItems"] = walker.merger.place(making.schema, "items")
    making.schema = put


def _length(walker: "Walker", making: Making, word: str) -> None:
    how, value = walker.how(word), making.schema[word]
    if how is How.AT_MOST_ONE and value > 1:
        walker.lose(making.schema, word, Kind.WIDENED, "the target takes 0 and 1 only")
        making.prose = making.prose.with_word(word, value)
        making.out[word] = 1
    elif how is How.AT_MOST_ONE:
        making.out[word] = value
    elif word == "uniqueItems" and value is False:
        walker.lose(making.schema, word, Kind.EXACT, "it says nothing")
    else:
        walker.keep(making, word)


def _contains(walker: "Walker", making: Making) -> None:
    """How many items are of a form: a count, which a form that admits more would change both ways."""
    kept = walker.keep_inside(making, "contains", exactly="maxContains" in making.schema)
    for word in ("minContains", "maxContains"):
        if word not in making.schema:
            continue
        if kept:
            walker.keep(making, word)
        else:
            walker.drop(making, word)
