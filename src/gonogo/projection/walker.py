"""The one walk that cuts a contract to a target: the target's table says what becomes of each keyword.

A walk is made for one contract and one target, and used once.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from gonogo.projection.form import Form
from gonogo.projection.forms import form_of
from gonogo.projection.inverse import Inverse, Named, Text, Undo
from gonogo.projection.loss import NOT_JSON, NOT_TAKEN, TWICE, Kind, Loss
from gonogo.projection.merge import Merger, TooManyBranches
from gonogo.projection.names import aliases
from gonogo.projection.node import cut_node
from gonogo.projection.piece import TEXT_NOTE, Making, Piece
from gonogo.projection.prose import Prose
from gonogo.projection.root import cut_root
from gonogo.projection.rules import How, Target
from gonogo.projection.unions import cut_union
from gonogo.projection.words import IN_PLACE, says
from gonogo.schema.dialect import Draft
from gonogo.schema.pointer import join, split
from gonogo.schema.types import Json, Schema
from gonogo.schema.walk import walk

_KEEP = How.KEEP


class OverBudget(ValueError):
    """Raised when a contract cannot be cut to a target within the budget; its text says what it exceeds."""


def places_in(document: dict[str, Json]) -> dict[int, str]:
    """Return the pointer of every schema in a document, by its id; of one that stands twice, the first."""
    places: dict[int, str] = {}
    for place in walk(document, Draft.DRAFT_2020_12):
        if isinstance(place.schema, dict):
            places.setdefault(id(place.schema), join(place.path))
    return places


class Walker:
    """Cuts one contract to one target.

    Args:
        document: the contract in its travelling form, where every reference leads into `$defs`.
        target: the target's table.
        tool, side: what the losses are told of.
        places: what `places_in` says of the document, where that is known.
    """

    def __init__(
        self,
        document: dict[str, Json],
        target: Target,
        tool: str,
        side: str,
        places: Mapping[int, str] | None = None,
    ) -> None:
        self.target = target
        self._hows = target.hows
        self.side = side
        self.losses: list[Loss] = []
        self.inexact = 0
        self.schemas: dict[str, dict[str, Json]] = {}
        self.steps: dict[str, Undo] = {}
        self.definitions: Mapping[str, Schema] = document.get("$defs", {})
        self._root = {word: value for word, value in document.items() if word != "$defs"}
        self._tool = tool
        self._entered: list[str] = []
        self._changed: set[str] = set()
        self._nodes = 0
        self.merger = Merger(self.resolve)
        self.merger.places = places_in(document) if places is None else dict(places)
        self.merger.places[id(self._root)] = ""

    def cut(self, carrier: str) -> tuple[dict[str, Json], Inverse]:
        """Return the document in the target's form, and how its payloads are undone.

        Args:
            carrier: the property that carries a root that is no object, where the target wants one.

        Raises:
            OverBudget: the projection would grow beyond the budget.
        """
        try:
            piece = cut_root(self, self._root, carrier)
        except TooManyBranches:
            raise OverBudget("its unions are too many to be merged") from None
        except RecursionError:
            raise OverBudget("it has no end: schemas refer to one another in place") from None
        schema = {**piece.schema, "$defs": self.schemas} if self.schemas else piece.schema
        return schema, Inverse(piece.undo, self.steps)

    def how(self, keyword: str) -> How:
        """Return what the target's table says of a keyword."""
        return self._hows.get(keyword, _KEEP)

    def lose(self, schema: Schema, keyword: str, kind: Kind, reason: str) -> None:
        """Tell of a change at a keyword of a schema."""
        self.lose_at(self.merger.place(schema, keyword), keyword, kind, reason)

    def lose_at(self, pointer: str, keyword: str, kind: Kind, reason: str) -> None:
        """Tell of a change at a pointer."""
        if kind is not Kind.EXACT:
            self.inexact += 1
        loss = Loss(self._tool, self.side, pointer, keyword, kind, reason)
        if loss not in self.losses:
            self.losses.append(loss)

    def resolve(self, reference: str) -> Schema:
        """Return the contract's schema that a reference names."""
        return self.definitions[split(reference[1:])[1]]

    def form(self, schema: Schema) -> Form:
        """Return the form of a contract's schema."""
        return form_of(schema, self.resolve)

    def wire_form(self, schema: Schema) -> Form:
        """Return the form of a projected schema; of one that is still being made, what the contract says."""
        return form_of(schema, self._projected)

    def visit(self, schema: Schema) -> Piece:
        """Cut one schema with those inside it."""
        self._nodes += 1
        if self._nodes > self.target.budget.nodes:
            raise OverBudget(f"it would hold more than {self.target.budget.nodes} schemas")
        if isinstance(schema, dict):
            schema = self.opened(schema)
        if isinstance(schema, bool):
            return self._boolean(schema)
        if "$ref" in schema:
            return self._reference(schema)
        for word in ("anyOf", "oneOf"):
            if word in schema and self.how(word) is not How.KEEP:
                return cut_union(self, schema, word)
        return cut_node(self, schema)

    def text(self, schema: Schema, keyword: str, reason: str) -> Piece:
        """Return what carries a value of any shape as JSON text."""
        self.lose(schema, keyword, Kind.REMAPPED, reason)
        self.lose(schema, keyword, Kind.WIDENED, NOT_JSON)
        words = schema if isinstance(schema, dict) else {}
        told = Prose(words.get("description")).with_note(TEXT_NOTE)
        described = told.with_schema({word: value for word, value in words.items() if says(word)})
        return Piece({"type": "string", **described.word()}, Text())

    @contextmanager
    def tried(self) -> Iterator[Callable[[], None]]:
        """Give back what forgets every loss that was told inside."""
        told, inexact, known = len(self.losses), self.inexact, {*self.schemas}

        def forget() -> None:
            del self.losses[told:]
            self.inexact = inexact
            for name in {*self.schemas} - known:
                if self.schemas[name]:
                    del self.schemas[name]
                    self.steps.pop(name, None)

        yield forget

    def opened(self, schema: dict[str, Json]) -> Schema:
        """Merge what the target does not take side by side: `allOf`, and words beside `$ref`."""
        if "allOf" in schema and self.how("allOf") is How.MERGE:
            return self.merged(schema, "allOf")
        if "$ref" in schema and len(schema) > 1 and self.how("ref siblings") is not How.KEEP:
            return self._without_siblings(schema)
        closing = schema.get("unevaluatedProperties", True)
        if closing is not True and self.how("unevaluatedProperties") is not How.KEEP:
            return self.closed_plainly(schema, closing)
        return schema

    def merged(self, schema: dict[str, Json], word: str) -> Schema:
        """Merge a schema's reference and `allOf` into it, and tell so at a word of it."""
        opened = self.merger.open(schema)
        self.lose(schema, word, Kind.EXACT, "merged into the schema around it")
        while self.merger.left:
            pointer, keyword = self.merger.left.pop()
            self.lose_at(pointer, keyword, Kind.WIDENED, TWICE)
        return self.opened(opened) if isinstance(opened, dict) else opened

    def placed(self, inner: Schema, schema: dict[str, Json], *steps: str) -> Schema:
        """Return a schema inside another; for `true`, which nothing tells from another `true`, one with a place."""
        if inner is not True:
            return inner
        whole: dict[str, Json] = {}
        self.merger.kept.append(whole)
        self.merger.places[id(whole)] = self.merger.place(schema, steps[0]) + join(steps[1:])
        return whole

    @property
    def closing(self) -> dict[str, Json]:
        """What closes an object of the projection's own making; nothing where the target does not take it."""
        return {} if self.how("additionalProperties") is How.DROP else {"additionalProperties": False}

    def keys_of(self, names: list[str]) -> dict[str, str]:
        """Return how the properties of the object that is being entered are named in the target."""
        rule = self.target.keys
        if rule is None or (self.target.top_keys and self._nodes > 1):
            return {name: name for name in names}
        return aliases(names, rule)

    def keep(self, making: Making, word: str) -> None:
        """Keep a keyword that holds no schema, where the target takes it; else tell."""
        if self.how(word) is How.KEEP:
            making.out[word] = making.schema[word]
        else:
            self.drop(making, word)

    def drop(self, making: Making, word: str) -> None:
        """Leave a keyword out, and tell of it: the host, and in the description the model."""
        self.lose(making.schema, word, Kind.WIDENED, NOT_TAKEN)
        if word == "additionalProperties" and making.schema[word] is False:
            return  # models send what is declared; to say it at every object costs more than it tells
        making.prose = making.prose.with_word(word, making.schema[word])

    def keep_inside(self, making: Making, word: str, *, exactly: bool = False) -> bool:
        """Keep a keyword that holds schemas, where the target takes it; returns whether it is kept.

        Args:
            making: the schema in the making.
            word: the keyword.
            exactly: whether what admits more inside admits less outside, so that all is kept or nothing.
        """
        if self.how(word) not in (How.KEEP, How.BOOLEAN, How.MAPS):
            self.drop(making, word)
            return False
        value, before = making.schema[word], self.inexact
        with self.tried() as forget:
            if isinstance(value, list):
                inside = [self.visit(each) for each in value]
                kept: Json = [piece.schema for piece in inside]
            elif word in ("patternProperties", "dependentSchemas"):
                inside = [self.visit(each) for each in value.values()]
                kept = {name: piece.schema for name, piece in zip(value, inside, strict=True)}
            elif (isinstance(value, bool) and self.how("boolean schema") is not How.WRITTEN) or (
                isinstance(value, bool) and word in ("additionalProperties", "unevaluatedProperties")
            ):
                inside, kept = [], value
            else:
                inside = [self.visit(value)]
                kept = inside[0].schema
            if (exactly and self.inexact > before) or any(piece.undo is not None for piece in inside):
                forget()
                self.drop(making, word)
                return False
        making.out[word] = kept
        return True

    def _without_siblings(self, schema: dict[str, Json]) -> Schema:
        decides = any(says(word) for word in schema if word != "$ref")
        if decides or (self.how("ref siblings") is How.INLINE and not self._returns(schema["$ref"])):
            return self.merged(schema, "$ref")
        for word in schema:
            if word != "$ref":
                self.lose(schema, word, Kind.EXACT, "an annotation beside a reference")
        return self.merger.adopt({"$ref": schema["$ref"]}, schema)

    def closed_plainly(self, schema: dict[str, Json], closing: Schema) -> Schema:
        """Where nothing else judges the same object, `unevaluatedProperties` says what `additionalProperties` does."""
        if "additionalProperties" in schema or not IN_PLACE.isdisjoint(schema):
            return schema
        self.lose(schema, "unevaluatedProperties", Kind.EXACT, "written as additionalProperties")
        plain = {word: value for word, value in schema.items() if word != "unevaluatedProperties"}
        put = self.merger.adopt({**plain, "additionalProperties": closing}, schema)
        self.merger.origins[id(put)]["additionalProperties"] = self.merger.place(
            schema, "unevaluatedProperties"
        )
        return put

    def _returns(self, reference: str) -> bool:
        """Whether what a reference names leads back to it."""
        waiting, seen = [reference], set[str]()
        while waiting:
            for place in walk(self.resolve(waiting.pop()), Draft.DRAFT_2020_12):
                leads = place.schema.get("$ref") if isinstance(place.schema, dict) else None
                if leads == reference:
                    return True
                if isinstance(leads, str) and leads not in seen:
                    seen.add(leads)
                    waiting.append(leads)
        return False

    def _reference(self, schema: dict[str, Json]) -> Piece:
        reference = schema["$ref"]
        if self.how("$ref") is How.INLINE or (self.how("recursion") is How.CUT and self._returns(reference)):
            return self._written_out(schema, reference)
        name = split(reference[1:])[1]
        if name not in self.schemas:
            self._define(name, reference)
        self.inexact += name in self._changed
        beside = {word: value for word, value in schema.items() if word != "$ref"}
        kept = cut_node(self, self.merger.adopt(beside, schema), whole=False).schema if beside else {}
        undo = Named(name) if name in self.steps or not self.schemas[name] else None
        return Piece({"$ref": f"#/$defs/{name}", **kept}, undo)

    def _define(self, name: str, reference: str) -> None:
        self.schemas[name] = {}
        before = self.inexact
        piece = self.visit(self.resolve(reference))
        self.schemas[name] = piece.schema
        if piece.undo is not None:
            self.steps[name] = piece.undo
        if self.inexact > before:
            self._changed.add(name)

    def _projected(self, reference: str) -> Schema:
        name = split(reference[1:])[1]
        made = self.schemas.get(name)
        if made:
            return made
        return {"type": sorted(self.form(self.definitions[name]).types)}

    def _written_out(self, schema: dict[str, Json], reference: str) -> Piece:
        if reference in self._entered:
            return self.text(
                schema, "$ref", "the target takes no recursion: the inner one travels as JSON text"
            )
        self._entered.append(reference)
        try:
            if self.how("$ref") is How.INLINE:
                self.lose(schema, "$ref", Kind.EXACT, "the target takes no references: written out")
            return self.visit(self.resolve(reference))
        finally:
            self._entered.pop()

    def _boolean(self, schema: bool) -> Piece:
        if schema:
            return cut_node(self, {})
        if self.how("not") is How.KEEP:
            return Piece({"not": {}})
        self.lose_at("", "boolean schema", Kind.WIDENED, "the target has no schema that admits nothing")
        return Piece({"type": "string", "description": "Nothing can stand here."})
