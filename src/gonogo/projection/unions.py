"""Unions: `anyOf`, and `oneOf` where the target does not take it."""

from typing import TYPE_CHECKING

from gonogo.projection.form import Form, disjoint
from gonogo.projection.inverse import Choice, Option, Undo
from gonogo.projection.loss import TWICE, Kind
from gonogo.projection.piece import Piece
from gonogo.projection.rules import How
from gonogo.projection.words import says
from gonogo.schema.canonical import canonical
from gonogo.schema.types import Json, Schema

if TYPE_CHECKING:
    from gonogo.projection.walker import Walker


def cut_union(walker: "Walker", schema: dict[str, Json], word: str) -> Piece:
    """Cut a schema with a union: what stands beside it and decides moves into each branch.

    Args:
        walker: the walk.
        schema: holds the union, and no reference beside it.
        word: `anyOf` or `oneOf`.
    """
    branches = branches_of(walker, schema, word)
    if word == "oneOf":
        _tell_exclusivity(walker, schema, branches)
    told: dict[str, Json] = {name: schema[name] for name in ("title", "description") if name in schema}
    if len(branches) == 1:
        return _alone(walker, branches[0], told)
    with walker.tried() as forget:
        pieces = [walker.visit(branch) for branch in branches]
        undo, clear = _chosen(walker, branches, pieces)
        if not clear:
            forget()
            return walker.text(schema, word, "its branches cannot be told apart on the way")
    distinct: dict[str, dict[str, Json]] = {}
    for piece in pieces:
        distinct.setdefault(canonical(piece.schema), piece.schema)
    for name in schema:
        if not says(name) and not _kept(walker, name):
            walker.lose(schema, name, Kind.EXACT, "an annotation that the target does not take here")
    beside = {name: text for name, text in told.items() if _kept(walker, name)}
    return Piece({**beside, "anyOf": list(distinct.values())}, undo)


def branches_of(walker: "Walker", schema: dict[str, Json], word: str) -> list[Schema]:
    """Return the branches of a union, each with what stands beside the union; those that admit nothing left out."""
    beside = {name: value for name, value in schema.items() if name != word and says(name)}
    if not beside:
        return [branch for branch in schema[word] if branch is not False] or [False]
    around = walker.merger.adopt(beside, schema)
    merged = [walker.merger.both(around, branch) for branch in schema[word]]
    while walker.merger.left:
        pointer, keyword = walker.merger.left.pop()
        walker.lose_at(pointer, keyword, Kind.WIDENED, TWICE)
    if merged:
        walker.lose(schema, word, Kind.EXACT, "what stands beside it moved into its branches")
    return [branch for branch in merged if branch is not False] or [False]


def _kept(walker: "Walker", annotation: str) -> bool:
    return annotation in ("title", "description") and walker.how("anyOf siblings") is How.KEEP and (
        walker.how(annotation) is How.KEEP
    )  # fmt: skip


def _alone(walker: "Walker", branch: Schema, told: dict[str, Json]) -> Piece:
    piece = walker.visit(branch)
    taken = {name: text for name, text in told.items() if walker.how(name) is How.KEEP}
    if "$ref" in piece.schema:
        return piece
    return Piece({**taken, **piece.schema}, piece.undo)


def _tell_exclusivity(walker: "Walker", schema: dict[str, Json], branches: list[Schema]) -> None:
    if _apart([walker.form(branch) for branch in branches]):
        walker.lose(schema, "oneOf", Kind.EXACT, "written as anyOf: its branches exclude one another")
    else:
        walker.lose(schema, "oneOf", Kind.WIDENED, "written as anyOf: a value may be of several branches")


def _apart(forms: list[Form]) -> bool:
    return all(disjoint(one, other) for index, one in enumerate(forms) for other in forms[:index])


def _chosen(walker: "Walker", branches: list[Schema], pieces: list[Piece]) -> tuple[Undo | None, bool]:
    """How a union is undone, and whether a payload says which branch it is of."""
    undos = [piece.undo for piece in pieces]
    if all(undo == undos[0] for undo in undos):
        return undos[0], True
    forms = [walker.wire_form(piece.schema) for piece in pieces]
    for index, one in enumerate(forms):
        for other in range(index):
            if undos[index] != undos[other] and not disjoint(one, forms[other]):
                return None, False
    whole = dict(walker.definitions)
    options = tuple(
        Option(form, undo, {**branch, "$defs": whole} if isinstance(branch, dict) else branch)
        for form, undo, branch in zip(forms, undos, branches, strict=True)
    )
    return Choice(options), True
